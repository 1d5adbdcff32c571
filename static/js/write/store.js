// What this browser keeps: IndexedDB, or the local storage where there is none. The local storage
// also takes the last words of a page that is going away, for it does so at once.

const name = "studio-writing";
let opened;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("texts", { keyPath: "key" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error("blocked"));
  });
  return opened;
}

async function ask(mode, act) {
  const db = await database();
  return new Promise((resolve, reject) => {
    const change = db.transaction("texts", mode, { durability: "strict" });
    const asked = act(change.objectStore("texts"));
    change.oncomplete = () => resolve(asked.result);
    change.onabort = change.onerror = () => reject(change.error);
  });
}

export async function keep(record) {
  try {
    await ask("readwrite", (texts) => texts.put(record));
    // Only what is older goes: the page may have left later words there meanwhile.
    if ((spare(record.key)?.at ?? 0) <= record.at) drop(record.key);
    return true;
  } catch {
    return keepNow(record);
  }
}

export function keepNow(record) {
  try {
    localStorage.setItem(`write:${record.key}`, JSON.stringify(record));
    return true;
  } catch {
    return false;
  }
}

export async function forget(key) {
  drop(key);
  await ask("readwrite", (texts) => texts.delete(key)).catch(() => {});
}

// All that is kept of a place, the newest first.
export async function keptOf(place) {
  const found = new Map();
  const range = IDBKeyRange.bound(place, `${place}\uffff`);
  const rows = await ask("readonly", (texts) => texts.getAll(range)).catch(() => []);
  for (const row of [...rows, ...spares(place)])
    if ((found.get(row.key)?.at ?? -1) < row.at) found.set(row.key, row);
  return [...found.values()].filter((row) => isOf(row.key, place)).sort((a, b) => b.at - a.at);
}

function isOf(key, place) {
  return key === place || key.startsWith(`${place}#`);
}

function spare(key) {
  try {
    return JSON.parse(localStorage.getItem(`write:${key}`));
  } catch {
    return null;
  }
}

function spares(place) {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith("write:"));
    return keys.map((key) => spare(key.slice(6))).filter((row) => row && isOf(row.key, place));
  } catch {
    return [];
  }
}

function drop(key) {
  try {
    localStorage.removeItem(`write:${key}`);
  } catch {
    // There is no such storage: then there is nothing in it.
  }
}

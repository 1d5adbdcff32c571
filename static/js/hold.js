// What is typed in a form stays in this browser until the desk has taken it: a page that is closed,
// a desk that does not answer or a refusal loses no remark and no paragraph. (Write mode does more.)

const stem = "hold:";
const breath = 300;
const longest = 30 * 24 * 3600 * 1000;
const timers = new Map();

const isHeld = (field) => field.matches?.("form[method=post] textarea:not([data-free], [readonly])");

function keyOf(field) {
  const { pathname } = new URL(field.form.action, location.href);
  const about = field.form.querySelector("[name=paragraph], [name=place], [name=section]")?.value ?? "";
  return `${stem}${pathname}#${field.name}#${about}`;
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, record) {
  try {
    if (record) localStorage.setItem(key, JSON.stringify(record));
    else localStorage.removeItem(key);
  } catch {
    // Then the words last as long as the page.
  }
}

document.addEventListener("input", ({ target }) => {
  if (!isHeld(target)) return;
  clearTimeout(timers.get(target));
  timers.set(target, setTimeout(() => hold(target), breath));
});

function hold(field) {
  const isNew = field.value !== field.defaultValue && field.value.trim() !== "";
  write(keyOf(field), isNew ? { text: field.value, at: Date.now() } : null);
}

// What was sent is let go of by the page to which the desk leads on, if it says nothing against it.
document.addEventListener("submit", ({ target }) => {
  for (const field of target.querySelectorAll("textarea")) {
    if (!isHeld(field)) continue;
    clearTimeout(timers.get(field));
    if (field.value !== field.defaultValue) hold(field);
    const record = read(keyOf(field));
    if (record) write(keyOf(field), { ...record, sent: true });
  }
});

// Where no page follows, the answer says whether it was taken.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.successful || detail.requestConfig?.verb !== "post") return;
  for (const field of detail.elt.querySelectorAll?.("textarea") ?? []) if (isHeld(field)) write(keyOf(field), null);
});
for (const failure of ["htmx:responseError", "htmx:sendError"])
  document.addEventListener(failure, ({ detail }) => {
    for (const field of detail.elt.querySelectorAll?.("textarea") ?? []) if (isHeld(field)) hold(field);
  });

document.addEventListener("click", ({ target }) => {
  const form = target.closest?.("[data-cancel], [data-close]")?.closest("form");
  for (const field of form?.querySelectorAll("textarea") ?? []) if (isHeld(field)) write(keyOf(field), null);
});

function keys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(stem));
  } catch {
    return [];
  }
}

// A page that its reader came to by themselves, after the desk did not answer, is not led to; nor
// is one that asks who they are.
function letGo() {
  const isRedirected = performance.getEntriesByType("navigation")[0]?.redirectCount > 0;
  const isLedTo = isRedirected && !location.pathname.startsWith("/sign-in/");
  const isRefused = !isLedTo || document.querySelector('#toasts [data-tone="error"], [aria-invalid="true"], #errors');
  for (const key of keys()) {
    const record = read(key);
    const isOver = !record || Date.now() - record.at > longest;
    if (isOver || (record.sent && !isRefused)) write(key, null);
    else if (record.sent) write(key, { ...record, sent: false });
  }
}

function giveBack(root) {
  for (const field of root.querySelectorAll?.("textarea") ?? []) {
    const record = isHeld(field) ? read(keyOf(field)) : null;
    if (!record || record.sent || record.text === field.value || field.dataset.back) continue;
    field.dataset.back = "yes";
    field.value = record.text;
    field.after(note(field));
  }
}

function note(field) {
  const line = document.createElement("p");
  const drop = document.createElement("button");
  Object.assign(drop, { type: "button", textContent: "Begin again" });
  drop.dataset.kind = "plain";
  drop.addEventListener("click", () => {
    write(keyOf(field), null);
    field.value = field.defaultValue;
    line.remove();
    field.focus();
  });
  line.className = "held-back small quiet";
  line.append("What you had typed here is back. ", drop);
  return line;
}

letGo();
giveBack(document);
document.addEventListener("htmx:afterSettle", ({ detail }) => giveBack(document.getElementById(detail.target?.id) ?? document));

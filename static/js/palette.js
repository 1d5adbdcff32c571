// The palette: every page, section and act a few letters away. The list comes from the server,
// once for each page; what is typed only narrows it. Single keys and Ctrl+K can be switched off.

const dialog = document.getElementById("palette");
const field = document.getElementById("palette-q");
const list = document.getElementById("palette-list");
const said = document.getElementById("palette-said");
let isFetched = false;
// What the list that is shown was asked with: of a large book not all sections are in it.
let asked = "";
let waits = 0;

document.addEventListener("keydown", (event) => {
  if (!dialog || document.body.dataset.keys === "off") return;
  const isChord = (event.ctrlKey || event.metaKey) && !event.altKey;
  const key = event.key.toLowerCase();
  if (isChord && !event.shiftKey && key === "k") take(event, toggle);
  else if (isChord && event.shiftKey && key === "f" && dialog.dataset.search) take(event, search);
  else if (event.key === "/" && !isChord && !event.altKey && !isField(event.target) && !dialog.open) take(event, filter);
});

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-palette]");
  if (!opener || !dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  toggle();
});

function take(event, act) {
  event.preventDefault();
  act();
}

function isField(element) {
  return element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName);
}

// The filter of the page where it has one, else the palette.
function filter() {
  const own = document.querySelector("main [data-filter], main input[type=search]");
  if (!own) return toggle();
  own.focus();
  own.select();
}

// What is marked is what is looked for.
function search() {
  const marked = (chosen() || "").trim().slice(0, 200);
  const words = marked && !marked.includes("\n") ? `?q=${encodeURIComponent(marked)}` : "";
  location.assign(dialog.dataset.search + words);
}

function chosen() {
  const here = document.activeElement;
  if (here?.matches("textarea")) return here.value.slice(here.selectionStart, here.selectionEnd);
  return getSelection()?.toString();
}

async function toggle() {
  if (dialog.open) return dialog.close();
  dialog.showModal();
  field.value = "";
  field.focus();
  if (!isFetched || asked) await fetchList();
  narrow();
}

async function fetchList(query = "") {
  try {
    const answer = await fetch(dialog.dataset.list + (query && `?q=${encodeURIComponent(query)}`), { headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    list.innerHTML = await answer.text();
    isFetched = true;
    asked = query;
  } catch {
    const link = document.createElement("a");
    link.href = dialog.dataset.list;
    link.textContent = "The list did not come. Open it as a page.";
    list.replaceChildren(link);
  }
}

function narrow() {
  const wanted = plain(field.value).split(/\s+/).filter(Boolean);
  let n = 0;
  for (const section of list.querySelectorAll("section")) {
    let some = 0;
    for (const entry of section.querySelectorAll("li")) {
      const text = (entry.dataset.plain ??= plain(entry.dataset.foundBy));
      entry.hidden = !wanted.every((word) => holds(text, word));
      entry.toggleAttribute("data-first", !entry.hidden && n + some === 0);
      some += !entry.hidden;
    }
    section.hidden = !some;
    n += some;
  }
  list.scrollTop = 0;
  said.textContent = isFetched ? (n ? `${n} fit` : "Nothing is called that") : "";
}

// Where more fit than are listed, the server narrows them, once the typing pauses.
function typed() {
  clearTimeout(waits);
  narrow();
  const query = field.value.trim().slice(0, 200);
  if (query === asked || !(asked || list.querySelector("[data-more]"))) return;
  waits = setTimeout(async () => {
    await fetchList(query);
    if (field.value.trim().slice(0, 200) === query) narrow();
  }, 200);
}

// Without accents and marks, since nobody types them into a list.
function plain(text) {
  const bare = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return bare.replace(/[^\p{L}\p{N}.]+/gu, " ");
}

// A word is found by how it begins; where words are not spaced, anywhere.
function holds(text, word) {
  return ` ${text}`.includes(` ${word}`) || (/[^\x00-\x7f]/.test(word) && text.includes(word));
}

function entries() {
  return [...list.querySelectorAll("li:not([hidden]) [data-going]")];
}

function step(by) {
  const all = entries();
  const now = all.indexOf(document.activeElement);
  if (now + by < 0) return field.focus();
  all[Math.min(now + by, all.length - 1)]?.focus();
}

field?.addEventListener("input", typed);

dialog?.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") take(event, () => step(1));
  else if (event.key === "ArrowUp") take(event, () => step(-1));
  else if (event.key === "Enter" && event.target === field) take(event, () => entries()[0]?.click());
  // Typing goes on where the words are, whatever is focused.
  else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== " " && !isField(event.target)) field.focus();
});

dialog?.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

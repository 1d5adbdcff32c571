// Words of the text that is being typed: commented on, or rewritten beside it. What was typed goes
// to the desk first, and the field is left alone.

import { by, field, form } from "./page.js";

const names = ["comment", "rewrite"];
const keys = { F2: "comment", F4: "rewrite" };
const mostQuoted = 400;
let drafts;
let mirror;
let marked = null;

export function begin(ourMirror, ourDrafts) {
  [mirror, drafts] = [ourMirror, ourDrafts];
  for (const name of names) prepare(by(`${name}-form`), name);
  for (const button of document.querySelectorAll("[data-words]"))
    button.addEventListener("click", () => open(button.dataset.words));
  form.addEventListener("keydown", (event) => {
    const name = event.target === field && keys[event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(name);
  });
  form.dataset.scripted = "";
}

function prepare(box, name) {
  const close = box.querySelector("[data-words-close]");
  close.hidden = false;
  close.addEventListener("click", () => shut(box));
  // Its keys are its own: they neither say Done nor leave the page for the text alone.
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") shut(box);
    else if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    else form.requestSubmit(box.querySelector("[data-words-do]"));
    event.preventDefault();
    event.stopPropagation();
  });
  // A page that came back with a refusal is about the same words.
  if (!box.open) return;
  const [from, to] = ["marked_from", "marked_to"].map((key) => form.elements[key].value);
  if (from === "") return;
  const letters = [...field.value];
  const start = letters.slice(0, Number(from)).join("").length;
  show(box, name, start, letters.slice(0, Number(to)).join("").length);
}

function open(name) {
  if (field.readOnly) return;
  for (const other of names) by(`${other}-form`).open = other === name;
  show(by(`${name}-form`), name, field.selectionStart, field.selectionEnd);
}

function show(box, name, start, end) {
  marked = { start, end };
  const words = field.value.slice(start, end).trim();
  // The desk counts letters, not halves of them.
  form.elements.marked_from.value = [...field.value.slice(0, start)].length;
  form.elements.marked_to.value = [...field.value.slice(0, end)].length;
  form.elements[`${name}_quote`].value = words.slice(0, mostQuoted);
  const quoted = box.querySelector("[data-quoted]");
  quoted.textContent = words ? `“${words.slice(0, mostQuoted)}”` : paragraphAt(start);
  quoted.hidden = !quoted.textContent;
  box.querySelector("textarea:not([data-free])").focus();
}

function paragraphAt(place) {
  let at = 0;
  const block = mirror.blocks.find((text) => (at += text.length) > place) ?? mirror.blocks.at(-1) ?? "";
  const words = block.trim();
  return words.length > 120 ? `${words.slice(0, 120)}…` : words;
}

function shut(box) {
  box.open = false;
  field.focus({ preventScroll: true });
  if (marked) field.setSelectionRange(marked.start, marked.end);
}

// A button of these forms was pressed, not Done.
export async function act(button) {
  const name = button.dataset.wordsDo;
  const box = by(`${name}-form`);
  await drafts.keepHere();
  if (!(await drafts.send())) return fail(box, "The desk does not answer. Your text and these words are kept here.");
  form.elements.seen.value = drafts.seen;
  if (name === "rewrite") leave(button);
  else await comment(box, button.formAction);
}

function leave(button) {
  form.action = button.formAction;
  // A form that is sent by a script says nothing of the button.
  if (button.name) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: button.name, value: button.value });
    form.append(field);
  }
  form.submit();
}

async function comment(box, url) {
  const told = await ask(url);
  if (!told.remarks) return fail(box, told.words ?? "The desk does not answer. Your comment is still here.");
  by("write-remarks").outerHTML = told.remarks;
  form.elements.comment.value = "";
  const { n } = mirror.place(marked?.start);
  mirror.marks[n] = { ...mirror.marks[n], remarks: (mirror.marks[n]?.remarks ?? 0) + 1 };
  mirror.label();
  document.dispatchEvent(new CustomEvent("desk:say", { detail: { words: told.words } }));
  fail(box, "");
  shut(box);
}

async function ask(url) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(new FormData(form)),
      redirect: "manual",
    });
    return await answer.json();
  } catch {
    return {};
  }
}

function fail(box, words) {
  const line = box.querySelector("[data-error]");
  line.textContent = words;
  line.hidden = !words;
}

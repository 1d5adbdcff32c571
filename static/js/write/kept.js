// Texts that were kept beside the one in the field: by this browser, or by another window. Nothing
// of them is lost; their author compares, restores, keeps both, or throws one away.

import { holds, paragraphs } from "./drafts.js";
import { put } from "./format.js";
import { bookText, by, field, form, place, setText, time } from "./page.js";
import { tell } from "./said.js";
import { forget, keep, keptOf } from "./store.js";

let drafts;

// Says whose drafts these are; before anything else.
export function watch(ours) {
  drafts = ours;
}

export async function offerKept() {
  const draftAt = Date.parse(form.dataset.draftAt) || 0;
  for (const record of await keptOf(place)) {
    if (holds(field.value, record.text) || holds(bookText, record.text)) await forget(record.key);
    else {
      const word = record.at > draftAt ? "newer" : "other";
      return offer(await setAside(record), `This browser has ${word} text from ${time(record.at)}.`);
    }
  }
}

// From here on what is typed is kept under the name of the place; this stays under its own.
async function setAside(record) {
  if (record.key !== place) return record;
  const aside = { ...record, key: `${place}#${record.at}` };
  if (await keep(aside)) await forget(place);
  return aside;
}

function offer(record, words) {
  tell(words, "stale", [
    ["Compare", () => compare(record.text, `From ${time(record.at)}`)],
    ["Restore", () => restore(record)],
    ["Discard", () => discard(record)],
  ]);
}

async function restore(record) {
  const replaced = field.value;
  if (!holds(record.text, replaced) && !holds(bookText, replaced))
    await keep({ key: `${place}#${Date.now()}`, text: replaced, base: drafts.base, at: Date.now() });
  if (record.base !== undefined) rebase(record.base);
  setText(record.text);
  tell("");
  await drafts.keepHere();
  await forget(record.key);
}

async function discard(record) {
  await forget(record.key);
  tell("");
  await offerKept();
}

// What was begun from other versions says so, or Done would write over what came since.
function rebase(base) {
  if (base === drafts.base) return;
  drafts.base = form.elements.base.value = base;
  by("moved").hidden = false;
}

// Another window or device left other text at the desk.
export function meet(other) {
  const record = { text: other.text, at: Date.parse(other.at) };
  tell(`Another window or device kept other text here at ${time(record.at)}. Yours is kept in this browser.`, "stale", [
    ["Compare", () => compare(record.text, `Kept at ${time(record.at)}`)],
    ["Keep both", () => keepBoth(other)],
    ["Go on with mine", () => goOnWithMine(other, record)],
  ]);
}

function keepBoth(other) {
  const own = new Set(paragraphs(field.value));
  const added = paragraphs(other.text).filter((paragraph) => !own.has(paragraph));
  put(field, field.value.length, field.value.length, `\n\n${added.join("\n\n")}`);
  tell("");
  drafts.goOn(other.revision);
}

async function goOnWithMine(other, record) {
  await keep({ key: `${place}#${record.at}`, text: other.text, base: other.base, at: record.at });
  tell("");
  drafts.goOn(other.revision);
}

function compare(text, words) {
  by("compare-one").textContent = words;
  fill(by("compare-left"), text, field.value);
  fill(by("compare-right"), field.value, text);
  by("compare").showModal();
}

function fill(box, text, other) {
  const there = new Set(paragraphs(other));
  box.replaceChildren(
    ...paragraphs(text).map((words) => {
      const paragraph = document.createElement("p");
      paragraph.textContent = words;
      if (!there.has(words)) paragraph.dataset.only = "";
      return paragraph;
    }),
  );
}

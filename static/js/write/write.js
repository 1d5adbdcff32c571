// Write mode: puts the field, its mirror, its drafts and its keys together.

import { countBlocks } from "./count.js";
import { Drafts, holds, paragraphs } from "./drafts.js";
import { formats, put } from "./format.js";
import { looks } from "./looks.js";
import { Mirror, cut } from "./mirror.js";
import { forget, keep, keptOf } from "./store.js";
import { Turn } from "./tabs.js";

const by = (id) => document.getElementById(id);
const form = by("write");
const field = by("text");
const bookText = by("book-text")?.value ?? field.defaultValue;
const place = form.dataset.place;
const title = document.title;
const many = new Intl.NumberFormat("en");
const clock = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const time = (at) => clock.format(new Date(at));

const mirror = new Mirror(by("ed"), field, by("mirror"));
const turn = new Turn(place, { lose });
const drafts = new Drafts({
  url: form.dataset.draft,
  place,
  base: form.elements.base.value,
  csrf: document.body.dataset.csrf,
  seen: Number(form.elements.seen.value),
  text: field.defaultValue,
  tab: tabName(),
  say,
  meet,
  moved: () => (by("moved").hidden = false),
});

form.elements.tab.value = drafts.tab;

function start() {
  const marks = JSON.parse(form.dataset.marks);
  mirror.begin(bookText, marks);
  const chosen = looks(form, by("ed"), () => requestAnimationFrame(() => mirror.measure()));
  for (const id of ["format-toggle", "looks-toggle", "focus-on"]) by(id).hidden = false;
  if (by("start-over")) by("start-over").hidden = false;
  const begun = document.querySelector("#unfinished time");
  if (begun) begun.textContent = day.format(new Date(begun.dateTime));
  document.fonts?.ready.then(() => mirror.measure());
  listen(chosen);
  tellWords();
  tellPlace();
  // What was typed before this script was there.
  if (field.value !== field.defaultValue) drafts.type(field.value);
  open();
}

// A window that another one writes in is read only, until its author takes over.
async function open() {
  const held = turn.holder() && turn.holder() !== turn.id;
  if (held) field.readOnly = true;
  if (await turn.ask()) {
    field.readOnly = false;
    await offerKept();
  } else beReadOnly();
}

function beReadOnly() {
  field.readOnly = true;
  by("done").disabled = true;
  tell("This section is being edited in another tab.", "stale", [["Take over", takeOver]]);
}

async function takeOver() {
  const given = await turn.takeOver();
  const kept = given ?? (await atDesk());
  if (kept?.text && !holds(field.value, kept.text)) setText(kept.text);
  if (kept?.seen) drafts.seen = kept.seen;
  field.readOnly = false;
  by("done").disabled = false;
  tell("");
  field.focus();
  if (!given) offerKept();
}

async function atDesk() {
  const answer = await fetch(form.dataset.draft).catch(() => null);
  if (!answer?.ok) return null;
  const kept = await answer.json();
  return { text: kept.text, seen: kept.revision };
}

// Called when another window takes over: everything goes to the desk first, and to that window.
async function lose() {
  await drafts.keepHere();
  await drafts.send();
  beReadOnly();
  return { text: field.value, seen: drafts.seen };
}

// --- what was kept

async function offerKept() {
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
function meet(other) {
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

// --- what is said

function tell(words, tone = "", acts = []) {
  const box = by("told");
  const buttons = acts.map(([name, act]) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: name, onclick: act });
    button.dataset.kind = "plain";
    return button;
  });
  box.dataset.tone = tone;
  box.replaceChildren(words, " ", ...buttons.flatMap((button) => [button, " "]));
  box.hidden = !words;
}

const states = {
  clean: () => ["", ""],
  typing: () => ["", "…"],
  sending: () => ["", "Saving…"],
  kept: () => ["accepted", `Kept ${time(Date.now())}, not in your book yet`],
  waiting: () => ["stale", "Kept in this browser"],
  silent: () => ["error", "Not saved – kept in this browser"],
  out: () => ["error", "Not saved – kept in this browser"],
  long: () => ["error", "Too long to be kept at the desk – kept in this browser"],
};

function say(state) {
  const [tone, words] = states[state]();
  const isLost = tone === "error";
  by("saved").dataset.tone = tone;
  by("saved").textContent = drafts.isHere === false && isLost ? "Not saved – copy your text" : words;
  by("offline").hidden = state !== "silent" && !(state === "sending" && drafts.failures);
  if (state === "out") tell("You are signed out. Sign in in another tab; your text is kept here.", "error");
  document.title = isLost || drafts.isWaiting ? `● ${title}` : title;
}

function tellWords() {
  const blocks = mirror.blocks;
  const words = countBlocks(blocks);
  const known = new Set(cut(bookText).map((block) => block.trim()));
  const typed = countBlocks(blocks.filter((block) => !known.has(block.trim())));
  const gone = new Set(blocks.map((block) => block.trim()));
  const before = countBlocks(cut(bookText).filter((block) => !gone.has(block.trim())));
  by("n-words").textContent = many.format(words);
  by("n-yours").textContent = many.format(Number(form.dataset.yours) + Math.max(0, typed - before));
  const minutes = Math.max(1, Math.round(words / 230));
  by("minutes").textContent = words ? `${minutes} min to read` : "";
}

function tellPlace() {
  by("here").textContent = mirror.follow().passage ?? "";
}

// --- what is done

function setText(text) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

let counting = 0;

function listen(chosen) {
  field.addEventListener("input", () => {
    mirror.paint();
    drafts.type(field.value);
    tellPlace();
    if (chosen.typewriter) center();
    clearTimeout(counting);
    counting = setTimeout(tellWords, 120);
  });
  document.addEventListener("selectionchange", () => {
    if (document.activeElement !== field) return;
    tellPlace();
    if (chosen.typewriter) center();
  });
  form.addEventListener("submit", done);
  form.addEventListener("keydown", press);
  document.addEventListener("keydown", anywhere);
  by("ed").addEventListener("pointerdown", below);
  by("format").addEventListener("click", (event) => {
    const name = event.target.closest("[data-format]")?.dataset.format;
    if (name && !field.readOnly) formats[name](field);
  });
  for (const name of ["format", "looks"]) by(`${name}-toggle`).addEventListener("click", () => toggle(name));
  by("focus-on").addEventListener("click", () => focusMode(true));
  by("focus-off").addEventListener("click", () => focusMode(false));
  by("focus-looks").addEventListener("click", () => toggle("looks"));
  by("try-again").addEventListener("click", () => drafts.retry());
  by("copy-all").addEventListener("click", copyAll);
  by("start-over")?.addEventListener("click", startOver);
}

function below(event) {
  if (event.target !== by("ed")) return;
  event.preventDefault();
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function toggle(name) {
  const isOpen = by(name).hidden;
  by(name).hidden = !isOpen;
  by(`${name}-toggle`).setAttribute("aria-expanded", String(isOpen));
  if (isOpen) by(name).querySelector("button, select").focus();
}

function focusMode(isOn) {
  document.body.toggleAttribute("data-focus", isOn);
  by("focus-bar").hidden = !isOn;
  mirror.measure();
  field.focus();
  if (isOn) center();
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Keeps the line that is written in the middle of the window.
function center() {
  const top = mirror.caretTop();
  if (top === null || by("ed").hasAttribute("data-unaligned")) return;
  const off = top - innerHeight * 0.42;
  if (Math.abs(off) > 4) scrollBy({ top: off, behavior: calm.matches ? "instant" : "smooth" });
}

function press(event) {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (event.target === field && isCommand && !field.readOnly) {
    const name = { b: "bold", i: "italic" }[event.key.toLowerCase()];
    if (name) {
      event.preventDefault();
      formats[name](field);
    }
  }
  if (event.key === "Escape" && document.body.hasAttribute("data-focus")) {
    event.stopPropagation();
    focusMode(false);
  }
}

function anywhere(event) {
  if (event.key === "F8") {
    event.preventDefault();
    focusMode(!document.body.hasAttribute("data-focus"));
  } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && !event.shiftKey) {
    event.preventDefault();
    form.requestSubmit();
  } else if (event.altKey && (event.key === "PageUp" || event.key === "PageDown")) {
    const link = document.querySelector(`.write-turn [rel=${event.key === "PageUp" ? "prev" : "next"}]`);
    if (!link) return;
    event.preventDefault();
    location.assign(link.href);
  }
}

async function copyAll() {
  field.focus();
  field.select();
  await navigator.clipboard?.writeText(field.value).catch(() => {});
}

// The unfinished text stays in this browser until it is thrown away there.
async function startOver() {
  await keep({ key: `${place}#${Date.now()}`, text: field.value, base: drafts.base, at: Date.now() });
  await drafts.stop();
  await fetch(`${form.dataset.draft}?seen=${drafts.seen}`, {
    method: "DELETE",
    headers: { "X-CSRFToken": drafts.csrf },
  }).catch(() => {});
  await forget(place);
  location.reload();
}

let isGoing = false;

async function done(event) {
  event.preventDefault();
  if (isGoing || field.readOnly) return;
  isGoing = true;
  by("done").disabled = true;
  await drafts.keepHere();
  await drafts.stop();
  form.elements.seen.value = drafts.seen;
  const told = await ask();
  if (told.url) {
    await drafts.finish();
    turn.release();
    return location.assign(told.url);
  }
  // Two texts: their page is answered to the form itself.
  if (told.moved) return form.submit();
  isGoing = false;
  by("done").disabled = false;
  drafts.go();
  if (told.words) tell(told.words, "error");
  else drafts.fail("silent");
}

async function ask() {
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(new FormData(form)),
      redirect: "manual",
    });
    if (answer.type === "opaqueredirect" || answer.status === 403)
      return { words: "You are signed out. Sign in in another tab, then press Done again." };
    return await answer.json();
  } catch {
    return {};
  }
}

// --- what comes by the socket never touches the text

document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const text = event.detail.message;
  if (text.startsWith("{")) return;
  event.preventDefault();
  const parsed = document.createElement("template");
  parsed.innerHTML = text;
  for (const id of ["run-pill", "waiting-tally", "change-number"]) {
    const part = parsed.content.querySelector(`#${id}`);
    if (part) by(id)?.replaceWith(part);
  }
  const card = parsed.content.querySelector(`#${CSS.escape(form.dataset.card)}`);
  if (!card) return;
  by("being-written").hidden = card.dataset.state !== "active";
  look();
});

addEventListener("focus", look);

// Whether the book's text is still the one that this was begun from.
async function look() {
  const answer = await fetch(form.dataset.draft).catch(() => null);
  if (!answer?.ok || drafts.isStopped) return;
  const kept = await answer.json();
  if (kept.base !== drafts.base) by("moved").hidden = false;
}

function tabName() {
  try {
    const name = sessionStorage.getItem("write-tab") ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
    sessionStorage.setItem("write-tab", name);
    return name;
  } catch {
    return crypto.getRandomValues(new Uint32Array(2)).join("-");
  }
}

start();

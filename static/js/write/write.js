// Write mode: puts the field, its mirror, its drafts and its keys together.

import { Drafts, holds } from "./drafts.js";
import * as kept from "./kept.js";
import { looks } from "./looks.js";
import { Mirror } from "./mirror.js";
import * as modes from "./modes.js";
import { bookText, by, dayAndTime, field, form, place, setText, tabName } from "./page.js";
import { say, tell, tellPlace, tellWords } from "./said.js";
import { forget, keep } from "./store.js";
import { Turn } from "./tabs.js";
import * as words from "./words.js";

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
  say: (state) => say(state, drafts),
  meet: kept.meet,
  moved: () => (by("moved").hidden = false),
});

kept.watch(drafts);
form.elements.tab.value = drafts.tab;

function start() {
  const marks = JSON.parse(form.dataset.marks);
  mirror.begin(bookText, marks);
  const chosen = looks(form, by("ed"), () => requestAnimationFrame(() => mirror.measure()));
  if (by("start-over")) by("start-over").hidden = false;
  const begun = document.querySelector("#unfinished time");
  if (begun) begun.textContent = dayAndTime(begun.dateTime);
  document.fonts?.ready.then(() => mirror.measure());
  modes.begin(mirror);
  words.begin(mirror, drafts);
  listen(chosen);
  tellWords(mirror);
  tellPlace(mirror);
  // What was typed before this script was there.
  if (field.value !== field.defaultValue) drafts.type(field.value);
  open();
}

let counting = 0;

function listen(chosen) {
  field.addEventListener("input", () => {
    mirror.paint();
    drafts.type(field.value);
    tellPlace(mirror);
    if (chosen.typewriter) modes.center();
    clearTimeout(counting);
    counting = setTimeout(() => tellWords(mirror), 120);
  });
  document.addEventListener("selectionchange", () => {
    if (document.activeElement !== field) return;
    tellPlace(mirror);
    if (chosen.typewriter) modes.center();
  });
  form.addEventListener("submit", done);
  by("try-again").addEventListener("click", () => drafts.retry());
  by("copy-all").addEventListener("click", copyAll);
  by("start-over")?.addEventListener("click", startOver);
}

// --- whose turn it is

// A window that another one writes in is read only, until its author takes over.
async function open() {
  const held = turn.holder() && turn.holder() !== turn.id;
  if (held) field.readOnly = true;
  if (await turn.ask()) {
    field.readOnly = false;
    await kept.offerKept();
  } else beReadOnly();
}

function beReadOnly() {
  field.readOnly = true;
  by("done").disabled = true;
  tell("This section is being edited in another tab.", "stale", [["Take over", takeOver]]);
}

async function takeOver() {
  const given = await turn.takeOver();
  const found = given ?? (await atDesk());
  if (found?.text && !holds(field.value, found.text)) setText(found.text);
  if (found?.seen) drafts.seen = found.seen;
  field.readOnly = false;
  by("done").disabled = false;
  tell("");
  field.focus();
  if (!given) kept.offerKept();
}

async function atDesk() {
  const answer = await fetch(form.dataset.draft).catch(() => null);
  if (!answer?.ok) return null;
  const found = await answer.json();
  return { text: found.text, seen: found.revision };
}

// Called when another window takes over: everything goes to the desk first, and to that window.
async function lose() {
  await drafts.keepHere();
  await drafts.send();
  beReadOnly();
  return { text: field.value, seen: drafts.seen };
}

// --- what is done

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
  if (event.submitter?.dataset.wordsDo) return words.act(event.submitter);
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
  by("proposed").hidden = card.dataset.state !== "review";
  look();
});

addEventListener("focus", look);

// Whether the book's text is still the one that this was begun from.
async function look() {
  const answer = await fetch(form.dataset.draft).catch(() => null);
  if (!answer?.ok || drafts.isStopped) return;
  const found = await answer.json();
  if (found.base !== drafts.base) by("moved").hidden = false;
}

start();

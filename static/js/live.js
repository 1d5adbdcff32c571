// Keeps a page of a book current: fragments by socket, by asking where there is none.
// The page knows the number of the last change it shows and says it on every connection;
// whatever was missed meanwhile comes then, so a lost message repairs itself.

import { isCalm } from "./calm.js";
import { remember } from "./glide.js";
import { arrived } from "./spoken.js";

const live = document.getElementById("live");
const connection = document.getElementById("connection");
const patience = 30_000;
const every = 5_000;

let lostAt = 0;
let asking = 0;

const since = () => document.getElementById("change-number")?.dataset.number ?? "0";

// Takes the place of the extension's own, which would reconnect with the first number for ever.
window.htmx.createWebSocket = (address) => {
  const url = new URL(address);
  url.searchParams.set("since", since());
  return new WebSocket(url);
};

document.addEventListener("htmx:wsOpen", () => {
  lostAt = 0;
  clearInterval(asking);
  asking = 0;
  tell("live", "Live");
});

// What a closed socket says when asking again would not help.
const closed = {
  4403: "You are signed out: reload to sign in",
  4404: "This book is not here any more",
};

document.addEventListener("htmx:wsClose", (event) => {
  const words = closed[event.detail.event?.code];
  if (words) return tell("lost", words);
  lostAt ||= Date.now();
  tell("waiting", "Reconnecting…");
  asking ||= setInterval(ask, every);
});

function ask() {
  if (Date.now() - lostAt > patience) tell("lost", "Not live: asking every few seconds");
  const url = new URL(live.dataset.changes, location.href);
  url.searchParams.set("since", since());
  const here = { source: live, target: live, swap: "none" };
  // Where the desk is away still, the next question may find it.
  window.htmx.ajax("GET", url.pathname + url.search, here)?.catch(() => {});
}

function tell(state, words) {
  if (!connection || connection.textContent === words) return;
  connection.dataset.link = state;
  connection.textContent = words;
}

// Words that arrive and notices are JSON; everything else is fragments for htmx.
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const text = event.detail.message;
  if (!text.startsWith("{")) return makeRoom(text);
  event.preventDefault();
  const message = JSON.parse(text);
  kinds[message.type]?.(message);
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.requestConfig.elt === live) makeRoom(event.detail.serverResponse);
});

// A card that the page does not have yet gets an empty one to take the place of; one whose band the
// page does not have asks for the page anew.
function makeRoom(html) {
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  for (const row of parsed.content.querySelectorAll(".card-row")) if (isElsewhere(row)) return reload();
  for (const card of parsed.content.querySelectorAll(".card[id]")) {
    const list = listOf(card);
    if (!list && boardGroup()) return reload();
    if (document.getElementById(card.id)) continue;
    const empty = document.createElement("li");
    empty.id = card.id;
    list?.append(empty);
  }
}

// By what the cards are grouped, where they are: each says itself in which group it stands.
function boardGroup() {
  return document.getElementById("board")?.dataset.group;
}

function listOf(card) {
  const by = boardGroup();
  return document.getElementById(`cards-${card.dataset.column}${by ? `-${card.dataset[by]}` : ""}`);
}

// A row of a list in bands that has come to stand in another one.
function isElsewhere(row) {
  const band = document.getElementById(row.id)?.closest("tbody[data-group]");
  return Boolean(band) && band.dataset.group !== row.dataset[boardGroup()];
}

// Chapters that changed their places take their bands along.
function orderBands() {
  const bands = [...document.querySelectorAll("#board .group, #board tbody[data-group]")];
  const rank = (band) => Number(band.querySelector(".group-name").dataset.rank);
  const ordered = bands.toSorted((one, other) => rank(one) - rank(other));
  if (ordered.some((band, n) => band !== bands[n])) bands[0].before(...ordered);
}

// The paragraphs that are complete.
function whole(text) {
  return text.slice(0, Math.max(0, text.lastIndexOf("\n\n")));
}

const kinds = {
  delta({ target, offset, text }) {
    const place = document.getElementById(target);
    if (!place) return;
    const shown = place.dataset.raw ?? "";
    // A gap is not guessed at: the next whole fragment closes it.
    if (offset > shown.length) return;
    place.dataset.raw = shown.slice(0, offset) + text;
    place.textContent = isCalm() ? whole(place.dataset.raw) : place.dataset.raw;
    arrived(place, place.dataset.raw);
  },
  sentence({ target, text }) {
    const place = document.getElementById(target);
    if (place) place.textContent = text;
  },
  notice({ words, tone }) {
    document.dispatchEvent(new CustomEvent("desk:say", { detail: { words, tone } }));
  },
  reset: reload,
};

// A page that is another one now; what is being written in it goes before.
export function reload() {
  if (isTyping(document.body)) tell("waiting", "Changed elsewhere: reload when you are done");
  else location.reload();
}

let focused = "";

// A place where somebody writes is left alone; what was opened stays open, what had focus keeps it.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (isTyping(target) || target.querySelector("form[data-edits]")) {
    event.detail.shouldSwap = false;
    tell("waiting", "Changed elsewhere: reload when you are done");
    return;
  }
  if (target.matches(".card")) remember();
  focused = target.contains(document.activeElement) ? document.activeElement.id : "";
  for (const opened of target.querySelectorAll("details[open][id]")) {
    const same = fragment.querySelector?.(`#${CSS.escape(opened.id)}`);
    if (same) same.open = true;
  }
});

document.addEventListener("htmx:oobAfterSwap", (event) => {
  place(document.getElementById(event.detail.target.id));
  if (event.detail.target.matches(".group-name")) orderBands();
  if (focused) (document.getElementById(focused) ?? instead(event.detail.target.id))?.focus({ preventScroll: true });
  focused = "";
});

// Where what had the focus is gone: the first thing to press in what took its place.
function instead(id) {
  return document.getElementById(id)?.querySelector("#stop, #resume, #next, .card-title a, button, a");
}

export function isTyping(target) {
  return [...target.querySelectorAll("textarea, input:not([type=hidden], .card-pick input)")].some(
    (field) =>
      field.value !== field.defaultValue ||
      field.checked !== field.defaultChecked ||
      field === document.activeElement,
  );
}

// A card goes to the column and the rank that it names itself.
function place(card) {
  const list = card?.matches(".card") && listOf(card);
  if (!list) return;
  const hasMoved = card.parentElement !== list;
  const rank = Number(card.dataset.rank);
  const others = [...list.children].filter((other) => other !== card);
  const later = others.find((other) => Number(other.dataset.rank) > rank) ?? null;
  if (hasMoved || card.nextElementSibling !== later) list.insertBefore(card, later);
  if (hasMoved) announce(card, list);
}

function announce(card, list) {
  const title = card.querySelector(".card-title")?.textContent.trim();
  const { column: key } = list.closest("[data-column]").dataset;
  const column = document.getElementById(`name-${key}`)?.firstElementChild?.nextSibling;
  const status = document.getElementById("announce");
  if (status && title && column) status.textContent = `${title}: ${column.textContent.trim()}`;
}

// Fragments that came by socket carry no token of their own.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.elements.csrfmiddlewaretoken) return;
  const token = document.createElement("input");
  token.type = "hidden";
  token.name = "csrfmiddlewaretoken";
  token.value = document.body.dataset.csrf;
  form.append(token);
}, true);

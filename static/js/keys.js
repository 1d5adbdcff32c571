// Few keys, never the browser's own; single ones only outside fields and only if switched on.

import { showKeys } from "./shortcuts.js";

const rooms = { b: "board", p: "plan", o: "outline", x: "exports", l: "library", a: "activity", r: "review", e: "read", f: "remarks", s: "search" };
const simple = {
  "?": () => showKeys() || location.assign("/help/#keys"),
  j: () => step(1),
  k: () => step(-1),
  o: () => opened()?.click(),
  w: write,
  e: () => here()?.querySelector(".pencil, [data-way=edit]")?.click(),
  u: () => (chosen("distrust") ?? distrust() ?? document.getElementById("distrust"))?.click(),
  ".": () => (chosen("rewrite") ?? way("rewrite", ".para") ?? way("rewrite", ".passage, .card") ?? typed("rewrite") ?? document.getElementById("rewrite"))?.click(),
  c: () => (chosen("comment") ?? way("comment", ".para") ?? typed("comment"))?.click(),
  i: () => (distrust() ?? document.querySelector("#set-aside, #distrust"))?.click(),
  a: () => document.querySelector("#accept, #mark-read")?.focus(),
  v: () => document.querySelector('.showing [data-key="v"]')?.click(),
};
let isGoing = false;
let isStopping = false;

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") return leave(event.target);
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return send(event);
  if (event.altKey && /^Page(Up|Down)$/.test(event.key)) return turn(event);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.body.dataset.keys === "off" || isField(event.target)) return;
  if (document.querySelector("dialog[open]") && event.key !== "?") return;
  if (isGoing) {
    isGoing = false;
    go(rooms[event.key]);
  } else if (event.key === "g") {
    isGoing = true;
    setTimeout(() => (isGoing = false), 1200);
  } else if (event.key === "s" && !document.querySelector('[data-key="s"]')) {
    if (isStopping) document.getElementById("stop-everything")?.requestSubmit();
    isStopping = !isStopping;
    setTimeout(() => (isStopping = false), 1200);
  } else if (/^Arrow(Up|Down)$/.test(event.key)) {
    // Where one reads, these keys scroll.
    if (!places().includes(document.activeElement) || document.activeElement.matches(".para")) return;
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1);
  } else if (Object.hasOwn(simple, event.key)) {
    // The key is not for a field that gets the focus by it.
    event.preventDefault();
    simple[event.key]();
  }
});

// What took the place of a form that was closed has the focus that was in it.
document.addEventListener("htmx:afterSettle", (event) => {
  if (document.activeElement !== document.body) return;
  const place = document.getElementById(event.detail.target?.id);
  if (place?.matches(".para[tabindex]")) place.focus({ preventScroll: true });
  else if (place?.matches(".item, [data-line]")) place.querySelector("a")?.focus({ preventScroll: true });
  else if (place?.matches("#head")) place.querySelector("#stop, #resume, #next, .acts button, .acts a")?.focus({ preventScroll: true });
});

function isField(element) {
  if (/^(checkbox|radio)$/.test(element.type ?? "")) return false;
  return element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName);
}

function send(event) {
  const form = event.target.closest?.("form");
  if (!form || !isField(event.target)) return;
  event.preventDefault();
  form.requestSubmit();
}

function leave(element) {
  const open = element.closest?.("details[open]");
  const cancel = element.closest?.("form")?.querySelector("[data-cancel]");
  if (cancel && !isDirty(cancel.closest("form"))) cancel.click();
  else if (isField(element)) element.blur();
  else if (open) {
    open.open = false;
    open.querySelector("summary").focus();
  }
}

function isDirty(form) {
  return [...form.elements].some((field) => "defaultValue" in field && field.value !== field.defaultValue);
}

function go(room) {
  if (!room) return;
  const link = document.querySelector(`[data-room="${room}"]`);
  if (link) location.assign(link.href);
}

function turn(event) {
  const link = document.querySelector(`main [rel=${event.key === "PageUp" ? "prev" : "next"}]`);
  if (!link) return;
  event.preventDefault();
  location.assign(link.href);
}

function opened() {
  return here()?.closest("[data-card]")?.querySelector(".card-title a, th a");
}

// Of a card only a section can be written in.
function write() {
  const button = document.getElementById("open-write");
  if (button) return button.click();
  const link = opened();
  if (/\/s\/[^/]+\/$/.test(link?.pathname)) location.assign(`${link.pathname}write/`);
}

// Of a line of the outline its name; of a heading, which leads nowhere, the line itself.
const steps = ".card .card-title a, .card-row th a, .para, .shelf-book h2 a, .outline-name a, [data-line]:not(:has(.outline-name a)), .item .pencil, .choosing tbody input";

function places() {
  return [...document.querySelectorAll(steps)];
}

// What is offered for words that are selected goes before what is offered for a place.
function chosen(name) {
  return document.querySelector(`#selection-bar:not([hidden]) [data-do=${name}]:not([hidden])`);
}

function distrust() {
  return here()?.querySelector("[data-way=distrust]");
}

function way(name, around) {
  return here()?.closest(around)?.querySelector(`[data-way=${name}], [data-act=${name}]`);
}

// Where one writes, what is marked in the field stays marked when it is left.
function typed(name) {
  return document.querySelector(`#write [data-words=${name}]`);
}

function here() {
  return document.activeElement?.closest(".para, .item, [data-card], [data-line]");
}

function step(by) {
  const all = places();
  const at = here()?.querySelector(steps) ?? document.activeElement;
  const now = all.findIndex((place) => place.contains(at));
  const next = all[now < 0 ? (by > 0 ? 0 : all.length - 1) : now + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

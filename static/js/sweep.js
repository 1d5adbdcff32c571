// The sweep while the book moves: what waits is brought up to date, and what is looked at only if
// it became another one. A field that is being written in, and the focus, are left where they are.

import { isTyping, reload } from "./live.js";

const announce = document.getElementById("announce");
const held = (name) => document.querySelector(`#acts [name=${name}]`)?.value ?? "";
let stamp = document.getElementById("stamp").dataset.stamp;

document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target.id !== "stamp") return;
  const now = document.getElementById("stamp").dataset.stamp;
  if (now === stamp) return;
  stamp = now;
  refresh();
});

function refresh() {
  const sweep = document.getElementById("sweep");
  // Before the sweep, or at its end, there is nothing that would be disturbed.
  if (!sweep) return reload();
  const show = new URLSearchParams(location.search).get("show") ?? "";
  const only = sweep.dataset.only;
  const query = new URLSearchParams({ at: held("place"), seen: held("seen"), only, show });
  const around = { source: sweep, target: sweep, swap: "none" };
  window.htmx.ajax("GET", `${location.pathname}?${query}`, around)?.catch(() => {});
  if (announce) announce.textContent = "What waits for you has changed";
}

// Nothing waits any more: the end of the sweep is a page of its own.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (event.detail.xhr.getResponseHeader("X-Sweep") !== "over") return;
  event.preventDefault();
  if (!isTyping(document.body)) location.assign(location.pathname);
});

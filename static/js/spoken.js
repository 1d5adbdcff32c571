// What a screen reader is told of a text while it is written: that it begins, each paragraph as it
// is finished where its author wants that, and what came of it. Never word by word.

const passages = ".passage[data-state]";
const wish = document.body.dataset.spoken;
let states = new Map();
let said = new Map();

function look() {
  const now = new Map();
  for (const passage of document.querySelectorAll(passages)) {
    const before = states.get(passage.id);
    now.set(passage.id, passage.dataset.state);
    // What was missed came with the passage itself.
    const place = passage.querySelector(".arriving");
    if (place && before === "active") arrived(place, place.textContent);
    if (before === passage.dataset.state) continue;
    if (passage.dataset.state === "active") say(`Writing ${name(passage)}`);
    else if (before === "active") say(outcome(passage));
  }
  states = now;
}

function name(passage) {
  return passage.getAttribute("aria-label") ?? "";
}

function outcome(passage) {
  said.delete(passage.id);
  const state = passage.querySelector(".passage-margin .state")?.textContent.trim();
  const words = passage.querySelector(".passage-margin .quiet:not(:has(*))")?.textContent.trim();
  const n = passage.querySelectorAll(".para-margin a.state").length;
  const remarks = n ? `, ${n === 1 ? "one paragraph" : `${n} paragraphs`} with remarks` : "";
  return `${name(passage)}: ${state}${words ? `, ${words} words` : ""}${remarks}`;
}

// Called with all that has arrived of a passage: what is whole is said once.
export function arrived(place, text) {
  if (wish !== "paragraphs") return;
  const passage = place.closest(".passage");
  const whole = text.slice(0, Math.max(0, text.lastIndexOf("\n\n"))).split(/\n\n+/).filter(Boolean);
  const before = said.get(passage?.id) ?? 0;
  if (!passage || whole.length <= before) return;
  said.set(passage.id, whole.length);
  say(whole.slice(before).join(" "));
}

function say(words) {
  if (wish !== "off") document.getElementById("announce").textContent = words;
}

// What is under way when the page opens was said by its head.
for (const passage of document.querySelectorAll(passages)) states.set(passage.id, passage.dataset.state);
document.addEventListener("htmx:oobAfterSwap", look);

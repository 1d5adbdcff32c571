// What the page says of the text: whether it is kept, how long it is, and where one is in it.

import { countBlocks } from "./count.js";
import { cut } from "./mirror.js";
import { bookText, by, form, time } from "./page.js";

const title = document.title;
const many = new Intl.NumberFormat("en");

export function tell(words, tone = "", acts = []) {
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

export function say(state, { isHere, failures, isWaiting }) {
  const [tone, words] = states[state]();
  const isLost = tone === "error";
  by("saved").dataset.tone = tone;
  by("saved").textContent = isHere === false && isLost ? "Not saved – copy your text" : words;
  by("offline").hidden = state !== "silent" && !(state === "sending" && failures);
  if (state === "out") tell("You are signed out. Sign in in another tab; your text is kept here.", "error");
  document.title = isLost || isWaiting ? `● ${title}` : title;
}

export function tellWords(mirror) {
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

export function tellPlace(mirror) {
  by("here").textContent = mirror.follow().passage ?? "";
}

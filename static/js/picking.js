// Cards of the board that are chosen: x the one that one is on, Shift+x all from the last one on.
// What is done with them is foreseen like everything that changes a book; it is a link.

const bar = document.getElementById("picked");
const picked = new Set();
let last = "";

const cards = () => [...document.querySelectorAll(".card[id]")];
const idOf = (card) => card.id.replace(/^card-/, "");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.body.dataset.keys === "off") return;
  if (/^(input|textarea|select)$/i.test(event.target.tagName)) return;
  if (event.key === "Escape" && picked.size) return clear();
  const card = event.target.closest?.(".card");
  if (event.key.toLowerCase() !== "x" || !card) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pick(card, event.shiftKey);
}, true);

// With a key held down a click chooses too, as it does in lists of files.
document.addEventListener("click", (event) => {
  const card = event.target.closest?.(".card");
  if (!card || !(event.ctrlKey || event.metaKey) || event.target.closest("a, button, summary")) return;
  pick(card, false);
});

function pick(card, isRange) {
  const id = idOf(card);
  const isOn = isRange || !picked.has(id);
  for (const one of isRange ? between(id) : [id]) isOn ? picked.add(one) : picked.delete(one);
  last = id;
  show();
}

function between(id) {
  const all = cards().map(idOf);
  const from = Math.max(0, all.indexOf(last));
  const to = all.indexOf(id);
  return all.slice(Math.min(from, to), Math.max(from, to) + 1);
}

function clear() {
  picked.clear();
  last = "";
  show();
}

function show() {
  for (const card of cards()) card.toggleAttribute("data-picked", picked.has(idOf(card)));
  const ids = cards().map(idOf).filter((id) => picked.has(id));
  bar.hidden = !ids.length;
  document.getElementById("n-picked").textContent = ids.length;
  for (const link of bar.querySelectorAll("[data-kind-of]")) {
    const query = new URLSearchParams({ kind: link.dataset.kindOf, next: location.pathname });
    for (const id of ids) query.append("card", id);
    link.href = `${bar.dataset.plan}?${query}`;
  }
  const form = bar.querySelector("form");
  for (const old of form.querySelectorAll("[name=section]")) old.remove();
  for (const id of ids.filter((id) => id.startsWith("s-"))) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "section", value: `${id.slice(2)}:` });
    form.append(field);
  }
  const waits = (id) => document.getElementById(`card-${id}`)?.dataset.state === "review";
  form.hidden = !ids.some((id) => id.startsWith("s-") && waits(id));
}

document.getElementById("pick-none").addEventListener("click", clear);
// A card that was replaced or has moved is chosen still.
document.addEventListener("htmx:oobAfterSwap", () => picked.size && show());

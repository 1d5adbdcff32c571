// Cards of the board that are chosen: by their box, or x for the one that one is on, Shift+x or a
// box with Shift held for all from the last one on. What is done with them is a form of its own.

const picked = new Set();
let last = "";
let isRange = false;

const boxes = () => [...document.querySelectorAll(".card-pick input")];

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.body.dataset.keys === "off") return;
  if (event.target.matches("input:not([type=checkbox]), textarea, select")) return;
  if (event.key === "Escape" && picked.size) return clear();
  const box = event.target.closest?.("[data-card]")?.querySelector(".card-pick input");
  if (event.key.toLowerCase() !== "x" || !box) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pick(box.value, event.shiftKey);
}, true);

document.addEventListener("click", (event) => {
  isRange = event.shiftKey;
  // With a key held down a click on the card chooses too, as it does in lists of files.
  const box = event.target.closest?.("[data-card]")?.querySelector(".card-pick input");
  if (!box || !(event.ctrlKey || event.metaKey) || event.target.closest("a, button, summary, label")) return;
  pick(box.value, false);
});

document.addEventListener("change", (event) => {
  if (event.target.matches(".card-pick input")) pick(event.target.value, isRange);
});

function pick(id, isRange) {
  const isOn = isRange || !picked.has(id);
  for (const one of isRange ? between(id) : [id]) isOn ? picked.add(one) : picked.delete(one);
  last = id;
  show();
}

function between(id) {
  const all = boxes().map((box) => box.value);
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
  let n = 0;
  for (const box of boxes()) n += box.checked = picked.has(box.value);
  document.getElementById("n-picked").textContent = n;
}

// What a browser had ticked when it comes back to the page.
for (const box of boxes()) if (box.checked) picked.add(box.value);
show();
addEventListener("pageshow", () => {
  for (const box of boxes()) if (box.checked) picked.add(box.value);
  show();
});
document.getElementById("picked").addEventListener("reset", () => {
  picked.clear();
  queueMicrotask(show);
});
// A card that was replaced or has moved is chosen still.
document.addEventListener("htmx:oobAfterSwap", () => picked.size && show());

// Check boxes: all of a table at once, and how many are chosen.

const boxes = [...document.querySelectorAll('.choosing tbody input[type="checkbox"]')];
const shown = document.querySelector("[data-chosen]");
let last = null;

for (const head of document.querySelectorAll(".choosing thead th:first-child")) {
  const all = document.createElement("input");
  all.type = "checkbox";
  all.setAttribute("aria-label", "Choose all");
  all.addEventListener("change", () => {
    for (const box of head.closest("table").querySelectorAll("tbody input")) box.checked = all.checked;
    count();
  });
  head.replaceChildren(all);
}

for (const box of boxes) {
  box.addEventListener("click", (event) => {
    if (event.shiftKey && last) fill(box);
    last = box;
    count();
  });
}

// x chooses the row one is on, and with Shift all from the last one on.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.body.dataset.keys === "off") return;
  if (event.key.toLowerCase() !== "x" || /^(textarea|select)$/i.test(event.target.tagName)) return;
  const box = event.target.closest("tr")?.querySelector("tbody input[type=checkbox]");
  if (!box) return;
  event.preventDefault();
  box.checked = !box.checked;
  if (event.shiftKey && last) fill(box);
  last = box;
  count();
});

function fill(box) {
  const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)].sort((a, b) => a - b);
  for (const between of boxes.slice(from, to + 1)) between.checked = box.checked;
}

function count() {
  const n = boxes.filter((box) => box.checked).length;
  if (shown) shown.textContent = n ? `With the ${n} chosen:` : "Choose some, then:";
}

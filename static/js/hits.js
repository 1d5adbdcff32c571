// What is to be replaced: all of it or all of a section at once, and how much is ticked.

const form = document.querySelector(".hits-form");
const shown = document.querySelector("[data-ticked]");

if (form) {
  const every = boxes(form);
  for (const section of form.querySelectorAll(".hits")) {
    if (boxes(section).length > 1) offer(section.querySelector("h2"), "all of this section", section);
  }
  if (every.length > 1) offer(form.querySelector(".replace-bar").lastElementChild, "all", form);
  form.addEventListener("change", tell);
  tell();
}

function boxes(place) {
  return [...place.querySelectorAll('input[name="hit"]:not(:disabled)')];
}

function offer(before, words, place) {
  const label = document.createElement("label");
  label.className = "quiet small tick-all";
  const box = document.createElement("input");
  box.type = "checkbox";
  box.dataset.all = "";
  box.addEventListener("change", () => {
    for (const one of boxes(place)) one.checked = box.checked;
  });
  label.append(box, ` ${words}`);
  before.after(label);
  box.place = place;
}

function tell() {
  for (const box of form.querySelectorAll("[data-all]")) {
    const own = boxes(box.place);
    const n = own.filter((one) => one.checked).length;
    box.checked = n === own.length;
    box.indeterminate = n > 0 && n < own.length;
  }
  const n = boxes(form).filter((one) => one.checked).length;
  shown.textContent = `${n} ticked`;
}

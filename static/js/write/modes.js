// Only the text, the line that is written in mid-window, and the keys of write mode.

import { isCalm } from "../calm.js";
import { formats } from "./format.js";
import { by, field, form } from "./page.js";

let mirror;

export function begin(ours) {
  mirror = ours;
  form.addEventListener("keydown", press);
  document.addEventListener("keydown", anywhere);
  by("ed").addEventListener("pointerdown", below);
  by("format").addEventListener("click", (event) => {
    const name = event.target.closest("[data-format]")?.dataset.format;
    if (name && !field.readOnly) formats[name](field);
  });
  for (const name of ["format", "looks"]) by(`${name}-toggle`).addEventListener("click", () => toggle(name));
  by("focus-on").addEventListener("click", () => focusMode(true));
  by("focus-off").addEventListener("click", () => focusMode(false));
  by("focus-looks").addEventListener("click", () => toggle("looks"));
  for (const id of ["format-toggle", "looks-toggle", "focus-on"]) delete by(id).dataset.waits;
}

function below(event) {
  if (event.target !== by("ed")) return;
  event.preventDefault();
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function toggle(name) {
  const isOpen = by(name).hidden;
  by(name).hidden = !isOpen;
  by(`${name}-toggle`).setAttribute("aria-expanded", String(isOpen));
  if (isOpen) by(name).querySelector("button, select").focus();
}

function focusMode(isOn) {
  document.body.toggleAttribute("data-focus", isOn);
  by("focus-bar").hidden = !isOn;
  mirror.measure();
  field.focus();
  if (isOn) center();
}

// Keeps the line that is written in the middle of the window.
export function center() {
  const top = mirror.caretTop();
  if (top === null || by("ed").hasAttribute("data-unaligned")) return;
  const off = top - innerHeight * 0.42;
  if (Math.abs(off) > 4) scrollBy({ top: off, behavior: isCalm() ? "instant" : "smooth" });
}

function press(event) {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (event.target === field && isCommand && !field.readOnly) {
    const name = { b: "bold", i: "italic" }[event.key.toLowerCase()];
    if (name) {
      event.preventDefault();
      formats[name](field);
    }
  }
  if (event.key === "Escape" && document.body.hasAttribute("data-focus")) {
    event.stopPropagation();
    focusMode(false);
  }
}

function anywhere(event) {
  if (event.key === "F8") {
    event.preventDefault();
    focusMode(!document.body.hasAttribute("data-focus"));
  } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && !event.shiftKey) {
    event.preventDefault();
    form.requestSubmit();
  }
}

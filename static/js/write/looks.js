// How the text looks while it is written: kept in this browser, for all books.

const faces = {
  serif: "var(--serif)",
  sans: "var(--sans)",
  easy: '"OpenDyslexic", "Atkinson Hyperlegible", "Lexend", Verdana, "DejaVu Sans", sans-serif',
};
const key = "write-looks";
const usual = { font: "serif", size: "19", leading: "1.65", measure: "38", dim: false, typewriter: false };

export function looks(form, editor, changed) {
  const chosen = { ...usual, ...kept() };
  const fields = [...form.querySelectorAll("[data-look]")];
  for (const field of fields) {
    if (field.type === "checkbox") field.checked = chosen[field.dataset.look];
    else field.value = chosen[field.dataset.look];
    field.addEventListener("input", () => {
      chosen[field.dataset.look] = field.type === "checkbox" ? field.checked : field.value;
      keep(chosen);
      apply();
    });
  }
  function apply() {
    const style = form.style;
    style.setProperty("--write-font", faces[chosen.font] ?? faces.serif);
    style.setProperty("--write-size", `${Number(chosen.size) / 16}rem`);
    style.setProperty("--write-leading", chosen.leading);
    style.setProperty("--write-spacing", chosen.font === "easy" ? "0.02em" : "0");
    style.setProperty("--measure", `${Number(chosen.measure)}rem`);
    editor.toggleAttribute("data-dim", Boolean(chosen.dim));
    form.toggleAttribute("data-typewriter", Boolean(chosen.typewriter));
    changed(chosen);
  }
  apply();
  return chosen;
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function keep(chosen) {
  try {
    localStorage.setItem(key, JSON.stringify(chosen));
  } catch {
    // Then the looks last as long as the page.
  }
}

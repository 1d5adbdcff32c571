// One key for what a page marks with data-key, and words that are selected for a remark.

let isGoing = false;

document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    if (document.body.dataset.keys === "off") return;
    // After g the next key names a room; the frame looks after that.
    if (isGoing) return void (isGoing = false);
    if (event.key === "g") {
      isGoing = true;
      setTimeout(() => (isGoing = false), 1200);
      return;
    }
    const wanted = found(event.key);
    if (!wanted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wanted.click();
    const field = wanted.closest("details[open]")?.querySelector("textarea");
    field?.focus();
  },
  true,
);

function found(key) {
  const named = `[data-key="${CSS.escape(key)}"]`;
  const here = document.activeElement?.closest(".para");
  return here?.querySelector(named) ?? document.querySelector(`${named}:not(.para *)`);
}

function isField(element) {
  return element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName);
}

// --- a remark about selected words

function selected() {
  const selection = document.getSelection();
  const quote = selection?.toString().trim().slice(0, 400);
  const para = selection?.anchorNode?.parentElement?.closest(".para");
  return quote && para?.contains(selection.focusNode) ? { para, quote } : null;
}

const form = document.querySelector("form[data-takes-selection]");

document.addEventListener("selectionchange", () => {
  const found = selected();
  if (form && found) {
    form.elements.paragraph.value = found.para.id.slice(2);
    form.elements.quote.value = found.quote;
    const shown = form.querySelector("[data-quoted]");
    shown.textContent = `“${found.quote}”`;
    shown.hidden = false;
  }
  if (!form) offer(found);
});

const bar = document.createElement("a");
bar.className = "button selection-bar no-print";
bar.textContent = "Remark on these words";
bar.hidden = true;
if (!form) document.body.append(bar);

function offer(found) {
  const link = found?.para.querySelector("[data-remark]");
  bar.hidden = !link;
  if (!link) return;
  const url = new URL(link.href);
  url.searchParams.set("quote", found.quote);
  bar.href = url.href;
  const box = document.getSelection().getRangeAt(0).getBoundingClientRect();
  bar.style.top = `${window.scrollY + box.bottom + 6}px`;
  bar.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - 220))}px`;
}

// Words that are selected in the text of a section, or one paragraph of it: to be rewritten,
// commented on, or marked. Without this each paragraph has the same behind its menu.

const bar = document.getElementById("selection-bar");
const mostQuoted = 400;
const dialogs = { rewrite: "rewrite-dialog", comment: "comment-dialog" };

let taken = null;

// The paragraphs of a selection: of the passage in which it begins, for one is rewritten at a time.
function selected() {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  const first = range.startContainer.parentElement?.closest(".passage .para");
  if (!first || !selection.toString().trim()) return null;
  const all = [...first.closest(".passage").querySelectorAll(".para")];
  const paras = all.filter((para) => range.intersectsNode(para.querySelector(".prose") ?? para));
  return { paras, quote: quoteOf(range, first), range };
}

// A quote stands in one paragraph, or it would not be found again.
function quoteOf(range, para) {
  const part = range.cloneRange();
  const prose = para.querySelector(".prose");
  if (!prose?.contains(range.startContainer)) return "";
  if (!prose.contains(range.endContainer)) part.setEndAfter(prose.lastChild);
  return part.toString().trim().slice(0, mostQuoted);
}

function mayRewrite({ paras }) {
  return paras.some((para) => para.querySelector("[data-act=rewrite]"));
}

document.addEventListener("selectionchange", () => {
  if (document.querySelector("dialog[open]")) return;
  const found = selected();
  bar.hidden = !found;
  if (!found) return;
  for (const name of ["rewrite", "distrust"])
    bar.querySelector(`[data-do=${name}]`).hidden = !mayRewrite(found);
  place(found.range.getBoundingClientRect());
});

function place(box) {
  const width = bar.offsetWidth;
  bar.style.top = `${scrollY + box.bottom + 8}px`;
  bar.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
}

// A press must not take the selection away before it is read.
bar.addEventListener("pointerdown", (event) => event.preventDefault());
bar.addEventListener("click", (event) => {
  const name = event.target.closest("[data-do]")?.dataset.do;
  const found = selected();
  if (!name || !found) return;
  if (name === "distrust") return location.assign(distrustUrl(found.paras));
  open(name, found);
});

function distrustUrl(paras) {
  const query = new URLSearchParams({ kind: "distrust", next: bar.dataset.next });
  query.set("paragraphs", paras.map(idOf).join(","));
  return `${bar.dataset.plan}?${query}`;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-act]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const para = link.closest(".para");
  link.closest("details").open = false;
  open(link.dataset.act, { paras: [para], quote: "" });
});

function open(name, found) {
  const dialog = document.getElementById(dialogs[name]);
  const form = dialog.querySelector("form");
  taken = found.paras[0];
  bar.hidden = true;
  if (name === "comment") {
    form.elements.paragraph.value = idOf(taken);
    // Back to the paragraph, which has the focus then.
    form.elements.next.value = `${form.elements.next.value.split("#")[0]}#${taken.id}`;
    form.elements.quote.value = found.quote;
    const shown = form.querySelector("[data-quoted]");
    shown.textContent = `“${found.quote}”`;
    shown.hidden = !found.quote;
  } else nameAll(form, found.paras);
  dialog.showModal();
  (form.querySelector("textarea") ?? form).focus();
}

function nameAll(form, paras) {
  for (const old of form.querySelectorAll("[name=paragraph]")) old.remove();
  for (const para of paras) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "paragraph", value: idOf(para) });
    form.append(field);
  }
  const n = paras.length;
  form.querySelector("[data-about]").textContent = n === 1 ? "One paragraph." : `${n} paragraphs.`;
}

function idOf(para) {
  return para.id.slice(2);
}

for (const button of document.querySelectorAll("[data-close]"))
  button.addEventListener("click", () => button.closest("dialog").close());
for (const id of Object.values(dialogs))
  document.getElementById(id).addEventListener("close", () => taken?.focus({ preventScroll: true }));

// A menu that is left is closed.
document.addEventListener("focusout", (event) => {
  const menu = event.target.closest?.(".para-ways[open]");
  if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
});
document.addEventListener("pointerdown", (event) => {
  for (const menu of document.querySelectorAll(".para-ways[open]"))
    if (!menu.contains(event.target)) menu.open = false;
});

// A link to a remark opens what it is folded in.
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#remark-"]');
  const fold = link && document.querySelector(link.hash)?.closest("details");
  if (fold) fold.open = true;
});

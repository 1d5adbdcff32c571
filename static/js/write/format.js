// Markdown on demand. What is put in can be taken back with the browser's own undo.

export function put(field, start, end, text) {
  field.focus();
  field.setSelectionRange(start, end);
  // The only way that keeps the field's history; where it is gone, the text still gets in.
  if (document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export const formats = {
  bold: (field) => around(field, "**"),
  italic: (field) => around(field, "*"),
  heading: (field) => lines(field, "## "),
  quote: (field) => lines(field, "> "),
  list: (field) => lines(field, "- "),
  link,
  footnote,
};

function around(field, mark) {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const chosen = value.slice(start, end);
  const isInside = isMarked(mark, Math.min(/\**$/.exec(value.slice(0, start))[0].length, /^\**/.exec(value.slice(end))[0].length));
  if (isInside) {
    put(field, start - mark.length, end + mark.length, chosen);
    field.setSelectionRange(start - mark.length, end - mark.length);
  } else {
    put(field, start, end, mark + chosen + mark);
    field.setSelectionRange(start + mark.length, end + mark.length);
  }
}

// One star is italic, two are bold, three are both.
function isMarked(mark, stars) {
  return mark === "*" ? stars % 2 === 1 : stars >= 2;
}

function lines(field, mark) {
  const { value } = field;
  const start = value.lastIndexOf("\n", field.selectionStart - 1) + 1;
  const next = value.indexOf("\n", field.selectionEnd);
  const end = next < 0 ? value.length : next;
  const old = value.slice(start, end).split("\n");
  const isOn = old.every((line) => line.startsWith(mark));
  put(field, start, end, old.map((line) => (isOn ? line.slice(mark.length) : mark + line)).join("\n"));
}

function link(field) {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const words = value.slice(start, end) || "words";
  put(field, start, end, `[${words}](https://)`);
  const address = start + words.length + 3;
  field.setSelectionRange(address, address + 8);
}

function footnote(field) {
  const used = [...field.value.matchAll(/\[\^(\d+)\]/g)].map((found) => Number(found[1]));
  const number = Math.max(0, ...used) + 1;
  put(field, field.selectionEnd, field.selectionEnd, `[^${number}]`);
  const end = field.value.trimEnd().length;
  put(field, end, field.value.length, `\n\n[^${number}]: `);
}

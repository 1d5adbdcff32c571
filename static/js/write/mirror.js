// The mirror: the same text behind the field, one block per paragraph, to carry what a field
// cannot show. Blocks that did not change keep their node, and their mark.

export function cut(text) {
  const blocks = [];
  const edge = /\n[ \t]*\n+/g;
  let start = 0;
  while (edge.exec(text)) {
    blocks.push(text.slice(start, edge.lastIndex));
    start = edge.lastIndex;
  }
  blocks.push(text.slice(start));
  return blocks;
}

// What the server says of paragraphs, as ends in its text, for the blocks of that text.
export function marksOf(text, marks) {
  let at = 0;
  let n = 0;
  return cut(text).map((block) => {
    while (n < marks.length - 1 && marks[n].end <= at) n += 1;
    at += block.length;
    return marks[n] ?? {};
  });
}

// The marks of new blocks, from those of the old ones: what stayed keeps its own, what was edited
// is the author's too, and what is new belongs to the passage before it.
export function carry(old, marks, blocks) {
  const most = Math.min(old.length, blocks.length);
  let head = 0;
  while (head < most && old[head] === blocks[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === blocks.at(-1 - tail)) tail += 1;
  const middle = marks.slice(head, marks.length - tail);
  const texts = old.slice(head, old.length - tail).map((text) => text.trim());
  const found = [];
  for (const block of blocks.slice(head, blocks.length - tail)) {
    const same = texts.indexOf(block.trim());
    const source = middle[same >= 0 ? same : 0];
    if (source && same >= 0) found.push(source);
    else if (source) found.push({ ...source, by: source.by === "model" ? "edited" : source.by });
    else found.push(fresh(found.at(-1) ?? marks[head - 1] ?? marks[0]));
    if (source) {
      middle.splice(0, same >= 0 ? same + 1 : 1);
      texts.splice(0, same >= 0 ? same + 1 : 1);
    }
  }
  return [...marks.slice(0, head), ...found, ...marks.slice(marks.length - tail)];
}

function fresh(neighbour) {
  return { passage: neighbour?.passage, key: neighbour?.key, by: "yours" };
}

export class Mirror {
  constructor(editor, field, mirror) {
    Object.assign(this, { editor, field, mirror, blocks: [], marks: [], here: null });
    new ResizeObserver(() => this.measure()).observe(editor);
  }

  begin(text, marks) {
    this.blocks = cut(text);
    this.marks = marksOf(text, marks);
    this.mirror.replaceChildren(...this.blocks.map((block, n) => this.node(block, n, this.blocks)));
    this.paint();
  }

  paint() {
    const blocks = cut(this.field.value);
    const marks = carry(this.blocks, this.marks, blocks);
    const most = Math.min(blocks.length, this.blocks.length);
    let head = 0;
    while (head < most && blocks[head] === this.blocks[head]) head += 1;
    let tail = 0;
    while (tail < most - head && blocks.at(-1 - tail) === this.blocks.at(-1 - tail)) tail += 1;
    // Whether a block is the last one changes how its end is written.
    if (tail === 0 && head === most && head > 0) head -= 1;
    const kids = [...this.mirror.children];
    for (const kid of kids.slice(head, kids.length - tail)) kid.remove();
    const after = this.mirror.children[head] ?? null;
    for (let n = head; n < blocks.length - tail; n += 1)
      this.mirror.insertBefore(this.node(blocks[n], n, blocks), after);
    Object.assign(this, { blocks, marks });
    this.label();
    this.measureSoon();
  }

  // Once a frame is enough, and the key stroke need not wait for it; a field that cannot find its
  // own height gets it at once.
  measureSoon() {
    if (!CSS.supports("field-sizing", "content")) return this.measure();
    this.later ||= requestAnimationFrame(() => {
      this.later = 0;
      this.measure();
    });
  }

  node(block, n, blocks) {
    const node = document.createElement("span");
    node.className = "p";
    // The edge of a block stands for one line end; an empty line needs something to stand on.
    const text = n < blocks.length - 1 ? block.replace(/\n$/, "") : block;
    node.textContent = text + (text === "" || text.endsWith("\n") ? "\u200b" : "");
    return node;
  }

  label() {
    let key;
    for (const [n, node] of [...this.mirror.children].entries()) {
      const mark = this.marks[n] ?? {};
      const isEmpty = this.blocks[n].trim() === "";
      tell(node, "title", mark.key !== key && mark.passage && !isEmpty ? mark.passage : "");
      tell(node, "by", isEmpty ? "" : mark.by);
      tell(node, "remarks", mark.remarks);
      tell(node, "distrusted", mark.distrusted && mark.by !== "yours" ? "yes" : "");
      key = mark.key ?? key;
    }
  }

  // Where the two would not lie on each other, the field is enough by itself.
  measure() {
    const { field, mirror, editor } = this;
    if (!CSS.supports("field-sizing", "content")) field.style.height = `${mirror.offsetHeight}px`;
    const apart = Math.abs(mirror.offsetHeight - field.scrollHeight);
    editor.toggleAttribute("data-unaligned", apart > 1);
  }

  // The block of the caret, and where in the text it starts.
  place(caret = this.field.selectionEnd) {
    let start = 0;
    for (const [n, block] of this.blocks.entries()) {
      if (caret < start + block.length || n === this.blocks.length - 1) return { n, start, caret };
      start += block.length;
    }
    return { n: 0, start: 0, caret };
  }

  follow() {
    const { n } = this.place();
    const node = this.mirror.children[n];
    if (node !== this.here) {
      this.here?.removeAttribute("data-here");
      node?.setAttribute("data-here", "");
      this.here = node;
    }
    return this.marks[n] ?? {};
  }

  // Where the line of the caret lies in the window.
  caretTop() {
    const { n, start, caret } = this.place();
    const text = this.mirror.children[n]?.firstChild;
    if (!text) return null;
    const range = document.createRange();
    range.setStart(text, Math.min(caret - start, text.length));
    range.collapse(true);
    const box = range.getClientRects()[0] ?? this.mirror.children[n].getBoundingClientRect();
    return box.top;
  }
}

function tell(node, name, value) {
  if (value) {
    if (node.dataset[name] !== String(value)) node.dataset[name] = value;
  } else if (name in node.dataset) delete node.dataset[name];
}

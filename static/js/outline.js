// The outline by keyboard: the keys press the buttons that every line has.

const ways = { "[": "out", "]": "in" };

document.addEventListener("keydown", (event) => {
  const line = event.target.closest?.("[data-line]");
  if (!line || event.ctrlKey || event.metaKey || isField(event.target)) return;
  const to = event.altKey ? { ArrowUp: "up", ArrowDown: "down" }[event.key] : single(event);
  if (!to) return;
  event.preventDefault();
  line.querySelector(`.moves button[value=${to}]:not(:disabled)`)?.click();
});

function single(event) {
  return document.body.dataset.keys === "off" ? undefined : ways[event.key];
}

function isField(element) {
  return /^(input|textarea|select)$/i.test(element.tagName);
}

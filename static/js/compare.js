// Two versions compared: n and p go from change to change.

const changes = [...document.querySelectorAll(".compared .one-change")];

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.body.dataset.keys === "off" || /^(input|textarea|select)$/i.test(event.target.tagName)) return;
  if (event.key === "n") turn(1);
  if (event.key === "p") turn(-1);
});

function turn(by) {
  const now = changes.findIndex((change) => change.contains(document.activeElement));
  const next = now < 0 ? (by > 0 ? 0 : changes.length - 1) : now + by;
  changes[next]?.focus({ preventScroll: true });
  changes[next]?.scrollIntoView({ block: "center" });
}

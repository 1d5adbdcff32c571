// While a form about the book is being filled in, what is written from it waits: the desk is told
// that it is open, again every minute, and that it is not any more.

const every = 60_000;
const open = new Map();

function tell(form, isDone) {
  const body = new URLSearchParams({ what: form.dataset.edits });
  if (isDone) body.set("done", "yes");
  const headers = { "X-CSRFToken": document.body.dataset.csrf };
  fetch(form.dataset.editing, { method: "POST", headers, body, keepalive: true }).catch(() => {});
}

function begin(element) {
  const form = element?.closest?.("form[data-edits]");
  if (!form || open.has(form) || !element.matches("input, textarea, select")) return;
  open.set(form, false);
  tell(form, false);
}

function isChanged(form) {
  return [...form.elements].some((field) => "defaultValue" in field && field.value !== field.defaultValue);
}

// Forms that are gone from the page were saved, or let go.
function look() {
  for (const form of open.keys()) {
    if (form.isConnected) continue;
    open.delete(form);
    tell(form, true);
  }
}

for (const name of ["focusin", "input"]) addEventListener(name, (event) => begin(event.target));
addEventListener("submit", (event) => {
  // What was changed may have to be confirmed first on a page of its own.
  if (open.has(event.target)) open.set(event.target, isChanged(event.target));
});
addEventListener("htmx:afterSettle", look);
addEventListener("pagehide", () => {
  for (const [form, isSent] of open) if (!isSent) tell(form, true);
  open.clear();
});
setInterval(() => {
  look();
  if (document.visibilityState === "visible") for (const form of open.keys()) tell(form, false);
}, every);
begin(document.activeElement);

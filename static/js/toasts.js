// What is said in passing: stays eight seconds or until closed, longer while it is looked at.

const shelf = document.getElementById("toasts");
const stay = 8000;

for (const toast of shelf?.children ?? []) tend(toast);

document.addEventListener("desk:say", (event) =>
  say(event.detail.words, event.detail.tone, event.detail.undo),
);
document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  say(
    status === 403
      ? "This page is too old to send that. Reload it and try again."
      : `That did not work (${status}). Nothing was changed.`,
    "error",
  );
});
document.addEventListener("htmx:sendError", ({ detail }) => {
  say("The desk does not answer. Nothing was changed; try again in a moment.", "error");
  offer(detail.elt);
});

// What was pressed in vain is pressed again from where that is said.
function offer(pressed) {
  if (!pressed.matches("a, button, form")) return;
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = "Try again";
  again.addEventListener("click", () => {
    again.closest(".toast").remove();
    if (pressed.matches("form")) pressed.requestSubmit();
    else pressed.click();
  });
  shelf.lastElementChild.lastElementChild.before(again);
}

function say(words, tone = "accepted", undo = "") {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.dataset.tone = tone;
  const text = document.createElement("p");
  text.textContent = words;
  toast.append(text);
  if (undo) {
    const link = document.createElement("a");
    link.href = undo;
    link.textContent = "Undo";
    toast.append(link);
  }
  shelf.append(toast);
  tend(toast);
}

function tend(toast) {
  const close = document.createElement("button");
  close.type = "button";
  close.dataset.kind = "plain";
  close.textContent = "Close";
  close.addEventListener("click", () => toast.remove());
  toast.append(close);
  // A refusal stays until it was read.
  if (toast.dataset.tone === "error") return;
  let timer = setTimeout(() => toast.remove(), stay);
  const hold = () => clearTimeout(timer);
  const release = () => {
    hold();
    timer = setTimeout(() => toast.remove(), stay);
  };
  toast.addEventListener("pointerenter", hold);
  toast.addEventListener("pointerleave", release);
  toast.addEventListener("focusin", hold);
  toast.addEventListener("focusout", release);
}

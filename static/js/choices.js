// A proposal judged change by change: decisions are kept as they are made, n and p go from one
// change to the next. Without this the form does the same by its buttons.

const pause = 600;
let timer = 0;

const form = () => document.getElementById("choices");
const changes = () => [...document.querySelectorAll(".one-change")];

document.addEventListener("change", (event) => {
  if (!event.target.closest?.("#choices")) return;
  const change = event.target.closest(".one-change");
  if (event.target.value === "own") change.querySelector("textarea").focus();
  count();
  plan();
});

document.addEventListener("input", (event) => {
  if (event.target.matches?.("#choices textarea")) plan();
});

function count() {
  const n = changes().filter((change) => change.querySelector(":checked")).length;
  document.getElementById("decided").textContent = n;
  for (const [id, verb] of [["take-rest", "Accept"], ["keep-rest", "Keep"]])
    document.getElementById(id)?.replaceChildren(`${verb} ${n ? "the rest" : "all"}`);
}

function plan() {
  clearTimeout(timer);
  timer = setTimeout(keep, pause);
}

function letter() {
  const body = new URLSearchParams(new FormData(form()));
  body.set("do", "later");
  return { method: "POST", body, headers: { Accept: "application/json" }, keepalive: true };
}

// What is kept is no longer unsaved: a fresh copy of the page says the same.
async function keep() {
  clearTimeout(timer);
  timer = 0;
  if (!form()) return;
  const fields = [...form().elements];
  const sent = fields.map((field) => [field, field.checked, field.value]);
  const answer = await fetch(form().action, letter()).catch(() => null);
  if (!answer?.ok) return (timer = setTimeout(keep, 5 * pause));
  for (const [field, isChecked, value] of sent) {
    if (field.type === "radio") field.defaultChecked = isChecked;
    else if (field.matches("textarea") && field.value === value) field.defaultValue = value;
  }
}

addEventListener("pagehide", () => timer && keep());
document.addEventListener("submit", (event) => {
  if (event.target.id === "choices") clearTimeout(timer);
});

// --- from change to change

document.addEventListener("click", (event) => {
  if (event.target.closest("#change-after")) step(1);
  if (event.target.closest("#change-before")) step(-1);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !form()) return;
  if (document.body.dataset.keys === "off") return;
  if (/^(textarea|select)$/i.test(event.target.tagName)) return;
  const by = { n: 1, p: -1 }[event.key];
  if (by) step(by);
});

function step(by) {
  const all = changes();
  const now = all.findIndex((change) => change.contains(document.activeElement));
  const next = all[now < 0 ? (by > 0 ? 0 : all.length - 1) : now + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "center" });
}

function show() {
  for (const turn of document.querySelectorAll(".choices-turn")) delete turn.dataset.waits;
}

document.addEventListener("htmx:oobAfterSwap", show);
show();

// What all parts of write mode share: the elements of the page, and the words for times.

export const by = (id) => document.getElementById(id);
export const form = by("write");
export const field = by("text");
export const bookText = by("book-text")?.value ?? field.defaultValue;
export const place = form.dataset.place;

const clock = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export const time = (at) => clock.format(new Date(at));
export const dayAndTime = (at) => day.format(new Date(at));

export function setText(text) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export function tabName() {
  try {
    const name = sessionStorage.getItem("write-tab") ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
    sessionStorage.setItem("write-tab", name);
    return name;
  } catch {
    return crypto.getRandomValues(new Uint32Array(2)).join("-");
  }
}

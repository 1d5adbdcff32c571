// Whether nothing is to move by itself: as the system says, or the settings of the desk.

const asked = matchMedia("(prefers-reduced-motion: reduce)");

export function isCalm() {
  return asked.matches || document.documentElement.dataset.motion === "less";
}

// Where something moves, what makes room for it glides to its new place: nothing jumps away from
// under the eyes, or under the finger. Who wants it calm sees it there at once.

import { isCalm } from "./calm.js";

const moving = "main > *, #board > *, .card";
const still = { x: 0, y: 0 };

let before = null;

// Before a part of the page is swapped; of one message that is many times, and one glide.
export function remember() {
  if (before || isCalm() || document.hidden) return;
  before = new Map([...document.querySelectorAll(moving)].map((each) => [keyOf(each), boxOf(each)]));
  requestAnimationFrame(glide);
}

// Another list is another place: a card that changes it is there at once.
function keyOf(element) {
  return element.id ? `${element.parentElement.id} ${element.id}` : element;
}

function boxOf(element) {
  const { left, top, bottom } = element.getBoundingClientRect();
  return { x: left, y: top, isSeen: bottom > 0 && top < innerHeight };
}

function glide() {
  const elements = [...document.querySelectorAll(moving)];
  for (const each of elements)
    for (const running of each.getAnimations()) if (running.id === "glide") running.cancel();
  const shifts = new Map();
  for (const each of elements) shifts.set(each, shiftOf(each) ?? outerOf(each, shifts));
  before = null;
  for (const [each, { x, y, isSeen }] of shifts) {
    const outer = outerOf(each, shifts);
    const [dx, dy] = [x - outer.x, y - outer.y];
    if (!isSeen || Math.abs(dx) + Math.abs(dy) < 1) continue;
    const from = { transform: `translate(${dx}px, ${dy}px)` };
    each.animate([from, { transform: "none" }], { id: "glide", duration: 180, easing: "ease-out" });
  }
}

function shiftOf(element) {
  const was = before.get(keyOf(element));
  if (!was) return null;
  const now = boxOf(element);
  return { x: was.x - now.x, y: was.y - now.y, isSeen: was.isSeen || now.isSeen };
}

// What an element moves by because that around it does.
function outerOf(element, shifts) {
  return shifts.get(element.parentElement.closest(moving)) ?? still;
}

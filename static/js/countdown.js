// Moments to come, as how long they are away; when there is none, this does nothing.

const seconds = (place) => Math.max(0, Math.ceil((Date.parse(place.dateTime) - Date.now()) / 1000));

function words(left) {
  if (left === 0) return "in a moment";
  if (left < 90) return `in ${left} s`;
  return left < 5400 ? `in ${Math.round(left / 60)} minutes` : "";
}

function tick() {
  for (const place of document.querySelectorAll("time[data-countdown]")) {
    place.title ||= place.textContent;
    const said = words(seconds(place)) || place.title;
    if (said !== place.textContent) place.textContent = said;
  }
}

tick();
setInterval(tick, 1000);

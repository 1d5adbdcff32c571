// Light, dark or as the system: takes effect at once, and stays in a cookie that the server reads.

const year = 365 * 24 * 3600;

document.addEventListener("click", (event) => {
  const button = event.target.closest(".theme-choice button");
  if (!button) return;
  event.preventDefault();
  choose(button.value);
  for (const each of button.form.querySelectorAll("button"))
    each.setAttribute("aria-pressed", String(each === button));
});

function choose(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  document.cookie = `theme=${theme}; path=/; max-age=${theme ? year : 0}; samesite=lax`;
}

// A menu is over when one goes on elsewhere.

const MENUS = "details:is(.menu, .para-ways)[open]";

document.addEventListener("click", close);
document.addEventListener("focusin", close);

function close(event) {
  for (const menu of document.querySelectorAll(MENUS)) {
    if (!menu.contains(event.target)) menu.open = false;
  }
}

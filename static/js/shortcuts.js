// The keys of this page in a sheet over it: those of which it has what they act on, from the help.

const dialog = document.getElementById("keys-here");
const place = document.getElementById("keys-here-list");

// False where there is no sheet: then the help is a page.
export function showKeys() {
  if (!dialog) return false;
  if (dialog.open) dialog.close();
  else open();
  return true;
}

async function open() {
  dialog.showModal();
  if (!place.firstChild) await fetchAll();
  for (const row of place.querySelectorAll("[data-needs]"))
    row.hidden = !document.querySelector(row.dataset.needs);
}

async function fetchAll() {
  const answer = await fetch(dialog.dataset.help).catch(() => null);
  const found = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
  const table = found && found.querySelector("table.keys");
  if (table) place.replaceChildren(document.adoptNode(table));
}

dialog?.addEventListener("click", ({ target }) => {
  if (target === dialog) dialog.close();
});

/* A click on a small board fills the list beside it, and the list marks the board. The page works without this file. */

function mark(face) {
  const list = face.querySelector("select");
  for (const choice of face.querySelectorAll("[data-choice]")) {
    const chosen = choice.dataset.choice === list.value;
    choice.classList.toggle("b-chosen", chosen);
    if (chosen) choice.setAttribute("aria-current", "true");
    else choice.removeAttribute("aria-current");
  }
  face.querySelector(".face__hint").hidden = !list.value || list.value !== list.dataset.suggested;
}

document.addEventListener("click", (event) => {
  const choice = event.target.closest("[data-face] [data-choice]");
  if (!choice || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const face = choice.closest("[data-face]");
  face.querySelector("select").value = choice.dataset.choice;
  mark(face);
});

document.addEventListener("change", (event) => {
  const face = event.target.matches("[data-face] select") && event.target.closest("[data-face]");
  if (face) mark(face);
});

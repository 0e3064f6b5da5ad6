/* Small comforts for whoever has JavaScript. Every page works without this file. */

/* A menu closes when something else is clicked, or on Escape. */
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

/* Shows the password while the box of [data-show-password] is ticked. Without this file the box is hidden. */
for (const label of document.querySelectorAll("[data-show-password]")) {
  const box = label.querySelector("input");
  const fields = [...label.closest("form").querySelectorAll("input[type=password]")];
  label.hidden = false;
  box.addEventListener("change", () => {
    for (const field of fields) field.type = box.checked ? "text" : "password";
  });
  label.closest("form").addEventListener("submit", () => {
    for (const field of fields) field.type = "password"; // so that browsers offer to store it as one
  });
}

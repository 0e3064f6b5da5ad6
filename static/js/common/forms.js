/* Improvements of forms: draws the share of the dice in the browser (dice/shares.js), copies links. */
import "../dice/shares.js";

const COPIED = 2_000; // milliseconds that a button says so
const hexadecimal = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Tables from before commitments take the share itself.
for (const field of document.querySelectorAll("input[data-entropy]")) {
  if (!field.value) field.value = hexadecimal(crypto.getRandomValues(new Uint8Array(24)));
}

for (const button of document.querySelectorAll("button[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  if (!field || !navigator.clipboard) continue;
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      return; // refused: the text is selected, and is copied by a key
    }
    button.style.minInlineSize = `${button.offsetWidth}px`;
    button.textContent = button.dataset.copied;
    setTimeout(() => (button.textContent = label), COPIED);
  });
}

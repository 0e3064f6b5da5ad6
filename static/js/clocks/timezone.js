/* Guesses the time zone at sign-up, and of a guest. Without this file it is UTC until the player chooses another. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const field of document.querySelectorAll("input[data-time-zone]")) {
  if (zone && !field.value) field.value = zone;
}

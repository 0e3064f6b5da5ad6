/* Guesses the time zone at sign-up, and of a guest. Without this file it is UTC until the player chooses another.
   A list of zones offers the one of the device first. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const field of document.querySelectorAll("input[data-time-zone]")) {
  if (zone && !field.value) field.value = zone;
}

for (const list of document.querySelectorAll("select[data-device-zone]")) {
  if (!zone) break;
  const known = [...list.options].find((option) => option.value === zone);
  const group = document.createElement("optgroup");
  group.label = list.dataset.deviceZone;
  group.append(new Option(known ? known.text : zone.replaceAll("_", " "), zone));
  const chosen = list.selectedIndex;
  list.prepend(group);
  list.selectedIndex = chosen + 1;
}

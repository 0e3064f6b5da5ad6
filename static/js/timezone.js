/* Guesses the time zone: fills the hidden field at sign-up, and puts it forward where the profile still says UTC. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const field of document.querySelectorAll("input[data-time-zone]")) {
  if (zone && !field.value) field.value = zone;
}

for (const list of document.querySelectorAll("select[data-time-zone]")) {
  const offered = [...list.options].some((option) => option.value === zone);
  if (offered && list.value === "UTC" && zone !== "UTC") list.value = zone;
}

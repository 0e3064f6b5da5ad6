// Passkeys: what allauth's scripts report is shown on the page.

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.getElementById("passkey-error").hidden = false;
});

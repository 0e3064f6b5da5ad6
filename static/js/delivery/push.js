/* Turns push notifications on and off for this browser. Without this file, the page says that it needs JavaScript. */
const box = document.querySelector("[data-push]");

function bytes(base64url) {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function say(name) {
  for (const part of box.querySelectorAll("[data-push-says]")) part.hidden = !part.dataset.pushSays.split(" ").includes(name);
}

async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return registration ? registration.pushManager.getSubscription() : null;
}

async function subscribe() {
  await navigator.serviceWorker.register("/sw.js", { scope: "/" });
  const registration = await navigator.serviceWorker.ready;
  const old = await registration.pushManager.getSubscription();
  if (old) await old.unsubscribe(); // the site may have had another key then
  const key = bytes(box.dataset.push);
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function switchOn(form) {
  if ((await Notification.requestPermission()) !== "granted") return say("denied");
  try {
    const { endpoint, keys } = (await subscribe()).toJSON();
    Object.assign(form.elements.endpoint, { value: endpoint });
    Object.assign(form.elements.p256dh, { value: keys.p256dh });
    Object.assign(form.elements.auth, { value: keys.auth });
    form.submit();
  } catch {
    say("failed");
  }
}

/* Marks this browser in the list of devices, and unsubscribes it when it is removed there. */
async function begin() {
  const mine = await subscription();
  const row = mine && [...box.querySelectorAll("[data-endpoint]")].find((one) => one.dataset.endpoint === mine.endpoint);
  say(row ? "on" : Notification.permission === "denied" ? "denied" : "off");
  if (!row) return;
  row.querySelector("[data-this]").hidden = false;
  row.querySelector("form").addEventListener("submit", () => mine.unsubscribe());
}

if (box) {
  const form = box.querySelector("form[data-push-on]");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    switchOn(form);
  });
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) begin();
  else say("unable");
}

/* Signing out ends the notifications of this browser: without this file, the site only forgets where to send them. */
const PATIENCE = 2000; // milliseconds: a browser that does not answer signs out all the same

async function unsubscribe(form) {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "endpoint", value: subscription.endpoint });
  form.append(field);
  await subscription.unsubscribe();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches("form[data-sign-out]")) return;
  event.preventDefault();
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([unsubscribe(form).catch(() => {}), late]);
  form.submit();
});

/* The session of the page: says with each request for whom the page was made, and tells when that user is signed out.
 *
 *   sessionFetch(address, options)   fetch() for all scripts of pages. Requests of htmx and forms are marked by themselves.
 *
 * The site refuses a request of a page that was made for another user (person.js) with the header X-Session and a notice
 * (marrakech_site/signed_out.py). Nothing on the page changes; its drafts are kept (drafts.js).
 */
import { drop, keep } from "./drafts.js";
import { person } from "./person.js";

let notice = null;

/* Shows the notice of the site. The focus moves to its link if the user has sent something. */
function show(html, isAsked) {
  keep();
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-session]");
  if (!fresh) return;
  if (notice?.dataset.session !== fresh.dataset.session) {
    notice?.remove();
    notice = document.body.appendChild(fresh);
    notice.querySelector("a").addEventListener("click", keep);
  }
  if (isAsked) notice.querySelector("a").focus();
}

/* After signing in elsewhere as the same user, reading works again. A form needs the page to be loaded again. */
function hide() {
  if (notice?.dataset.session !== "signed-out") return;
  notice.remove();
  notice = null;
  drop();
}

export async function sessionFetch(address, options = {}) {
  const headers = person ? { ...options.headers, "X-Person": person } : options.headers;
  const answer = await fetch(address, { ...options, headers });
  if (answer.headers.has("X-Session")) show(await answer.clone().text(), false);
  else if (person && answer.headers.get("X-Person") === person) hide();
  return answer;
}

document.addEventListener("htmx:configRequest", (event) => {
  if (person) event.detail.headers["X-Person"] = person;
});

/* Not swapped: a handler of swaps would take the notice for the new state of the page. */
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (xhr.getResponseHeader("X-Session")) {
    event.preventDefault();
    show(xhr.responseText, requestConfig.verb !== "get");
  } else if (person && xhr.getResponseHeader("X-Person") === person) hide();
});

document.addEventListener("formdata", ({ target, formData }) => {
  if (person && target.matches("form[method=post]")) formData.set("person", person);
});

window.addEventListener("pagehide", () => {
  if (notice) keep();
});

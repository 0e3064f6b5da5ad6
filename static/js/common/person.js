/* The user for whom a page was made.
 *
 *   person    the number of the user, "" for a visitor (marrakech_site/signed_out.py).
 *   signOut   the address that signs the user out.
 */
const meta = document.querySelector("meta[name=person]");

export const person = meta?.content ?? "";
export const signOut = meta?.dataset.signOut ?? "";

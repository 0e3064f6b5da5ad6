/* Commitments, K, and the site's receipts for opened shares, as docs/dice.md defines them. Nothing here is stored or shown.
 *
 *   commitmentOf(share, table, isBound)   the SHA-256 of a share; bound to its table from version 2.1 on.
 *   mixOf(commitments, shares)            K.
 *   isSigned(receipt, key)                whether the key has signed the receipt.
 *   proven(answer, wanted)                the receipt in the site's answer to an opening, null if it proves nothing.
 */
const FORMAT = "marrakech-receipt-v1";
const SIGNED = ["table", "seat", "commitment", "step", "results", "mixed"];

export const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const encoder = new TextEncoder();
const sha256 = async (bytes) => hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export function commitmentOf(share, table, isBound) {
  const head = isBound ? encoder.encode(`marrakech-share${table}`) : [];
  return sha256(new Uint8Array([...head, ...bytesOf(share)]));
}

export const mixOf = (commitments, shares) => sha256(bytesOf([...commitments, ...shares].join("")));

export async function isSigned(receipt, key) {
  try {
    const curve = { name: "ECDSA", namedCurve: "P-256" };
    const imported = await crypto.subtle.importKey("spki", fromBase64(key), curve, false, ["verify"]);
    const text = encoder.encode([FORMAT, ...SIGNED.map((name) => receipt[name])].join("\n"));
    const signature = fromBase64(receipt.signature);
    return await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, imported, signature, text);
  } catch {
    return false;
  }
}

/* Calculates K from the opened shares of the answer, each of which must fit its commitment; ours is the last one. */
async function isMixed({ receipt, commitments, opened }, { share, table }) {
  for (const one of opened) {
    if ((await commitmentOf(one.share, table, true)) !== commitments[one.seat]) return false;
  }
  const last = opened.at(-1);
  const isOurs = last?.share === share && last.seat === receipt.seat && commitments[last.seat] === receipt.commitment;
  return isOurs && (await mixOf(commitments, opened.map((one) => one.share))) === receipt.mixed;
}

/* ``wanted`` has the share, its commitment and the table, and the site's key if the page has shown it already. */
export async function proven(answer, wanted) {
  try {
    const { receipt, key } = answer;
    const isFor = receipt.table === wanted.table && receipt.commitment === wanted.commitment;
    const isKey = !wanted.key || wanted.key === key;
    return isFor && isKey && (await isMixed(answer, wanted)) && (await isSigned(receipt, key)) ? receipt : null;
  } catch {
    return null; // a part of the answer is missing
  }
}

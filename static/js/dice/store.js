/* What this browser keeps of the dice, in localStorage: shares under "share:COMMITMENT", receipts under "receipt:COMMITMENT".
 *
 *   keep({share, commitment, table})   keeps a share. Returns false where the browser stores nothing.
 *   shareOf(commitment)                the share in hexadecimal, undefined if it is not here.
 *   sharesFor(table)                   the commitments of the shares that were drawn for a table.
 *   note(commitment, ply)              notes that the share was sent at this ply of the game.
 *   sentAt(commitment)                 that ply, undefined if it was not sent.
 *   drop(commitment)                   forgets a share.
 *   keepReceipt(receipt, key)          keeps a receipt with the site's key, receiptOf(commitment) finds both.
 *   receiptsFor(table)                 the receipts of a table, each {receipt, key}.
 *
 * What belongs to games long past is forgotten. A share is stored as "SHARE TIME TABLE PLY"; those from before tables
 * were bound have no table.
 */
const SHARE = "share:";
const RECEIPT = "receipt:";
const LONGEST_GAME = 1000 * 24 * 3600 * 1000; // milliseconds

function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name, text) {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

function names(prefix) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const partsOf = (commitment) => (read(SHARE + commitment) ?? "").split(" ");

function forgetOld() {
  const since = Date.now() - LONGEST_GAME;
  for (const name of names(SHARE)) if (Number(read(name).split(" ")[1]) < since) localStorage.removeItem(name);
  for (const name of names(RECEIPT)) if (!(parse(read(name))?.at >= since)) localStorage.removeItem(name);
}

export function keep({ share, commitment, table }) {
  const isKept = write(SHARE + commitment, `${share} ${Date.now()} ${table}`);
  if (isKept) forgetOld();
  return isKept;
}

export const shareOf = (commitment) => partsOf(commitment)[0] || undefined;
export const sentAt = (commitment) => (partsOf(commitment)[3] ? Number(partsOf(commitment)[3]) : undefined);

export function sharesFor(table) {
  const all = names(SHARE).map((name) => name.slice(SHARE.length));
  return all.filter((commitment) => partsOf(commitment)[2] === table);
}

export function note(commitment, ply) {
  const [share, time, table = "-"] = partsOf(commitment);
  if (share) write(SHARE + commitment, `${share} ${time} ${table} ${ply}`);
}

export function drop(commitment) {
  if (shareOf(commitment)) localStorage.removeItem(SHARE + commitment);
}

export function keepReceipt(receipt, key) {
  return write(RECEIPT + receipt.commitment, JSON.stringify({ at: Date.now(), key, receipt }));
}

export const receiptOf = (commitment) => parse(read(RECEIPT + commitment));

export function receiptsFor(table) {
  return names(RECEIPT).map((name) => parse(read(name))).filter((one) => one?.receipt?.table === table);
}

/* The number of games that wait, in the title and on the icon of the tab.
 *
 *   showWaiting(count)   shows it from now on, also after htmx has changed the title.
 *
 * A page that knows the number when it is loaded has it in an element with data-waiting.
 */
let waiting = 0;
let drawn = 0;

const icon = document.querySelector('link[rel="icon"]');
const plain = icon?.href;
const bare = (title) => title.replace(/^\(\d+\)\s/, "");

function entitle() {
  const title = waiting ? `(${waiting}) ${bare(document.title)}` : bare(document.title);
  if (title !== document.title) document.title = title;
}

/* The site's own icon with a disc in its corner. */
async function drawIcon(count) {
  if (!icon || count === drawn) return;
  drawn = count;
  if (!count) return icon.setAttribute("href", plain);
  const art = new DOMParser().parseFromString(await (await fetch(plain)).text(), "image/svg+xml").documentElement;
  const { x, y, width, height } = art.viewBox.baseVal;
  const size = width * 0.3;
  const [middleX, middleY] = [x + width - size, y + height - size];
  art.insertAdjacentHTML(
    "beforeend",
    `<circle cx="${middleX}" cy="${middleY}" r="${size}" fill="#a01c35" stroke="#fff9ef" stroke-width="${size / 6}"/>
     <text x="${middleX}" y="${middleY + size * 0.5}" font-family="sans-serif" font-weight="700" font-size="${size * 1.4}"
       text-anchor="middle" fill="#fff9ef">${count > 9 ? "9+" : count}</text>`,
  );
  if (count === drawn) icon.setAttribute("href", `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(art))}`);
}

export function showWaiting(count) {
  waiting = count;
  entitle();
  drawIcon(count).catch(() => {}); // the title has the number, too
}

new MutationObserver(entitle).observe(document.head, { subtree: true, childList: true, characterData: true });
const element = document.querySelector("[data-waiting]");
if (element) showWaiting(Number(element.dataset.waiting));

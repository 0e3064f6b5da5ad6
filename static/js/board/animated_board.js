/* A board that plays a part of a game (games/board/pictures.py). Without this file it stands still.
 *
 * data-frames-url="URL"   on the element around the drawing: the address of the frames, loaded when first needed.
 * data-at="N"        the index of the frame in the page.
 * data-runs          starts when it becomes visible, and starts again after its end.
 * [data-play]        inside: a button that plays and pauses; hidden on the page, shown here. Its class "is-playing" says which.
 *                    With reduced motion it advances by one ply.
 * [data-caption]        inside: shows the text of the ply.
 */
import { sessionFetch } from "../common/session.js";
import { Film, isStill } from "./film/film.js";

const PAUSE = 4000; // milliseconds between the end and the next start

class Scene {
  constructor(root) {
    this.root = root;
    this.button = root.querySelector("[data-play]");
    this.caption = root.querySelector("[data-caption]");
    this.wanted = false;
    this.button.hidden = false;
    this.button.addEventListener("click", () => this.press());
    if ("runs" in root.dataset && !isStill()) {
      this.wanted = true;
      new IntersectionObserver(([entry]) => this.seen(entry.isIntersecting), { threshold: 0.3 }).observe(root);
    }
    this.mark();
  }

  async load() {
    if (this.film) return;
    const answer = await sessionFetch(this.root.dataset.framesUrl);
    if (!answer.ok) throw new Error(answer.statusText);
    const { frames } = await answer.json();
    this.film = new Film(this.root.querySelector("svg"), frames, { speed: Number(this.root.dataset.speed ?? 1) });
    this.film.at = Number(this.root.dataset.at);
    this.film.addEventListener("frame", ({ detail }) => { if (this.caption) this.caption.textContent = detail.text; });
    this.film.addEventListener("end", () => this.ended());
  }

  mark() {
    this.button.classList.toggle("is-playing", this.wanted);
  }

  async press() {
    this.wanted = !this.wanted;
    if (this.wanted) await this.go();
    else this.film?.pause();
    this.mark();
  }

  seen(visible) {
    this.visible = visible;
    if (!this.wanted) return;
    if (visible) this.go();
    else this.film?.pause();
  }

  async go() {
    await this.load();
    if (this.film.at + 1 >= this.film.frames.length) this.film.seek(0);
    if (!isStill()) return void this.film.play();
    await this.film.next();
    this.wanted = false;
  }

  ended() {
    if ("runs" in this.root.dataset) {
      setTimeout(() => { if (this.wanted && this.visible !== false) this.go(); }, PAUSE);
      return;
    }
    this.wanted = false;
    this.mark();
  }
}

for (const root of document.querySelectorAll("[data-frames-url]")) new Scene(root);

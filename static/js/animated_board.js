/* A board that plays a stretch of a game, by presenters/scenes.py. Without this file it stands still.
 *
 * data-frames-url="URL"   on what holds the drawing: the frames come from there when they are first wanted.
 * data-at="N"        the frame that the page has drawn.
 * data-runs          begins by itself as soon as it is seen, and again from the beginning when it has ended.
 * [data-play]        inside: a button that plays and pauses; hidden on the page, shown here. Its class "is-playing" tells which.
 *                    Where nothing may move (reduced motion) it goes on by one ply.
 * [data-caption]        inside: says what the ply did.
 */
import { Film, isStill } from "./film/film.js";

const PAUSE = 4000; // between the end and the next beginning

class Scene {
  constructor(root) {
    this.root = root;
    this.button = root.querySelector("[data-play]");
    this.told = root.querySelector("[data-caption]");
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
    const answer = await fetch(this.root.dataset.framesUrl);
    if (!answer.ok) throw new Error(answer.statusText);
    const { frames } = await answer.json();
    this.film = new Film(this.root.querySelector("svg"), frames, { speed: Number(this.root.dataset.speed ?? 1) });
    this.film.at = Number(this.root.dataset.at);
    this.film.addEventListener("frame", ({ detail }) => { if (this.told) this.told.textContent = detail.text; });
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

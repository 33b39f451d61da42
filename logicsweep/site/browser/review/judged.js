// A game that was judged: its review in the panel, its positions on the board, with what was known.

import { UNKNOWN, percent } from "../board.js";
import { one } from "../core/ask.js";
import { el } from "../core/dom.js";
import { Following } from "../stage/following.js";
import { Pointed } from "../stage/pointed.js";

// How a cell is drawn that had a mine: the sign of the mine, on the colour of what was known.
function withMine({ verdict, chance }) {
  const heat = verdict === "mine" ? 100 : chance === null ? null : Math.round(100 * chance);
  const words = verdict === "mine" ? "was a proved mine"
    : chance === null ? "" : `its mine probability was ${percent(chance)}`;
  return { ...UNKNOWN, overlay: { text: "", heat, words } };
}

// A place, or a part of one, that shows a `Judged` once it has one: what happens on the board and the
// keyboard is for it.
export class ShowsJudged {
  judged = null;

  press(index) {
    this.judged?.press(index);
  }

  point(index) {
    this.judged?.point(index);
  }

  key(index, event) {
    if (!this.judged || (event.key !== "Enter" && event.key !== " ")) return false;
    this.judged.press(index);
    return true;
  }

  hotkey(event) {
    return this.judged !== null && this.judged.panel.key(event);
  }

  setOverlay(kind) {
    this.judged?.setOverlay(kind);
  }
}

export class Judged {
  // Shows an answer of `review` in an element and drives the page's board. `start` is the position
  // before the first move; `buttons` come first in the panel. Null if by then something else is on
  // the board: isWanted() says so.
  static async of(page, box, answer, start, isWanted, buttons = []) {
    // Which nobody needs before a game was played.
    const { ReviewPanel } = await import("../review-panel.js");
    return isWanted() ? new Judged(ReviewPanel, page, box, answer, start, buttons) : null;
  }

  constructor(ReviewPanel, page, box, answer, start, buttons) {
    const { names, shaped } = page;
    Object.assign(this, { page, names, shaped, start });
    // Where the mines are, which is shown with the last move; null if that is not known.
    this.mines = null;
    this.following = new Following(page, () => {}, page.preferences.get("overlay"));
    const place = el("div", { class: "review-panel" });
    box.replaceChildren(el("p", { class: "buttons" }, ...buttons,
      el("button", { type: "button", onclick: () => this.analyse() }, "Analyse this position")), place);
    const view = {
      show: (tokens, known) => this.#show(tokens, known),
      frame: (frames) => page.view.present(frames),
      svg: page.view.svg,
    };
    this.pointed = new Pointed(this);
    page.shape(start);
    this.panel = new ReviewPanel(place, view, answer, {
      names,
      signs: shaped.at(start)?.signs ?? null,
      judge: (tokens, cell) => one({ ask: "move", ...start.with({ tokens }).question(), cell }),
    });
  }

  // A click or Enter on a cell: a try in a lesson, else what was known of the cell.
  press(index) {
    if (!this.panel.press(index) && !this.isAsked) this.page.say(`${this.pointed.words(index)}.`);
  }

  point(index) {
    this.pointed.at(this.isAsked ? null : index);
  }

  // Whether a lesson is open, and its answer is not known.
  get isAsked() {
    const { lesson } = this.panel ?? {};
    return Boolean(lesson) && !lesson.isOver;
  }

  // The position that is shown, before an opening.
  get position() {
    return this.start.with({ tokens: this.panel.position() });
  }

  close() {
    this.following.stop();
    this.panel.close();
  }

  analyse() {
    this.page.analyse(this.position, "position of a game");
  }

  setOverlay(kind) {
    this.following.setOverlay(kind);
  }

  // While a question is open nothing may answer it.
  #show(tokens, known) {
    this.page.view.lay();
    const { isAsked } = this;
    const isLast = this.panel?.at === this.panel?.reviewed.end - 1;
    const isMine = (index) => isLast && !isAsked && this.mines?.has(index);
    this.following.mask = (index, drawn) => (isAsked ? known(index)
      : { ...(isMine(index) ? withMine(drawn) : drawn), isBest: known(index).isBest });
    this.following.dress = (token, index) => (isMine(index) ? "*" : token);
    this.following.follow(this.start.with({ tokens }));
  }
}

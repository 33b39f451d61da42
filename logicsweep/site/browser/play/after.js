// After a game: every move judged, the position before each, and what each cell could have been.

import { ask } from "../core/ask.js";
import { byId, el } from "../core/dom.js";
import { Judged, ShowsJudged } from "../review/judged.js";

export class After extends ShowsJudged {
  // `play` is the place of games.
  constructor(play) {
    super();
    this.play = play;
    this.box = byId("judged");
    this.isEndShown = true;
    this.turn = null; // stands for the judging that began last; null once nobody wants it
  }

  // Whether the board shows a position of the review.
  get isOpen() {
    return this.judged !== null && !this.isEndShown;
  }

  // Take away what was judged, and what is still being judged.
  clear() {
    this.turn = null;
    this.judged?.close();
    this.judged = null;
    this.isEndShown = true;
    this.box.replaceChildren();
  }

  // Judge all moves; returns the review, null for one that nobody wants any more. A lost game leads to
  // its last move: what each cell could have been is shown.
  async judge() {
    const { play, box } = this;
    const { game } = play;
    const turn = (this.turn = {});
    const isWanted = () => turn === this.turn;
    let answer = null;
    box.replaceChildren(el("p", { class: "hint" }, "Judging the moves …"));
    byId("panel").scrollTop = 0;
    await ask({ ask: "judge", ...game.question() }, (message) => {
      if (!isWanted()) return;
      if (message.format === "logicsweep-review/1") answer = message;
      else if (message.error) box.replaceChildren(el("p", { class: "hint" }, message.error));
    });
    if (answer === null) return null;
    const mines = el("button", { type: "button", onclick: () => this.#showEnd() }, "Show the mines");
    const judged = await Judged.of(play.page, box, answer, game.position, isWanted, [mines]);
    if (!judged) return null;
    Object.assign(this, { judged, isEndShown: false });
    judged.panel.shown = () => { this.isEndShown = false; };
    judged.mines = new Set(game.mines);
    if (game.outcome === "lost") judged.panel.go(answer.openings.length - 1);
    else this.#showEnd();
    return answer;
  }

  #showEnd() {
    this.isEndShown = true;
    this.judged.following.stop();
    this.play.showEnd();
  }

  point(index) {
    if (this.isOpen) super.point(index);
  }
}

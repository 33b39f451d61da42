// First sight: a position from the middle of a game with one safe cell explained, and doors.

import { byId } from "../core/dom.js";
import { Position } from "../core/position.js";
import { today } from "../play/daily.js";

// Two clues of 1 side by side: the three cells of one include the two cells of the other.
const ROWS = ["0112?1000", "01?332100", "012?2?100", "001121100", "000000000", "110000000",
  "?31111111", "?????????", "?????????"];
export const FIRST_POSITION = Position.of({ rows: ROWS, mines: 10 });
export const FIRST_CELL = FIRST_POSITION.index([7, 6]);

export class Doors {
  // `page` has `files`, `play(deal)`, `watch()` and `go(place)`; `resume()` goes on with what
  // was kept.
  constructor(page, resume) {
    this.box = byId("doors");
    byId("door-continue").addEventListener("click", resume);
    byId("door-paste").addEventListener("click", () => page.files.ask());
    byId("door-play").addEventListener("click", () => page.go("play"));
    byId("door-no-guess").addEventListener("click", () => page.play((dealer) => dealer.provable()));
    byId("door-daily").addEventListener("click", () => page.follow(`#play=${today()}`));
    byId("door-watch").addEventListener("click", () => page.watch());
    byId("door-review").addEventListener("click", () => page.go("review"));
  }

  get isOpen() {
    return !this.box.hidden;
  }

  // Show them or not; `kept` is the name of the position that somebody left, if they were here.
  show(isOpen, kept) {
    this.box.hidden = !isOpen;
    // Until somebody does something, there is little else to choose from.
    document.body.classList.toggle("first", isOpen);
    byId("continue").hidden = kept === undefined;
    byId("door-continue").textContent = `Continue: ${kept}`;
  }
}

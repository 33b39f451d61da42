// A review in a file of its own: a board, and beside it the panel.

import { BoardView } from "./board.js";
import { el } from "./elements.js";
import { Names } from "./names.js";
import { ReviewPanel } from "./review-panel.js";
import { CELL } from "./shapes.js";

// A board shrinks to this share of its size before it is scrolled.
const SMALLEST = 0.6;
// What the panel takes beside the board, in pixels.
const PANEL = 340;

class ReviewView {
  // Draws into an element. `answer` is that of `review`, `shapes` says how the board is drawn.
  constructor(place, answer, shapes) {
    const sheets = el("div");
    this.board = el("div", { class: "review-board" }, sheets);
    this.view = new BoardView(sheets, { key: (index, event) => this.#key(index, event) });
    const signs = shapes.clues && new Map(shapes.clues.map((clue) => [clue.token, clue]));
    this.view.resize(answer.height, answer.width, shapes.shapes, signs);
    const beside = el("div");
    place.replaceChildren(this.board, beside);
    place.classList.add("review");
    this.place = place;
    const index = ([row, column]) => row * answer.width + column;
    const names = new Names({
      light: (cells) => this.view.light?.(cells.map(index)),
      pick: (cell) => this.view.focus(index(cell)),
    });
    this.panel = new ReviewPanel(beside, this.view, answer, { names, signs, level: 1 });
    this.board.addEventListener("click", (event) => {
      const pressed = this.view.atEvent(event);
      if (pressed !== null) this.panel.press(pressed);
    });
    this.fit();
    addEventListener("resize", () => this.fit());
    document.addEventListener("keydown", (event) => {
      if (!event.defaultPrevented) this.panel.key(event);
    });
  }

  fit() {
    const isBeside = innerWidth >= SMALLEST * this.view.across + PANEL;
    this.place.classList.toggle("narrow", !isBeside);
    const room = innerWidth - 32 - this.view.beside - (isBeside ? PANEL : 0);
    this.view.zoom(CELL * Math.min(1, Math.max(SMALLEST, room / this.view.across)));
  }

  #key(index, event) {
    if (event.key === "Enter" || event.key === " ") return this.panel.press(index);
    return this.panel.key(event);
  }
}

const data = (id) => JSON.parse(document.getElementById(id).textContent);
new ReviewView(document.getElementById("review"), data("answer"), data("shapes"));

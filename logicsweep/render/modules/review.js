// A review in a file of its own: a board, and beside it the panel.

import { BoardView } from "./board.js";
import { el } from "./elements.js";
import { Names } from "./names.js";
import { ReviewPanel } from "./review-panel.js";

// What the panel takes beside the board, in pixels.
const PANEL = 340;

const data = (id) => JSON.parse(document.getElementById(id).textContent);
const [answer, shapes] = [data("answer"), data("shapes")];
const sheets = el("div");
const board = el("div", { class: "review-board" }, sheets);
const beside = el("div");
const place = document.getElementById("review");
place.replaceChildren(board, beside);
place.classList.add("review");
const view = new BoardView(sheets, {
  key: (index, event) => (event.key === "Enter" || event.key === " " ? panel.press(index) : panel.key(event)),
});
const signs = shapes.clues && new Map(shapes.clues.map((clue) => [clue.token, clue]));
view.resize(answer.height, answer.width, shapes.shapes, signs);
const indexOf = ([row, column]) => row * answer.width + column;
const names = new Names({
  light: (cells) => view.light(cells.map(indexOf)), pick: (cell) => view.focus(indexOf(cell)),
});
const panel = new ReviewPanel(beside, view, answer, { names, signs, level: 1 });
board.addEventListener("click", (event) => {
  const pressed = view.atEvent(event);
  if (pressed !== null) panel.press(pressed);
});
const fit = () => view.fitBeside(place, PANEL);
fit();
addEventListener("resize", fit);
document.addEventListener("keydown", (event) => {
  if (!event.defaultPrevented) panel.key(event);
});

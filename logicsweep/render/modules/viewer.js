// A board in a file of its own: point at a cell, and the panel says what is known of it.

import { BoardView } from "./board.js";
import { CELL } from "./shapes.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const details = read("details");
const picture = read("picture");
const panel = document.getElementById("detail");
const board = document.getElementById("board");
const HINT = "Point at a cell or use the arrow keys. Click a cell to keep it selected.";
const HELD = "Selected: click the cell again or press Escape to release it.";
const NOTHING = { lines: [], outcomes: [], clues: [], around: [] };
// A board shrinks to this share of its size before it is scrolled.
const LEAST = 0.6;
// What the panel takes beside the board, in pixels.
const BESIDE = 300;
let chosen = null;
let isHeld = false;

const view = new BoardView(board, {
  point: (index) => {
    if (index !== null && !isHeld) show(index);
  },
  focus: (index) => choose(index, true),
});
const indexOf = ([row, column]) => row * picture.width + column;

function line(parent, tag, text) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

function show(index) {
  chosen = index;
  const cell = [Math.floor(index / picture.width), index % picture.width];
  const detail = details[cell.join()] ?? NOTHING;
  view.frame({
    focus: index, framed: detail.clues.map(indexOf), around: detail.around.map(indexOf),
  });
  panel.replaceChildren();
  line(line(panel, "p"), "strong", `(${cell.join()})`);
  for (const text of detail.lines) line(panel, "p", text);
  if (detail.outcomes.length) {
    const table = line(panel, "table");
    for (const [word, chance, text] of detail.outcomes) {
      const row = line(table, "tr");
      if (word !== "mine") row.className = "safe";
      line(row, "td", word);
      const bar = line(line(row, "td"), "span");
      bar.className = "bar";
      bar.style.width = `${Math.max(1, 80 * chance)}px`;
      line(row, "td", text.replace(" %", "\u00a0%"));
    }
  }
  line(panel, "p", isHeld ? HELD : HINT).className = "hint";
}

function choose(index, hold) {
  isHeld = hold;
  if (index !== null) show(index);
}

function fit() {
  const isBeside = innerWidth >= LEAST * view.across + BESIDE;
  document.body.classList.toggle("narrow", !isBeside);
  const room = innerWidth - 24 - (isBeside ? BESIDE : 0);
  const share = Math.min(1, Math.max(LEAST, room / view.across));
  view.zoom(CELL * share);
}

const signs = picture.signs && new Map(Object.entries(picture.signs));
view.resize(picture.height, picture.width, picture.shapes, signs);
view.show(picture.tokens, (index) => ({
  verdict: picture.verdicts[index], chance: picture.chances[index],
  isBest: picture.best.includes(index),
}));
view.frame({ focus: picture.focus, framed: picture.framed, around: picture.around });
fit();
window.addEventListener("resize", fit);
board.addEventListener("click", (event) => {
  const index = view.atEvent(event);
  choose(index ?? chosen, index !== null && !(isHeld && index === chosen));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") choose(chosen, false);
});
document.getElementById("legend").hidden = false;
if (panel.dataset.first) show(indexOf(panel.dataset.first.split(",").map(Number)));
else line(panel, "p", HINT).className = "hint";

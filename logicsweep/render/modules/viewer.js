// A board in a file of its own: point at a cell, and the panel says what is known of it.

import { BoardView } from "./board.js";
import { el } from "./elements.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const details = read("details");
const picture = read("picture");
const panel = document.getElementById("detail");
const board = document.getElementById("board");
const HINT = "Point at a cell or use the arrow keys. Click a cell to keep it selected.";
const HELD = "Selected: click the cell again or press Escape to release it.";
const NOTHING = { lines: [], outcomes: [], clues: [], around: [] };
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

function outcomeRow([word, chance, text]) {
  const bar = el("span", { class: "bar" });
  bar.style.width = `${Math.max(1, 80 * chance)}px`;
  return el("tr", { class: word !== "mine" && "safe" },
    el("td", {}, word), el("td", {}, bar), el("td", {}, text.replace(" %", "\u00a0%")));
}

function show(index) {
  chosen = index;
  const cell = [Math.floor(index / picture.width), index % picture.width];
  const detail = details[cell.join()] ?? NOTHING;
  view.frame({
    focus: index, framed: detail.clues.map(indexOf), around: detail.around.map(indexOf),
  });
  panel.replaceChildren(
    el("p", {}, el("strong", {}, `(${cell.join()})`)),
    ...detail.lines.map((text) => el("p", {}, text)),
    ...(detail.outcomes.length ? [el("table", {}, ...detail.outcomes.map(outcomeRow))] : []),
    el("p", { class: "hint" }, isHeld ? HELD : HINT));
}

function choose(index, hold) {
  isHeld = hold;
  if (index !== null) show(index);
}

const signs = picture.signs && new Map(Object.entries(picture.signs));
view.resize(picture.height, picture.width, picture.shapes, signs);
view.show(picture.tokens, (index) => ({
  verdict: picture.verdicts[index], chance: picture.chances[index],
  isBest: picture.best.includes(index),
}));
view.frame({ focus: picture.focus, framed: picture.framed, around: picture.around });
const fit = () => view.fitBeside(document.body, BESIDE);
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
else panel.append(el("p", { class: "hint" }, HINT));

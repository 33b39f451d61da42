// The guesses that were compared, and why one is better: each row lights up its cell.

import { el } from "../core/dom.js";
import { counted, percentText, term } from "../core/words.js";

// So many rows at first; all of them on demand.
const FEW = 8;
const BEHIND = {
  riskier: "survived less often", loses: "wins less often",
  dead: "tells nothing new", cut: "falls short even at best",
};

export function guessTable({ choice, position }, desk) {
  const { candidates } = choice;
  const hasWins = candidates.some(({ win_chance: wins }) => wins !== null && wins !== undefined);
  const hasNext = candidates.some(({ survival }) => survival !== null);
  const hasThird = candidates.some(({ third }) => third !== null);
  const fifties = fiftyOf(choice, position);
  const hasFifties = candidates.some(({ cell }) => fifties.has(position.index(cell)));
  const head = ["Cell", "Mine",
    ...(hasNext ? [term("Next", "survives this click and the next")] : []),
    ...(hasThird ? [term("Third", "survives the click after that, too")] : []),
    ...(hasWins ? ["Win"] : []), ...(hasFifties ? ["50/50"] : []), "Why not"];
  const row = (candidate) => {
    const index = position.index(candidate.cell);
    const { risk, survival, third, win_chance: wins, behind } = candidate;
    const fifty = fifties.get(index);
    return el("tr", {
      "data-cell-row": index, class: behind === null ? "best" : null,
      onpointerenter: () => desk.view.light([index]), onpointerleave: () => desk.view.light([]),
      onclick: (event) => event.target.closest("button") ?? desk.why.of(index),
    },
    el("th", { scope: "row" }, desk.names.node(candidate.cell)),
    el("td", {}, percentText(risk)),
    hasNext ? el("td", {}, survival === null ? "–" : `${behind === "cut" ? "≤\u00a0" : ""}${percentText(survival)}`) : null,
    hasThird ? el("td", {}, third === null ? "–" : `${behind === null ? "" : "≤\u00a0"}${percentText(third)}`) : null,
    hasWins ? el("td", {}, wins === null || wins === undefined ? "–" : percentText(wins)) : null,
    hasFifties ? el("td", {}, fifty ? percentText(fifty) : "–") : null,
    el("td", { class: "behind" }, behind === null ? el("strong", {}, "best") : BEHIND[behind]));
  };
  const body = el("tbody", {}, ...candidates.slice(0, FEW).map(row));
  const table = el("table", { class: "guesses" },
    el("caption", {}, "The guesses compared"),
    el("thead", {}, el("tr", {}, ...head.map((word) => el("th", { scope: "col" }, word)))), body);
  const left = candidates.length - FEW;
  const more = left > 0 ? el("button", {
    type: "button",
    onclick: (event) => {
      body.append(...candidates.slice(FEW).map(row));
      event.currentTarget.remove();
    },
  }, `${counted(left, "more cell")}`) : null;
  return el("div", {}, table, more);
}

// How likely each cell of a 50/50 is in one, by its number.
function fiftyOf({ fifties }, position) {
  const chances = new Map();
  for (const { halves, probability } of fifties ?? []) {
    for (const cell of halves.flat()) {
      const index = position.index(cell);
      if (!chances.has(index)) chances.set(index, probability); // the likeliest comes first
    }
  }
  return chances;
}

// Mark the row of a cell that is pointed at; none for null.
export function markRow(index) {
  for (const row of document.querySelectorAll("[data-cell-row]")) {
    row.classList.toggle("pointed", Number(row.dataset.cellRow) === index);
  }
}

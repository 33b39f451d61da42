// The guesses that were compared, with a bar for each chance: each row lights up its cell.

import { el } from "../core/dom.js";
import { counted, percentText, term } from "../core/words.js";
import { value } from "../numbers.js";

// So many rows at first; all of them on demand.
const FEW = 8;

export function guessTable({ choice, position }, desk) {
  const { candidates } = choice;
  const fifties = fiftyOf(choice, position);
  // A heading, the chance of a guess, and of what it is good for whether that is an upper bound.
  const columns = [
    ["Mine", ({ risk }) => risk],
    [term("Next", "survives this click and the next"), ({ survival }) => survival, ({ behind }) => behind === "cut"],
    [term("Third", "survives the click after that, too"), ({ third }) => third, ({ behind }) => behind !== null],
    ["Win", (guess) => guess.win_chance, () => false],
    ["50/50", ({ cell }) => fifties.get(position.index(cell))],
  ].filter(([, chanceOf]) => candidates.some((guess) => (chanceOf(guess) ?? null) !== null));
  const row = (guess) => {
    const { cell, behind } = guess;
    const index = position.index(cell);
    const remark = { null: el("strong", {}, " best"), dead: el("small", {}, " tells nothing new") }[behind];
    return el("tr", {
      "data-cell-row": index, class: behind === null ? "best" : null,
      onpointerenter: () => desk.view.light([index]), onpointerleave: () => desk.view.light([]),
      onclick: (event) => event.target.closest("button") ?? desk.why.of(index),
    },
    el("th", { scope: "row" }, desk.names.node(cell), remark),
    ...columns.map(([heading, chanceOf, isBound]) => {
      const chance = chanceOf(guess) ?? null;
      if (chance === null) return el("td", {}, heading === "50/50" ? "no" : "");
      const bar = el("span", { class: "bar" });
      bar.style.width = `${100 * (typeof chance === "number" ? chance : value(chance))}%`;
      const words = percentText(chance);
      return el("td", {}, isBound?.(guess) ? `up to ${words}` : words, isBound ? bar : null);
    }));
  };
  const body = el("tbody", {}, ...candidates.slice(0, FEW).map(row));
  const table = el("table", { class: "guesses" },
    el("caption", {}, "The guesses compared"),
    el("thead", {}, el("tr", {}, ...["Cell", ...columns.map(([heading]) => heading)].map((heading) =>
      el("th", { scope: "col" }, heading)))), body);
  const left = candidates.length - FEW;
  const more = left > 0 ? el("button", {
    type: "button",
    onclick: (event) => {
      body.append(...candidates.slice(FEW).map(row));
      event.currentTarget.remove();
    },
  }, counted(left, "more cell")) : null;
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

// Cells, clues, verdicts and the mine count in words. All words are in the table that Python uses as
// well; this code decides only which sentence to take, like its twin `reasons/saying.py`.
//
// A board is ordinary: {height, width, states, near, total}. Cells are their numbers, row by row.

import { counted, listed } from "../core/grammar.js";
import { LISTED, SENTENCES } from "../sentences.js";

const COVERED = -1;
const FLAGGED = -2;
const KNOWN_MINE = -3;

export function isCovered(state) {
  return state === COVERED || state === FLAGGED;
}

export function isKnownMine(state) {
  return state === KNOWN_MINE;
}

// A sentence of the table with its placeholders filled.
export function say(sentence, values = {}) {
  return SENTENCES[sentence].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function grouped(number) {
  return number.toLocaleString("en");
}

export function cellName(board, index) {
  return `(${Math.floor(index / board.width)},${index % board.width})`;
}

export function clueWords(board, clue) {
  return say("clue", { sign: board.states[clue], cell: cellName(board, clue) });
}

export function listedCells(board, indices, last = "and") {
  const cells = [...indices].sort((a, b) => a - b);
  const rest = cells.length - LISTED + 1;
  const names = (rest > 1 ? cells.slice(0, -rest) : cells).map((index) => cellName(board, index));
  if (rest > 1) names.push(say("more_cells", { number: grouped(rest) }));
  return listed(names, last);
}

export function decidedWords(board, mines, safe) {
  const parts = [];
  const put = (cells, is, are) => {
    const verdict = say(cells.length === 1 ? is : are);
    if (cells.length) parts.push(`${listedCells(board, cells)} ${verdict}`);
  };
  put(safe, "is_safe", "are_safe");
  put(mines, "is_mine", "are_mines");
  return parts.join(" and ");
}

export function mineCountWords({ total: [least, most] }) {
  return say("mine_count", { count: least < most ? rangeWords(least, most) : grouped(least) });
}

// What the mine count leaves for the covered cells that are still unknown.
export function totalSays(board, mines = [], safe = []) {
  const { states, total } = board;
  const known = states.filter(isKnownMine).length + mines.length;
  const left = states.filter(isCovered).length - safe.length - mines.length;
  const [first, last] = [Math.max(total[0] - known, 0), total[1] - known];
  if (last < first) {
    const tooLow = known === 1 ? "is_known" : "are_known";
    return say(tooLow, { mine_count: mineCountWords(board), mines: counted(known, "mine") });
  }
  let rest = last === 0 ? say("no_mine") : counted(last, "mine");
  if (first < last) rest = say("range_of_mines", { range: rangeWords(first, last) });
  let leaves = left === 1 ? "leaves_for_one" : "leaves_for_all";
  if (safe.length || mines.length) leaves = left === 1 ? "leaves_for_other" : "leaves_for_others";
  return say(leaves, { mines: rest, number: grouped(left) });
}

function rangeWords(least, most) {
  return say("range", { least: grouped(least), most: grouped(most) });
}

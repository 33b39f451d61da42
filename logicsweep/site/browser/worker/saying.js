// Cells, clues and sources in words, and explanations, steps, counterexamples, conflicts and grades of
// openings made of them. The words are in the table that Python uses as well; this code decides only
// which sentence to take. The twins are `reasons/wording.py`, `reasons/explanation.py` and
// `games/told/grades.py`, which say more: of rules, wrong clues, case splits and 50/50s.
//
// A board is ordinary: {height, width, states, near, total}. Cells are their numbers, row by row.

import { counted, listed, percentWords } from "../numbers.js";
import { LISTED, SENTENCES } from "../sentences.js";
import { isCovered } from "./given.js";

const KNOWN_MINE = -3;

// A sentence of the table with its placeholders filled.
function say(sentence, values = {}) {
  return SENTENCES[sentence].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function grouped(number) {
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

function decidedWords(board, mines, safe) {
  const words = ([cells, is, are]) => `${listedCells(board, cells)} ${say(cells.length === 1 ? is : are)}`;
  const parts = [[safe, "is_safe", "are_safe"], [mines, "is_mine", "are_mines"]].filter(([cells]) => cells.length);
  return parts.map(words).join(" and ");
}

function rangeWords(least, most) {
  return say("range", { least: grouped(least), most: grouped(most) });
}

function mineCountWords({ total: [least, most] }) {
  return say("mine_count", { count: least < most ? rangeWords(least, most) : grouped(least) });
}

// What the mine count leaves for the covered cells that are still unknown.
export function totalSays(board, mines = [], safe = []) {
  const { states, total } = board;
  const known = states.filter((state) => state === KNOWN_MINE).length + mines.length;
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

// What a clue says about the covered cells around it, given some verdicts.
export function clueSays(board, clue, mines = [], safe = []) {
  const { states } = board;
  const isMine = (cell) => states[cell] === KNOWN_MINE || mines.includes(cell);
  const near = board.near[clue];
  const known = near.filter(isMine).length;
  const undecided = near.filter((cell) => isCovered(states[cell]) && !isMine(cell) && !safe.includes(cell));
  const needed = states[clue] - known;
  const name = clueWords(board, clue);
  if (needed < 0 || needed > undecided.length) return `${name} ${say("cannot_be_met")}`;
  const demand = needed ? "needs_exactly" : known ? "needs_no_more" : "needs_none";
  const says = `${name} ${say(demand, { mines: counted(needed, known ? "more mine" : "mine") })}`;
  return undecided.length ? say("among", { says, cells: listedCells(board, undecided) }) : says;
}

// What each source says, given some verdicts.
export function reasons(board, clues, usesTotal, mines = [], safe = []) {
  const says = Array.from(clues, (clue) => clueSays(board, clue, mines, safe));
  return usesTotal ? [...says, totalSays(board, mines, safe)] : says;
}

export function explanationText(board, cell, isMine, clues, usesTotal) {
  return say("explanation", {
    cell: cellName(board, cell),
    verdict: say(isMine ? "is_mine" : "is_safe"),
    reasons: reasons(board, clues, usesTotal).join("; "),
    conclusion: say(isMine ? "cannot_be_safe" : "cannot_be_mine"),
  });
}

// A step; `technique` is the value of a `Technique`.
export function stepText(board, { technique, clues, usesTotal, givenMines, givenSafe, mines, safe }) {
  const given = decidedWords(board, givenMines, givenSafe);
  const decided = decidedWords(board, mines, safe);
  if (technique === "single clue") {
    const [clue] = clues;
    let demand = board.states[clue] ? "has_all" : "no_mine_around";
    if (mines.length) demand = given ? "every_other_mine" : "every_mine";
    const step = `${say(demand, { clue: clueWords(board, clue) })}: ${decided}`;
    return given ? say("given_one", { given, step }) : step;
  }
  const says = reasons(board, clues, usesTotal, givenMines, givenSafe).join("; ");
  const step = say("so", { reasons: says, decided });
  return given ? say("given", { given, step }) : step;
}

// Two layouts that differ in some cells, `cell` among them.
export function counterexampleText(board, cell, differing) {
  const others = differing.filter((index) => index !== cell);
  const cells = listedCells(board, others);
  return say("counterexample", {
    cell: cellName(board, cell),
    verdict: say("is_undetermined"),
    where: others.length ? say("there_and_in", { cells }) : say("there"),
  });
}

export function conflictText(board, clues, usesTotal) {
  const names = Array.from(clues.slice(0, LISTED), (clue) => clueWords(board, clue));
  const rest = clues.length - LISTED;
  if (rest > 0) names.push(say("more_clues", { number: grouped(rest) }));
  if (usesTotal) names.push(mineCountWords(board));
  const conflict = ["", "one_wrong", "not_both"][names.length] ?? "not_all";
  return say(conflict, { names: listed(names) });
}

// Why an opening was of its kind. Of `grade` those are read of which its kind speaks: `cell` and
// `better` as numbers, `risk` and `best` as exact fractions such as "1/15", the `level` of the proof,
// and the text of an explanation or a step as `reason`, null for a first cell.
export function gradeText(board, { kind, cell, risk, best, better, level, reason }) {
  const words = (chance, isExact) =>
    percentWords(percentOf(chance), chance === "0" || chance === "1", isExact).replace("\u00a0", " ");
  const isExact = kind === "riskier" && words(risk) === words(best);
  return say(kind === "proved" && reason === null ? "first_cell" : kind.replace("-", "_"), {
    level, reason, why: say("because", { reason }), cells: cellName(board, cell), risk: words(risk, isExact),
    better: cellName(board, better[0]), best: words(best, isExact),
  });
}

// An exact fraction in percent, as the nearest number. The last bit says that there is a remainder,
// so that `Number` rounds to the right side.
function percentOf(fraction) {
  const [over, under = 1n] = fraction.split("/").map(BigInt);
  const scaled = (100n * over) << 128n;
  return Number((scaled / under) | (scaled % under ? 1n : 0n)) / 2 ** 128;
}

// The statements of sources, and explanations, steps, counterexamples and conflicts made of them. The
// twins are `reasons/saying.py`, `reasons/explanation.py` and `render/words.py`.

import { counted, listed } from "../core/grammar.js";
import { LISTED } from "../sentences.js";
import {
  cellName, clueWords, decidedWords, grouped, isCovered, isKnownMine, listedCells, mineCountWords,
  say, totalSays,
} from "./wording.js";

export { cellName, clueWords, listedCells, totalSays } from "./wording.js";
export { gradeText } from "./grading.js";

// What a clue says about the covered cells around it, given some verdicts.
export function clueSays(board, clue, mines = [], safe = []) {
  const { states } = board;
  const isMine = (cell) => isKnownMine(states[cell]) || mines.includes(cell);
  const near = board.near[clue];
  const known = near.filter(isMine).length;
  const undecided = near.filter((cell) =>
    isCovered(states[cell]) && !isMine(cell) && !safe.includes(cell));
  const needed = states[clue] - known;
  const name = clueWords(board, clue);
  if (needed < 0 || needed > undecided.length) return `${name} ${say("cannot_be_met")}`;
  let demand = say(known ? "needs_no_more" : "needs_none");
  if (needed) {
    demand = say("needs_exactly", { mines: counted(needed, known ? "more mine" : "mine") });
  }
  const says = `${name} ${demand}`;
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

// A step; `technique` is the value of a `Technique`, `split` the cell of a case split, else null.
export function stepText(
  board, { technique, clues, usesTotal, givenMines, givenSafe, mines, safe, split = null },
) {
  const given = decidedWords(board, givenMines, givenSafe);
  const decided = decidedWords(board, mines, safe);
  if (technique === "single clue") {
    const [clue] = clues;
    let demand = board.states[clue] ? "has_all" : "no_mine_around";
    if (mines.length) demand = given ? "every_other_mine" : "every_mine";
    const step = `${say(demand, { clue: clueWords(board, clue) })}: ${decided}`;
    return given ? say("given_one", { given, step }) : step;
  }
  let so = split === null ? "so" : "either_way";
  if (safe.includes(split)) so = "mine_fails";
  if (mines.includes(split)) so = "safe_fails";
  const step = say(so, {
    reasons: reasons(board, clues, usesTotal, givenMines, givenSafe).join("; "),
    split: split !== null && cellName(board, split),
    decided,
  });
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

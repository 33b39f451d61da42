// Questions about a position: verdicts, chances, reasons. The messages are those that the library
// gives, as the schemas have them.

import { about, coveredIn, coveredOf, givenOf, isCovered, numberOf, pairOf, pairsOf, UsageError } from "./given.js";
import { CLASH, LimitError, MOST_LAYOUTS } from "./kernel.js";
import { fraction, value } from "../numbers.js";
import { conflictText, counterexampleText, explanationText, reasons } from "./saying.js";

// Chances are off by less than half of this.
const CLOSE = 2e-12;
// So many guesses are compared, and so many proofs.
const MOST_GUESSES = 60;
const MOST_COMPARED = 12;
// Guesses are nearly equal if they are survived at most this share less; see strategy/recipe.py.
const MARGIN = 0.06;
const MOST_CONTENDERS = 10;
const MOST_REPLIES = 6;

// What a position comes to: its board, the chances, and the layouts (null where they are not counted).
export function countedOn(board, kernel) {
  const answer = kernel.load(board);
  if (answer.status === CLASH) throw new Conflict(board, kernel);
  return { board, ...answer, layouts: kernel.layouts() };
}

// No layout fits a board.
export class Conflict extends Error {
  constructor(board, kernel) {
    const core = kernel.sources(board, -1, false);
    super(conflictText(board, core.clues, core.usesTotal));
    Object.assign(this, { board, core });
  }

  answer(command) {
    const { board, core } = this;
    return {
      ...about(command, board), consistent: false, error: this.message, kind: "inconsistent", place: null,
      core: pairsOf(board, core.clues), core_uses_total: core.usesTotal,
      core_further: [], core_uses_program: false, liars: 0, read_as: null,
    };
  }
}

export function* analyse({ wants = ["counts"], ...asked }, kernel) {
  const board = givenOf(asked);
  let position;
  try {
    position = countedOn(board, kernel);
  } catch (problem) {
    if (!(problem instanceof LimitError)) throw problem;
    // Verdicts alone may take less than counting.
    const verdicts = kernel.verdicts(board);
    if (!verdicts) throw new Conflict(board, kernel);
    const { message: error, kind } = problem;
    yield { ...verdictsOf(board, verdicts), error, kind, place: null, limit: error.replace("limit reached: ", "") };
    return;
  }
  const { chances } = position;
  const solved = verdictsOf(board, chances, position.needsTotal);
  if (!wants.includes("counts")) {
    yield solved;
    return;
  }
  // The kernel counts while it proves: the verdicts alone would come no sooner.
  const rows = Array.from({ length: board.height }, (_, row) => Array.from(
    chances.subarray(row * board.width, (row + 1) * board.width), (chance) =>
      (Number.isNaN(chance) ? null : chance)));
  yield {
    ...solved, models: position.layouts && String(position.layouts.count),
    probabilities: position.needsPrior ? null : rows, least_risky: leastRisky(position),
  };
  // What the game guarantees of a first cell, and the book of first cells, are the library's.
  const isBegun = !board.states.every(isCovered);
  const isComparable = solved.safe.length > 0 || (position.layouts && !position.needsPrior);
  if (wants.includes("best") && isBegun && isComparable) yield best(position, kernel);
}

// Verdicts as messages have them, of 0 for a safe cell and 1 for a mine.
function verdictsOf(board, verdicts, needsTotal = null) {
  const covered = coveredOf(board);
  const [safe, mines] = [0, 1].map((verdict) => pairsOf(board, covered.filter((cell) => verdicts[cell] === verdict)));
  return {
    ...about("solve", board), consistent: true, safe, mines,
    undetermined: covered.length - safe.length - mines.length, needs_total: needsTotal, models: null,
    probabilities: null, least_risky: null, key: null, wrong: null, liars: 0,
  };
}

// The probability of a mine in a cell, exactly; null where the layouts are not counted.
export function exactly({ chances, layouts, needsPrior }, cell) {
  if (chances[cell] === 0 || chances[cell] === 1) return String(chances[cell]);
  return layouts && !needsPrior ? fraction(layouts.mines(cell), layouts.count) : null;
}

export function leastRisky(position) {
  const { board, chances, layouts, needsPrior } = position;
  const covered = coveredOf(board);
  if (!layouts || needsPrior) return null;
  const least = covered.reduce((lowest, cell) => Math.min(lowest, chances[cell]), 1);
  const near = covered.filter((cell) => chances[cell] <= least + CLOSE);
  const mines = (cell) => layouts.mines(cell);
  const fewest = near.map(mines).reduce((lower, each) => (each < lower ? each : lower), layouts.count);
  const cells = near.filter((cell) => mines(cell) === fewest);
  return { cells: pairsOf(board, cells), probability: cells.length ? exactly(position, cells[0]) : "0" };
}

export function safeOf({ board, chances }) {
  return coveredOf(board).filter((cell) => chances[cell] === 0);
}

// Of the first of some safe cells the one with the fewest sources, and these.
export function easiest({ board }, safe, kernel) {
  const proofs = safe.slice(0, MOST_COMPARED).map((cell) => ({ cell, ...kernel.sources(board, cell, false) }));
  const size = ({ clues, usesTotal }) => clues.length + usesTotal;
  return proofs.reduce((first, each) => (size(each) < size(first) ? each : first));
}

function best(position, kernel) {
  const { board, chances } = position;
  const answer = {
    ...about("best", board), liars: 0, consistent: true, density: null, first_click: "unprotected",
    solved_layouts: MOST_LAYOUTS, cells: [], why: null, reason: null, risk: null, win_chance: null,
    candidates: [], fifties: null, closed: [],
  };
  const safe = safeOf(position);
  if (safe.length) {
    const { cell, clues, usesTotal } = easiest(position, safe, kernel);
    const text = explanationText(board, cell, false, clues, usesTotal);
    const reason = { cell: pairOf(board, cell), text, clues: pairsOf(board, clues), uses_total: usesTotal };
    return { ...answer, cells: pairsOf(board, safe), why: "safe", reason, risk: "0" };
  }
  const guesses = coveredOf(board).filter((cell) => chances[cell] < 1)
    .sort((one, other) => chances[one] - chances[other]);
  if (!guesses.length) return answer;
  const { why, candidates, win = null } = solved(position, guesses, kernel) ?? survived(position, guesses, kernel);
  const chosen = candidates.filter(({ behind }) => behind === null);
  return {
    ...answer, why, candidates, win_chance: win, cells: chosen.map(({ cell }) => cell),
    risk: chosen.reduce((one, other) => (value(other.risk) < value(one.risk) ? other : one)).risk,
  };
}

function candidate(position, cell, more) {
  return {
    cell: pairOf(position.board, cell), risk: exactly(position, cell), survival: null,
    third: null, behind: null, win_chance: null, ...more,
  };
}

// The guesses by their chances to win, where there are few layouts.
function solved(position, guesses, kernel) {
  const game = kernel.win();
  if (!game) return null;
  const ranked = guesses.filter((cell) => game.won.has(cell))
    .sort((one, other) => Number(game.won.get(other) - game.won.get(one)));
  const { most } = game;
  return {
    why: "solved", win: fraction(most, game.layouts),
    candidates: ranked.slice(0, MOST_GUESSES).map((cell) => candidate(position, cell, {
      behind: game.won.get(cell) === most ? null : "loses",
      win_chance: fraction(game.won.get(cell), game.layouts),
    })),
  };
}

// The guesses by the chance to survive them and the next click.
function survived(position, guesses, kernel) {
  const looked = kernel.lookAhead(guesses.slice(0, MOST_GUESSES), position.chances).filter(({ clues }) => clues > 0);
  const told = looked.filter(({ isCut, clues }) => !isCut && clues > 1);
  const most = Math.max(...(told.length ? told : looked).map(({ survival }) => survival));
  looked.sort((one, other) => other.survival - one.survival);
  // Where several are nearly equal, that of the click after the next.
  const least = told.length ? most * (1 - MARGIN) : 1;
  const contenders = looked.filter(({ survival, clues }) => clues > 1 && survival >= least).slice(0, MOST_CONTENDERS);
  if (contenders.length > 1) kernel.lookFurther(contenders, position.chances, MOST_REPLIES);
  const best = Math.max(-1, ...looked.filter(({ isBehind }) => isBehind === false).map(({ third }) => third));
  const isBest = ({ survival, third, isBehind }) => (best < 0 ? survival >= most - CLOSE
    : isBehind === false && third >= best - CLOSE);
  const behind = (each) => (each.isCut && each.third === undefined ? "cut"
    : each.clues === 1 && told.length ? "dead" : isBest(each) ? null : "riskier");
  return {
    why: "score",
    candidates: looked.map((each) => {
      const [survival, third] = [each.survival, each.third ?? null].map((chance) => chance && Math.min(chance, 1));
      return candidate(position, each.cell, { survival, third, behind: behind(each) });
    }).sort((one, other) => (one.behind !== null) - (other.behind !== null)
      || (other.third ?? -1) - (one.third ?? -1)),
  };
}

export function* explain(asked, kernel) {
  const position = countedOn(givenOf(asked), kernel);
  const { board, chances } = position;
  const cell = coveredIn(board, asked.cell);
  const answer = { ...about("explain", board), consistent: true, cell: asked.cell };
  if (chances[cell] !== 0 && chances[cell] !== 1) {
    const { mine, safe } = kernel.pair(board, cell);
    const every = Array.from(board.states.keys());
    const differing = every.filter((each) => mine[each] !== safe[each]);
    const minesOf = (layout) => pairsOf(board, every.filter((each) => layout[each]));
    yield {
      ...answer, verdict: "undetermined",
      layouts: { mine: minesOf(mine), safe: minesOf(safe) }, differing: pairsOf(board, differing),
      probability: exactly(position, cell), text: counterexampleText(board, cell, differing),
    };
    return;
  }
  const isMine = chances[cell] === 1;
  const { clues, usesTotal } = kernel.sources(board, cell, isMine);
  const around = clues.flatMap((clue) => board.near[clue]).filter((each) => isCovered(board.states[each]));
  yield {
    ...answer, verdict: isMine ? "mine" : "safe", clues: pairsOf(board, clues),
    uses_total: usesTotal, further: [], uses_program: false, liars: 0, sources: clues.length + usesTotal,
    smallest: false, cells: pairsOf(board, [...new Set([...around, cell])].sort((one, other) => one - other)),
    text: explanationText(board, cell, isMine, clues, usesTotal), reasons: reasons(board, clues, usesTotal),
    steps: null, cut: null, sum: null,
  };
}

// The least risky cells. Throws an Error where no exact chance is known.
export function comparable(position) {
  if (position.needsPrior) {
    throw new UsageError("the mine count is unknown, and chances need it; enter it, or a range of it");
  }
  if (!position.layouts) throw new LimitError("limit reached: the layouts are too many to count them exactly");
  return leastRisky(position);
}

// The chances of all that a cell may show: each is entered, and the layouts are counted again.
export function* look(asked, kernel) {
  const position = countedOn(givenOf(asked), kernel);
  const { board, layouts } = position;
  const cell = numberOf(board, asked.cell);
  comparable(position);
  const shares = Array.from({ length: board.near[cell].length + 1 }, (_, clue) => {
    const { status } = kernel.load(board, board.states.with(cell, clue));
    return status === CLASH ? "0" : fraction(kernel.layouts().count, layouts.count);
  });
  const probability = exactly(position, cell);
  yield { format: "logicsweep-seen/1", cell: asked.cell, probability, clues: shares };
}

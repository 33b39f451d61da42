// Judgements of openings: of one move, and of all moves of a game that is over.

import { comparable, countedOn, easiest, exactly } from "./answers.js";
import { coveredIn, givenOf, numberOf, pairOf, pairsOf, UsageError } from "./given.js";
import { guaranteed, leastClicks, reached } from "./games.js";
import { value } from "../numbers.js";
import { patternOf } from "./patterns.js";
import { explanationText, gradeText } from "./saying.js";

// So many cells are named as better than a guess.
const MOST_NAMED = 12;
const KINDS = ["proved", "needless", "blunder", "least-risk", "riskier", "dead"];
// What is not measured here.
const METRICS = ["3bv_solved", "3bv_per_second", "openings", "seconds", "clicks", "left", "right", "chords",
  "efficiency"];

// What the opening of a cell is, before it shows anything; `isFree` for a first cell that the game
// keeps free of mines.
function gradeOf(board, cell, kernel, isFree = false) {
  const position = countedOn(board, kernel);
  const { chances } = position;
  const place = pairOf(board, cell);
  const away = (other) => Math.max(...pairOf(board, other).map((at, axis) => Math.abs(at - place[axis])));
  const { cells, probability: best } = comparable(position);
  const others = cells.map((each) => numberOf(board, each))
    .sort((one, other) => away(one) - away(other) || one - other);
  const grade = { board, cell, risk: exactly(position, cell), best, better: [], reason: null, level: null };
  if (isFree) return { ...grade, kind: "proved", level: 0, risk: "0", best: "0" };
  if (chances[cell] === 1) {
    const reason = { cell, isMine: true, ...kernel.sources(board, cell, true) };
    return { ...grade, kind: "blunder", better: best === "1" ? [] : others, reason };
  }
  if (best === "0") {
    const isProved = chances[cell] === 0;
    const reason = { isMine: false, ...easiest(position, isProved ? [cell] : others, kernel) };
    if (isProved) return { ...grade, kind: "proved", level: reason.clues.length + reason.usesTotal, reason };
    const better = [reason.cell, ...others.filter((each) => each !== reason.cell)];
    return { ...grade, kind: "needless", reason, better };
  }
  return others.includes(cell) ? { ...grade, kind: "least-risk" } : { ...grade, kind: "riskier", better: others };
}

// A judgement as messages have it.
function judgementOf(grade) {
  const { board, cell, kind, risk, best, better, reason } = grade;
  const { cell: decided, isMine, clues = [], usesTotal = false } = reason ?? {};
  const proof = reason && explanationText(board, decided, isMine, clues, usesTotal);
  const [mines, safe] = isMine ? [[decided], []] : [[], [decided]];
  const step = { clues, usesTotal, givenMines: [], givenSafe: [], mines, safe };
  return {
    cell: pairOf(board, cell), kind, risk, best, better: pairsOf(board, better.slice(0, MOST_NAMED)), fifty: [],
    because: {
      text: gradeText(board, { ...grade, reason: proof }), proof, clues: pairsOf(board, clues), uses_total: usesTotal,
      pattern: reason && kind !== "proved" ? patternOf(board, step) : null,
    },
  };
}

export function* move(asked, kernel) {
  const board = givenOf(asked);
  yield { format: "logicsweep-move/1", ...judgementOf(gradeOf(board, coveredIn(board, asked.cell), kernel)) };
}

export function* judge(asked, kernel) {
  const { board, state, isMine, openings } = reached(asked, kernel);
  if (state === "playing") throw new UsageError("the game is not over; its moves are judged afterwards");
  const isFree = !asked.game.puzzle && guaranteed(asked.game) !== "unprotected";
  const grades = openings.map(({ cell, before }, turn) => gradeOf(before, cell, kernel, isFree && turn === 0));
  const judged = openings.map((opening, turn) => {
    const { cell, ...judgement } = judgementOf(grades[turn]);
    const shows = opening.shows.sort((one, other) => one - other).map((each) =>
      [...pairOf(board, each), board.states[each] === -3 ? "known mine" : board.states[each]]);
    return {
      cells: [cell], chord: null, seconds: null, ...judgement, level: grades[turn].level, claim_follows: null,
      win_before: null, win_after: null, shows,
    };
  });
  const survived = ({ cell }) => board.states[cell] !== -3;
  const bits = (share) => (share ? -Math.log2(share) + 0 : Infinity);
  const kept = grades.map(({ risk, best }) => (risk === "1" ? 0 : (1 - value(risk)) / (1 - value(best))));
  const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
  const wasted = sum(kept.map(bits));
  yield {
    format: "logicsweep-review/1", height: board.height, width: board.width, mine_count: board.total[0],
    player: "", note: "", is_won: state === "won", before: [], openings: judged,
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, grades.filter((grade) => grade.kind === kind).length])),
    luck_bits: sum(grades.filter(survived).map(({ risk }) => bits(1 - value(risk)))),
    wasted_bits: Number.isFinite(wasted) ? wasted : null, kept: kept.reduce((product, each) => product * each, 1),
    level: Math.max(0, ...grades.map(({ level }) => level ?? 0)),
    metrics: { "3bv": leastClicks(board, isMine), ...Object.fromEntries(METRICS.map((name) => [name, null])) },
  };
}

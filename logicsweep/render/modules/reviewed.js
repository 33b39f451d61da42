// A game that was played and judged, without a page: the board before each opening, the mistakes,
// and what remained of the chance to survive. Cells in sentences are (row,column) from 0; a reader's
// names take their place where the sentences are shown.

import { tokenOf } from "./board.js";
import { capitalized, value, wholePercent } from "./numbers.js";

// The kinds of openings in words: one, and several.
export const KINDS = {
  proved: ["proved safe", "proved safe"],
  needless: ["a needless guess", "needless guesses"],
  riskier: ["a riskier guess", "riskier guesses"],
  blunder: ["a proved mine", "proved mines"],
  "least-risk": ["a forced guess", "forced guesses"],
  dead: ["a 50/50 that nothing settles", "50/50s that nothing settles"],
};
const MISTAKES = new Set(["needless", "riskier", "blunder"]);
const FORCED = new Set(["least-risk", "dead"]);
const STATES = { "known mine": "*", "no clue": "_", flagged: "F", covered: "?" };

export const isMistake = (kind) => MISTAKES.has(kind);
export const cellName = ([row, column]) => `(${row},${column})`;
export const riskWords = (fraction) => wholePercent(value(fraction));

export class Reviewed {
  // `review` is the answer of `review`; `signs` are what clues show under a rule, by token, or null.
  constructor(review, signs = null) {
    this.review = review;
    this.signs = signs;
    this.openings = review.openings;
    const every = [...this.openings.keys()];
    this.mistakes = every.filter((at) => MISTAKES.has(this.openings[at].kind));
    this.forced = every.filter((at) => FORCED.has(this.openings[at].kind));
    this.shares = this.#shares();
  }

  // The number of the openings, which is also where the end is.
  get end() {
    return this.openings.length;
  }

  index([row, column]) {
    return row * this.review.width + column;
  }

  cell(index) {
    return [Math.floor(index / this.review.width), index % this.review.width];
  }

  // The tokens of all cells before an opening; at the end, of the last position.
  tokens(at) {
    const { height, width, before } = this.review;
    const tokens = new Array(height * width).fill("?");
    for (const shows of [before, ...this.openings.slice(0, at).map((opening) => opening.shows)]) {
      for (const [row, column, shown] of shows) tokens[row * width + column] = this.#token(shown);
    }
    return tokens;
  }

  #token(shown) {
    if (typeof shown === "string") return STATES[shown] ?? shown;
    return this.signs ? String(shown) : tokenOf(shown);
  }

  // By opening: the share that was kept of the chance to survive, and the chance to come so far.
  #shares() {
    let [kept, luck] = [1, 1];
    const shares = [[1, 1]];
    for (const { risk, best, fifty } of this.openings) {
      const [survival, most] = [1 - value(risk), 1 - value(best)];
      if (!fifty.length && most > 0) kept *= Math.min(1, survival / most);
      luck *= survival;
      shares.push([kept, luck]);
    }
    return shares;
  }

  // The first mistake behind an opening, or else the first of all; undefined without mistakes.
  // `isWanted` may leave some out.
  mistakeFrom(at, isWanted = () => true) {
    const wanted = this.mistakes.filter(isWanted);
    return wanted.find((index) => index >= at) ?? wanted[0];
  }

  hitMine(at) {
    return this.openings[at].shows.some(([, , shown]) => shown === "known mine");
  }

  // How the game ended.
  get result() {
    const { is_won: isWon, metrics, player } = this.review;
    const isLost = this.openings.some((_, at) => this.hitMine(at));
    const how = isWon ? "won" : isLost ? "lost" : "not finished";
    const time = metrics.seconds === null ? "" : ` in ${metrics.seconds.toFixed(2)} s`;
    const text = `${how}${time}`;
    return player ? `${player}: ${text}` : capitalized(text);
  }

  // The opened cells, the first few of a chord.
  cellsOf(at) {
    const { cells } = this.openings[at];
    return `${cells.slice(0, 3).map(cellName).join(" ")}${cells.length > 3 ? " …" : ""}`;
  }

  // The opened cells, how they were opened, and when.
  titleOf(at) {
    const { cells, chord, seconds } = this.openings[at];
    const how = chord ? ` by a chord at ${cellName(chord)}` : "";
    const time = seconds === null ? "" : `, ${seconds.toFixed(2)} s`;
    return `${cells.map(cellName).join(", ")}${how}${time}`;
  }

  // The chance to win before and after an opening, if one of them is known.
  winOf(at) {
    const { win_before: before, win_after: after } = this.openings[at];
    if (before === null && after === null) return "";
    const words = (fraction) => (fraction === null ? "unknown" : riskWords(fraction));
    return `Chance to win before: ${words(before)}; after: ${words(after)}.`;
  }

  // An opening in a line, with the cell that was better; `isAsked` leaves that one to be found.
  line(at, isAsked = false) {
    const { kind, risk } = this.openings[at];
    const isGuess = kind === "riskier" || kind === "least-risk";
    const better = isAsked ? "" : this.#better(at);
    return `${this.cellsOf(at)}: ${KINDS[kind][0]}${isGuess ? `, ${riskWords(risk)}` : ""}${better}`;
  }

  // The nearest better cell, as the end of a sentence.
  #better(at) {
    const { better, best } = this.openings[at];
    if (!better.length) return "";
    return best === "0" ? `; ${cellName(better[0])} was safe`
      : `; ${cellName(better[0])} had only ${riskWords(best)}`;
  }

  // What mistakes cost.
  get cost() {
    const { kept, wasted_bits: wasted } = this.review;
    if (wasted === 0) return "";
    const share = wasted === null ? "all" : wholePercent(1 - kept);
    return `${this.mistakes.length === 1 ? "It" : "They"} cost ${share} of the chance to survive.`;
  }

  // How much luck it took.
  get luck() {
    const bits = this.review.luck_bits;
    if (bits === 0) return "No luck was needed to survive so long.";
    const number = bits < 0.005 ? "less than 0.01 bits" : `${bits.toFixed(2)} bits`;
    return `The chance to survive so long was ${wholePercent(2 ** -bits)}: ` +
      `${number} of luck (a coin toss is 1).`;
  }
}

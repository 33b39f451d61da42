// A lesson about a mistake, without a page: the tries, and the judgement of each.

import { KINDS, cellName, isMistake, riskWords } from "./reviewed.js";

export class Lesson {
  // About an opening of a `Reviewed` that was a mistake.
  constructor(reviewed, at) {
    this.at = at;
    this.opening = reviewed.openings[at];
    this.tries = [];
    this.isSolved = false;
    this.isTold = false; // the answer was asked for
  }

  // Whether the answer is known.
  get isOver() {
    return this.isSolved || this.isTold;
  }

  // The try of a cell, which is a new one or that of before.
  add(cell) {
    const known = this.tries.find((attempt) => cellName(attempt.cell) === cellName(cell));
    if (known) return known;
    const attempt = { cell, move: null, problem: "", number: this.tries.length };
    this.tries.push(attempt);
    return attempt;
  }

  // Take in the judgement of a try; a problem takes its place where there is none.
  judge(attempt, move, problem = "") {
    attempt.move = move;
    attempt.problem = problem;
    if (move?.kind && !isMistake(move.kind)) this.isSolved = true;
  }

  // The judgement of a cell as far as the review goes; its kind is null if that says only that the
  // cell is none of the best.
  byReview(cell) {
    const { cells, kind, risk, best, better, because } = this.opening;
    const isCell = (other) => cellName(other) === cellName(cell);
    if (cells.length === 1 && isCell(cells[0])) return { cell, kind, risk, best, better, because };
    if (!better.some(isCell)) return { cell, kind: null, risk: null, best, better, because: null };
    const isProved = best === "0";
    const why = isProved && isCell(better[0]) ? because : null;
    return { cell, kind: isProved ? "proved" : "least-risk", risk: best, best, better: [], because: why };
  }

  // A try in a sentence. The better cell is named once the answer is known.
  words({ cell, move, problem }) {
    return `${cellName(cell)}: ${problem || (move ? this.#judged(move) : "being judged …")}`;
  }

  #judged({ kind, risk, best, better }) {
    const other = this.isOver && better.length ? cellName(better[0]) : "another cell";
    switch (kind) {
      case "proved": return "right, it is proved safe.";
      case "least-risk": return `right, its risk of ${riskWords(risk)} is the least.`;
      case "dead": return `right, it belongs to ${KINDS.dead[0]}.`;
      case "needless": return `a guess with ${riskWords(risk)} although ${other} is proved safe.`;
      case "riskier": return `a guess with ${riskWords(risk)}; ${other} has only ${riskWords(best)}.`;
      case "blunder": return "a proved mine.";
      default: return "none of the best cells.";
    }
  }

  // Why a try is what it is; empty where that is said, would tell the answer, or nobody knows.
  why({ move }) {
    if (!move?.because) return "";
    const tells = move.kind === "needless" || move.kind === "riskier";
    // Once the answer is known, the opening itself gives the same reason.
    const isSaid = this.isOver && move.because.text === this.opening.because.text;
    return isSaid || (tells && !this.isOver) ? "" : move.because.text;
  }
}

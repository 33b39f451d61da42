// Why an opening was of its kind; the twin is `games/told/grades.py`.

import { cellName, listedCells, say } from "./wording.js";

// `grade` has the `kind`, and of the others those that it speaks of: `cells`, `better` and `fifty` as
// cell numbers, `risk` and `best` as exact fractions such as "1/15", the `level` of the proof, and
// the text of an explanation or a step as `reason`, null or absent where there is none.
export function gradeText(board, grade) {
  return TEXTS[grade.kind](board, { reason: null, fifty: [], ...grade });
}

const TEXTS = {
  proved: (_, { level, reason }) =>
    (reason === null ? say("first_cell") : say("proved", { level, reason })),
  needless: (board, { risk, reason, fifty }) => {
    const why = reason === null ? "" : say("because", { reason });
    return say("needless", { risk: roundedWords(risk), why }) + fiftyWords(board, fifty);
  },
  blunder: (_, { reason }) => say("blunder", { reason: reason ?? say("sure_mine") }),
  "least-risk": (_, { risk }) => say("least_risk", { risk: roundedWords(risk) }),
  riskier: (board, { cells, risk, best, better }) => {
    const words = roundedWords(risk) === roundedWords(best) ? chanceWords : roundedWords;
    return say("riskier", {
      cells: listedCells(board, cells), risk: words(risk),
      better: cellName(board, better[0]), best: words(best),
    });
  },
  dead: (board, { risk, fifty }) =>
    say("dead", { risk: roundedWords(risk) }) + fiftyWords(board, fifty),
};

function fiftyWords(board, fifty) {
  return fifty.length ? say("fifty", { cells: listedCells(board, fifty) }) : "";
}

function chanceWords(chance) {
  const percent = percentOf(chance);
  if (chance === "0" || chance === "1") return say("percent", { number: percent });
  if (percent < 0.01) return say("nearly_0");
  if (percent > 99.99) return say("nearly_100");
  return say("percent", { number: fixed(percent, 2) });
}

function roundedWords(chance) {
  const percent = percentOf(chance);
  if (percent < 1 || percent > 99) return chanceWords(chance);
  return say("percent", { number: fixed(percent, 0) });
}

// An exact fraction in percent, as the nearest number. The last bit says that there is a remainder,
// so that `Number` rounds to the right side.
function percentOf(fraction) {
  const [over, under = 1n] = fraction.split("/").map(BigInt);
  const scaled = (100n * over) << 128n;
  return Number((scaled / under) | (scaled % under ? 1n : 0n)) / 2 ** 128;
}

// A number with two decimals or none. A half becomes the even digit, as in Python; `toFixed` rounds
// it up. With two decimals a half is an odd multiple of 1/8, since other halves are no binary
// fractions.
function fixed(number, decimals) {
  const up = number.toFixed(decimals);
  const isHalf = (number * (decimals ? 8 : 2)) % 2 === 1;
  return isHalf && up.at(-1) % 2 ? (number - 0.001).toFixed(decimals) : up;
}

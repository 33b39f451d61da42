// What is drawn over covered cells: a choice of the reader.

import { UNKNOWN, isCovered, percent } from "../board.js";

// Kinds with their words; the last column is what a cell's number says to a screen reader.
export const OVERLAYS = {
  mine: ["Mine %", "mine probability"],
  safe: ["Safe %", "probability to be safe"],
  zero: ["Zero %", "probability to open an area"],
  progress: ["Progress %", "probability that it helps on"],
  none: ["Nothing", ""],
};
// Kinds that take a question of their own.
export const ASKED = new Set(["zero", "progress"]);

// What a board view draws over each cell of a position, as a function of its number. `isQuiet` says
// of which cells the number is left out: the colour says as much.
export function drawnOver(kind, findings, isQuiet) {
  if (kind === "none" || !findings) return () => UNKNOWN;
  const { verdicts, chances, best } = findings;
  const values = kind === "mine" ? chances : kind === "safe" ? chances.map(opposite)
    : findings.overlays.get(kind);
  const words = OVERLAYS[kind][1];
  // Many cells have the same chance. Of what was asked for, what is certain is 0 or 1.
  const texts = new Map(ASKED.has(kind) ? [[0, "0%"], [1, "100%"]] : []);
  const textOf = (value) => {
    if (!texts.has(value)) texts.set(value, percent(value));
    return texts.get(value);
  };
  return (index) => {
    const verdict = verdicts[index];
    const value = values?.[index] ?? null;
    const drawn = { verdict, chance: chances[index], isBest: best.has(index) };
    // A mine opens nothing, and a cell that is not covered is no question.
    if (verdict === "mine" || value === null) return { ...drawn, chance: null };
    const isAsked = ASKED.has(kind);
    if (verdict !== null && !isAsked) return drawn;
    const text = textOf(value);
    const heat = Math.round(100 * (kind === "mine" ? value : 1 - value));
    return {
      ...drawn,
      verdict: isAsked ? null : verdict,
      overlay: { text: isQuiet(index) ? "" : text, heat, words: `${words} ${text}` },
    };
  };
}

function opposite(chance) {
  return chance === null ? null : 1 - chance;
}

// Which covered cells no clue speaks of, as a function of their number: those far from all clues.
export function untouched(position, shaped) {
  const { tokens } = position;
  const near = new Uint8Array(tokens.length);
  tokens.forEach((token, index) => {
    if (isCovered(token) || token === "*" || token === "_") return;
    for (const cell of shaped.scope(position, index)) near[cell] = 1;
  });
  return (index) => !near[index];
}

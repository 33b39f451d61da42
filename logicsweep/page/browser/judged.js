// A game that is over: how likely it was to survive, move by move, and how good each guess was.

import { make } from "./shapes.js";
import { byId, el } from "./dom.js";
import { value } from "./fractions.js";
import { cellText, chanceText, counted } from "./words.js";

const [WIDTH, HEIGHT] = [300, 90];
const KINDS = {
  least: "the least risky guess", riskier: "a riskier guess", needless: "a needless guess",
};

export function showJudged(judged, player) {
  const guesses = judged.filter(({ kind }) => kind in KINDS);
  const box = byId("judged");
  if (!judged.length) {
    box.replaceChildren();
    return;
  }
  const last = judged.at(-1).survival;
  box.replaceChildren(
    el("h2", {}, "The moves"),
    el("p", {}, `${counted(judged.length, "move")}, ${guesses.length === 1 ? "1 guess" :
      `${guesses.length} guesses`}; the chance to survive all of them was ${(100 * last).toFixed(1)} %.`),
    graph(judged),
    el("ol", { class: "guesses" }, ...guesses.map((one) => {
      const better = one.kind === "least" ? "" : one.kind === "needless"
        ? "; a cell was proved safe" : `; another cell had ${chanceText(one.least)}`;
      const isMistake = one.kind !== "least";
      return el("li", { class: one.kind },
        `Move ${one.move + 1}, ${cellText(one.cell)}: ${KINDS[one.kind]} (${chanceText(one.risk)} a mine${better}). `,
        isMistake ? el("button", { type: "button", onclick: () => player.retry(one.move, judged) },
          "Try again") : null);
    })),
  );
}

// The chance to have survived, after each move; guesses are marked by shape.
function graph(judged) {
  const words = `The chance to survive falls to ${(100 * judged.at(-1).survival).toFixed(1)} % ` +
    `in ${counted(judged.length, "move")}.`;
  const svg = make("svg", {
    class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words,
  });
  const x = (move) => 4 + ((WIDTH - 8) * move) / Math.max(1, judged.length - 1);
  const y = (chance) => 6 + (HEIGHT - 12) * (1 - chance);
  for (const share of [0, 0.5, 1]) {
    make("line", { x1: 0, x2: WIDTH, y1: y(share), y2: y(share), class: "rule" }, svg);
  }
  const points = judged.map(({ survival }, move) => `${x(move)},${y(survival)}`);
  make("polyline", { points: points.join(" "), class: "survival" }, svg);
  judged.forEach(({ kind, survival, risk }, move) => {
    if (!(kind in KINDS)) return;
    const [at, high] = [x(move), y(survival)];
    const shape = { least: `M${at - 3.5} ${high}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0`,
      riskier: `M${at - 4} ${high + 3.5}h8l-4 -7z`, needless: `M${at - 4} ${high - 4}l8 8m0 -8l-8 8` };
    const mark = make("path", { d: shape[kind], class: `mark ${kind}` }, svg);
    make("title", {}, mark).textContent = `Move ${move + 1}: ${(100 * value(risk)).toFixed(1)} % a mine`;
  });
  return svg;
}

// A board that no layout fits: the clues that clash, and which of them may be wrong.

import { clueOf } from "../board.js";
import { el } from "../core/dom.js";
import { capitalized, counted, listed, percentText } from "../core/words.js";

const MOST_SETS = 12;

export function conflictParts({ conflict, diagnosis, position }, desk) {
  const { names, view, shaped } = desk;
  const parts = [el("h2", { class: "wrong" }, "This board is impossible"),
    el("p", {}, ...names.nodes(`${capitalized(conflict.error.replace(/^the board is inconsistent: /, ""))}.`))];
  const sets = diagnosis?.correction_sets ?? [];
  if (sets.length) {
    parts.push(el("p", {}, "What may be wrong, the likeliest first:"),
      el("ol", { class: "suspects" }, ...sets.slice(0, MOST_SETS).map((set) => {
        const words = set.clues.map((cell, number) => {
          const values = set.values[number].map((code) => shaped.named(position, code));
          const token = position.tokens[position.index(cell)];
          return `${clueOf(token) ?? token} at ${names.of(cell)}` +
            (values.length ? ` (could be ${listed(values, "or")})` : "");
        });
        const show = () => view.present({ wrong: set.clues.map((cell) => position.index(cell)) });
        return el("li", {}, el("button", { type: "button", class: "link", onclick: show },
          `${listed(words)}: ${percentText(set.probability)}`));
      })));
    const left = sets.length - MOST_SETS;
    if (left > 0) parts.push(el("p", { class: "hint" }, `and ${counted(left, "more set")}`));
  }
  if (diagnosis?.total_suspect) parts.push(el("p", {}, "Or the mine count is wrong."));
  return parts;
}

// What a cell may turn out to be when it is opened: a table whose rows try it.

import { el } from "../core/dom.js";
import { value } from "../numbers.js";
import { chanceText, percentText } from "../core/words.js";

// A `Seen` of the page as a table; `desk` has the position, the shapes and `paint(indices, token)`.
export function valuesTable(seen, desk) {
  const { position, shaped, names } = desk;
  const index = position.index(seen.cell);
  const rows = [["a mine", seen.probability, "*", "mine"]];
  seen.clues.forEach((chance, code) => {
    const written = shaped.named(position, code);
    rows.push([written, chance, shaped.tokenOf(position, code), "safe"]);
  });
  const shown = rows.filter(([, chance]) => chance !== "0");
  return el("table", { class: "outcomes" },
    el("caption", {}, "If it is opened it is …"),
    el("tbody", {}, ...shown.map(([word, chance, token, kind]) => {
      const bar = el("span", { class: "bar" });
      bar.style.width = `${Math.max(1, 100 * value(chance))}%`;
      return el("tr", { class: kind },
        el("th", { scope: "row" }, el("button", {
          type: "button", "aria-label": `What if ${names.of(seen.cell)} is ${word}?`,
          title: "See the board after that", onclick: () => desk.paint([index], token),
        }, word)),
        el("td", {}, bar), el("td", { title: chanceText(chance) }, percentText(chance)));
    })));
}

// The tree of positions in the panel: the main line, and alternatives apart.

import { byId, el, refill } from "../core/dom.js";
import { counted } from "../core/words.js";

// The most positions that are listed; the others are still there.
const MOST_LISTED = 300;

export class Positions {
  // `desk` has the tree and `names`; `go(act)` changes the tree, and `close()` forgets all of it.
  constructor(desk) {
    this.desk = desk;
    this.list = byId("tree");
    byId("position-cut").addEventListener("click", () => this.#cut());
    byId("positions-close").addEventListener("click", () => desk.close());
  }

  show() {
    const { tree, names } = this.desk;
    byId("position-cut").disabled = !tree.canUndo;
    const lines = linesOf(tree);
    const here = lines.findIndex(({ number }) => number === tree.at);
    const start = Math.max(0, Math.min(here - MOST_LISTED / 2, lines.length - MOST_LISTED));
    refill(this.list, ...lines.slice(start, start + MOST_LISTED).map((line) => {
      const name = names.text(tree.nodes[line.number].name ?? "change");
      const item = el("li", { class: line.depth ? "alternative" : "main" },
        el("span", { class: "place", "aria-hidden": "true" }, line.label),
        el("button", {
          type: "button", class: "link", "aria-current": line.number === tree.at ? "step" : null,
          "aria-label": `${line.depth ? "Alternative " : ""}${line.label} ${name}`,
          onclick: () => this.desk.go(() => tree.go(line.number)),
        }, name));
      item.style.marginLeft = `${line.depth}rem`;
      return item;
    }));
    byId("more-positions").textContent = lines.length > MOST_LISTED
      ? `${counted(lines.length, "position")} in all; the ${MOST_LISTED} around this one are listed.` : "";
    // With the next frame: to ask where it is would have the browser lay out the page at once.
    requestAnimationFrame(() => {
      const current = this.list.querySelector("[aria-current]");
      if (current) this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    });
  }

  #cut() {
    const { desk } = this;
    let before = null;
    desk.go(() => { before = desk.tree.cut(); });
    desk.page.say("The position and what followed from it are gone.",
      [["Undo", () => desk.restore(before)]]);
  }
}

// All positions in the order of reading: a line goes on at its depth, what was tried in place of a
// position stands behind it, one deeper. Labels count the changes from the first position on.
function linesOf(tree) {
  const children = new Map();
  tree.nodes.forEach(({ parent }, number) => {
    children.set(parent, [...(children.get(parent) ?? []), number]);
  });
  const lines = [];
  // Nodes with the same parent, their depth and how many changes led there.
  const waiting = [[children.get(null), 0, 0, 0]];
  while (waiting.length) {
    const [[first, ...others], depth, changes, tried] = waiting.pop();
    const letter = tried ? String.fromCharCode(96 + Math.min(tried, 26)) : "";
    lines.push({ number: first, depth, label: `${changes}${letter}` });
    if (children.has(first)) waiting.push([children.get(first), depth, changes + 1, 0]);
    for (let place = others.length - 1; place >= 0; place--) {
      waiting.push([[others[place]], depth + 1, changes, tried + place + 1]);
    }
  }
  return lines;
}

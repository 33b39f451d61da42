// The tree of positions in the panel: the main line, alternatives apart, names and comments.

import { byId, download, el, refill } from "../core/dom.js";
import { counted } from "../core/words.js";

// The most positions that are listed; the others are still there.
const MOST_LISTED = 300;

export class Positions {
  // `desk` has the tree and `names`; `go(act)` changes the tree, and `close()` forgets all of it.
  constructor(desk) {
    this.desk = desk;
    this.list = byId("tree");
    // The list follows while somebody types: if it grew on the way to a button, the button would be
    // gone from below the pointer.
    for (const part of ["name", "comment"]) {
      byId(`position-${part}`).addEventListener("input", ({ target }) => {
        const words = target.value.trim();
        if (words || part === "comment") desk.tree.note({ [part]: words });
        this.#list();
      });
      byId(`position-${part}`).addEventListener("change", () => desk.go(() => {}));
    }
    byId("position-cut").addEventListener("click", () => this.#cut());
    byId("position-promote").addEventListener("click", () => desk.go(() => desk.tree.promote()));
    byId("positions-text").addEventListener("click", () =>
      this.#export("positions.txt", "text/plain", treeText(desk.tree, desk.names)));
    byId("positions-json").addEventListener("click", () =>
      this.#export("positions.json", "application/json", JSON.stringify(desk.tree.state(), null, 1)));
    byId("positions-close").addEventListener("click", () => desk.close());
  }

  show() {
    const { tree, names } = this.desk;
    const lines = this.#list();
    const { name = "change", comment = "" } = tree.nodes[tree.at];
    byId("position-name").value = names.text(name);
    byId("position-comment").value = comment;
    byId("position-cut").disabled = !tree.canUndo;
    byId("position-promote").disabled = lines.find(({ number }) => number === tree.at).depth === 0;
  }

  // List the positions; returns the lines of all.
  #list() {
    const { tree, names } = this.desk;
    const lines = linesOf(tree);
    const here = lines.findIndex(({ number }) => number === tree.at);
    const start = Math.max(0, Math.min(here - MOST_LISTED / 2, lines.length - MOST_LISTED));
    refill(this.list, ...lines.slice(start, start + MOST_LISTED).map((line) => {
      const { name, comment } = tree.nodes[line.number];
      const item = el("li", { class: line.depth ? "alternative" : "main" },
        el("span", { class: "place", "aria-hidden": "true" }, line.label),
        el("button", {
          type: "button", class: "link", "aria-current": line.number === tree.at ? "step" : null,
          "aria-label": `${line.depth ? "Alternative " : ""}${line.label} ${names.text(name ?? "change")}`,
          onclick: () => this.desk.go(() => tree.go(line.number)),
        }, names.text(name ?? "change")),
        comment ? el("span", { class: "comment" }, comment) : null);
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
    return lines;
  }

  #cut() {
    const { desk } = this;
    const before = desk.tree.cut();
    if (!before) return;
    desk.changed();
    desk.page.say("The position and what followed from it are gone.",
      [["Undo", () => desk.restore(before)]]);
  }

  #export(name, media, text) {
    let bytes = "";
    for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
    download(name, media, btoa(bytes));
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

// The tree as a text: a line for each position, with its comment, and the boards that were opened.
export function treeText(tree, names) {
  const lines = linesOf(tree).flatMap(({ number, depth, label }) => {
    const { name = "change", comment, board } = tree.nodes[number];
    const before = "  ".repeat(depth);
    const text = `${before}${label}. ${names.text(name)}${comment ? ` – ${comment}` : ""}`;
    return [text, ...(board ? board.rows.map((row) => `${before}   ${row}`) : [])];
  });
  return `${lines.join("\n")}\n`;
}

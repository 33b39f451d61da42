// What is drawn above the cells of a board: frames, and cells that light up.

import { make } from "./elements.js";

// The dashes of groups, in hundredths of the way around a cell, so that colours alone need not tell
// groups apart: dash, gap, dash, gap. The first is a whole line.
const DASHES = [[], [9, 4], [3.5, 3.5], [12, 3, 3, 3], [2, 2.5], [6, 2, 2, 2]];
const LAP = 100;
const GROUPS = DASHES.length;

export class Marks {
  // Draws into groups of an SVG element above the cells.
  constructor(sheet) {
    this.sheet = sheet;
    this.over = make("g", {}, sheet);
    this.frames = make("g", { class: "frames" }, this.over);
    this.lights = make("g", { class: "lights" }, this.over);
    this.pointed = make("g", { class: "pointed" }, this.over);
    this.drawn = new Map();
  }

  // Begin with the cells of another board.
  build(shapes, count) {
    Object.assign(this, { shapes, count });
    for (const group of [this.frames, this.lights, this.pointed]) group.replaceChildren();
    this.drawn.clear();
    this.fading?.remove();
    this.over.setAttribute("transform", `translate(${shapes.left} ${shapes.top})`);
  }

  // As `BoardView.frame` says; returns the cells, the most important first. A frame that stays is not
  // made again: only new ones come gradually.
  frame({ focus = null, framed = [], around = [], wrong = [], groups = [] }) {
    const drawn = new Map();
    const want = (index, width, inset, kind, dash = null, hasUnder = true) => {
      if (index >= this.count) return;
      const key = `${kind}|${index}|${dash}`;
      const known = this.drawn.get(key)?.elements;
      for (const element of known ?? []) element.classList.remove("changed");
      drawn.set(key, { index, elements: known ?? this.#made(index, width, inset, kind, dash, hasUnder) });
    };
    for (const index of around) if (index !== focus) want(index, 2, 3, "dashed");
    for (const [index, members] of membersOf(groups)) {
      members.forEach(({ group, isClue }, part) => {
        const dash = dashesOf(DASHES[group], part, members.length);
        const width = isClue ? 4 : 2.5;
        want(index, width, width / 2, `group group-${group}`, dash, part === 0);
      });
    }
    for (const index of framed) want(index, 3, 1.5, "line");
    for (const index of wrong) want(index, 3, 1.5, "wrong");
    if (focus !== null) {
      want(focus, 3, 1.5, "line focus");
      want(focus, 1.5, -2.5, "line outer");
    }
    this.drawn = drawn;
    this.frames.replaceChildren(...[...drawn.values()].flatMap(({ elements }) => elements));
    return [...drawn.values()].map(({ index }) => index).reverse();
  }

  #made(index, width, inset, kind, dash, hasUnder) {
    const lap = dash && { pathLength: LAP, "stroke-dasharray": dash[0], "stroke-dashoffset": dash[1] };
    const line = (name, wide, more) => this.#outline(index, inset,
      { class: `${name} changed`, "stroke-width": wide, ...more });
    return [...(hasUnder ? [line("under", width + 2)] : []), line(kind, width, lap)];
  }

  #outline(index, inset, attributes) {
    return make(this.shapes.tag, { ...this.shapes.outline(index, inset, 4), ...attributes });
  }

  // Let cells change gradually: the colours that they had, by cell, fade away above them. A sheet of
  // its own fades without the page; cells that did so one by one would take longer to paint.
  fade(colours) {
    if (!colours.size) return;
    const veil = this.sheet.cloneNode(false);
    veil.classList.add("veil");
    const cells = make("g", { transform: this.over.getAttribute("transform") }, veil);
    for (const [index, colour] of colours) {
      make(this.shapes.tag, { ...this.shapes.outline(index, 0, 0), fill: `var(--${colour})` }, cells);
    }
    veil.addEventListener("animationend", () => veil.remove());
    this.fading?.remove();
    this.fading = veil;
    this.sheet.before(veil);
  }

  light(indices) {
    const cells = indices.filter((index) => index < this.count);
    this.lights.replaceChildren(...cells.flatMap((index) =>
      ["under", "lit"].map((kind) => this.#outline(index, 1, { class: kind }))));
  }

  // Outline the cell under the pointer, where it is no element that could do so.
  point(index) {
    this.pointed.replaceChildren(...(index === null ? [] : [this.#outline(index, 1)]));
  }
}

// The groups that each cell is in, by the number of their colour: the one given, or as they come.
function membersOf(groups) {
  const members = new Map();
  groups.forEach(({ clue, cells, group }, number) => {
    for (const index of [clue, ...cells]) {
      if (!members.has(index)) members.set(index, []);
      members.get(index).push({ group: group ?? number % GROUPS, isClue: index === clue });
    }
  });
  return members;
}

// The dashes, and where they begin, of a part of the way around a cell: each of the groups that a
// cell is in has a part. Null for a whole line all around.
function dashesOf(pattern, part, parts) {
  if (parts === 1 && !pattern.length) return null;
  const length = LAP / parts;
  const pieces = [];
  let way = 0;
  while (way < length) {
    for (const piece of pattern.length ? pattern : [length, 0]) {
      pieces.push(Math.min(piece, length - way));
      way += pieces.at(-1);
    }
  }
  pieces[pieces.length - 1] += LAP - length;
  return [pieces.map((piece) => Number(piece.toFixed(2))).join(" "), -part * length];
}

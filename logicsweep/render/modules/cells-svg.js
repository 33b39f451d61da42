// The cells of a board as elements of SVG, one for each: for boards of up to some thousand cells.

import { make } from "./elements.js";
import { CELL } from "./shapes.js";

export class SvgCells {
  constructor() {
    this.root = make("svg", { class: "board", role: "grid", "aria-label": "Board" });
    this.cells = [];
    this.focused = 0;
  }

  // Make the cells of a board; none has a look yet.
  build(shapes, height, width) {
    this.shapes = shapes;
    const content = document.createDocumentFragment();
    this.under = make("g", {}, content);
    this.grid = make("g", { role: "presentation" }, content);
    this.cells = [];
    // No cell has a transform: a browser would paint each of them apart, which takes three times as
    // long.
    for (let row = 0; row < height; row++) {
      const line = make("g", { role: "row" }, this.grid);
      for (let column = 0; column < width; column++) {
        const cell = make("g", {
          role: "gridcell", "data-cell": `${row},${column}`, tabindex: -1,
        }, line);
        const tile = make(shapes.tag, { class: "tile" }, cell);
        this.cells.push({ cell, tile, parts: [] });
      }
    }
    this.root.replaceChildren(content);
    shapes.lines(this.under);
    const { left, top, across, down } = shapes;
    this.root.setAttribute("viewBox", `0 0 ${across} ${down}`);
    for (const group of [this.under, this.grid]) {
      group.setAttribute("transform", `translate(${left} ${top})`);
    }
  }

  // Draw the cells with these indices, whose looks are new, and name them by what `words(index)`
  // says.
  draw(indices, lookOf, words) {
    for (const index of indices) {
      this.#draw(index, lookOf(index));
      this.cells[index].cell.setAttribute("aria-label", words(index));
    }
  }

  // The cell that Tab leads to; `isWanted` gives it the keyboard.
  stand(index, isWanted) {
    this.cells[this.focused]?.cell.setAttribute("tabindex", -1);
    this.focused = index;
    const cell = this.cells[index]?.cell;
    cell?.setAttribute("tabindex", 0);
    if (isWanted) cell?.focus();
  }

  #draw(index, look) {
    const { shapes } = this;
    const cell = this.cells[index];
    const { tile, inset, fill, signs, text, style, size, down } = look;
    if (cell.kind !== tile) {
      cell.kind = tile;
      const shape = { class: tile, ...shapes.outline(index, inset, 4 * inset) };
      for (const [name, value] of Object.entries(shape)) cell.tile.setAttribute(name, value);
    }
    cell.tile.setAttribute("fill", `var(--${fill})`);
    cell.cell.classList.toggle("dim", look.isDim);
    const wanted = `${signs}|${text}|${style}`;
    if (cell.wanted === wanted) return;
    cell.wanted = wanted;
    if (text && !signs.length && cell.text?.isConnected && cell.parts.length === 1 && !cell.down) {
      write(cell.text, text, style, size); // what changes most often: a number
      return;
    }
    for (const part of cell.parts) part.remove();
    const [x, y] = shapes.corner(index);
    cell.parts = signs.map((sign) => {
      const [name, place] = sign === "frame"
        ? [shapes.tag, { class: look.frame, ...shapes.outline(index, 1, 4) }]
        : ["use", { href: `#sign-${sign}`, x: x + shapes.aside(index, sign), y }];
      return make(name, place, cell.cell);
    });
    if (!text) return;
    cell.down = down;
    cell.text = make("text", { x: x + CELL / 2, y: y + CELL / 2 + down }, cell.cell);
    write(cell.text, text, style, size);
    cell.parts.push(cell.text);
  }
}

// Write lines, in the size of their style if none is given.
function write(element, text, style, size) {
  element.setAttribute("class", style);
  element.style.fontSize = size ? `${size}px` : "";
  const lines = text.split("\n");
  element.textContent = lines.length === 1 ? text : "";
  if (lines.length === 1) return;
  lines.forEach((line, at) => {
    const dy = at ? "1.1em" : `${-0.55 * (lines.length - 1)}em`;
    make("tspan", { x: element.getAttribute("x"), dy }, element).textContent = line;
  });
}

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
    Object.assign(this, { shapes, width });
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
        const [x, y] = shapes.corner(row * width + column);
        this.cells.push({ cell, tile, x, y, parts: [] });
      }
    }
    this.root.replaceChildren(content);
    this.root.setAttribute("aria-rowcount", height);
    this.root.setAttribute("aria-colcount", width);
    shapes.lines(this.under);
    const { left, top, across, down } = shapes;
    this.root.setAttribute("viewBox", `0 0 ${across} ${down}`);
    for (const group of [this.under, this.grid]) {
      group.setAttribute("transform", `translate(${left} ${top})`);
    }
  }

  zoom(size) {
    this.root.style.width = `${(this.shapes.across * size) / CELL}px`;
    this.root.style.height = `${(this.shapes.down * size) / CELL}px`;
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

  atEvent(event) {
    const cell = event.target.closest?.("[data-cell]");
    if (!cell) return null;
    const [row, column] = cell.dataset.cell.split(",");
    return Number(row) * this.width + Number(column);
  }

  close() {
    this.root.remove();
  }

  #draw(index, look) {
    const { shapes } = this;
    const cell = this.cells[index];
    const kind = look.isCovered ? "tile" : "tile open";
    if (cell.kind !== kind) {
      cell.kind = kind;
      const inset = look.isCovered ? 1 : 0;
      const shape = { class: kind, ...shapes.outline(index, inset, 4 * inset) };
      for (const [name, value] of Object.entries(shape)) cell.tile.setAttribute(name, value);
    }
    if (cell.fill !== look.fill) {
      cell.fill = look.fill;
      cell.tile.setAttribute("fill", `var(--${look.fill})`);
    }
    if (cell.isDim !== look.isDim) {
      cell.isDim = look.isDim;
      cell.cell.classList.toggle("dim", look.isDim);
    }
    const { signs, text, style, size, down } = look;
    const wanted = `${signs}|${text}|${style}`;
    if (cell.wanted === wanted) return;
    cell.wanted = wanted;
    if (text && !signs.length && cell.text?.isConnected && cell.parts.length === 1 && !cell.down) {
      write(cell.text, text, style, size); // what changes most often: a number
      return;
    }
    for (const part of cell.parts) part.remove();
    cell.parts = signs.map((sign) => {
      if (sign === "frame") {
        const kind = signs.includes("star") ? "best" : "best thin";
        return make(shapes.tag, { class: kind, ...shapes.outline(index, 1, 4) }, cell.cell);
      }
      const x = cell.x + shapes.aside(index, sign);
      return make("use", { href: `#sign-${sign}`, x, y: cell.y }, cell.cell);
    });
    if (!text) return;
    cell.down = down;
    cell.text = make("text", { x: cell.x + CELL / 2, y: cell.y + CELL / 2 + down }, cell.cell);
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

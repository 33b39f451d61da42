// Where the cells of a board are: squares in rows, or shapes in places that Python has worked out.
// Both classes answer the same questions; cells are numbers, row by row.

import { make } from "./elements.js";

export const CELL = 32;
// For the lines around squares behind them, and around other shapes.
const BARE = 1;
const MARGIN = 4;
// Nothing among cells, as squares have it.
const NOTHING = { labels: [], kinds: [], edges: "", rims: "", walls: "", joints: "" };

export class Squares {
  constructor(height, width) {
    Object.assign(this, { height, width, sent: NOTHING, tag: "rect", best: ["best"], left: 0, top: 0 });
    this.across = width * CELL + BARE;
    this.down = height * CELL + BARE;
  }

  // Row and column of a cell.
  place(index) {
    return [Math.floor(index / this.width), index % this.width];
  }

  // The corner of the square for the signs of a cell.
  corner(index) {
    const [row, column] = this.place(index);
    return [column * CELL, row * CELL];
  }

  // The attributes of an element with the outline of a cell, so far within it.
  outline(index, inset, round) {
    const [x, y] = this.corner(index);
    const side = CELL - 2 * inset;
    return { x: x + inset, y: y + inset, width: side, height: side, rx: round };
  }

  // The rectangle around a cell: x, y, width and height.
  box(index) {
    return [...this.corner(index), CELL, CELL];
  }

  // The cell at a point; null beside all cells.
  cellAt(x, y) {
    const [row, column] = [Math.floor(y / CELL), Math.floor(x / CELL)];
    const isInside = row >= 0 && row < this.height && column >= 0 && column < this.width;
    return isInside ? row * this.width + column : null;
  }

  // The cells of which the rectangle around them is partly in another one.
  within(left, top, right, bottom) {
    const length = this.height * this.width;
    // One number after the other: a loop over these takes a tenth of a millisecond for the largest board.
    const boxes = (this.boxes ??= Array.from({ length }, (_, index) => this.box(index)).flat());
    const cells = [];
    for (let at = 0; at < boxes.length; at += 4) {
      const isAcross = boxes[at] < right && boxes[at] + boxes[at + 2] > left;
      if (isAcross && boxes[at + 1] < bottom && boxes[at + 1] + boxes[at + 3] > top) cells.push(at / 4);
    }
    return cells;
  }

  // Cells of one kind have the same outline.
  kindOf(index) {
    return this.sent.kinds[index] ?? 0;
  }

  // How far to the right a sign in an upper corner is moved, so that it is within the cell.
  aside() {
    return 0;
  }

  // What stands above the columns and beside the rows, as `names` has it.
  edges(names) {
    return [
      Array.from({ length: this.width }, (_, column) => names.column(column)),
      Array.from({ length: this.height }, (_, row) => names.row(row)),
    ];
  }

  // Write names among the cells.
  numbers(parent, names) {
    const { labels, edges } = this.sent;
    const transform = `translate(${this.left} ${this.top})`;
    const across = make("g", { class: edges ? "over" : "plain", transform }, parent);
    const down = make("g", { class: "rows" }, across);
    for (const label of labels) {
      if (!names && !isTitle(label)) continue;
      const { x, y, is_row: isRow } = label;
      make("text", { x, y }, isRow ? down : across).textContent = labelText(label, names);
    }
  }

  // Draw lines below the cells.
  lines(parent) {
    const { edges } = this.sent;
    if (edges) make("path", { class: "edges", d: edges }, parent);
  }

  // Draw what is above the cells.
  between(parent) {
    const { rims, walls, joints } = this.sent;
    const drawn = make("g", { class: "between" }, parent);
    for (const [kind, d] of [["rims", rims], ["joints", joints], ["under", walls], ["walls", walls]]) {
      if (d) make("path", { class: kind, d }, drawn);
    }
  }

  // Where a key leads from a cell; undefined if it is for something else.
  step(index, key) {
    const { width, height } = this;
    const [row, column] = this.place(index);
    return {
      ArrowUp: row > 0 ? index - width : index,
      ArrowDown: row < height - 1 ? index + width : index,
      ArrowLeft: column > 0 ? index - 1 : index,
      ArrowRight: column < width - 1 ? index + 1 : index,
      Home: index - column,
      End: index - column + width - 1,
    }[key];
  }

  // What is said before the words of a cell.
  name() {
    return "";
  }
}

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Shapes extends Squares {
  // `sent` is a `CellShapes` of `answers/shapes.py`. There is room for the numbers of rows and columns, if
  // these are shown. Names of layers always are: they tell the cells of one layer from those of another.
  constructor(height, width, sent, isLabelled) {
    super(height, width);
    Object.assign(this, { sent, tag: "path", best: ["frame", "star"] });
    const { left, top, size, labels } = sent;
    const isNamed = labels.some((label) => isTitle(label));
    this.left = (isLabelled ? left : 0) + MARGIN;
    this.top = (isLabelled || isNamed ? top : 0) + MARGIN;
    this.across = this.left + size[0] + MARGIN;
    this.down = this.top + size[1] + MARGIN;
  }

  // Rows and columns of shapes are not straight: their names stand among the cells.
  edges() {
    return [[], []];
  }

  corner(index) {
    return this.sent.corners[index];
  }

  outline(index, inset) {
    const { corners, inradius } = this.#kind(index);
    const [x, y] = this.corner(index).map((edge) => edge + CELL / 2);
    const share = 1 - inset / inradius;
    if (corners.length) {
      const ends = corners.map(([over, down]) =>
        `${(x + share * over).toFixed(2)} ${(y + share * down).toFixed(2)}`);
      return { d: `M${ends.join("L")}z`, "stroke-linejoin": "round" };
    }
    const radius = inradius * share;
    const arc = `a${radius} ${radius} 0 1 0`;
    return { d: `M${x - radius} ${y}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0z` };
  }

  box(index) {
    const { corners, inradius } = this.#kind(index);
    const [x, y] = this.corner(index).map((edge) => edge + CELL / 2);
    if (!corners.length) return [x - inradius, y - inradius, 2 * inradius, 2 * inradius];
    const [overs, downs] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
    const [left, top] = [Math.min(...overs), Math.min(...downs)];
    return [x + left, y + top, Math.max(...overs) - left, Math.max(...downs) - top];
  }

  cellAt(x, y) {
    this.pen ??= new OffscreenCanvas(1, 1).getContext("2d");
    const isIn = (index) => this.pen.isPointInPath(new Path2D(this.outline(index, 0).d), x, y);
    return this.within(x - 1, y - 1, x + 1, y + 1).find(isIn) ?? null;
  }

  aside(index, sign) {
    return ({ star: -1, "small-flag": 1 }[sign] ?? 0) * this.#kind(index).narrow;
  }

  // The nearest cell in the direction of an arrow; one straight on is nearer than one beside it.
  step(index, key) {
    if (!(key in WAYS)) return super.step(index, key);
    const [over, down] = WAYS[key];
    const [x, y] = this.corner(index);
    const line = (cell) => this.place(cell)[over ? 0 : 1];
    let [nearest, least] = [index, Infinity];
    this.sent.corners.forEach(([toX, toY], other) => {
      const ahead = (toX - x) * over + (toY - y) * down;
      const beside = Math.abs((toX - x) * down + (toY - y) * over);
      if (ahead < 1 || beside > ahead) return;
      // Of two cells that are as near, one in the same row or column of the board is chosen.
      const far = ahead + 1.5 * beside - (line(other) === line(index) ? 0.5 : 0);
      if (far < least) [nearest, least] = [other, far];
    });
    return nearest;
  }

  name(index) {
    return `(${this.place(index)}) `;
  }

  #kind(index) {
    return this.sent.outlines[this.kindOf(index)];
  }
}

// Whether a label names no row, column or cell.
function isTitle({ row, column }) {
  return row === null && column === null;
}

function labelText({ text, row, column }, names) {
  if (row !== null && column !== null) return names.of([row, column]);
  if (row !== null) return names.row(row);
  return column === null ? text : names.column(column);
}

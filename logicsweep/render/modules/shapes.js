// Where the cells of a board are: squares in rows, or shapes in places that Python has worked out.
// Both classes answer the same questions; cells are numbers, row by row.

export const CELL = 32;
// For the numbers of rows and columns beside squares, and the room that is left on the other sides.
const EDGE = 22;
const MARGIN = 2;
const SVG = "http://www.w3.org/2000/svg";

export function make(name, attributes = {}, parent = null) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
}

export class Squares {
  constructor(height, width) {
    Object.assign(this, { height, width, tag: "rect", best: ["best"], left: EDGE, top: EDGE });
    this.across = EDGE + width * CELL + MARGIN;
    this.down = EDGE + height * CELL + MARGIN;
  }

  // The corner of the square for the signs of a cell.
  corner(index) {
    return [(index % this.width) * CELL, Math.floor(index / this.width) * CELL];
  }

  // The attributes of an element with the outline of a cell, so far within it.
  outline(index, inset, round) {
    const [x, y] = this.corner(index);
    const side = CELL - 2 * inset;
    return { x: x + inset, y: y + inset, width: side, height: side, rx: round };
  }

  // How much nearer to each other signs in the upper corners are.
  narrow() {
    return 0;
  }

  numbers(parent) {
    const numbers = make("g", { class: "numbers", "aria-hidden": "true" }, parent);
    for (let column = 0; column < this.width; column++) {
      const x = EDGE + (column + 0.5) * CELL;
      make("text", { x, y: EDGE - 7 }, numbers).textContent = column;
    }
    const down = make("g", { class: "rows" }, numbers);
    for (let row = 0; row < this.height; row++) {
      const y = EDGE + (row + 0.5) * CELL + 4;
      make("text", { x: EDGE - 4, y }, down).textContent = row;
    }
  }

  // What is drawn above the cells.
  between() {}

  // Where a key leads from a cell; undefined if it is for something else.
  step(index, key) {
    const { width, height } = this;
    const [row, column] = [Math.floor(index / width), index % width];
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
  // `sent` is a `CellShapes` of `render/json/shapes.py`.
  constructor(height, width, sent) {
    super(height, width);
    const { left, top } = sent;
    Object.assign(this, { sent, tag: "path", best: ["frame", "star"], left: left + 4, top: top + 4 });
    this.across = this.left + sent.size[0] + 2 * MARGIN;
    this.down = this.top + sent.size[1] + 2 * MARGIN;
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

  narrow(index) {
    return this.#kind(index).narrow;
  }

  numbers(parent) {
    const { labels, edges } = this.sent;
    if (edges) make("path", { class: "edges", d: edges, transform: this.#place() }, parent);
    const kind = edges ? "numbers over" : "numbers";
    const numbers = make("g", { class: kind, "aria-hidden": "true", transform: this.#place() }, parent);
    const down = make("g", { class: "rows" }, numbers);
    for (const label of labels) {
      const { x, y } = label;
      make("text", { x, y }, label.is_row ? down : numbers).textContent = label.text;
    }
  }

  between(parent) {
    const { rims, walls, joints } = this.sent;
    const drawn = make("g", { class: "between", transform: this.#place() }, parent);
    for (const [kind, d] of [["rims", rims], ["joints", joints], ["under", walls], ["walls", walls]]) {
      if (d) make("path", { class: kind, d }, drawn);
    }
  }

  // The nearest cell in the direction of an arrow; one straight on is nearer than one beside it.
  step(index, key) {
    if (!(key in WAYS)) return super.step(index, key);
    const [over, down] = WAYS[key];
    const [x, y] = this.corner(index);
    let [found, least] = [index, Infinity];
    this.sent.corners.forEach(([toX, toY], other) => {
      const ahead = (toX - x) * over + (toY - y) * down;
      const beside = Math.abs((toX - x) * down + (toY - y) * over);
      if (ahead < 1 || beside > ahead) return;
      const far = ahead + 1.5 * beside - this.#isInLine(index, other, over);
      if (far < least) [found, least] = [other, far];
    });
    return found;
  }

  name(index) {
    return `(${Math.floor(index / this.width)},${index % this.width}) `;
  }

  // Of two cells that are as near, one in the same row or column of the board is chosen.
  #isInLine(index, other, over) {
    const by = over ? Math.floor(index / this.width) === Math.floor(other / this.width)
      : index % this.width === other % this.width;
    return by ? 0.5 : 0;
  }

  #kind(index) {
    const { outlines, kinds } = this.sent;
    return outlines[kinds.length ? kinds[index] : 0];
  }

  #place() {
    return `translate(${this.left} ${this.top})`;
  }
}

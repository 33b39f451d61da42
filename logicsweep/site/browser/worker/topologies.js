// Named topologies as the page uses them: the neighbours of every cell, and where cells are drawn. The
// twins are `board/picture/shapes.py` and `layers.py`; coordinates are computed in the same order, so
// that they are the same to the last bit.

import { SQUARE, joinedIn, latticeOf, listsOf, oddness, product } from "./lattices.js";
import { format, gridNotes, measures, tilings } from "./topologies-table.js";

const SQUARES = tilings[0];
const { cell: CELL, top, gap, digit, margin, baseline, beside, title, between, widest } = measures;

// The numbers of the neighbours of every cell, ascending. No name means squares. Throws an Error in
// words for a name that is none, and for a size that the topology cannot have.
export function neighboursOf(name, height, width) {
  return listsOf(latticeOf(name || SQUARE, height, width));
}

// The message that says how a board is drawn. Where the neighbours are the eight around each cell, the
// name says nothing: it is the ordinary board.
export function shapesOf(name, height, width) {
  const neighbours = neighboursOf(name, height, width);
  const isPlain = !name || name === SQUARE ||
    JSON.stringify(neighbours) === JSON.stringify(neighboursOf(SQUARE, height, width));
  const lattice = latticeOf(isPlain ? SQUARE : name, height, width);
  const note = lattice.kind === "grid" ? gridNote(lattice) : lattice.note;
  return { format, shapes: shapesIn(lattice), neighbours, scopes: null, clues: null, rules: "", note };
}

// The table of neighbours as the kernel takes it, of shape (degree, size): each column has the
// neighbours of a cell, padded with the number of cells.
export function toNear(lists) {
  const size = lists.length;
  const degree = lists.reduce((most, list) => Math.max(most, list.length), 0);
  const near = new Int32Array(degree * size).fill(size);
  lists.forEach((list, number) => list.forEach((neighbour, slot) => {
    near[slot * size + number] = neighbour;
  }));
  return { degree, near };
}

// Null for squares in rows with nothing between.
function shapesIn({ dims, wrap, tiling }) {
  if (dims.length > 2) return layers(dims, wrap);
  if (tilings[tiling] === SQUARES && !wrap.includes(true)) return null;
  const [height, width] = [1, ...dims].slice(-2);
  return tiled(tilings[tiling], height, width, [false, ...wrap].slice(-2));
}

function tiled(tiling, height, width, wrap, [left, above] = [0, 0], firstRow = 0) {
  const { outlines, extent: [wide, high], pitch: [over, down], parity, indent, dip } = tiling;
  const across = Array.from({ length: width }, (_, column) => left + wide / 2 + column * over);
  const rows = Array.from({ length: height }, (_, row) => above + high / 2 + row * down);
  // The corners for signs: of even cells, then of odd ones.
  const xs = [0, indent].map((shift) => across.map((x) => rounded(x + shift - CELL / 2)));
  const ys = [dip, -dip].map((shift) => rows.map((y) => rounded(y + shift - CELL / 2)));
  const odd = rows.flatMap((_, row) => across.map((__, column) => oddness(parity, row, column)));
  const size = [(width - 1) * over + wide + (height > 1 ? indent : 0), (height - 1) * down + high];
  return {
    outlines, size, top, kinds: outlines.length > 1 ? odd : [], left: roomFor(firstRow + height - 1),
    corners: odd.map((kind, number) => [xs[kind][number % width], ys[kind][Math.floor(number / width)]]),
    labels: [
      ...across.map((x, column) => label(String(column), rounded(x), above - gap, { column })),
      ...rows.map((y, row) => label(
        String(firstRow + row), left - gap, rounded(y) + baseline, { is_row: true, row: firstRow + row })),
    ],
    rims: rims([left, above], size, wrap), edges: "", walls: "", joints: "",
  };
}

// Grids of more than two dimensions: layers of squares, side by side and below.
function layers(dims, wrap) {
  const outer = dims.slice(0, -2);
  const [height, width] = dims.slice(-2);
  const count = product(outer);
  const left = roomFor(count * height - 1);
  const step = width * CELL + left + between;
  let perLine = outer.at(-1);
  if (outer.length === 1) {
    const lines = Math.ceil(perLine * step / widest);
    perLine = lines < perLine ? Math.ceil(perLine / lines) : 1;
  }
  const down = height * CELL + top + title + between;
  const drawn = Array.from({ length: count }, (_, number) => {
    const [x, y] = [number % perLine * step, Math.floor(number / perLine) * down];
    const place = outer.map((size, axis) => Math.floor(number / product(outer.slice(axis + 1))) % size);
    const name = label(`layer ${place.join(",")}`, x + width * CELL / 2, y - top - gap / 2);
    const layer = tiled(SQUARES, height, width, wrap.slice(-2), [x, y], number * height);
    return { ...layer, labels: [name, ...layer.labels] };
  });
  return {
    ...drawn[0],
    size: [
      (Math.min(count, perLine) - 1) * step + width * CELL,
      (Math.ceil(count / perLine) - 1) * down + height * CELL,
    ],
    left, top: top + title, corners: drawn.flatMap((layer) => layer.corners),
    labels: drawn.flatMap((layer) => layer.labels), rims: drawn.map((layer) => layer.rims).join(""),
  };
}

// Dashed lines along joined sides, as the data of an SVG path.
function rims([left, above], [width, height], [acrossTop, acrossSide]) {
  const [right, below] = [left + width, above + height];
  const path = (...ends) => "M{} {}L{} {}".replace(/{}/g, () => rounded(ends.shift()));
  const lines = [
    ...(acrossTop ? [above - beside, below + beside].map((y) => path(left, y, right, y)) : []),
    ...(acrossSide ? [left - beside, right + beside].map((x) => path(x, above, x, below)) : []),
  ];
  return lines.join("");
}

function gridNote({ dims, wrap }) {
  const joined = joinedIn(wrap);
  const form = joined.length === dims.length ? "all" : joined.length === 1 ? "one" : "several";
  const words = joined.length ? gridNotes[form].replace("{}", joined.join(" and ")) : "";
  return dims.length > 2 ? `${gridNotes.layers} ${words}`.trimEnd() : words;
}

function roomFor(most) {
  return digit * String(most).length + margin;
}

function label(text, x, y, named = {}) {
  return { text, x, y, is_row: false, row: null, column: null, ...named };
}

// To a hundredth of a pixel.
function rounded(value) {
  return Number(value.toFixed(2)) + 0;
}


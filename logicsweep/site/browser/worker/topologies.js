// Named topologies as the page uses them: the neighbours of every cell, and where cells are drawn. How
// topologies differ is in tables made from those of Python; the twins are `board/relation.py`,
// `topology_text.py`, `picture/shapes.py` and `layers.py`. Coordinates are computed in the same order, so that
// they are the same to the last bit.

import {
  fewestJoined, format, gridForm, gridNotes, measures, mostCells, mostEntries, mostNeighbours, names, tilings,
  topologies,
} from "./topologies-table.js";

const SQUARE = names[0];
const SQUARES = tilings[0];
const GRID = new RegExp(`^(?:${gridForm})$`);
const { cell: CELL, top, gap, digit, margin, baseline, beside, title, between, widest } = measures;

// The numbers of the neighbours of every cell, ascending. No name means squares. Throws an Error in
// words for a name that is none, and for a size that the topology cannot have.
export function neighboursOf(name, height, width) {
  return listsOf(latticeOf(name || SQUARE, height, width));
}

// The table of neighbours as the kernel takes it, of shape (degree, size): each column has the
// neighbours of a cell, padded with the number of cells.
export function toNear(lists) {
  const size = lists.length;
  const degree = lists.reduce((most, list) => Math.max(most, list.length), 0);
  const near = new Int32Array(degree * size).fill(size);
  lists.forEach((list, number) => list.forEach((neighbour, slot) => { near[slot * size + number] = neighbour; }));
  return { degree, near };
}

// The message that says how a board is drawn. Where the neighbours are the eight around each cell, the
// name says nothing: it is the ordinary board.
export function shapesOf(name, height, width) {
  const neighbours = neighboursOf(name, height, width);
  const isPlain = JSON.stringify(neighbours) === JSON.stringify(neighboursOf(SQUARE, height, width));
  const { dims, wrap, tiling, kind, note } = latticeOf(isPlain ? SQUARE : name, height, width);
  // Null for squares in rows with nothing between.
  const shapes = dims.length > 2 ? layers(dims, wrap)
    : tiling === 0 && !wrap.includes(true) ? null
      : tiled(tilings[tiling], ...[1, ...dims].slice(-2), [false, ...wrap].slice(-2));
  return {
    format, shapes, neighbours, scopes: null, clues: null, rules: "",
    note: kind === "grid" ? gridNote(dims, joinedIn(wrap)) : note,
  };
}

// The entry of a topology in the table, with its dimensions: rows and columns, or those of a grid.
function latticeOf(name, height, width) {
  const isGrid = !Object.hasOwn(topologies, name);
  const lattice = isGrid ? gridOf(name, height, width) : { ...topologies[name], dims: [height, width] };
  const { kind, dims, wrap, steps } = lattice;
  dims.forEach((size, axis) => {
    const side = isGrid ? `size ${size} in dimension ${axis + 1}` : `${["height", "width"][axis]} ${size}`;
    if (!Number.isInteger(size)) throw new Error(`a dimension is ${size}; expected a whole number`);
    if (size < 1) throw new Error(`a ${kind} of ${side} has no cell; expected at least 1`);
    if (wrap[axis] && size < fewestJoined) {
      throw new Error(`a ${kind} of ${side} would name a neighbour twice; expected at least ${fewestJoined}`);
    }
  });
  checkRoom(dims, 0);
  // The most cells around one. Before all steps of a grid are listed: there are exponentially many.
  const reach = dims.map((_, axis) => (isGrid ? 1 : Math.max(...steps.flat().map((step) => step[axis]))));
  const most = product(dims.map((size, axis) => Math.min(size, 2 * reach[axis] + 1))) - 1;
  checkRoom(dims, isGrid ? most : Math.min(steps[0].length, most));
  return isGrid ? { ...lattice, steps: [stepsIn(dims)] } : lattice;
}

// A grid of any dimensions by its name, such as `grid 4x4x4 wrap 1`.
function gridOf(name, height, width) {
  const match = GRID.exec(name);
  if (!match) throw new Error(`unknown topology '${name.slice(0, 40)}'; known: ${names.join(", ")}`);
  const dims = match[1].split("x").map(Number);
  const every = dims.map((_, axis) => axis + 1);
  const places = match[3]?.split(",").map(Number) ?? (match[2] ? every : []);
  const strange = places.find((place) => !every.includes(place));
  if (strange !== undefined) {
    throw new Error(`wrap names dimension ${strange}; expected numbers from 1 to ${dims.length}, as ` +
      "the grid has dimensions");
  }
  const wrap = every.map((place) => places.includes(place));
  const columns = dims.at(-1);
  const rows = dims.slice(0, -1).reduce((whole, size) => whole * BigInt(size), 1n);
  if (rows !== BigInt(height) || columns !== width) {
    const joined = joinedIn(wrap);
    const which = joined.length === dims.length ? " wrap" : ` wrap ${joined.join(",")}`;
    throw new Error(`a board of grid ${dims.join("x")}${joined.length ? which : ""} has ` +
      `${rows.toLocaleString("en")} rows of ${columns.toLocaleString("en")} cells; this one is ${width}x${height}`);
  }
  return { ...topologies[SQUARE], kind: "grid", dims, wrap };
}

// The steps to all cells at most one away in each dimension.
function stepsIn(dims) {
  const ways = dims.map((size) => (size === 1 ? [0] : [-1, 0, 1]));
  const steps = ways.reduce((begun, way) => begun.flatMap((step) => way.map((to) => [...step, to])), [[]]);
  return steps.filter((step) => step.some((change) => change !== 0));
}

function checkRoom(dims, degree) {
  const size = product(dims);
  if (degree > mostNeighbours) {
    throw new Error(`a cell has ${degree} neighbours; expected at most ${mostNeighbours}`);
  }
  if (size > mostCells || degree * size > mostEntries) {
    throw new Error(`limit reached: an adjacency of ${size.toLocaleString("en")} cells with up to ${degree} ` +
      "neighbours is too large");
  }
}

function listsOf({ dims, steps, wrap, parity }) {
  const isAlike = steps.length === 1;
  const isAscending = isAlike && !wrap.includes(true); // as steps are
  return Array.from({ length: product(dims) }, (_, number) => {
    const place = placeOf(number, dims);
    const ways = isAlike ? steps[0] : steps[oddness(parity, place[0], place[1])];
    const list = [];
    for (const way of ways) {
      const neighbour = reached(place, way, dims, wrap);
      if (neighbour >= 0) list.push(neighbour);
    }
    return isAscending ? list : list.sort((first, second) => first - second);
  });
}

// The number of the cell that is a step away; -1 if none is.
function reached(place, step, dims, wrap) {
  let number = 0;
  for (let axis = 0; axis < dims.length; axis++) {
    const to = place[axis] + step[axis];
    const inside = (to + dims[axis]) % dims[axis];
    if (to !== inside && !wrap[axis]) return -1;
    number = number * dims[axis] + inside;
  }
  return number;
}

// The place of a cell in each dimension.
function placeOf(number, dims) {
  const place = [];
  for (let axis = dims.length - 1, rest = number; axis >= 0; axis--) {
    place[axis] = rest % dims[axis];
    rest = Math.floor(rest / dims[axis]);
  }
  return place;
}

// 0 for an even cell, 1 for an odd one.
function oddness([byRow, byColumn], row, column) {
  return (byRow * row + byColumn * column) % 2;
}

function product(dims) {
  return dims.reduce((whole, size) => whole * size, 1);
}

// The dimensions in which sides are joined, counted from 1.
function joinedIn(wrap) {
  return wrap.flatMap((wraps, axis) => (wraps ? [axis + 1] : []));
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
    const name = label(`layer ${placeOf(number, outer).join(",")}`, x + width * CELL / 2, y - top - gap / 2);
    const layer = tiled(SQUARES, height, width, wrap.slice(-2), [x, y], number * height);
    return { ...layer, labels: [name, ...layer.labels] };
  });
  return {
    ...drawn[0],
    size: [(Math.min(count, perLine) - 1) * step + width * CELL,
      (Math.ceil(count / perLine) - 1) * down + height * CELL],
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

function gridNote(dims, joined) {
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

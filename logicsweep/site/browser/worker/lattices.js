// Lattices: which cells are neighbours in a topology. How topologies differ is in tables made from
// those of Python; `board/relation.py` and `board/topology_text.py` are the twins of this module.

import {
  fewestJoined, gridForm, mostCells, mostEntries, mostNeighbours, names, topologies,
} from "./topologies-table.js";

export const SQUARE = names[0];
const GRID = new RegExp(`^(?:${gridForm})$`);

// The entry of a topology in the table, with its dimensions: rows and columns, or those of a grid.
// Throws an Error in words for a name that is none, and for a size that the topology cannot have.
export function latticeOf(name, height, width) {
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

// The numbers of the neighbours of every cell of a lattice, ascending.
export function listsOf({ dims, steps, wrap, parity }) {
  const size = product(dims);
  const lists = new Array(size);
  const place = dims.map(() => 0);
  const isAlike = steps.length === 1;
  const isAscending = isAlike && !wrap.includes(true); // as steps are
  for (let number = 0; number < size; number++) {
    const ways = isAlike ? steps[0] : steps[oddness(parity, place[0], place[1])];
    const list = [];
    for (const way of ways) {
      const neighbour = reached(place, way, dims, wrap);
      if (neighbour >= 0) list.push(neighbour);
    }
    if (!isAscending) list.sort((first, second) => first - second);
    lists[number] = list;
    for (let axis = dims.length - 1; axis >= 0 && ++place[axis] === dims[axis]; axis--) place[axis] = 0;
  }
  return lists;
}

// 0 for an even cell, 1 for an odd one.
export function oddness([byRow, byColumn], row, column) {
  return (byRow * row + byColumn * column) % 2;
}

export function product(dims) {
  return dims.reduce((whole, size) => whole * size, 1);
}

// The dimensions in which sides are joined, counted from 1.
export function joinedIn(wrap) {
  return wrap.flatMap((wraps, axis) => (wraps ? [axis + 1] : []));
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

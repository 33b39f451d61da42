// The positions that were looked at, as a tree: each is one change of the one before.

import { isTotal, Position } from "../core/position.js";

// What a change may set beside cells.
const SETTABLE = new Set(["total", "density", "clues", "liars", "program"]);

// A node has `parent` (its number, or null), a `name` and one of: `board` (a whole board in JSON),
// `cells` (pairs of a token and the indices that show it), `set` (other values). `beside` are the
// values that a board in JSON does not have. The first child of a node goes on with the main line;
// the others are alternatives. In a link a node without a parent follows the one before it.
export class Tree {
  constructor(nodes, at) {
    this.nodes = nodes;
    this.at = at;
    this.positions = new Map();
    // The child that was visited last, for redo.
    this.latest = new Map(this.line(at).map((number) => [nodes[number].parent, number]));
  }

  static of(position, name) {
    return new Tree([{ parent: null, ...boardOf(position), name }], 0);
  }

  get position() {
    if (!this.positions.has(this.at)) {
      let position = null;
      for (const number of this.line(this.at)) {
        position = this.positions.get(number) ?? changed(position, this.nodes[number]);
        this.positions.set(number, position);
      }
    }
    return this.positions.get(this.at);
  }

  // Go on from here; a change that was made before is found again, a board wherever it was opened.
  add(change, name) {
    const same = JSON.stringify(change);
    for (const number of change.board ? this.nodes.keys() : this.children(this.at)) {
      const { parent, name: _, ...rest } = this.nodes[number];
      if (JSON.stringify(rest) === same) return this.go(number);
    }
    this.nodes.push({ parent: this.at, ...change, name });
    return this.go(this.nodes.length - 1);
  }

  // Take in the positions of another tree, and go to the one at hand there.
  join({ nodes, at }) {
    const places = [];
    for (const { parent, name, ...change } of nodes) {
      this.at = places[parent] ?? this.at;
      places.push(this.add(change, name));
    }
    this.go(places[at]);
  }

  // Change the newest position itself: the wheel turns a cell through all clues.
  amend(change, name) {
    this.nodes[this.at] = { parent: this.nodes[this.at].parent, ...change, name };
    this.positions.delete(this.at);
  }

  // Take this position away, and all that follows from it; the one before is at hand then.
  // Returns the state as it was. The first position stays.
  cut() {
    const { nodes, at } = this;
    const before = { nodes: structuredClone(nodes), at };
    const places = new Map(); // of those that stay; what a node changes comes before it
    nodes.forEach(({ parent }, number) => {
      if (number !== at && (parent === null || places.has(parent))) places.set(number, places.size);
    });
    const left = [...places.keys()].map((number) =>
      ({ ...nodes[number], parent: places.get(nodes[number].parent) ?? null }));
    Object.assign(this, new Tree(left, places.get(nodes[at].parent)));
    return before;
  }

  go(number) {
    this.at = number;
    this.latest.set(this.nodes[number].parent, number);
    return number;
  }

  children(number) {
    return this.nodes.flatMap((node, child) => (node.parent === number ? [child] : []));
  }

  // The numbers of the positions that lead to one, the first one first.
  line(number) {
    const line = [];
    for (let node = number; node !== null; node = this.nodes[node].parent) line.push(node);
    return line.reverse();
  }

  get canUndo() {
    return this.nodes[this.at].parent !== null;
  }

  get canRedo() {
    return this.children(this.at).length > 0;
  }

  undo() {
    if (this.canUndo) this.go(this.nodes[this.at].parent);
  }

  redo() {
    const children = this.children(this.at);
    if (children.length) this.go(this.latest.get(this.at) ?? children.at(-1));
  }

  state() {
    return { nodes: this.nodes, at: this.at };
  }

  // The state with nothing but the position at hand and what led to it from its board.
  lineState() {
    const line = this.line(this.at).map((number) => this.nodes[number]);
    const start = line.findLastIndex(({ board }) => board);
    return { nodes: line.slice(start).map(({ parent, ...node }) => node) };
  }

  // What the board is called whose changes led here.
  get boardName() {
    return this.lineState().nodes[0].name ?? "board";
  }

  // From the state of a link or a file, which anybody may have written. Throws an Error.
  static from(state) {
    const nodes = Array.isArray(state?.nodes)
      ? state.nodes.map((node, number) => ({ parent: number ? number - 1 : null, ...node })) : [];
    const at = state?.at ?? nodes.length - 1;
    if (!nodes.length || !nodes.every(isNode) || !Number.isInteger(at) || !nodes[at]) {
      throw new Error("the link has no position of this page in it");
    }
    const tree = new Tree(nodes, at);
    void tree.position;
    return tree;
  }
}

function isNode({ parent, board, cells = [], set = {}, beside = {}, name = "" }, number) {
  const isLinked = parent === null ? board : Number.isInteger(parent) && parent >= 0 && parent < number;
  const areCells = Array.isArray(cells) && cells.every((change) =>
    Array.isArray(change) && typeof change[0] === "string" && Array.isArray(change[1]));
  const isKnown = (values) => values && Object.keys(values).every((key) => SETTABLE.has(key));
  return isLinked && areCells && isKnown(set) && isKnown(beside) && isTotal(set.total ?? null)
    && typeof name === "string";
}

// The position that a node makes of the one before it.
function changed(before, { board, beside = {}, cells = [], set = {} }) {
  if (board) return Position.of(board, beside);
  return cells.reduce((position, [token, indices]) => position.painted(indices, token), before).with(set);
}

// The change that opens the board of a position. Its format goes without saying.
function boardOf(position) {
  const { program } = position;
  const { format, ...board } = position.board();
  return { board, ...(program ? { beside: { program } } : {}) };
}

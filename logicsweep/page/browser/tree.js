// The positions that were looked at, as a tree: each is one change of the one before.

import { Position } from "./position.js";

// A node has `parent` (its number, or null), and one of: `board` (a whole board in JSON), `cells`
// (pairs of a token and the indices that show it), `set` (other values). `beside` are the values
// that a board in JSON does not have.
export class Tree {
  constructor(nodes = [], at = 0) {
    this.nodes = nodes;
    this.at = at;
    this.positions = new Map();
    // The child that was visited last, for redo.
    this.latest = new Map();
    for (let number = at; this.nodes[number]?.parent !== null; ) {
      const { parent } = this.nodes[number];
      this.latest.set(parent, number);
      number = parent;
    }
  }

  static of(position, name = "board") {
    return new Tree([rootOf(position, name)], 0);
  }

  get position() {
    return this.positionAt(this.at);
  }

  positionAt(number) {
    const known = this.positions.get(number);
    if (known) return known;
    const node = this.nodes[number];
    let found;
    if (node.board) {
      found = Position.of(node.board, node.beside ?? {});
    } else {
      found = this.positionAt(node.parent);
      for (const [token, indices] of node.cells ?? []) found = found.painted(indices, token);
      if (node.set) found = found.with(node.set);
    }
    this.positions.set(number, found);
    return found;
  }

  // Go on from here; a change that was made before is found again.
  add(change, name) {
    const same = JSON.stringify(change);
    for (const number of this.children(this.at)) {
      const { parent, name: _, ...rest } = this.nodes[number];
      if (JSON.stringify(rest) === same) return this.go(number);
    }
    this.nodes.push({ parent: this.at, ...change, name });
    return this.go(this.nodes.length - 1);
  }

  addBoard(position, name) {
    const { parent: _, name: __, ...change } = rootOf(position, name);
    return this.add(change, name);
  }

  // Change the newest position itself: the wheel turns a cell through all clues.
  amend(change, name) {
    this.nodes[this.at] = { parent: this.nodes[this.at].parent, ...change, name };
    this.positions.delete(this.at);
  }

  go(number) {
    this.at = number;
    const { parent } = this.nodes[number];
    if (parent !== null) this.latest.set(parent, number);
    return number;
  }

  children(number) {
    return this.nodes.flatMap((node, child) => (node.parent === number ? [child] : []));
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

  // From the state of a link, which anybody may have written. Throws an Error.
  static from(state) {
    const nodes = state?.nodes;
    const isWhole = Array.isArray(nodes) && nodes.length > 0 && nodes.every((node, number) =>
      node && typeof node === "object" && (node.parent === null
        ? node.board : Number.isInteger(node.parent) && node.parent >= 0 && node.parent < number));
    if (!isWhole || !Number.isInteger(state.at) || !nodes[state.at]) {
      throw new Error("the link has no position of this page in it");
    }
    const tree = new Tree(nodes, state.at);
    void tree.position;
    return tree;
  }
}

function rootOf(position, name) {
  const { program } = position;
  const beside = program ? { beside: { program } } : {};
  return { parent: null, board: position.board(), ...beside, name };
}

// The state as the fragment of an address: JSON, deflated, in base64 for addresses.
export async function packed(state) {
  const data = await through(new CompressionStream("deflate-raw"),
    new TextEncoder().encode(JSON.stringify(state)));
  let text = "";
  for (let start = 0; start < data.length; start += 8192) {
    text += String.fromCharCode(...data.subarray(start, start + 8192));
  }
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpacked(text) {
  try {
    const data = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(data, (letter) => letter.charCodeAt(0));
    const plain = await through(new DecompressionStream("deflate-raw"), bytes);
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    throw new Error("the link is damaged: it was not copied as a whole");
  }
}

// More than any board takes; a few bytes could otherwise unpack to gigabytes.
const MOST = 8_000_000;

async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MOST) throw new Error("too long");
    parts.push(part.value);
  }
  const whole = new Uint8Array(length);
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

// A position as the page paints it: a token for each cell, and what the board says beside them.

// The keys of a board in JSON that are neither cells nor painted here; they stay as they are.
const KEPT = ["topology", "neighbours", "positions", "walls", "rules", "constraints"];

const FORMAT = "logicsweep-board/1";

export class Position {
  constructor({ height, width, tokens, total = null, density = null, clues = null, liars = 0,
    program = null, kept = {} }) {
    Object.assign(this, { height, width, tokens, total, density, clues, liars, program, kept });
  }

  static blank(height, width, total, kept = {}) {
    return new Position({ height, width, tokens: Array(height * width).fill("?"), total, kept });
  }

  // Of a board in JSON, as `logicsweep list schemas board` describes it. Throws an Error in words for one of
  // another version, as a link may have.
  static of(board, beside = {}) {
    if (board.format !== undefined && board.format !== FORMAT) {
      throw new Error(`the board is of the format ${board.format}, and this page reads ${FORMAT}: the ` +
        "link or file is of another version of logicsweep");
    }
    const width = board.width ?? Math.max(...board.rows.map((row) => split(row).length));
    const tokens = board.rows.flatMap((row) => (width === 1 ? [row.trim()] : split(row)));
    const kept = {};
    for (const key of KEPT) if (board[key] !== undefined && board[key] !== null) kept[key] = board[key];
    return new Position({
      height: board.rows.length, width, tokens, total: board.mines ?? null,
      density: board.density ?? null, clues: board.clues ?? null, liars: board.liars ?? 0, kept,
      ...beside,
    });
  }

  // The same with other values.
  with(changes) {
    return new Position({ ...this, ...changes });
  }

  painted(indices, token) {
    const tokens = this.tokens.slice();
    for (const index of indices) tokens[index] = token;
    return this.with({ tokens });
  }

  board() {
    const isPlain = this.tokens.every((token) => token.length === 1);
    const rows = [];
    for (let row = 0; row < this.height; row++) {
      const line = this.tokens.slice(row * this.width, (row + 1) * this.width);
      rows.push(line.join(isPlain ? "" : " "));
    }
    const board = { format: FORMAT, mines: this.total, rows, ...this.kept };
    if (this.density !== null) board.density = this.density;
    if (this.clues !== null) board.clues = this.clues;
    if (this.liars) board.liars = this.liars;
    return board;
  }

  // What a question about the position begins with.
  question() {
    return { board: this.board(), ...(this.program && { program: this.program }) };
  }

  cell(index) {
    return [Math.floor(index / this.width), index % this.width];
  }

  index([row, column]) {
    return row * this.width + column;
  }
}

function split(row) {
  const text = row.trim();
  return /\s/.test(text) ? text.split(/\s+/) : [...text];
}

// What a board says of a topology by its name, and the size of such a board: a grid of any
// dimensions has its own.
export function topologyOf(name, height, width) {
  const wanted = name.trim();
  if (wanted === "" || wanted === "square") return { height, width, kept: {} };
  const grid = /^grid\s+(\d{1,5}(?:x\d{1,5})*)/.exec(wanted);
  if (!grid) return { height, width, kept: { topology: wanted } };
  const dims = grid[1].split("x").map(Number);
  const across = dims.pop();
  const down = dims.reduce((product, size) => product * size, 1);
  return { height: down, width: across, kept: { topology: wanted } };
}

// The mine count as people write it, such as 99, 90..99 or nothing; and back.
export function totalText(total) {
  if (total === null) return "";
  return Array.isArray(total) ? total.join("..") : String(total);
}

export function totalOf(text) {
  const wanted = text.trim();
  if (wanted === "") return null;
  const range = /^(\d{1,9})\s*(?:\.\.|-|–)\s*(\d{1,9})$/.exec(wanted);
  if (range) return [Number(range[1]), Number(range[2])];
  if (/^\d{1,9}$/.test(wanted)) return Number(wanted);
  throw new Error(`the mine count is “${wanted}”; expected a number such as 99, a range such as ` +
    "90..99, or nothing");
}

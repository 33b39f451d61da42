// A position as the page paints it: a token for each cell, and what the board says beside them.

// The keys of a board in JSON that are neither cells nor painted here; they stay as they are.
const KEPT = ["topology", "neighbours", "positions", "walls", "rules", "constraints"];

// The most cells that the page shows.
const MOST_CELLS = 62_500;

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
    const { rows, mines = null } = board;
    if (!Array.isArray(rows) || !rows.every((row) => typeof row === "string") || !isTotal(mines)) {
      throw new Error("the board is damaged: it has no rows, or no mine count");
    }
    const width = board.width ?? Math.max(0, ...rows.map((row) => split(row).length));
    checkSize(rows.length, width);
    const tokens = rows.flatMap((row) => (width === 1 ? [row.trim()] : split(row)));
    if (tokens.length !== rows.length * width) throw new Error("the rows of the board are not of one length");
    const kept = {};
    for (const key of KEPT) if (board[key] !== undefined && board[key] !== null) kept[key] = board[key];
    return new Position({
      height: rows.length, width, tokens, total: mines,
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
    for (const index of indices) if (Number.isInteger(index) && index in tokens) tokens[index] = token;
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

// Throws an Error in words for a size that the page does not show.
export function checkSize(height, width) {
  const isSize = [height, width].every((side) => Number.isInteger(side) && side >= 1);
  if (!isSize) throw new Error("expected at least one row and one column");
  if (height * width > MOST_CELLS) {
    throw new Error(`a board of ${width}x${height} has ${(height * width).toLocaleString()} cells; ` +
      `the page shows at most ${MOST_CELLS.toLocaleString()}`);
  }
}

// Whether this is a mine count: one number, the least and the most, or null for any.
export function isTotal(total) {
  const numbers = [total].flat();
  return total === null || (numbers.length <= 2 && numbers.every((each) => Number.isInteger(each) && each >= 0));
}

function split(row) {
  const text = row.trim();
  return /\s/.test(text) ? text.split(/\s+/) : [...text];
}

// What a board says of its topology and rules by their names, and its size: a grid of any dimensions has
// its own. Throws an Error in words for a size that the page does not show.
export function settingOf({ topology, rules, rows, columns }) {
  const grid = /^grid\s+(\d{1,5}(?:x\d{1,5})*)/.exec(topology.trim());
  const dims = (grid ? grid[1].split("x") : [rows, columns]).map(Number);
  const width = dims.pop();
  const height = dims.reduce((product, size) => product * size, 1);
  checkSize(height, width);
  const kept = { topology: topology.trim().replace(/^square$/, ""), rules: rules.trim() };
  return { height, width, kept: Object.fromEntries(Object.entries(kept).filter(([, name]) => name)) };
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

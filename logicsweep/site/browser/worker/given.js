// The board of a question as the kernel takes it. What only the whole library answers is said in
// words.

import { HOME } from "../sentences.js";
import { neighboursOf, toNear } from "./topologies.js";

// The tokens of the states from -4 on.
const TOKENS = "_*F?";
const MOST_CELLS = 62_500;
// The largest clue that a byte holds with its sign.
const MOST_CLUE = 126;

export class UsageError extends Error {
  constructor(message, kind = "usage") {
    super(message);
    this.kind = kind;
  }
}

// The error for what takes Python.
export function beyond(what) {
  const further = HOME && `; the program on your computer does: ${HOME}`;
  return new UsageError(`this page does not answer for ${what}${further}`);
}

// Throw what cannot be read in a text, and in which line, if that is known; `more` may have a `sign`
// with which it can be read if that is a covered cell.
export function refuse(line, why, more = {}) {
  const error = new UsageError(`I cannot read ${line ? `line ${line}` : "this"}: ${why}`, "syntax");
  throw Object.assign(error, { place: { file: "the board", line, column: null }, ...more });
}

// One kind of board at a time is asked about.
let latest = { kind: null };

// The neighbours on a board: `near` as lists, `table` as the kernel has them.
function aroundOn(topology, height, width) {
  const kind = `${topology ?? ""} ${height} ${width}`;
  if (latest.kind !== kind) {
    if (height * width > MOST_CELLS) {
      throw new UsageError(`the board has ${(height * width).toLocaleString("en")} cells; the page ` +
        `shows at most ${MOST_CELLS.toLocaleString("en")}`, "limit");
    }
    try {
      const near = neighboursOf(topology, height, width);
      latest = { kind, near, table: toNear(near) };
    } catch (problem) {
      throw new UsageError(problem.message);
    }
  }
  return latest;
}

// A board with these states; `total` are the least and the most mines, null for any.
export function boardOf({ topology = null, height, width, total = null, states = null }) {
  if (total && total[1] > height * width) {
    throw new UsageError(`${total[1]} mines do not fit on ${height * width} cells`);
  }
  const { near, table } = aroundOn(topology, height, width);
  return { topology, height, width, total, near, table, states: states ?? new Int8Array(height * width).fill(-1) };
}

// The board of a question. Throws a UsageError.
export function givenOf({ board }) {
  const cells = board.rows.map((row) => {
    const text = row.trim();
    return /\s/.test(text) || (board.width ?? 0) === 1 ? text.split(/\s+/) : [...text];
  });
  const [height, width] = [cells.length, cells[0].length];
  if (cells.some((row) => row.length !== width)) {
    throw new UsageError("the rows of the board are not of one length", "syntax");
  }
  const { mines: total = null } = board;
  return boardOf({
    topology: board.topology, height, width,
    total: total === null ? null : [total].flat().length === 2 ? total : [total, total],
    states: Int8Array.from(cells.flat(), stateOf),
  });
}

function stateOf(token) {
  if (token.length === 1 && TOKENS.includes(token)) return TOKENS.indexOf(token) - 4;
  if (/^\d{1,3}$/.test(token) && Number(token) <= MOST_CLUE) return Number(token);
  throw beyond(`clues such as ${token}`);
}

export function isCovered(state) {
  return state === -1 || state === -2;
}

// A cell as messages have it, and back.
export function pairOf({ width }, cell) {
  return [Math.floor(cell / width), cell % width];
}

export function pairsOf(board, cells) {
  return Array.from(cells, (cell) => pairOf(board, cell));
}

export function numberOf({ height, width }, [row, column]) {
  if (row < height && column < width) return row * width + column;
  throw new UsageError(`(${row},${column}) is not on a board of ${width}x${height}`);
}

// The number of a cell that has to be covered.
export function coveredIn(board, pair) {
  const cell = numberOf(board, pair);
  if (isCovered(board.states[cell])) return cell;
  throw new UsageError(`(${pair}) is open; expected a covered cell`);
}

export function coveredOf({ states }) {
  return Array.from(states.keys()).filter((cell) => isCovered(states[cell]));
}

// What every answer about a board begins with.
export function about(command, board) {
  const { total } = board;
  return {
    format: `logicsweep-${command}/1`, board: "page", height: board.height, width: board.width,
    mine_count: total && (total[0] === total[1] ? total[0] : total),
  };
}

// A board in JSON, with its own tokens or others.
export function objectOf(board, tokens = Array.from(board.states, (state) => TOKENS[state + 4] ?? String(state))) {
  const { height, width, topology } = board;
  const between = tokens.some((each) => each.length > 1) ? " " : "";
  const rows = Array.from({ length: height }, (_, row) => tokens.slice(row * width, (row + 1) * width).join(between));
  const { mine_count: total } = about("board", board);
  return { format: "logicsweep-board/1", height, width, mines: total, density: null, rows,
    ...(topology ? { topology } : {}) };
}

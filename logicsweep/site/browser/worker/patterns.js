// The patterns that players know, as shapes of weighted sums: the twin of reasons/patterns.py, which
// says more, and where the table of shapes is from.

import { isCovered } from "./given.js";
import { SHAPES } from "./patterns-table.js";

const SQUARE = "square";
const CLUES = "abc";
// How a picture may be turned, and mirrored or not.
const TURNS = [[1, 0], [0, 1], [-1, 0], [0, -1]].flatMap((turn) => [1, -1].map((side) => [...turn, side]));

// The name of a step, its cells being numbers; null if it has none.
export function patternOf(board, { clues, usesTotal, givenMines, givenSafe, mines, safe }) {
  if (usesTotal) return null;
  const valued = (ofMines, ofSafe) => [...ofMines.map((cell) => [cell, true]), ...ofSafe.map((cell) => [cell, false])];
  const decided = valued(mines, safe);
  const sight = { board, known: new Map(valued(givenMines, givenSafe)) };
  const rows = Array.from(clues, (clue) => reduced(sight, clue));
  if (!decided.length || rows.includes(null)) return null;
  for (const shape of SHAPES) {
    if (shape.multipliers.length !== rows.length) continue;
    // All clues but the first have the same multiplier: their order does not matter.
    for (const first of rows) {
      const roles = [first, ...rows.filter((row) => row !== first)];
      const name = named(shape, roles, decided, sight);
      if (name !== null) return name;
    }
  }
  return null;
}

// A clue less the known mines around it; null if the cell shows no number.
function reduced({ board: { states, near }, known }, clue) {
  const shown = states[clue] ?? -1;
  if (shown < 0) return null;
  const around = Array.from(near[clue]);
  const mines = around.filter((cell) => states[cell] === -3 || known.get(cell)).length;
  const cells = new Set(around.filter((cell) => isCovered(states[cell]) && !known.has(cell)));
  return { clue, need: shown - mines, cells, isLess: mines > 0 };
}

function named(shape, roles, decided, sight) {
  const { multipliers, is_most: isMost, needs, has_plus: hasPlus, has_minus: hasMinus } = shape;
  if (needs?.some((need, at) => need !== roles[at].need)) return null;
  const summed = new Map();
  let total = 0;
  roles.forEach(({ need, cells }, at) => {
    total += multipliers[at] * need;
    for (const cell of cells) summed.set(cell, (summed.get(cell) ?? 0) + multipliers[at]);
  });
  const having = (sign) => [...summed.keys()].filter((cell) => Math.sign(summed.get(cell)) === sign);
  const [plus, none, minus] = [having(1), having(0), having(-1)];
  const most = (isMost ? plus : minus).reduce((sum, cell) => sum + summed.get(cell), 0);
  if (total !== most) return null;
  const proves = ([cell, isMine]) => (isMine === isMost ? plus : minus).includes(cell);
  if (!decided.every(proves)) return null;
  if ((hasPlus ?? plus.length > 0) !== plus.length > 0) return null;
  if ((hasMinus ?? minus.length > 0) !== minus.length > 0) return null;
  const further = around(shape, roles, { plus, none }, sight);
  if (!further) return null;
  const clues = [...roles, ...further];
  const isReduced = clues.length > 1 && clues.some(({ isLess }) => isLess);
  return `${shape.name}${shape.several && plus.length > 1 ? "+" : ""}${isReduced ? "R" : ""}`;
}

// The further clues of a picture that lies around the clues of a sum; null if none does.
function around({ pictures }, roles, { plus, none }, sight) {
  const { topology, height, width } = sight.board;
  if (!pictures.length) return [];
  if ((topology ?? SQUARE) !== SQUARE) return null;
  const { clue } = roles[0];
  for (const picture of pictures) {
    for (const [down, over, side] of TURNS) {
      // Cells by the signs that are on them; -1 is off the board.
      const placed = picture.map(([sign, row, column]) => {
        const toRow = Math.floor(clue / width) + down * row - over * side * column;
        const toColumn = clue % width + over * row + down * side * column;
        const isInside = toRow >= 0 && toRow < height && toColumn >= 0 && toColumn < width;
        return [sign, isInside ? toRow * width + toColumn : -1];
      });
      const [adding, cancelling] = ["+", "x"].map((wanted) =>
        new Set(placed.filter(([sign]) => sign === wanted).map(([, cell]) => cell)));
      if (adding.size && !plus.every((cell) => adding.has(cell))) continue;
      if (cancelling.size && !(none.length === cancelling.size && none.every((cell) => cancelling.has(cell)))) continue;
      if (placed.every(([sign, cell]) => isUnder(sign, cell, roles, sight))) {
        return placed.filter(([sign]) => sign > 0).map(([, cell]) => reduced(sight, cell));
      }
    }
  }
  return null;
}

// Whether a cell is what a sign of a picture says; see `Sign` of the twin.
function isUnder(sign, cell, roles, { board, known }) {
  const state = board.states[cell] ?? -3;
  switch (sign) {
    case "o": return state !== -3 && !isCovered(state);
    case "#": return isCovered(state) && !known.has(cell);
    case ".": return !isCovered(state) || known.has(cell);
    case "+": case "x": return true;
    default: return CLUES.includes(sign) ? roles[CLUES.indexOf(sign)].clue === cell
      : reduced({ board, known }, cell)?.need === Number(sign);
  }
}

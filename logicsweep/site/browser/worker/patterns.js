// The patterns that players know, as shapes of weighted sums: the twin of explain/patterns.py and
// explain/pattern_places.py, which say more.

import { isCovered } from "./given.js";

const SQUARE = "square";
const WAYS = [[-1, 0], [0, -1], [0, 1], [1, 0]];

// The sum is as large as it can be if `isMost`, else as small as it can be; of the shapes that a step
// has, the first one names it.
const SHAPES = [
  { name: "B1", multipliers: [1], isMost: true },
  { name: "B2", multipliers: [1], isMost: false },
  { name: "1-2-1", multipliers: [1, -1], isMost: true, place: line(1, 2, 1) },
  { name: "1-2-2-1", multipliers: [1, -1], isMost: true, place: line(1, 2, 2, 1) },
  { name: "H1", multipliers: [1, -1], isMost: false, minus: false, place: hole(1, 1, 0) },
  { name: "H2", multipliers: [1, -1], isMost: false, minus: false, place: hole(1, 2, -1) },
  { name: "H3", multipliers: [1, -1], isMost: false, minus: false, place: holeAside },
  { name: "1-3-1", multipliers: [1, -1, -1], isMost: true, needs: [3, 1, 1], place: corner },
  { name: "2-2-2", multipliers: [1, -1, -1], isMost: false, needs: [2, 2, 2], place: corner },
  { name: "1-1", multipliers: [1, -1], isMost: false, minus: false, several: true },
  { name: "1-2", multipliers: [1, -1], isMost: true, minus: false, several: true },
  { name: "1-2C", multipliers: [1, -1], isMost: true, plus: true, minus: true, several: true },
  { name: "1>2<1", multipliers: [1, -1, -1], isMost: true, needs: [2, 1, 1], plus: false },
];

// The name of a step, its cells being numbers; null if it has none.
export function patternOf(board, { clues, usesTotal, givenMines, givenSafe, mines, safe }) {
  if (usesTotal) return null;
  const known = new Map([
    ...givenMines.map((cell) => [cell, true]), ...givenSafe.map((cell) => [cell, false]),
  ]);
  const decided = [...mines.map((cell) => [cell, true]), ...safe.map((cell) => [cell, false])];
  const isGrid = (board.topology ?? SQUARE) === SQUARE;
  const sight = { board, known, grid: isGrid ? new Grid(board) : null };
  const rows = Array.from(clues, (clue) => reduced(sight, clue));
  if (!decided.length || rows.includes(null)) return null;
  for (const shape of SHAPES) {
    if (shape.multipliers.length !== rows.length) continue;
    for (const roles of permutations(rows)) {
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

function* permutations(rows) {
  if (!rows.length) yield [];
  for (const row of rows) {
    for (const rest of permutations(rows.filter((each) => each !== row))) yield [row, ...rest];
  }
}

function named({ name, multipliers, isMost, needs, plus: hasPlus, minus: hasMinus, several, place },
  roles, decided, sight) {
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
  if (hasPlus !== undefined && hasPlus !== plus.length > 0) return null;
  if (hasMinus !== undefined && hasMinus !== minus.length > 0) return null;
  const further = place ? sight.grid && place(sight, roles, { plus, none }) : [];
  if (!further) return null;
  const clues = [...roles, ...further];
  const isReduced = clues.length > 1 && clues.some(({ isLess }) => isLess);
  return `${name}${several && plus.length > 1 ? "+" : ""}${isReduced ? "R" : ""}`;
}

// Places on the grid are [row, column], on the board or off it.
class Grid {
  constructor({ height, width }) {
    Object.assign(this, { height, width });
  }

  at(cell) {
    return [Math.floor(cell / this.width), cell % this.width];
  }

  // The number of the cell there; -1 off the board.
  number([row, column]) {
    const isInside = row >= 0 && row < this.height && column >= 0 && column < this.width;
    return isInside ? row * this.width + column : -1;
  }

  // The way from a cell to another in its row or column, and how far it is; null for others.
  way(start, end) {
    const [first, last] = [this.at(start), this.at(end)];
    const [down, right] = [last[0] - first[0], last[1] - first[1]];
    const far = Math.abs(down) + Math.abs(right);
    return (down && right) || !far ? null : { way: [down / far, right / far], far };
  }
}

function moved([row, column], [down, right], times = 1) {
  return [row + times * down, column + times * right];
}

function beside([down, right]) {
  return [[right, -down], [-right, down]];
}

function isSame(cells, others) {
  return cells.length === others.length && cells.every((cell) => others.includes(cell));
}

// Clues with these reduced numbers in a row along a wall; the further ones of them.
function line(...needs) {
  return (sight, [second, first]) => {
    const { grid } = sight;
    const { way, far } = grid.way(first.clue, second.clue) ?? {};
    if (far !== 1) return null;
    const begin = grid.at(first.clue);
    const row = needs.map((_, at) => reduced(sight, grid.number(moved(begin, way, at))));
    if (row.some((each, at) => each?.need !== needs[at])) return null;
    const isAlong = (side) => {
      const start = moved(begin, side);
      const wall = Array.from({ length: row.length + 2 }, (_, at) =>
        grid.number(moved(start, way, at - 1)));
      const ends = [wall[0], wall.at(-1)];
      return row.every(({ cells }, at) => {
        const three = wall.slice(at, at + 3);
        return three.every((cell) => ends.includes(cell) || cells.has(cell)) &&
          [...cells].every((cell) => three.includes(cell));
      });
    };
    return beside(way).some(isAlong) ? row.slice(2) : null;
  };
}

// A hole in a wall: the larger clue is so many cells from the other, at least and at most, and the
// hole so far from it.
function hole(least, most, from) {
  return ({ board, grid }, [larger, less], { plus, none }) => {
    const { way, far } = grid.way(less.clue, larger.clue) ?? {};
    if (!(far >= least && far <= most)) return null;
    const at = grid.at(larger.clue);
    const inside = moved(at, way, from);
    const sides = beside(way).map((side) => grid.number(moved(inside, side)));
    const ahead = moved(at, way);
    const beyond = [ahead, ...beside(way).map((side) => moved(ahead, side))].map((to) => grid.number(to));
    const isHole = isOpen(board, grid.number(inside)) && isSame(none, sides);
    return isHole && plus.every((cell) => beyond.includes(cell)) ? [] : null;
  };
}

function isOpen({ states }, cell) {
  return cell >= 0 && states[cell] !== -3 && !isCovered(states[cell]);
}

function holeAside({ board, grid }, [larger, less], { none }) {
  const { way, far } = grid.way(less.clue, larger.clue) ?? {};
  if (far !== 2) return null;
  const middle = moved(grid.at(less.clue), way);
  const isHole = (side) =>
    isSame(none, [middle, moved(middle, side)].map((to) => grid.number(to))) &&
    isOpen(board, grid.number(moved(middle, side, -1)));
  return beside(way).some(isHole) ? [] : null;
}

function corner({ grid }, [bend, ...arms], { plus }) {
  const at = grid.at(bend.clue);
  const wayTo = ({ clue }) => WAYS.find((way) => grid.number(moved(at, way)) === clue);
  const [first, second] = arms.map(wayTo);
  if (!first || !second || first[0] * second[0] + first[1] * second[1]) return null;
  return isSame(plus, [grid.number(moved(moved(at, first, -1), second, -1))]) ? [] : null;
}

// A referee of games: a needless guess hits a mine wherever one could be, and a guess that was needed
// may be forgiven. What is drawn, docs/reference/seeds.md defines.

import { countedOn, exactly } from "./answers.js";
import { coveredOf } from "./given.js";
import { LimitError } from "./kernel.js";

const MOST = (1n << 64n) - 1n;
const [KNOWN_MINE, NO_CLUE] = [-3, -4];

// The verdict on a move of a game, the opening of a covered cell: the mines with which the game goes on,
// whether it is a guess, and what the referee did. `isMine` are the mines before it.
export function ruling(game, board, cell, isMine, move, kernel) {
  const { chances } = kernel.load(board);
  const isNeedless = chances.includes(0);
  const ruled = { isMine, isGuess: chances[cell] !== 0, event: null };
  const isJudged = isNeedless ? move > 0 : game.forgives && isMine[cell];
  if (!isOpen({ chances }, cell) || !isJudged) return ruled;
  ruled.event = isNeedless ? "punished" : "forgiven";
  if (!isNeedless || !isMine[cell]) {
    const outputs = outputsOf(MOST - BigInt(game.seed), move);
    ruled.isMine = drawn(board, cell, isNeedless, outputsOf(outputs.next().value), kernel);
  }
  return ruled;
}

// A layout that agrees with a position and with a cell, each as likely as any other: cells next to a
// clue are decided one by one, and the mines that are left lie anywhere among the others.
function drawn(board, cell, isHit, source, kernel) {
  const states = board.states.slice();
  const covered = coveredOf(board);
  const isNear = (each) => board.near[each].some((other) => board.states[other] >= 0);
  const decide = (each, hasMine) => {
    states[each] = hasMine ? KNOWN_MINE : NO_CLUE;
    return countedOn({ ...board, states }, kernel);
  };
  let position = decide(cell, isHit);
  for (const each of covered.filter(isNear)) {
    if (!isOpen(position, each)) continue;
    if (!position.layouts) throw new LimitError("limit reached: the layouts are too many to draw one");
    const [mines, layouts] = exactly(position, each).split("/").map(BigInt);
    position = decide(each, below(layouts, source) < mines);
  }
  const isMine = Uint8Array.from(states, (state, each) => state === KNOWN_MINE || position.chances[each] === 1);
  const pool = covered.filter((each) => isOpen(position, each));
  const left = board.total[0] - isMine.reduce((sum, each) => sum + each, 0);
  for (let place = 0; place < left; place++) {
    const chosen = place + Number(below(BigInt(pool.length - place), source));
    isMine[pool[chosen]] = 1;
    pool[chosen] = pool[place];
  }
  return isMine;
}

// Whether a cell is a mine in some layouts only.
function isOpen({ chances }, cell) {
  return chances[cell] > 0 && chances[cell] < 1;
}

// What the generator SplitMix64 gives after so many numbers.
function* outputsOf(seed, skipped = 0) {
  for (let turn = BigInt(skipped) + 1n; ; turn++) {
    const state = (seed + turn * 0x9E3779B97F4A7C15n) & MOST;
    let mixed = ((state ^ (state >> 30n)) * 0xBF58476D1CE4E5B9n) & MOST;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94D049BB133111EBn) & MOST;
    yield mixed ^ (mixed >> 31n);
  }
}

// A number below a limit: as many bits as that has, until they are less.
function below(limit, outputs) {
  const bits = limit.toString(2).length;
  let number = limit;
  while (number >= limit) {
    number = 0n;
    for (let at = 0; at < bits; at += 64) {
      number |= (outputs.next().value >> BigInt(Math.max(64 - (bits - at), 0))) << BigInt(at);
    }
  }
  return number;
}

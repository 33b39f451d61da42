// A referee of games: a needless guess hits a mine wherever one could be, and a guess that was needed
// may be forgiven. What it draws, docs/reference/seeds.md defines.

import { countedOn, exactly } from "./answers.js";
import { isCovered } from "./given.js";
import { LimitError } from "./kernel.js";

const MOST = (1n << 64n) - 1n;
const [KNOWN_MINE, NO_CLUE] = [-3, -4];

// The generator SplitMix64.
class Source {
  constructor(seed) {
    this.state = seed;
  }

  output() {
    this.state = (this.state + 0x9E3779B97F4A7C15n) & MOST;
    let mixed = this.state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xBF58476D1CE4E5B9n) & MOST;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94D049BB133111EBn) & MOST;
    return mixed ^ (mixed >> 31n);
  }

  // A number below a limit: as many bits as that has, until they are less.
  below(limit) {
    const bits = limit.toString(2).length;
    for (;;) {
      let number = 0n;
      for (let at = 0; at < bits; at += 64) {
        number |= (this.output() >> BigInt(Math.max(64 - (bits - at), 0))) << BigInt(at);
      }
      if (number < limit) return number;
    }
  }

  // The first elements of a shuffle.
  sample(elements, count) {
    const pool = [...elements];
    for (let place = 0; place < count; place++) {
      const drawn = place + Number(this.below(BigInt(pool.length - place)));
      [pool[place], pool[drawn]] = [pool[drawn], pool[place]];
    }
    return pool.slice(0, count);
  }
}

// What is drawn for a move of a game, numbered from 0.
function sourceOf(seed, move) {
  const outputs = new Source(MOST - BigInt(seed));
  for (let turn = 0; turn < move; turn++) outputs.output();
  return new Source(outputs.output());
}

// The verdict on the opening of a covered cell: the mines with which the game goes on, whether it is a
// guess, and what the referee did. `isMine` are the mines before it, and `openings` what was opened.
export function ruling(game, board, cell, isMine, openings, kernel) {
  const { chances } = kernel.load(board);
  const [chance, isNeedless] = [chances[cell], chances.includes(0)];
  const plain = { isMine, isGuess: chance !== 0, event: null };
  const isJudged = isNeedless ? openings.length > 0 : game.forgives;
  if (chance === 0 || chance === 1 || !isJudged || (!isNeedless && !isMine[cell])) return plain;
  const event = isNeedless ? "punished" : "forgiven";
  if (isNeedless && isMine[cell]) return { ...plain, event };
  const source = sourceOf(game.seed, openings.length);
  return { ...plain, event, isMine: drawn(board, cell, isNeedless, source, kernel) };
}

// A layout that agrees with a position and with a cell, each as likely as any other: cells next to a
// clue are decided one by one, and the mines that are left lie anywhere among the others.
function drawn(board, cell, isHit, source, kernel) {
  const states = board.states.slice();
  const covered = Array.from(states.keys()).filter((each) => isCovered(states[each]));
  const isNear = (each) => board.near[each].some((other) => board.states[other] >= 0);
  const decide = (each, hasMine) => {
    states[each] = hasMine ? KNOWN_MINE : NO_CLUE;
    return countedOn({ ...board, states }, kernel);
  };
  let position = decide(cell, isHit);
  for (const each of covered.filter(isNear)) {
    if (!isOpen(position, each)) continue;
    const risk = exactly(position, each);
    if (risk === null) throw new LimitError("limit reached: the layouts are too many to draw one");
    const [mines, layouts] = risk.split("/").map(BigInt);
    position = decide(each, source.below(layouts) < mines);
  }
  const isMine = Uint8Array.from(states, (state, each) => state === KNOWN_MINE || position.chances[each] === 1);
  const left = board.total[0] - isMine.reduce((sum, each) => sum + each, 0);
  for (const each of source.sample(covered.filter((other) => isOpen(position, other)), left)) isMine[each] = 1;
  return isMine;
}

// Whether a cell is a mine in some layouts only.
function isOpen({ chances }, cell) {
  return chances[cell] > 0 && chances[cell] < 1;
}

// The kernel in WebAssembly: boards are copied into its memory, and answers out of it.

// What a call came to; what is neither of these leaves the question open.
export const OK = 0;
export const CLASH = 1;
const OPEN = {
  2: "the board takes larger tables than the page allows for",
  3: "the board takes more memory than the page has",
  4: "the chances are too small to be told apart in this page",
  5: "the question takes more work than the page allows for",
};

// The interface that is expected: LS_ABI in kernel.h.
const ABI = 8;
// Limits of a question: bytes in all, numbers in the tables of a component, steps of work.
const MOST_BYTES = 1n << 30n;
const MOST_NUMBERS = 10_000_000n;
const MOST_WORK = 8_000_000_000n;
// Layouts of a board whose best play is worked out.
const MOST_LAYOUTS = 10_000;

export class LimitError extends Error {}

// The value of a call, unless it left the question open: then an error in words.
function checked(status) {
  if (status > CLASH) throw new LimitError(`limit reached: ${OPEN[status]}`);
  return status;
}

export class Kernel {
  // Throws an Error for what is no kernel of this version.
  static async of(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    instance.exports._initialize();
    return new Kernel(instance.exports);
  }

  constructor(exports) {
    if (exports.ls_abi() !== ABI) throw new Error(`it has version ${exports.ls_abi()}, not ${ABI}`);
    this.ls = exports;
    this.taken = []; // room that the question at hand takes
    this.near = null; // the neighbours that the board at hand has, and where they are
    this.shared = exports.malloc(12);
    this.context = exports.ls_new(MOST_BYTES, this.shared);
    exports.ls_limits(this.context, MOST_NUMBERS, MOST_WORK);
    new Int32Array(exports.memory.buffer, this.shared, 3).fill(0);
  }

  // Numbers of a kind in the kernel's memory; another call may move it.
  view(Kind, at, count) {
    return new Kind(this.ls.memory.buffer, at, count);
  }

  // Room for some bytes, or for a copy of an array, until `rest`.
  room(bytes) {
    const at = this.ls.malloc(Math.max(bytes, 8));
    if (!at) throw new LimitError(`limit reached: ${OPEN[3]}`);
    this.taken.push(at);
    return at;
  }

  put(array) {
    const at = this.room(array.byteLength);
    this.view(array.constructor, at, array.length).set(array);
    return at;
  }

  rest() {
    for (const at of this.taken) this.ls.free(at);
    this.taken = [];
  }

  // The size, the degree and where the neighbours are, which live as long as boards that have them.
  #around({ table, states }) {
    if (this.near?.table !== table) {
      if (this.near) this.ls.free(this.near.at);
      this.near = { table, at: this.put(table.near) };
      this.taken.pop();
    }
    return [states.length, table.degree, this.near.at];
  }

  #bounds({ total }) {
    return total ? total.map(BigInt) : [-1n, -1n];
  }

  // Load a board and count it: CLASH, or OK with the chance of each cell (NaN where none is covered),
  // whether some depend on an unknown mine count, and whether the mine count decides some cell.
  load(board, states = board.states) {
    const marginals = this.room(8 * states.length);
    const status = checked(this.ls.ls_load(this.context, ...this.#around(board), this.put(states),
      ...this.#bounds(board), 0, 0, 0, 0, marginals));
    const [, needsPrior, needsTotal] = this.view(Int32Array, this.shared, 3);
    const chances = this.view(Float64Array, marginals, states.length).slice();
    return { status, chances, needsPrior: needsPrior === 1, needsTotal: needsTotal === 1 };
  }

  // The verdicts alone, which take less than counting: 1 a mine, 0 safe, -1 undetermined, -2 not
  // covered; null for an inconsistent board.
  verdicts(board) {
    const at = this.room(board.states.length);
    const status = checked(this.ls.ls_verdicts(this.context, ...this.#around(board),
      this.put(board.states), ...this.#bounds(board), 0, 0, at, 0));
    return status === CLASH ? null : this.view(Int8Array, at, board.states.length).slice();
  }

  // Of the board at hand: the number of layouts, and by cell in how many of them it is a mine (as
  // exact numbers, that of the group of cells alike); null where they are not counted.
  layouts() {
    const at = this.room(20);
    if (this.ls.ls_fractions(this.context, Number(MOST_WORK), at) !== OK) return null;
    const [limbs, groups, cells, minesAt, numbersAt] = this.view(Int32Array, at, 5);
    const words = this.view(BigUint64Array, minesAt, groups * limbs);
    const mines = Array.from({ length: groups }, (_, group) => {
      let number = 0n;
      for (let limb = limbs; limb--;) number = (number << 64n) | words[group * limbs + limb];
      return number;
    });
    const numbers = this.view(Int32Array, numbersAt, groups + 2 * cells).slice(groups);
    const groupOf = new Map();
    for (let turn = 0; turn < cells; turn++) groupOf.set(numbers[turn], numbers[cells + turn]);
    return { count: mines[1], mines: (cell) => (groupOf.get(cell) === 0 ? 0n : mines[groupOf.get(cell)]) };
  }

  // Of the board at hand, for cells with the least risk first: the probability to survive a click there
  // and the next one, as {cell, survival, isCut, clues}: cut short where another cell is sure to be
  // better, with no `clues` where that is plain.
  lookAhead(cells, chances) {
    const count = cells.length;
    const [clues, isCut] = [this.room(4 * count), this.room(4 * count)];
    const [survivals, remaining] = [this.room(8 * count), this.room(8 * count)];
    const factors = this.put(new Float64Array(count).fill(1));
    const bounds = this.put(Float64Array.from(cells, (cell) => 1 - chances[cell]));
    const asked = this.room(64);
    const [places, marginals] = [this.put(Int32Array.from(cells)), this.put(chances)];
    this.view(Int32Array, asked, 2).set([count, marginals]);
    this.view(Float64Array, asked + 8, 3).set([0, 0, 1e-9]);
    this.view(Int32Array, asked + 32, 7).set([places, factors, bounds, clues, isCut, survivals, remaining]);
    checked(this.ls.ls_look_ahead(this.context, asked));
    const numbers = (Kind, at) => this.view(Kind, at, count);
    const sums = [numbers(Float64Array, survivals), numbers(Float64Array, remaining)];
    return cells.map((cell, turn) => ({
      cell, isCut: numbers(Int32Array, isCut)[turn] === 1, clues: numbers(Int32Array, clues)[turn],
      survival: sums[0][turn] + Math.max(sums[1][turn], 0),
    }));
  }

  // What single clues decide, one after the other: {clue, isMine, cells}; those of safe cells first.
  singles({ table, states, ...board }) {
    const clues = Int32Array.from(states.keys()).filter((cell) => states[cell] >= 0);
    const covered = states.reduce((sum, state) => sum + (state === -1 || state === -2), 0);
    const answer = this.room(4 * (4 * covered + 1));
    const at = this.put(new Int32Array(8));
    const around = this.#around({ table, states, ...board });
    this.view(Int32Array, at, 8).set([around[0], around[1], clues.length, 1, around[2],
      this.put(states), this.put(clues), answer]);
    checked(this.ls.ls_single_clues(this.context, at));
    const numbers = this.view(Int32Array, answer, 4 * covered + 1);
    const made = [];
    for (let turn = 0, place = 1; turn < numbers[0]; turn++) {
      const [clue, isMine, count] = numbers.subarray(place, place + 3);
      made.push({ clue, isMine: isMine === 1, cells: Array.from(numbers.subarray(place + 3, place + 3 + count)) });
      place += 3 + count;
    }
    return made;
  }
}

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
const ABI = 19;
// Limits of a question: bytes in all, numbers in the tables of a component, steps of work.
const MOST_BYTES = 1n << 30n;
const MOST_NUMBERS = 10_000_000n;
const MOST_WORK = 8_000_000_000n;
// Layouts of a board whose best play is worked out.
export const MOST_LAYOUTS = 2_000;

export class LimitError extends Error {
  kind = "limit";
}

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

  // Room for some bytes, until `rest`.
  room(bytes) {
    const at = this.ls.malloc(Math.max(bytes, 8));
    if (!at) throw new LimitError(`limit reached: ${OPEN[3]}`);
    this.taken.push(at);
    return at;
  }

  // A copy of an array there, or of several one behind the other, as C lays out a structure.
  put(...arrays) {
    const at = this.room(8 * arrays.length + arrays.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let end = at;
    for (const array of arrays) {
      end = Math.ceil(end / array.BYTES_PER_ELEMENT) * array.BYTES_PER_ELEMENT;
      this.view(array.constructor, end, array.length).set(array);
      end += array.byteLength;
    }
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
    return { status, chances, needsPrior: !board.total && needsPrior === 1, needsTotal: needsTotal === 1 };
  }

  // The verdicts alone, which take less than counting: 1 a mine, 0 safe, -1 undetermined, -2 not
  // covered; null for an inconsistent board.
  verdicts(board) {
    const at = this.room(board.states.length);
    const status = checked(this.ls.ls_verdicts(this.context, ...this.#around(board),
      this.put(board.states), ...this.#bounds(board), 0, 0, at, 0));
    return status === CLASH ? null : this.view(Int8Array, at, board.states.length).slice();
  }

  // Of the board at hand: the number of layouts, and by cell in how many of them it is a mine; null
  // where they are not counted. Cells alike are a group, whose mines are summed over all layouts.
  layouts() {
    const at = this.room(20);
    if (this.ls.ls_fractions(this.context, Number(MOST_WORK), at) !== OK) return null;
    const [limbs, groups, cells, minesAt, numbersAt] = this.view(Int32Array, at, 5);
    const words = this.view(BigUint64Array, minesAt, groups * limbs);
    const mines = Array.from({ length: groups }, (_, group) => words
      .subarray(group * limbs, (group + 1) * limbs).reduceRight((number, limb) => (number << 64n) | limb, 0n));
    const numbers = this.view(Int32Array, numbersAt, groups + 2 * cells);
    const groupOf = new Map();
    for (let turn = groups; turn < groups + cells; turn++) groupOf.set(numbers[turn], numbers[turn + cells]);
    const shares = mines.map((sum, group) => sum / BigInt(numbers[group]));
    return { count: mines[1], mines: (cell) => shares[groupOf.get(cell)] };
  }

  // Of the board at hand, for cells with the least risk first: the probability to survive a click there
  // and the next one, as {cell, survival, isCut, clues}: cut short where another cell is sure to be
  // better, with no `clues` where that is plain.
  lookAhead(cells, chances) {
    const count = cells.length;
    const rooms = [4, 4, 8, 8].map((bytes) => this.room(bytes * count));
    const [places, marginals] = [this.put(Int32Array.from(cells)), this.put(chances)];
    checked(this.ls.ls_look_ahead(this.context, this.put(
      Int32Array.of(count, marginals), Float64Array.of(0, 0, 1e-9), Int32Array.of(places, ...rooms))));
    const [clues, isCut] = rooms.slice(0, 2).map((at) => this.view(Int32Array, at, count));
    const [survivals, remaining] = rooms.slice(2).map((at) => this.view(Float64Array, at, count));
    return cells.map((cell, turn) => ({
      cell, isCut: isCut[turn] === 1, clues: clues[turn],
      survival: survivals[turn] + Math.max(remaining[turn], 0),
    }));
  }

  // Add to guesses on the board at hand the probability to survive each and two clicks more, as {third,
  // isBehind}: an upper bound where one before it is better.
  lookFurther(guesses, chances, replies) {
    const count = guesses.length;
    const [isCut, survivals] = [this.room(4 * count), this.room(8 * count)];
    const [places, marginals] = [this.put(Int32Array.from(guesses, ({ cell }) => cell)), this.put(chances)];
    checked(this.ls.ls_look_further(this.context, this.put(
      Int32Array.of(count, replies, marginals), Float64Array.of(0, 1e-9), Int32Array.of(places, isCut, survivals))));
    const [cut, thirds] = [this.view(Int32Array, isCut, count), this.view(Float64Array, survivals, count)];
    guesses.forEach((guess, turn) => Object.assign(guess, { third: thirds[turn], isBehind: cut[turn] === 1 }));
  }

  // What single clues decide, one after the other: {clue, isMine, cells}; those of safe cells first.
  singles(board) {
    const { states } = board;
    const clues = Int32Array.from(states.keys()).filter((cell) => states[cell] >= 0);
    const most = 4 * states.length + 1;
    const answer = this.room(4 * most);
    const [size, degree, near] = this.#around(board);
    checked(this.ls.ls_single_clues(this.context, this.put(
      Int32Array.of(size, degree, clues.length, 1, near, this.put(states), this.put(clues), answer))));
    const [made] = this.view(Int32Array, answer, 1);
    let numbers = this.view(Int32Array, answer + 4, most - 1);
    return Array.from({ length: made }, () => {
      const [clue, isMine, count] = numbers;
      const cells = Array.from(numbers.subarray(3, 3 + count));
      numbers = numbers.subarray(3 + count);
      return { clue, isMine: isMine === 1, cells };
    });
  }

  // A board as `ls_plain_board`.
  #plain(board) {
    return this.put(
      Int32Array.of(...this.#around(board), this.put(board.states)), BigInt64Array.from(this.#bounds(board)));
  }

  // A minimal set of sources, clues and perhaps the mine count, that force a cell; those that
  // contradict each other with cell -1.
  sources(board, cell, isMine) {
    const room = board.states.length + 2;
    const answer = this.room(4 * room);
    checked(this.ls.ls_mus(this.context, this.#plain(board), cell, Number(isMine), room, answer));
    const [count, usesTotal, ...clues] = this.view(Int32Array, answer, room);
    return { clues: clues.slice(0, count), usesTotal: usesTotal === 1 };
  }

  // Two layouts, as a byte for each cell: one with a mine in an undetermined cell, one without.
  pair(board, cell) {
    const size = board.states.length;
    const [mine, safe] = [this.room(size), this.room(size)];
    checked(this.ls.ls_pair(this.context, this.#plain(board), cell, mine, safe));
    return { mine: this.view(Uint8Array, mine, size).slice(), safe: this.view(Uint8Array, safe, size).slice() };
  }

  // Of the board at hand: the number of layouts, in how many of them the best player wins, and in how
  // many if a cell is opened first; null where these are too many to work that out.
  win() {
    const at = this.room(20);
    if (this.ls.ls_win(this.context, MOST_LAYOUTS, 1, at) !== OK) return null;
    const [count, cells, partsAt, numbersAt, wonAt] = this.view(Int32Array, at, 5);
    const parts = Array.from({ length: count }, (_, part) => {
      const [layouts, won] = this.view(BigInt64Array, partsAt + 32 * part, 2);
      const [first, size] = this.view(Int32Array, partsAt + 32 * part + 16, 2);
      return { layouts, won, first, size };
    });
    if (parts.some(({ won }) => won < 0n)) return null;
    const product = (numbers) => numbers.reduce((all, each) => all * each, 1n);
    const [numbers, wins] = [this.view(Int32Array, numbersAt, cells), this.view(BigInt64Array, wonAt, cells)];
    const won = new Map();
    for (const part of parts) {
      const others = product(parts.filter((other) => other !== part).map((other) => other.won));
      for (let turn = part.first; turn < part.first + part.size; turn++) {
        if (wins[turn] >= 0n) won.set(numbers[turn], wins[turn] * others);
      }
    }
    const [layouts, most] = ["layouts", "won"].map((key) => product(parts.map((part) => part[key])));
    return { layouts, most, won };
  }

  // The mines of a seed, as a byte for each cell.
  deal(board, { seed, mines, no_guess: isProvable, level }, start, firstClick) {
    const [size, degree, near] = this.#around(board);
    const isMine = this.room(size);
    const first = ["unprotected", "safe", "opening"].indexOf(firstClick);
    const asked = this.put(BigUint64Array.of(BigInt(seed)), Int32Array.of(
      size, degree, mines, start, first, isProvable, 1, level || 0, level || -1, 0, 0, 0, 0, near, isMine));
    if (checked(this.ls.ls_deal(this.context, asked)) === CLASH) {
      throw new LimitError("there is no such layout: the mines do not fit beside the cells that stay free");
    }
    return this.view(Uint8Array, isMine, size).slice();
  }
}

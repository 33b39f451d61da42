// The engine of logicsweep without its page: what follows from a Minesweeper position, exactly.

/** A cell as [row, column], counted from 0 at the top left. */
export type Cell = [row: number, column: number];

/**
 * What a cell shows: "?" covered, "F" flagged (covered, too: a flag proves nothing), "*" a known mine,
 * "_" open without a clue; or a clue, as a number or its digits.
 */
export type Token = number | string;

export interface Position {
  /** Rows such as "?12", with spaces between the tokens where one has several signs; or arrays of tokens. */
  rows: (string | Token[])[];
  /** The mine count, or the least and the most; left out where nobody knows it. */
  mines?: number | [least: number, most: number] | null;
  /** Another neighbourhood than the eight cells around each, such as "hexagon" or "torus". */
  topology?: string | null;
}

/** Covered cells that are proved: mines in all layouts, or in none. */
export interface Verdicts {
  mines: Cell[];
  safe: Cell[];
}

export interface Best {
  /** The best cells to open, each as good as the first. */
  cells: Cell[];
  /**
   * Why: they are proved safe ("safe"); no other cell wins more often, by all games that remain
   * ("solved"); none survives this click and the next ones more often ("score"); no clue is there yet,
   * and none is less risky ("risk").
   */
  why: "safe" | "solved" | "score" | "risk";
  /** The probability of a mine in the first of them. */
  chance: number;
}

export type Reason =
  | {
      verdict: "mine" | "safe";
      /** A proof in a sentence, with cells as (row,column). */
      text: string;
      /** Clues that force the verdict; it does not follow without any of them. */
      clues: Cell[];
      /** Whether the mine count is needed as well. */
      usesTotal: boolean;
    }
  | {
      verdict: "undetermined";
      text: string;
      /** The mines of two layouts that agree with all clues: one with a mine in the cell, and one without. */
      layouts: { mine: Cell[]; safe: Cell[] };
    };

export interface Board {
  verdicts(): Promise<Verdicts>;
  /** By rows, the probability of a mine in each covered cell, null in the others: 0 and 1 only where proved. */
  chances(): Promise<(number | null)[][]>;
  /** The number of layouts that agree with the position. */
  layouts(): Promise<bigint>;
  /** What to open; null where no cell is left that is not a mine for sure. */
  best(): Promise<Best | null>;
  /** Why a covered cell is safe or a mine, or how it can be either. */
  reason(cell: Cell): Promise<Reason>;
  /** Give up what the board is asked. Its questions then fail. */
  close(): void;
}

/**
 * What is thrown: no layout agrees with the position ("inconsistent"), a question takes too much work
 * ("limit": it is never answered approximately), what was given is wrong or beyond this module
 * ("usage"), or the worker or its kernel did not come ("internal").
 */
export interface Fault extends Error {
  kind: "inconsistent" | "limit" | "usage" | "internal";
  /** Of an inconsistent position: clues that contradict each other, none of which can be left out. */
  clues?: Cell[];
  /** Of an inconsistent position: whether the mine count is one of what contradicts each other. */
  usesTotal?: boolean;
}

/** Analyse a position. Throws a Fault. A signal closes the board, also while it is analysed. */
export function open(position: Position, options?: { signal?: AbortSignal }): Promise<Board>;

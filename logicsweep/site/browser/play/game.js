// A game: what was opened and flagged; what it shows comes from where the page is served.

import { clueOf, isCovered } from "../board.js";
import { one } from "../core/ask.js";
import { checkSize, Position } from "../core/position.js";

export class Game {
  // `of` is a `GameOf` of the page's questions.
  constructor(of, opened = [], flags = []) {
    this.of = of;
    this.opened = opened;
    this.flags = new Set(flags);
    // Whether it is known what the game shows.
    this.isAnswered = false;
    this.outcome = "playing";
    this.event = null;
    this.mines = null;
    // Whether the board is new to its player, and nothing has helped.
    this.isFair = false;
    // Whether a solver has played in it.
    this.isWatched = false;
    // How many cells are open from the beginning, without a move.
    this.given = 0;
    checkSize(of.rows, of.columns);
    const kept = {};
    if (of.topology) kept.topology = of.topology;
    if (of.rules) kept.rules = of.rules;
    this.position = Position.blank(of.rows, of.columns, of.mines ?? null, kept);
  }

  get isOver() {
    return this.outcome !== "playing";
  }

  get hasBegun() {
    return this.opened.length > 0;
  }

  // Whether its player has opened a cell.
  get hasMoved() {
    return this.opened.length > this.given;
  }

  // Whether there are clues: a puzzle begins with some.
  get hasClues() {
    return this.hasBegun || Boolean(this.of.puzzle);
  }

  state() {
    return { game: this.of, opened: this.opened, flags: [...this.flags] };
  }

  // From the state of a link, which anybody may have written. Throws an Error.
  static from(state) {
    const { game, opened, flags } = state ?? {};
    const isNumber = (each) => Number.isInteger(each) && each >= 0;
    const isCell = (each) => Array.isArray(each) && each.length === 2 && each.every(isNumber);
    const areLists = [opened, flags].every(Array.isArray) && opened.every(isCell) && flags.every(isNumber);
    if (!game || !areLists || !/^\d{1,20}$/.test(game.seed)) {
      throw new Error("the link has no game of this page in it");
    }
    return new Game(game, opened, flags);
  }

  // What a question about this game begins with.
  question() {
    return { game: this.of, opened: this.opened };
  }

  isCovered(index) {
    return isCovered(this.position.tokens[index]);
  }

  // Flag a cell, or take its flag away; whether that changed anything.
  flag(index) {
    if (this.isOver || !this.isCovered(index)) return false;
    if (!this.flags.delete(index)) this.flags.add(index);
    return true;
  }

  // The cells that a click opens: a covered one, or around a number whose flags are all set (a
  // chord), `scope(index)` being the cells that its clue speaks of. Empty if it opens nothing.
  openedBy(index, scope) {
    if (this.isOver || this.flags.has(index)) return [];
    if (this.isCovered(index)) return [index];
    const number = clueOf(this.position.tokens[index]);
    const near = number === null ? [] : scope(index);
    const set = near.filter((each) => this.flags.has(each) || this.position.tokens[each] === "*");
    if (set.length !== number) return [];
    return near.filter((each) => this.isCovered(each) && !this.flags.has(each));
  }

  // Ask what the game shows now; true if that is what is asked for last. Where it fails, nothing has
  // changed. Throws an Error in words.
  async ask(cells = []) {
    const before = this.opened;
    const opened = [...before, ...cells.map((each) => this.position.cell(each))];
    this.opened = opened;
    try {
      const played = await one({ ask: "play", ...this.question() });
      if (opened !== this.opened) return false; // a later move has been made
      this.isAnswered = true;
      this.position = Position.of(played.board);
      this.outcome = played.state;
      this.event = played.event ?? null;
      this.mines = played.mines?.map((cell) => this.position.index(cell)) ?? null;
      for (const index of this.flags) if (!this.isCovered(index)) this.flags.delete(index);
      return true;
    } catch (problem) {
      if (opened !== this.opened) return false; // it is no longer about what is shown
      this.opened = before;
      throw problem;
    }
  }

  // The position with the player's flags.
  marked() {
    const { flags, position } = this;
    return position.painted([...flags].filter((index) => this.isCovered(index)), "F");
  }

  // How many mines are neither flagged nor shown; null where the mine count is open.
  get left() {
    const { total, tokens } = this.position;
    if (typeof total !== "number") return null;
    return total - this.flags.size - tokens.filter((each) => each === "*").length;
  }
}

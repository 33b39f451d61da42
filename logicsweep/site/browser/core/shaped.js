// How boards are drawn whose neighbours are not the eight around a cell, or which have rules: who is
// a neighbour, and what clues can show; asked once for each size, topology and rules.

import { one } from "./ask.js";
import { clueOf, isCovered, tokenOf } from "../board.js";
import { Position } from "./position.js";

const PLAIN = { shapes: null, clues: null, signs: null, rules: "", note: "" };

export class Shaped {
  constructor() {
    this.known = new Map();
  }

  // How a position is drawn; undefined if that has not been asked.
  at(position) {
    if (!Object.keys(position.kept).length) return PLAIN;
    return this.known.get(keyOf(position));
  }

  // The same, asked if need be. Throws an Error in words.
  async of(position) {
    const known = this.at(position);
    if (known) return known;
    const { height, width, kept } = position;
    const blank = Position.blank(height, width, null, kept);
    return this.keep(position, await one({ ask: "shape", board: blank.board() }));
  }

  // Keep the shapes of a position, which came with another answer.
  keep(position, shapes) {
    shapes.signs = shapes.clues && new Map(shapes.clues.map((clue) => [clue.token, clue]));
    this.known.set(keyOf(position), shapes);
    return shapes;
  }

  // The same; what cannot be drawn has squares: its analysis says what is wrong.
  async anyOf(position) {
    try {
      return await this.of(position);
    } catch {
      this.known.set(keyOf(position), PLAIN);
      return PLAIN;
    }
  }

  // The most cells that any clue speaks of.
  degree(position) {
    const known = this.at(position);
    const listed = known?.scopes ?? known?.neighbours;
    return listed ? Math.max(...listed.map((near) => near.length)) : 8;
  }

  // All that clues can show, in order; null where that is a number of mines.
  clues(position) {
    return this.at(position)?.clues ?? null;
  }

  // What a clue shows, in words and as it is written.
  words(position, token) {
    return this.at(position)?.signs?.get(token)?.words ?? String(clueOf(token) ?? token);
  }

  // The token of the clue that a number of an answer stands for.
  tokenOf(position, code) {
    return this.clues(position)?.find((clue) => clue.code === code)?.token ?? tokenOf(code);
  }

  // The same as it is written.
  named(position, code) {
    const token = this.tokenOf(position, code);
    return String(clueOf(token) ?? token);
  }

  // The numbers of the cells that a clue speaks of.
  scope(position, index) {
    return this.at(position)?.scopes?.[index] ?? this.around(position, index);
  }

  // Those of them that are covered.
  covered(position, index) {
    return this.scope(position, index).filter((cell) => isCovered(position.tokens[cell]));
  }

  // The numbers of the neighbours of a cell.
  around(position, index) {
    const { width, height } = position;
    const listed = this.at(position)?.neighbours;
    if (listed) return listed[index];
    const [row, column] = position.cell(index);
    const near = [];
    for (let down = Math.max(row - 1, 0); down <= Math.min(row + 1, height - 1); down++) {
      for (let over = Math.max(column - 1, 0); over <= Math.min(column + 1, width - 1); over++) {
        if (down !== row || over !== column) near.push(down * width + over);
      }
    }
    return near;
  }
}

function keyOf({ height, width, kept }) {
  return JSON.stringify([height, width, kept]);
}

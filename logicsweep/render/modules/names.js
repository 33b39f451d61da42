// Names of cells in sentences; each lights up its cell.

import { el } from "./elements.js";

// With what closes it.
const NAMED = /\((\d+),(\d+)\)([,;:.]*)/g;

export class Names {
  // `heard` may have light(cells), which lights up cells as (row, column) or none, and pick(cell).
  // With letters a name is A1: a letter for the column, the row from 1. Without, it is (row,column)
  // from 0, as in files and answers.
  constructor(heard = {}, hasLetters = false) {
    Object.assign(this, { heard, hasLetters });
  }

  of([row, column]) {
    return this.hasLetters ? `${lettersOf(column)}${row + 1}` : `(${row},${column})`;
  }

  // What stands beside a row, and above a column.
  row(row) {
    return String(this.hasLetters ? row + 1 : row);
  }

  column(column) {
    return this.hasLetters ? lettersOf(column) : String(column);
  }

  // A sentence of an answer, in which cells are (row,column) from 0, with the reader's names.
  text(sentence) {
    return sentence.replace(NAMED, (_, row, column, stop) =>
      `${this.of([Number(row), Number(column)])}${stop}`);
  }

  // The same as nodes, in which each name is a button that lights up its cell.
  nodes(sentence) {
    const [start, ...parts] = sentence.split(NAMED);
    const nodes = [start];
    while (parts.length) {
      const [row, column, stop, text] = parts.splice(0, 4);
      const name = this.node([Number(row), Number(column)]);
      // A name and what closes it stay on one line.
      nodes.push(stop ? el("span", { class: "cell-named" }, name, stop) : name, text);
    }
    return nodes.filter((node) => node !== "");
  }

  // A name that lights up its cell, and picks it when it is clicked.
  node(cell, label = this.of(cell)) {
    const light = () => this.heard.light?.([cell]);
    const leave = () => this.heard.light?.([]);
    return el("button", {
      type: "button", class: "cell-name", onpointerenter: light, onfocus: light, onpointerleave: leave,
      onblur: leave, onclick: () => this.heard.pick?.(cell),
    }, label);
  }
}

// A, B, ..., Z, AA, AB, ... from 0 on.
function lettersOf(number) {
  const before = Math.floor(number / 26);
  const letter = String.fromCharCode(65 + (number % 26));
  return before ? `${lettersOf(before - 1)}${letter}` : letter;
}

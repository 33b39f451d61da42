// Names of cells in sentences; each lights up its cell.

const NAMED = /\((\d+),(\d+)\)/g;

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
    return sentence.replace(NAMED, (_, row, column) => this.of([Number(row), Number(column)]));
  }

  // The same as nodes, in which each name is a button that lights up its cell.
  nodes(sentence) {
    const nodes = [];
    let start = 0;
    for (const match of sentence.matchAll(NAMED)) {
      nodes.push(sentence.slice(start, match.index));
      start = match.index + match[0].length;
      const [stop] = /^[,;:.]*/.exec(sentence.slice(start));
      start += stop.length;
      nodes.push(kept(this.node([Number(match[1]), Number(match[2])]), stop));
    }
    nodes.push(sentence.slice(start));
    return nodes.filter((node) => node !== "");
  }

  // A name that lights up its cell, and picks it when it is clicked.
  node(cell, label = this.of(cell)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "cell-name";
    button.textContent = label;
    for (const enter of ["pointerenter", "focus"]) {
      button.addEventListener(enter, () => this.heard.light?.([cell]));
    }
    for (const leave of ["pointerleave", "blur"]) {
      button.addEventListener(leave, () => this.heard.light?.([]));
    }
    button.addEventListener("click", () => this.heard.pick?.(cell));
    return button;
  }
}

// A name and what closes it, on one line.
function kept(node, stop) {
  if (!stop) return node;
  const line = document.createElement("span");
  line.className = "cell-named";
  line.append(node, stop);
  return line;
}

// A, B, ..., Z, AA, AB, ... from 0 on.
function lettersOf(number) {
  const before = Math.floor(number / 26);
  const letter = String.fromCharCode(65 + (number % 26));
  return before ? `${lettersOf(before - 1)}${letter}` : letter;
}

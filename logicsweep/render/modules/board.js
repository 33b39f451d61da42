// A board as SVG: what is in each cell, what is known of it, and frames around cells in question.
//
// The signs are groups of the document (`sign-...`), the colours are properties of its style
// sheet; both come from the same source as those of the pictures that Python draws.

import { CELL, Shapes, Squares, make } from "./shapes.js";

// Below this size of a cell in pixels, probabilities are shown by colour alone.
const READABLE = 19;

// A probability in at most four characters; only certainty is written as 0 or 100 %.
export function percent(chance) {
  const hundredths = 100 * chance;
  if (hundredths < 0.1) return "<.1%";
  if (hundredths < 9.95) return `${rounded(hundredths, 1)}%`;
  return hundredths < 99.5 ? `${rounded(hundredths, 0)}%` : ">99%";
}

// Rounded as Python does it, to the even neighbour if both are equally near; that happens only
// where the number is a multiple of 1/2 or 1/4.
function rounded(number, digits) {
  const isTie = digits === 0 ? number % 1 === 0.5 : (number * 4) % 2 === 1;
  if (!isTie) return number.toFixed(digits);
  const below = Math.floor(number * 10 ** digits);
  return ((below + (below % 2)) / 10 ** digits).toFixed(digits);
}

export function isCovered(token) {
  return token === "?" || token === "F";
}

// The number that an exact clue says, which is written as =11 from 9 on; null for all others.
export function clueOf(token) {
  const found = /^=?(\d+)$/.exec(token);
  return found && Number(found[1]);
}

export function tokenOf(clue) {
  return clue < 9 ? String(clue) : `=${clue}`;
}

// A clue without what says how it was made.
export function short(token) {
  return clueOf(token)?.toString() ?? (token.split(/[:([]/)[0] || token);
}

const NAMES = { "?": "covered", F: "flagged", "*": "known mine", _: "open, no clue" };

// What a screen reader says of a cell.
export function inWords(token, known) {
  const words = [NAMES[token] ?? `clue ${clueOf(token) ?? token}`];
  if (known.verdict === "safe") words.push("proved safe");
  else if (known.verdict === "mine") words.push("proved mine");
  else if (known.chance !== null) words.push(`mine probability ${percent(known.chance)}`);
  if (known.isBest) words.push("best cell");
  return words.join(", ");
}

export class BoardView {
  // Draws into an element, as a grid that the arrow keys walk through. `heard` may have:
  // point(index or null), press(index, event), key(index, event), which says whether the key was
  // for it, and focus(index) when a key leads to a cell; an index counts cells row by row.
  constructor(place, heard = {}) {
    const svg = make("svg", { class: "board", "aria-label": "Board" });
    this.svg = svg;
    // Frames come and go more often than cells change: a sheet of their own spares the browser to
    // paint all cells again.
    this.sheet = make("svg", { class: "sheet", "aria-hidden": "true" });
    place.classList.add("sheets");
    place.append(svg, this.sheet);
    this.heard = heard;
    this.height = this.width = 0;
    this.shapes = null;
    this.size = CELL;
    this.cells = [];
    this.focused = 0;
    this.pointed = null;
    this.over = make("g", {}, this.sheet);
    this.overlay = make("g", { class: "overlay" }, this.over);
    this.frames = make("g", { class: "frames" }, this.over);
    this.walls = make("g", {}, this.sheet);
    svg.setAttribute("role", "grid");
    svg.addEventListener("pointerover", (event) => this.#point(this.at(event.target)));
    svg.addEventListener("pointerleave", () => this.#point(null));
    svg.addEventListener("keydown", (event) => this.#key(event));
    svg.addEventListener("focusin", (event) => {
      const index = this.at(event.target);
      if (index !== null) this.#move(index, false);
    });
    for (const name of ["pointerdown", "pointermove", "contextmenu", "wheel"]) {
      svg.addEventListener(name, (event) => {
        const index = this.at(event.target);
        if (index !== null) this.heard.press?.(index, event);
      }, { passive: false });
    }
  }

  // The index of the cell that an element belongs to; null beside all cells.
  at(element) {
    const cell = element.closest?.("[data-cell]");
    if (!cell) return null;
    const [row, column] = cell.dataset.cell.split(",");
    return Number(row) * this.width + Number(column);
  }

  // Under a finger that has moved, events still name the cell where it went down.
  atPoint(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    return element && this.svg.contains(element) ? this.at(element) : null;
  }

  // Show a board of another size; `sent` are the shapes of its cells, null for squares in rows.
  resize(height, width, sent = null) {
    if (height === this.height && width === this.width && sent === this.sent) return;
    const shapes = sent ? new Shapes(height, width, sent) : new Squares(height, width);
    Object.assign(this, { height, width, sent, shapes, shown: null });
    this.across = shapes.across;
    this.down = shapes.down;
    const all = document.createDocumentFragment();
    shapes.numbers(all);
    const place = `translate(${shapes.left} ${shapes.top})`;
    this.over.setAttribute("transform", place);
    const grid = make("g", { role: "presentation", transform: place }, all);
    this.cells = [];
    // No cell has a transform: a browser would paint each of them apart, which takes three times as
    // long.
    for (let row = 0; row < height; row++) {
      const line = make("g", { role: "row" }, grid);
      for (let column = 0; column < width; column++) {
        const cell = make("g", {
          role: "gridcell", "data-cell": `${row},${column}`, tabindex: -1,
        }, line);
        const tile = make(shapes.tag, { class: "tile" }, cell);
        const [x, y] = shapes.corner(row * width + column);
        this.cells.push({ cell, tile, x, y, key: null, parts: [] });
      }
    }
    this.svg.replaceChildren(all);
    this.walls.replaceChildren();
    shapes.between(this.walls);
    this.frame();
    this.lay();
    for (const svg of [this.svg, this.sheet]) {
      svg.setAttribute("viewBox", `0 0 ${this.across} ${this.down}`);
    }
    this.svg.setAttribute("aria-rowcount", height);
    this.svg.setAttribute("aria-colcount", width);
    this.zoom(this.size);
    this.#move(Math.min(this.focused, height * width - 1), false);
  }

  // Set the size of a cell in pixels.
  zoom(size) {
    const wasReadable = this.size >= READABLE;
    this.size = size;
    for (const { style } of [this.svg, this.sheet]) {
      style.width = `${(this.across * size) / CELL}px`;
      style.height = `${(this.down * size) / CELL}px`;
    }
    if (wasReadable !== size >= READABLE && this.shown) this.show(...this.shown);
  }

  // Draw the tokens of all cells, and what `known(index)` says: verdict ("safe", "mine" or null),
  // chance (of a mine, or null) and isBest. Only cells that look different are touched.
  show(tokens, known) {
    this.shown = [tokens, known];
    const isReadable = this.size >= READABLE;
    for (let index = 0; index < tokens.length; index++) {
      const cell = this.cells[index];
      const token = tokens[index];
      const { verdict, chance, isBest } = known(index);
      const text = chance === null || verdict !== null ? "" : percent(chance);
      const heat = text === "" ? "" : Math.round(100 * chance);
      const key = `${token}|${verdict}|${isReadable ? text : ""}|${heat}|${isBest}`;
      if (cell.key === key) continue;
      cell.key = key;
      this.#draw(index, token, { verdict, isBest, heat, text: isReadable ? text : "" });
      const words = inWords(token, { verdict, chance, isBest });
      cell.cell.setAttribute("aria-label", `${this.shapes.name(index)}${words}`);
    }
  }

  #draw(index, token, { verdict, isBest, heat, text }) {
    const { shapes } = this;
    const cell = this.cells[index];
    const covered = isCovered(token);
    const colour = verdict !== null ? verdict : heat !== "" ? `heat-${heat}`
      : covered ? "covered" : "open";
    const kind = covered ? "tile" : "tile open";
    if (cell.kind !== kind) {
      cell.kind = kind;
      const inset = covered ? 1 : 0;
      const shape = { class: kind, ...shapes.outline(index, inset, 4 * inset) };
      for (const [name, value] of Object.entries(shape)) cell.tile.setAttribute(name, value);
    }
    if (cell.colour !== colour) {
      cell.colour = colour;
      cell.tile.setAttribute("fill", `var(--${colour})`);
    }
    const signs = [];
    if (verdict !== null) signs.push(verdict === "safe" ? "safe" : "proved-mine");
    if (token === "F") signs.push(verdict !== null || text || isBest ? "small-flag" : "flag");
    if (token === "*") signs.push("mine");
    if (isBest) signs.push(...shapes.best);
    let words = text;
    let style = "chance";
    if (!covered && token !== "*" && token !== "0") {
      words = token === "_" ? "·" : short(token);
      const clue = clueOf(token);
      style = clue ? `clue clue-${Math.min(clue, 8)}` : token === "_" ? "none" : "uncertain";
      if (words.length > 2) style += " long";
    }
    const wanted = `${signs}|${words}|${style}`;
    if (cell.wanted === wanted) return;
    cell.wanted = wanted;
    if (words && !signs.length && cell.text?.isConnected && cell.parts.length === 1) {
      cell.text.textContent = words; // what changes most often: a number
      cell.text.setAttribute("class", style);
      return;
    }
    for (const part of cell.parts) part.remove();
    cell.parts = signs.map((sign) => {
      if (sign === "frame") {
        return make(shapes.tag, { class: "best", ...shapes.outline(index, 1, 4) }, cell.cell);
      }
      const by = { star: -1, "small-flag": 1 }[sign] ?? 0;
      const x = cell.x + by * shapes.narrow(index);
      return make("use", { href: `#sign-${sign}`, x, y: cell.y }, cell.cell);
    });
    if (words) {
      const down = isBest && style === "chance" ? 4 : 0; // below the star
      const [x, y] = [cell.x + CELL / 2, cell.y + CELL / 2 + down];
      cell.text = make("text", { x, y, class: style }, cell.cell);
      cell.text.textContent = words;
      cell.parts.push(cell.text);
    }
  }

  // Frame cells: `focus` twice, `framed` (clues) with a line, `around` with a dashed one; `wrong`
  // ones in the colour of mines.
  frame({ focus = null, framed = [], around = [], wrong = [] } = {}) {
    this.frames.replaceChildren();
    const draw = (index, width, inset, kind) => {
      if (index >= this.cells.length) return;
      for (const under of [true, false]) {
        make(this.shapes.tag, {
          class: under ? "under" : kind, ...this.shapes.outline(index, inset, 4),
          "stroke-width": width + (under ? 2 : 0),
        }, this.frames);
      }
    };
    for (const index of around) if (index !== focus) draw(index, 2, 3, "dashed");
    for (const index of framed) draw(index, 3, 1.5, "line");
    for (const index of wrong) draw(index, 3, 1.5, "wrong");
    if (focus !== null) {
      draw(focus, 3, 1.5, "line focus");
      draw(focus, 1.5, -2.5, "line");
    }
  }

  // Draw a layout over the board: mines in these cells, none in those.
  lay(mines = [], safe = []) {
    this.overlay.replaceChildren();
    for (const [indices, sign] of [[mines, "mine"], [safe, "safe"]]) {
      for (const index of indices) {
        const [x, y] = this.shapes.corner(index);
        const colour = sign === "safe" ? "safe" : "covered";
        const shape = { ...this.shapes.outline(index, 1, 4), fill: `var(--${colour})` };
        make(this.shapes.tag, shape, this.overlay);
        make("use", { href: `#sign-${sign}`, x, y }, this.overlay);
      }
    }
  }

  // Give a cell the keyboard.
  focus(index) {
    this.#move(index, true);
  }

  #point(index) {
    if (index === this.pointed) return;
    this.pointed = index;
    this.heard.point?.(index);
  }

  #move(index, isWanted) {
    this.cells[this.focused]?.cell.setAttribute("tabindex", -1);
    this.focused = index;
    const cell = this.cells[index]?.cell;
    cell?.setAttribute("tabindex", 0);
    if (isWanted) cell?.focus();
  }

  #key(event) {
    const index = this.focused;
    if (this.heard.key?.(index, event)) {
      event.preventDefault();
      return;
    }
    const target = this.shapes.step(index, event.key);
    if (target !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.focus(target);
      this.heard.focus?.(this.focused);
    }
  }
}

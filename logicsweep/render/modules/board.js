// A board: what is in each cell, what is known of it, and frames around cells in question.
//
// The signs are groups of the document (`sign-...`), the colours are properties of its style
// sheet; both come from the same source as those of the pictures that Python draws.

import { CanvasCells } from "./cells-canvas.js";
import { SvgCells } from "./cells-svg.js";
import { el, make } from "./elements.js";
import { LAID, Looks, READABLE, UNKNOWN, inWords } from "./looks.js";
import { Marks } from "./marks.js";
import { Names } from "./names.js";
import { scrollerOf, seen } from "./scrolling.js";
import { CELL, Shapes, Squares } from "./shapes.js";

export { UNKNOWN, clueOf, inWords, isCovered, percent, short, tokenOf } from "./looks.js";

// Boards with more cells are drawn on canvases: elements would be too many for a browser.
const MOST_ELEMENTS = 3000;
// Below this size of a cell in pixels, not every column has room for its name.
const WIDE = 20;
// In a file of its own a board shrinks to this share of its size before it is scrolled.
const SHRUNK = 0.6;
// So many cells at most come gradually at a time: more would keep the browser from its work.
const MOST_GRADUAL = 60;

export class BoardView {
  // Draws into an element, as a grid that the arrow keys walk through. `heard` may have:
  // point(index or null), press(index, event), key(index, event), which says whether the key was
  // for it, and focus(index) when a key leads to a cell; an index counts cells row by row.
  // `names` write those of rows and columns; null leaves these away.
  constructor(place, heard = {}, names = new Names()) {
    this.place = place;
    this.painter = new SvgCells();
    // Frames come and go more often than cells change: a sheet of their own spares the browser to
    // paint all cells again.
    this.sheet = make("svg", { class: "sheet", "aria-hidden": "true" });
    place.classList.add("sheets");
    // The names of columns and rows stay at the edges of what the board is scrolled in.
    this.edges = ["columns", "rows"].map((kind) => el("div", { class: `edge ${kind}`, "aria-hidden": "true" }));
    place.append(...this.edges, this.painter.root, this.sheet);
    Object.assign(this, { heard, names });
    this.height = this.width = this.across = this.down = 0;
    this.shapes = null;
    this.signs = null;
    this.size = CELL;
    this.unscrolled = { x: 0, y: 0 };
    this.focused = 0;
    this.pointed = null;
    this.numbers = make("g", { class: "numbers" }, this.sheet);
    this.marks = new Marks(this.sheet);
    this.walls = make("g", {}, this.marks.over);
    place.addEventListener("pointerover", (event) => this.#point(this.atEvent(event)));
    place.addEventListener("pointerleave", () => this.#point(null));
    place.addEventListener("keydown", (event) => this.#key(event));
    place.addEventListener("focusin", (event) => {
      const index = this.atEvent(event);
      if (index !== null) this.#move(index, false);
    });
    for (const name of ["pointerdown", "pointermove", "contextmenu", "wheel"]) {
      place.addEventListener(name, (event) => {
        const index = this.atEvent(event);
        if (name === "pointermove" && event.pointerType === "mouse") this.#point(index);
        if (index !== null) this.heard.press?.(index, event);
      }, { passive: false });
    }
  }

  // The element that has the role of a grid.
  get svg() {
    return this.painter.root;
  }

  // The index of the cell that an event is about; null beside all cells.
  atEvent(event) {
    if (!this.svg.contains(event.target)) return null;
    const cell = event.target.closest?.("[data-cell]");
    if (!cell) return this.painter.atPoint?.(event) ?? null;
    const [row, column] = cell.dataset.cell.split(",").map(Number);
    return row * this.width + column;
  }

  // The index of the cell under the pointer: while a finger moves, events still name the cell where
  // it went down.
  atPoint(event) {
    const { clientX, clientY } = event;
    const target = document.elementFromPoint(clientX, clientY);
    return target && this.atEvent({ target, clientX, clientY });
  }

  // Show a board of another size; `sent` are the shapes of its cells, null for squares in rows.
  // `signs` are what clues show, by token: lines, size and words; null where that is a number of
  // mines.
  resize(height, width, sent = null, signs = null) {
    const isSameSize = height === this.height && width === this.width;
    if (isSameSize && sent === this.sent && signs === this.signs) return;
    this.#point(null); // until the pointer moves over the new cells
    const { names } = this;
    const shapes = sent ? new Shapes(height, width, sent, names !== null) : new Squares(height, width);
    const { across, down } = shapes;
    Object.assign(this, { height, width, sent, signs, shapes, across, down, shown: null, laid: new Map() });
    this.looks = new Looks(shapes.best, signs);
    this.drawn = new Array(height * width).fill(null);
    this.#paintWith(height * width > MOST_ELEMENTS && !sent?.edges ? CanvasCells : SvgCells);
    this.svg.setAttribute("aria-rowcount", height);
    this.svg.setAttribute("aria-colcount", width);
    this.painter.build(shapes, height, width);
    this.marks.build(shapes, height * width);
    this.walls.replaceChildren();
    shapes.between(this.walls);
    this.numbers.replaceChildren();
    shapes.numbers(this.numbers, names);
    const texts = names ? shapes.edges(names) : [[], []];
    this.edges.forEach((edge, at) => edge.replaceChildren(...texts[at].map((text) => el("span", {}, text))));
    this.place.classList.toggle("named", texts[1].length > 0);
    this.place.style.setProperty("--digits", texts[1].at(-1)?.length ?? 0);
    this.sheet.setAttribute("viewBox", `0 0 ${across} ${down}`);
    this.place.style.setProperty("--across", across / CELL);
    this.place.style.setProperty("--down", down / CELL);
    this.zoom(this.size);
    this.#move(Math.min(this.focused, height * width - 1), false);
  }

  #paintWith(Painter) {
    if (this.painter instanceof Painter) return;
    const { painter } = this;
    this.painter = new Painter();
    this.svg.classList.toggle("painting", painter.root.classList.contains("painting"));
    painter.root.replaceWith(this.svg);
    painter.close?.();
  }

  // Set the size of a cell in pixels.
  zoom(size) {
    const wasReadable = this.size >= READABLE;
    this.size = size;
    if (!this.shapes) return;
    this.place.style.setProperty("--cell", `${size}px`);
    this.place.classList.toggle("sparse", size < WIDE);
    this.painter.zoom?.(size);
    if (wasReadable !== size >= READABLE && this.shown) this.show(...this.shown);
  }

  // Make cells as large as there is room beside what takes so many pixels; where that is too little, it is
  // below the board, and `around` is narrow.
  fitBeside(around, pixels) {
    const isBeside = innerWidth >= SHRUNK * this.across + pixels;
    around.classList.toggle("narrow", !isBeside);
    const room = innerWidth - 32 - this.beside - (isBeside ? pixels : 0);
    this.zoom(CELL * Math.min(1, Math.max(SHRUNK, room / this.across)));
  }

  // Set it so that what is at this point of the screen stays there, as far as it can be scrolled.
  zoomAbout(size, clientX, clientY) {
    const before = this.sheet.getBoundingClientRect();
    const share = size / this.size;
    this.zoom(size);
    const after = this.sheet.getBoundingClientRect();
    const { x, y } = this.unscrolled;
    const left = share * (clientX - before.left + x) - (clientX - after.left);
    const top = share * (clientY - before.top + y) - (clientY - after.top);
    scrollerOf(this.place).scrollBy({ left, top, behavior: "instant" });
    const now = this.sheet.getBoundingClientRect();
    // Browsers scroll by whole pixels: what is left is for the next time, or it adds up.
    const rests = [left - (after.left - now.left), top - (after.top - now.top)];
    [this.unscrolled.x, this.unscrolled.y] = rests.map((rest) => (Math.abs(rest) < 1 ? rest : 0));
  }

  // Draw the tokens of all cells, and what `known(index)` says, if anything: verdict ("safe", "mine" or null),
  // chance (of a mine, or null) and isBest. It may say more: `overlay`, which is drawn and said in
  // place of the chance, as text, heat (0 to 100, or null) and words; isDim, for a cell that is not
  // yet proved. Only cells that look different are touched.
  show(tokens, known = () => UNKNOWN) {
    this.shown = [tokens, known];
    const facts = tokens.map((_, index) => known(index));
    this.facts = facts;
    const bestCount = facts.reduce((count, { isBest }) => count + (isBest ? 1 : 0), 0);
    this.looks.begin(bestCount, this.size >= READABLE);
    const changed = [];
    const colours = new Map();
    for (let index = 0; index < tokens.length; index++) {
      const before = this.drawn[index];
      const look = this.looks.of(tokens[index], facts[index]);
      if (look === before) continue;
      this.drawn[index] = look;
      changed.push(index);
      if (isNews(before, look)) colours.set(index, before.fill);
    }
    this.#draw(changed);
    if (colours.size <= MOST_GRADUAL) this.marks.fade(colours);
  }

  // What a screen reader says of a cell.
  words(index) {
    const token = this.shown[0][index];
    const said = inWords(token, this.facts[index], this.signs?.get(token));
    return `${this.shapes.name(index)}${said}`;
  }

  // Frame cells: `focus` twice, `framed` (clues) with a line, `around` with a dashed one; `wrong`
  // ones in the colour of mines. Each of `groups`, a clue and cells, has a colour of its own, or the
  // one with the number `group`.
  frame(frames = {}) {
    this.marks.frame(frames);
  }

  // Frame cells, and scroll so far that they are seen.
  present(frames = {}) {
    this.reveal(...this.marks.frame(frames));
  }

  // Light up cells, above all frames; none puts them out.
  light(indices = []) {
    this.marks.light(indices);
  }

  // Draw a layout over the board: mines in these cells, none in those.
  lay(mines = [], safe = []) {
    const before = this.laid;
    this.laid = new Map();
    for (const index of mines) this.laid.set(index, LAID.mine);
    for (const index of safe) this.laid.set(index, LAID.safe);
    if (this.shown) this.#draw(new Set([...before.keys(), ...this.laid.keys()]));
  }

  #draw(indices) {
    const lookOf = (index) => this.laid.get(index) ?? this.drawn[index];
    this.painter.draw(indices, lookOf, (index) => this.words(index));
  }

  // Where a cell is on the screen, in pixels: x, y, width and height.
  cellBox(index) {
    const { left, top } = this.sheet.getBoundingClientRect();
    const share = this.size / CELL;
    const [x, y, width, height] = this.shapes.box(index);
    return new DOMRect(left + share * (this.shapes.left + x), top + share * (this.shapes.top + y),
      share * width, share * height);
  }

  // How far the names of rows and columns reach over the board from the left, and from above.
  get beside() {
    return this.edges[1].offsetWidth;
  }

  get above() {
    return this.edges[0].offsetHeight;
  }

  // Scroll what the board is scrolled in just so far that these cells are seen: if there is no room
  // for all of them, those that come first.
  reveal(...indices) {
    const scroller = scrollerOf(this.place);
    const { beside, above } = this;
    for (const index of indices.reverse()) {
      const { x, y, width, height } = this.cellBox(index);
      seen(scroller, new DOMRect(x - beside, y - above, width + beside, height + above), this.size / 2);
    }
  }

  // Give a cell the keyboard.
  focus(index) {
    this.#move(index, true);
  }

  #point(index) {
    if (index === this.pointed) return;
    this.pointed = index;
    if (this.painter instanceof CanvasCells) this.marks.point(index);
    this.heard.point?.(index);
  }

  #move(index, isWanted) {
    this.focused = index;
    this.painter.stand(index, isWanted);
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

// Whether a cell was opened or covered, or a verdict came or went: not only another probability.
function isNews(before, look) {
  const isHeat = (fill) => fill.startsWith("heat-") || fill === "covered";
  return before !== null && before.fill !== look.fill && !(isHeat(before.fill) && isHeat(look.fill));
}

// The cells of a large board on canvases: square tiles of the board, of which only those exist that
// are near what is seen. One element stands for the cell that has the keyboard.

import { el } from "./elements.js";
import { roomOf, scrollerOf } from "./scrolling.js";
import { CELL } from "./shapes.js";
import { Sprites } from "./sprites.js";

// The side of a tile at most, in pixels of the screen, and how far beyond what is seen tiles are
// painted.
const TILE = 640;
const AHEAD = 240;
// While a board is zoomed, step after step so soon, in milliseconds, the pictures of another size do;
// so many are worth it.
const SOON = 120;
const WORTH = 50;
// If a larger share of a tile has changed, all of it is painted.
const MANY = 0.4;

export class CanvasCells {
  constructor() {
    this.layer = el("div", { class: "tiles", "aria-hidden": "true" });
    this.root = el("div", { class: "board flat", role: "grid", "aria-label": "Board" }, this.layer);
    this.sprites = new Sprites(this.root);
    this.tiles = new Map();
    this.spare = [];
    this.stay = null; // the row of the cell that has the keyboard
    this.size = CELL;
    this.zoomed = -Infinity;
    this.root.addEventListener("mousedown", (event) => {
      const index = this.atPoint(event);
      if (index === null) return;
      event.preventDefault();
      this.stand(index, false);
      this.stay.firstChild.focus({ preventScroll: true });
    });
    this.#follow();
  }

  // Begin with the cells of a board; none has a look yet.
  build(shapes) {
    Object.assign(this, { shapes, lookOf: null, words: null, zoomed: -Infinity });
    this.stay?.remove();
    this.stay = null;
  }

  zoom(size) {
    this.isRough = performance.now() - this.zoomed < SOON && this.sprites.pictures.size > WORTH;
    clearTimeout(this.sharpening);
    if (this.isRough) {
      this.sharpening = setTimeout(() => {
        this.isRough = false;
        this.#again();
      }, SOON);
    }
    this.size = size;
    const { left, top } = this.shapes;
    // Canvases are sharp on whole pixels of the screen only.
    const pixels = (size / CELL) * devicePixelRatio;
    const sharp = (length) => `${Math.round(length * pixels) / devicePixelRatio}px`;
    Object.assign(this.layer.style, { left: sharp(left), top: sharp(top) });
    this.#again();
    this.zoomed = performance.now();
  }

  draw(indices, lookOf, words) {
    Object.assign(this, { lookOf, words });
    this.#repaint(indices);
    if (this.stay) this.#name();
  }

  // The cell that Tab leads to; `isWanted` gives it the keyboard.
  // It is a new element for each: screen readers say what gets the focus, not what changes there.
  stand(index, isWanted) {
    if (this.stay && this.index === index) {
      if (isWanted) this.stay.firstChild.focus();
      return;
    }
    this.index = index;
    const before = this.stay;
    const [row, column] = this.shapes.place(index);
    const cell = el("div", {
      role: "gridcell", class: "stay", tabindex: 0, "data-cell": `${row},${column}`,
      "aria-colindex": column + 1,
    });
    const { left, top, across, down } = this.shapes;
    const [x, y, width, height] = this.shapes.box(index);
    Object.assign(cell.style, {
      left: `${(100 * (left + x)) / across}%`, top: `${(100 * (top + y)) / down}%`,
      width: `${(100 * width) / across}%`, height: `${(100 * height) / down}%`,
    });
    this.stay = el("div", { role: "row", "aria-rowindex": row + 1 }, cell);
    this.root.append(this.stay);
    this.#name();
    const hadFocus = before?.contains(document.activeElement);
    if (isWanted || hadFocus) this.stay.firstChild.focus({ preventScroll: !isWanted });
    before?.remove();
  }

  // The cell at a point of the screen; null beside all cells, and without a point.
  atPoint({ clientX, clientY }) {
    if (clientX === undefined || !this.shapes) return null;
    const { left, top } = this.layer.getBoundingClientRect();
    const share = CELL / this.size;
    return this.shapes.cellAt(share * (clientX - left), share * (clientY - top));
  }

  // Let go of the page.
  close() {
    clearTimeout(this.sharpening);
    this.followed.abort();
    this.watched.disconnect();
  }

  // Paint what comes into view; all of it when the colours or the pixels of the screen change.
  #follow() {
    this.followed = new AbortController();
    const { signal } = this.followed;
    const later = () => {
      this.frame ??= requestAnimationFrame(() => {
        this.frame = null;
        this.#update();
      });
    };
    document.addEventListener("scroll", later, { signal, capture: true, passive: true });
    window.addEventListener("resize", later, { signal });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.sprites.forget();
      this.#again();
    }, { signal });
    this.watched = new ResizeObserver(later);
    this.watched.observe(this.root);
  }

  // Paint all that is seen.
  #again() {
    this.#clear();
    this.#update();
  }

  // Have a tile for each part of what is seen and a little more, and for nothing else.
  #update() {
    if (!this.shapes || !this.root.isConnected) return;
    const ratio = devicePixelRatio;
    this.scale = (this.size * ratio) / CELL;
    if (ratio !== this.ratio) this.#clear();
    this.ratio = ratio;
    if (!this.isRough) this.sprites.begin(this.shapes, this.scale);
    // Whole cells, where these are squares.
    this.side = CELL * Math.max(1, Math.floor(TILE / (CELL * this.scale)));
    const [left, top, right, bottom] = this.#seen().map((edge) => (edge * ratio) / this.scale);
    const wanted = new Set();
    if (right > left && bottom > top) {
      const ahead = (AHEAD * ratio) / this.scale;
      const { across, down } = this.shapes;
      const first = (edge) => Math.max(0, Math.floor((edge - ahead) / this.side));
      const last = (edge, end) => Math.floor(Math.min(edge + ahead, end - 1) / this.side);
      for (let row = first(top); row <= last(bottom, down); row++) {
        for (let column = first(left); column <= last(right, across); column++) {
          wanted.add(`${row},${column}`);
        }
      }
    }
    this.#clear(wanted);
    for (const key of wanted) if (!this.tiles.has(key)) this.#paintTile(this.#made(key));
  }

  // The part of the tiles that is seen: its edges in pixels of the page.
  #seen() {
    const room = roomOf(scrollerOf(this.root));
    const box = this.layer.getBoundingClientRect();
    return [
      Math.max(0, room.left) - box.left, Math.max(0, room.top) - box.top,
      Math.min(innerWidth, room.right) - box.left, Math.min(innerHeight, room.bottom) - box.top,
    ];
  }

  #made(key) {
    const [row, column] = key.split(",").map(Number);
    const { side, scale, ratio } = this;
    // Edges are whole pixels of the screen.
    const [left, top, right, bottom] = [column, row, column + 1, row + 1]
      .map((number) => Math.round(number * side * scale));
    const canvas = this.spare.pop() ?? el("canvas");
    Object.assign(canvas, { width: right - left, height: bottom - top });
    Object.assign(canvas.style, {
      left: `${left / ratio}px`, top: `${top / ratio}px`,
      width: `${(right - left) / ratio}px`, height: `${(bottom - top) / ratio}px`,
    });
    this.layer.append(canvas);
    const over = this.sprites.margin / this.sprites.scale; // lines around cells
    const cells = this.shapes.within(column * side - over, row * side - over,
      (column + 1) * side + over, (row + 1) * side + over);
    const tile = { canvas, context: canvas.getContext("2d"), left, top, cells };
    this.tiles.set(key, tile);
    return tile;
  }

  // Take away all tiles but those that are wanted.
  #clear(wanted = new Set()) {
    for (const [key, { canvas }] of this.tiles) {
      if (wanted.has(key)) continue;
      canvas.remove();
      this.spare.push(canvas);
      this.tiles.delete(key);
    }
  }

  #paintTile({ canvas, context, left, top, cells }) {
    context.clearRect(0, 0, canvas.width, canvas.height);
    for (const index of cells) this.#paint(context, index, left, top);
  }

  // Paint the cells with these indices where they are on tiles.
  #repaint(indices) {
    if (!this.scale) return;
    const changed = new Set(indices);
    const isSquare = this.shapes.tag === "rect";
    for (const tile of this.tiles.values()) {
      const cells = tile.cells.filter((index) => changed.has(index));
      if (!cells.length) continue;
      // Other shapes reach into the squares around their neighbours.
      if (!isSquare || cells.length > MANY * tile.cells.length) this.#paintTile(tile);
      else for (const index of cells) this.#paint(tile.context, index, tile.left, tile.top, true);
    }
  }

  #paint(context, index, left, top, isOver = false) {
    const look = this.lookOf?.(index);
    if (!look) return;
    const { scale, sprites } = this;
    const [boxX, boxY, boxWidth, boxHeight] = this.shapes.box(index);
    const [x, y] = [Math.round(boxX * scale), Math.round(boxY * scale)];
    const factor = scale / sprites.scale;
    if (sprites.margin) {
      const [width, height] = [boxWidth, boxHeight].map((side) => Math.ceil(side * sprites.scale));
      const picture = sprites.of(index, look, width, height);
      const margin = sprites.margin * factor;
      context.drawImage(picture, x - left - margin, y - top - margin,
        picture.width * factor, picture.height * factor);
      return;
    }
    const width = Math.round((boxX + boxWidth) * scale) - x;
    const height = Math.round((boxY + boxHeight) * scale) - y;
    const usual = Math.round(CELL * sprites.scale);
    const picture = factor === 1 ? sprites.of(index, look, width, height)
      : sprites.of(index, look, usual, usual);
    if (isOver) context.clearRect(x - left, y - top, width, height);
    context.drawImage(picture, x - left, y - top, width, height);
  }

  #name() {
    if (this.words) this.stay.firstChild.setAttribute("aria-label", this.words(this.index));
  }
}

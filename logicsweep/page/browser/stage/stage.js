// The board in the room that the window has for it: its size, its numbers, its gestures.

import { BoardView } from "../board.js";
import { byId } from "../core/dom.js";
import { Gestures } from "../gestures.js";

const [SMALLEST, LARGEST] = [6, 96];
// No cell grows beyond this by itself.
const COMFORTABLE = 72;
// What a thumb hits, in pixels.
const THUMB = 44;
// How much of the window the board may take where the panel is below it.
const SHARE = 0.6;
const BESIDE = matchMedia("(min-width: 900px), (orientation: landscape) and (max-height: 500px)");
const FINGERS = matchMedia("(pointer: coarse)");

export class Stage {
  // `page` has `place`, what clicks, keys and fingers on the board are for, and `names`.
  constructor(page) {
    this.page = page;
    this.isFitted = true;
    this.scroller = byId("board");
    this.view = new BoardView(byId("grid"), {
      point: (index) => page.place.point?.(index),
      press: (index, event) => page.place.press?.(index, event),
      key: (index, event) => page.place.key?.(index, event) ?? false,
    });
    this.view.label?.(page.names, this.hasNumbers);
    this.gestures = new Gestures(this.scroller, {
      at: (event) => this.view.atEvent(event),
      zoomBy: (factor, x, y) => this.zoom(factor, x, y),
      hold: (index) => page.place.hold?.(index),
      isPainting: () => page.place.isPainting ?? false,
    });
    byId("larger").addEventListener("click", () => this.zoom(1.25));
    byId("smaller").addEventListener("click", () => this.zoom(0.8));
    byId("fit").addEventListener("click", () => {
      this.isFitted = true;
      this.fit();
    });
    byId("grid").addEventListener("click", (event) => {
      const index = this.view.atEvent(event);
      if (index !== null) page.place.click?.(index);
    });
    new ResizeObserver(() => this.isFitted && this.fit()).observe(document.body);
  }

  // Numbers beside rows and columns take room that a small screen does not have.
  get hasNumbers() {
    return BESIDE.matches && innerWidth >= 600;
  }

  // Draw boards as the shapes of a position say (see `Shaped`).
  shape(position, { shapes, signs }) {
    const { height, width } = position;
    const { view } = this;
    const isSame = height === view.height && width === view.width && view.sent === shapes;
    view.resize(height, width, shapes, signs);
    if (this.isFitted && !isSame) this.fit();
  }

  // Make the board as large as there is room, but no cell smaller than a thumb hits.
  fit() {
    const { view, scroller } = this;
    if (!view.height) return;
    view.label?.(this.page.names, this.hasNumbers);
    const style = getComputedStyle(scroller);
    const edge = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const isBeside = BESIDE.matches;
    const top = scroller.getBoundingClientRect().top;
    const high = isBeside ? innerHeight - top : SHARE * innerHeight - top;
    const size = (room, side) => (32 * (room - edge)) / side;
    const across = size(scroller.clientWidth, view.across);
    const whole = Math.min(across, size(high, view.down));
    const least = FINGERS.matches ? Math.min(THUMB, across < 0.8 * THUMB ? THUMB : across) : 0;
    this.#zoomTo(Math.min(COMFORTABLE, Math.max(whole, least)));
  }

  // Make cells larger or smaller; the point of the board under (x, y) stays where it is.
  zoom(factor, x = null, y = null) {
    const { scroller, view } = this;
    const box = scroller.getBoundingClientRect();
    const [overX, overY] = [(x ?? box.left + box.width / 2) - box.left, (y ?? box.top + box.height / 2) - box.top];
    const before = view.size;
    this.isFitted = false;
    this.#zoomTo(before * factor);
    const grown = view.size / before;
    scroller.scrollLeft = (scroller.scrollLeft + overX) * grown - overX;
    scroller.scrollTop = (scroller.scrollTop + overY) * grown - overY;
  }

  #zoomTo(size) {
    this.view.zoom(Math.min(LARGEST, Math.max(SMALLEST, size)));
  }
}

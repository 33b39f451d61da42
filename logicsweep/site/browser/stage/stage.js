// The board in the room that the window has for it: its size, its numbers, its gestures.

import { BoardView } from "../board.js";
import { byId } from "../core/dom.js";
import { Gestures } from "./gestures.js";

const [SMALLEST, LARGEST] = [6, 96];
// No cell begins smaller than this: the whole of a large board is seen at the press of a button.
const BEGINNING = 20;
// No cell grows beyond this by itself.
const COMFORTABLE = 76;
// What a thumb hits, in pixels, and what it may do with where the whole board fits then.
const [THUMB, SMALL_THUMB] = [44, 30];
const FINGERS = matchMedia("(pointer: coarse)");

export class Stage {
  // `page` has `place`, what clicks, keys and fingers on the board are for, and `names`.
  constructor(page) {
    this.page = page;
    this.isFitted = true;
    this.element = byId("stage");
    this.scroller = byId("board");
    this.view = new BoardView(byId("grid"), {
      point: (index) => page.place?.point?.(index),
      press: (index, event) => page.place?.press?.(index, event),
      key: (index, event) => page.place?.key?.(index, event) ?? false,
    }, page.names);
    this.gestures = new Gestures(this.scroller, {
      at: (event) => this.view.atEvent(event),
      zoomBy: (factor, x, y) => this.zoom(factor, x, y),
      hold: (index) => page.place?.hold?.(index),
      isPainting: () => page.place?.isPainting ?? false,
      cancel: () => page.place?.cancel?.(),
    });
    byId("larger").addEventListener("click", () => this.zoom(1.25));
    byId("smaller").addEventListener("click", () => this.zoom(0.8));
    byId("fit").addEventListener("click", () => {
      this.isFitted = true;
      this.least = SMALLEST;
      this.fit();
    });
    byId("grid").addEventListener("click", (event) => {
      const index = this.view.atEvent(event);
      if (index !== null) page.place?.click?.(index);
    });
    const resized = new ResizeObserver(() => this.isFitted && this.fit());
    for (const part of [document.body, ...document.querySelectorAll(".tools")]) resized.observe(part);
  }

  // Draw boards as the shapes of a position say (see `Shaped`).
  shape(position, { shapes, signs }) {
    const { height, width } = position;
    const { view } = this;
    const isSame = height === view.height && width === view.width && view.sent === shapes;
    view.resize(height, width, shapes, signs);
    if (isSame) return;
    // How large the cells of another board were says nothing about this one.
    this.isFitted = true;
    this.least = BEGINNING;
    this.fit();
  }

  // Make the board as large as there is room, but no cell too small to be read or, by fingers, hit.
  fit() {
    const { view } = this;
    if (!view.height) return;
    const whole = this.#whole;
    const least = FINGERS.matches && whole < SMALL_THUMB ? THUMB : 0;
    view.zoom(Math.min(COMFORTABLE, Math.max(this.least, whole, least)));
  }

  // The size of cells with which the whole board is seen.
  get #whole() {
    const { view, scroller } = this;
    const style = getComputedStyle(scroller);
    const edge = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    // The style sheet says it only where the panel is below the board.
    const share = Number(getComputedStyle(this.element).getPropertyValue("--share"));
    const high = share > 0 ? this.#roomAbove(share) : scroller.clientHeight;
    const size = (room, side) => (32 * (room - edge)) / side;
    return Math.min(size(scroller.clientWidth - view.beside, view.across), size(high - view.above, view.down));
  }

  // The height of the board where the panel is below it: there the board is as high as its content,
  // and the stage may take a share of the page.
  #roomAbove(share) {
    const { top } = this.element.getBoundingClientRect();
    return top + share * (innerHeight - top) - this.scroller.getBoundingClientRect().top;
  }

  // Make cells larger or smaller; the point of the board under (x, y) stays where it is.
  zoom(factor, x = null, y = null) {
    const { left, top, width, height } = this.scroller.getBoundingClientRect();
    const least = Math.max(SMALLEST, Math.min(this.#whole, this.view.size));
    const size = Math.min(LARGEST, Math.max(least, this.view.size * factor));
    this.isFitted = false;
    this.view.zoomAbout(size, x ?? left + width / 2, y ?? top + height / 2);
  }
}

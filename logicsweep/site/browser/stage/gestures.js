// Fingers on the board: one scrolls as everywhere, two zoom, and one that stays still holds a cell.
// The mouse is left alone, but for the wheel with Ctrl.

import { scrollerOf } from "../scrolling.js";

// So long a finger stays, in milliseconds, and so far it may tremble, in pixels.
const LONG = 450;
const STILL = 10;
// How long a finger is felt to hold, in milliseconds.
const FELT = 15;
// One notch of a wheel; trackpads send less, in many steps.
const NOTCH = 1.1;
const SMALL_STEP = 40;

export class Gestures {
  // Listens on an element around the board. `board` has at(event), which says the index of the cell
  // that an event or a touch is about, or null; zoomBy(factor, clientX, clientY), which keeps what is
  // at that point there; hold(index); isPainting(), whether one finger paints; and may have cancel(),
  // which gives up the stroke that the first of two fingers began. Factors are near 1: sizes have to
  // be kept as fractions until a gesture ends.
  constructor(place, board) {
    this.place = place;
    this.board = board;
    this.pinch = null; // where the two fingers were last
    this.pressed = null; // the finger that may come to hold a cell
    this.isTouched = false;
    this.isSwallowing = false;
    place.style.touchAction = "pan-x pan-y";
    const listen = (name, act, isCapture = false) =>
      place.addEventListener(name, act, { passive: false, capture: isCapture });
    listen("touchstart", (event) => this.#start(event));
    listen("touchmove", (event) => this.#move(event));
    listen("touchend", (event) => this.#end(event));
    listen("touchcancel", (event) => this.#end(event));
    listen("pointerdown", (event) => this.#down(event), true);
    listen("contextmenu", (event) => this.#menu(event), true);
    listen("click", (event) => this.isSwallowing && swallow(event), true);
    listen("wheel", (event) => this.#wheel(event));
  }

  #start(event) {
    const { touches } = event;
    this.isTouched = true;
    this.#release();
    if (touches.length === 1) {
      this.isSwallowing = false;
      if (this.board.isPainting()) event.preventDefault(); // or the board would be scrolled
      else this.#press(touches[0]);
    } else if (touches.length === 2) {
      if (event.cancelable) event.preventDefault(); // it is not while the board still rolls on
      this.isSwallowing = true;
      if (this.board.isPainting()) this.board.cancel?.();
      this.pinch = spanOf(touches);
    } else {
      this.pinch = null;
    }
  }

  #move(event) {
    const { touches } = event;
    if (this.pinch && touches.length === 2) {
      if (event.cancelable) event.preventDefault();
      this.#spread(spanOf(touches));
      return;
    }
    if (this.board.isPainting() && event.cancelable) event.preventDefault();
    if (!this.pressed) return;
    const { clientX, clientY } = touches[0];
    const way = Math.hypot(clientX - this.pressed.clientX, clientY - this.pressed.clientY);
    if (way > STILL) this.#release();
  }

  #end(event) {
    if (this.isSwallowing && event.cancelable) event.preventDefault();
    this.#release();
    if (event.touches.length < 2) this.pinch = null;
    this.isTouched = event.touches.length > 0;
  }

  // The second finger neither paints nor opens anything.
  #down(event) {
    if (event.pointerType === "mouse") this.isSwallowing = false;
    else if (event.pointerType === "touch" && !event.isPrimary) swallow(event);
  }

  // Where a finger rests, systems ask for a menu, some of them before the time is up.
  #menu(event) {
    if (!this.isTouched && !this.isSwallowing) return;
    swallow(event);
    if (this.pressed) this.#hold();
  }

  #press({ target, clientX, clientY }) {
    const index = this.board.at({ target, clientX, clientY });
    if (index === null) return;
    this.pressed = { index, clientX, clientY, timer: setTimeout(() => this.#hold(), LONG) };
  }

  #release() {
    clearTimeout(this.pressed?.timer);
    this.pressed = null;
  }

  #hold() {
    const { index } = this.pressed;
    this.#release();
    this.isSwallowing = true;
    navigator.vibrate?.(FELT);
    this.board.hold(index);
  }

  // Two fingers have moved: what was under their middle stays under it.
  #spread(span) {
    const { x, y, length } = this.pinch;
    this.pinch = span;
    scrollerOf(this.place).scrollBy({ left: x - span.x, top: y - span.y, behavior: "instant" });
    if (length > 0 && span.length > 0 && length !== span.length) {
      this.board.zoomBy(span.length / length, span.x, span.y);
    }
  }

  #wheel(event) {
    if (!event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const isStep = event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL ||
      Math.abs(event.deltaY) >= SMALL_STEP;
    const factor = isStep ? NOTCH ** -Math.sign(event.deltaY) : Math.exp(-event.deltaY / 100);
    this.board.zoomBy(factor, event.clientX, event.clientY);
  }
}

// The middle of two fingers, and how far they are from each other.
function spanOf([first, second]) {
  return {
    x: (first.clientX + second.clientX) / 2,
    y: (first.clientY + second.clientY) / 2,
    length: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY),
  };
}

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

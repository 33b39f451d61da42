// The time of a game, which goes on after a reload of the page.

import { byId } from "../core/dom.js";
import { keep, kept } from "../core/preferences.js";
import { localized } from "../numbers.js";

const PLACE = "logicsweep-clock/1";

export class Clock {
  constructor() {
    this.game = null;
    this.spent = 0; // milliseconds before it ran last
    this.since = null; // when that began; null while it stands
    setInterval(() => this.since !== null && this.#draw(), 100);
    // The address says which game it is, and after which move.
    addEventListener("pagehide", () => {
      const { game, seconds } = this;
      if (game) keep(PLACE, { address: location.hash, seconds, isFair: game.isFair });
    });
  }

  get seconds() {
    const running = this.since === null ? 0 : performance.now() - this.since;
    return (this.spent + running) / 1000;
  }

  // Stand at the beginning of a game, or where a reload left it: nobody knows how another game that is
  // taken from an address came there.
  set(game) {
    const { address, seconds, isFair } = kept(PLACE, {});
    const isKept = game.hasBegun && address === location.hash;
    Object.assign(this, { game, spent: isKept ? 1000 * seconds : 0, since: null });
    if (isKept) {
      game.isFair = isFair;
      keep(PLACE, null);
    }
    this.#draw();
  }

  run() {
    this.since ??= performance.now();
  }

  stop() {
    this.spent = 1000 * this.seconds;
    this.since = null;
    this.#draw();
  }

  #draw() {
    const { seconds } = this;
    byId("clock").textContent = seconds ? timeText(seconds) : "";
  }
}

// A time in tenths of a second.
export function timeText(seconds) {
  const tenths = Math.floor(10 * seconds + 1e-6);
  const rest = localized(((tenths % 600) / 10).toFixed(1));
  return tenths < 600 ? `${rest} s` : `${Math.floor(tenths / 600)}:${rest.padStart(4, "0")}`;
}

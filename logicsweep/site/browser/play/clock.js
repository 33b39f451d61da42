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
    setInterval(() => this.#draw(), 100);
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

  // Stand where a game is.
  set(game) {
    Object.assign(this, { game, spent: 1000 * game.seconds, since: null });
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

// What a reload leaves of the game at this address; nothing of one that came by a link.
export function resumed() {
  const { address, ...rest } = kept(PLACE, {});
  keep(PLACE, null);
  return address === location.hash ? rest : {};
}

// A time in tenths of a second.
export function timeText(seconds) {
  const tenths = Math.floor(10 * seconds + 1e-6);
  const rest = localized(((tenths % 600) / 10).toFixed(1));
  return tenths < 600 ? `${rest} s` : `${Math.floor(tenths / 600)}:${rest.padStart(4, "0")}`;
}

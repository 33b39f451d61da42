// What the reader prefers, kept in the browser from one visit to the next.

import { can } from "./abilities.js";

const PLACE = "logicsweep-preferences/1";
const USUAL = {
  overlay: "mine", // what is drawn over a position that is analysed
  seen: "none", // the same in a game
  pace: 600, // milliseconds between two moves of a solver that is watched
  no_guess: false, // whether games are on boards that need no guess
  referee: false, // whether needless guesses are punished
  forgives: false, // whether needed guesses are forgiven
};

export class Preferences {
  constructor() {
    this.values = { ...USUAL, ...kept(PLACE, {}) };
  }

  // What this page cannot do, but another one at this address could, is as usual.
  get(name) {
    const value = this.values[name];
    return can(name) && can(value) ? value : USUAL[name];
  }

  set(name, value) {
    this.values[name] = value;
    keep(PLACE, this.values);
  }
}

// What was kept at a place in the browser; `otherwise` where there is nothing, or nothing is allowed.
export function kept(place, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(place)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

// Keep a value, or forget it if it is null. A browser that keeps nothing goes on without.
export function keep(place, value) {
  try {
    if (value === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // No room, or not allowed.
  }
}

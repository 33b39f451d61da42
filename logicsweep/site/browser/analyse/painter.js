// Painting cells: with the mouse, fingers, the wheel and keys.

import { isCovered, tokenOf } from "../board.js";
import { byId, el, IS_EMBEDDED } from "../core/dom.js";

// Tools by the token that they paint: their words and their keys.
const TOOLS = [
  ["?", "▢", "Covered", "h"],
  ["F", "⚑", "Flag", "f"],
  ["*", "✹", "Known mine", "m"],
  ["_", "·", "Open, no clue", "."],
];
// Tools for clues come after so many others.
const BEFORE = 1;
const NUMBERS = "012345678".split("").map((clue) => [clue, clue, `Clue ${clue}`, clue]);
// Where clues can show more than that, they are typed, or turned with the wheel.
const MOST_TOOLS = 48;
const KEYS = { " ": "?", Delete: "?", Backspace: "?", "?": "?", "*": "*", _: "_" };
for (const [token, , , key] of TOOLS) if (key) KEYS[key] = token;
const STEPS = { "+": 1, "=": 1, "-": -1 };
// Turns of the wheel that come so soon after one another are one change, and digits are one number,
// in milliseconds.
const SOON = 700;

export class Painter {
  // `desk` has the view, the position, `preview(position)`, `paint(indices, token)` and `ask(index)`.
  constructor(desk) {
    this.desk = desk;
    this.tool = "";
    this.stroke = null;
    this.turned = { index: null, at: 0 };
    this.typed = { index: null, at: 0, digits: "" };
    this.offer(null);
    byId("paint").addEventListener("click", () => (this.tool ? this.choose("") : this.begin()));
    window.addEventListener("pointerup", () => this.#end());
    window.addEventListener("pointercancel", () => this.#end());
    window.addEventListener("pointermove", (event) => {
      if (this.stroke) this.#over(desk.view.atPoint(event));
    });
  }

  // Offer tools for what clues can show, as `Shaped.clues` has it.
  offer(clues) {
    if (clues === this.clues) return;
    this.clues = clues;
    const shown = clues?.slice(0, MOST_TOOLS).map(({ token, lines, words }) =>
      [token, lines.join(""), `Clue ${words}`, /^\d$/.test(token) ? token : ""]) ?? NUMBERS;
    this.tools = [...TOOLS.slice(0, BEFORE), ...shown, ...TOOLS.slice(BEFORE)];
    this.buttons = this.tools.map(([token, label, words, key]) => el("button", {
      type: "button", role: "radio", "aria-checked": "false", "aria-label": words,
      title: key ? `${words} (key ${key})` : words,
      class: !clues && /^[1-8]$/.test(token) ? `clue-${token}` : null,
      onclick: () => this.choose(token),
      onkeydown: (event) => this.#step(event),
    }, label));
    byId("tools").replaceChildren(...this.buttons);
    this.choose(this.tools.some(([token]) => token === this.tool) ? this.tool : "");
  }

  // Paint from now on, a 1 at first.
  begin() {
    this.choose(this.tools[BEFORE + 1][0]);
  }

  // Paint with a tool, or with none.
  choose(token) {
    this.tool = token;
    byId("tools").hidden = token === "";
    byId("paint").setAttribute("aria-pressed", String(token !== ""));
    this.buttons.forEach((button, number) => {
      const isChosen = this.tools[number][0] === token;
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    });
    this.desk.view.svg.classList.toggle("painting", token !== "");
  }

  #step(event) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const now = this.tools.findIndex(([token]) => token === this.tool);
    const next = (now + by + this.tools.length) % this.tools.length;
    this.choose(this.tools[next][0]);
    this.buttons[next].focus();
  }

  // Whether the wheel turns cells: always while painting, else where it has nothing to scroll, not even
  // the page around this one.
  get #turns() {
    const { clientHeight, scrollHeight } = byId("board");
    return this.tool !== "" || (!IS_EMBEDDED && scrollHeight <= clientHeight + 1);
  }

  // Flag a covered cell, or take its flag away.
  flag(index) {
    const token = this.desk.position.tokens[index];
    if (isCovered(token)) this.desk.paint([index], token === "F" ? "?" : "F");
  }

  press(index, event) {
    const token = this.desk.position.tokens[index];
    if (event.type === "contextmenu") {
      event.preventDefault();
      this.flag(index);
    } else if (event.type === "wheel" && !event.ctrlKey && this.#turns) {
      event.preventDefault();
      this.#turn(index, token, Math.sign(event.deltaY));
    } else if (event.type === "pointerdown" && event.button === 0 && this.tool !== "") {
      event.preventDefault();
      this.desk.view.focus(index);
      // The same again takes it away.
      this.stroke = { token: token === this.tool ? "?" : this.tool, cells: new Set() };
      this.#over(index);
    }
  }

  // Whether a key was meant for the board.
  key(index, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Enter") {
      this.desk.ask(index);
      return true;
    }
    if (/^\d$/.test(event.key)) return this.#type(index, event.key);
    if (event.key in STEPS) {
      this.#turn(index, this.desk.position.tokens[index], STEPS[event.key]);
      return true;
    }
    const token = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (token === undefined) return false;
    if (this.desk.position.tokens[index] !== token) this.desk.paint([index], token);
    return true;
  }

  // The tokens of all that a clue can show, in order.
  get #values() {
    const { clues, desk } = this;
    const length = Math.max(desk.shaped.degree(desk.position), 8) + 1;
    return clues?.map(({ token }) => token) ?? Array.from({ length }, (_, clue) => tokenOf(clue));
  }

  // Digits of what a clue can show: 1 and 2 soon after are 12, 1+2 or 1/2. A digit alone is a number, or
  // steps through all that begins with it.
  #type(index, digit) {
    const before = this.desk.position.tokens[index];
    const isSoon = this.typed.index === index && performance.now() - this.typed.at < SOON;
    const own = (token) => token.replace(/\D/g, "");
    let digits = isSoon ? `${this.typed.digits}${digit}` : digit;
    const isNumber = (token) => token === digits || token === `=${digits}`;
    let token = digits.length > 1
      ? this.#values.find(isNumber) ?? this.#values.find((each) => own(each) === digits) : undefined;
    const isMore = token !== undefined;
    if (!isMore) {
      digits = digit;
      const all = this.#values.filter((each) => own(each).startsWith(digit));
      const choices = [...all.filter(isNumber), ...all.filter((each) => !isNumber(each))];
      if (!choices.length) return false;
      token = choices[(choices.indexOf(before) + 1) % choices.length];
    }
    this.typed = { index, at: performance.now(), digits };
    if (before !== token) this.desk.paint([index], token, isMore);
    return true;
  }

  // Give up a stroke that goes on.
  cancel() {
    if (!this.stroke) return;
    this.stroke = null;
    this.desk.preview(this.desk.position);
  }

  #over(index) {
    if (index === null || this.stroke.cells.has(index)) return;
    this.stroke.cells.add(index);
    this.desk.preview(this.desk.position.painted(this.stroke.cells, this.stroke.token));
  }

  #end() {
    if (!this.stroke) return;
    const { cells, token } = this.stroke;
    this.stroke = null;
    const { tokens } = this.desk.position;
    const changed = [...cells].filter((index) => tokens[index] !== token);
    if (changed.length) this.desk.paint(changed, token);
    else this.desk.preview(this.desk.position);
  }

  #turn(index, token, by) {
    const values = ["?", ...this.#values];
    const next = Math.max(values.indexOf(token), 0) + by + values.length;
    const isSame = this.turned.index === index && performance.now() - this.turned.at < SOON;
    this.turned = { index, at: performance.now() };
    this.desk.paint([index], values[next % values.length], isSame);
  }
}

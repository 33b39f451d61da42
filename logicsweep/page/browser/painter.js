// Painting cells: with the mouse, fingers, the wheel and keys.

import { clueOf, isCovered, tokenOf } from "./board.js";
import { byId, el } from "./dom.js";

// Tools by the token that they paint: their words and their keys. The first paints nothing.
const TOOLS = [
  ["", "Why?", "Ask why: click a cell", ""],
  ["?", "▢", "Covered", "h"],
  ..."012345678".split("").map((clue) => [clue, clue, `Clue ${clue}`, clue]),
  ["F", "⚑", "Flag", "f"],
  ["*", "✹", "Known mine", "m"],
  ["_", "·", "Open, no clue", "."],
];
const KEYS = { " ": "?", Delete: "?", Backspace: "?", "?": "?", "*": "*", _: "_" };
for (const [token, , , key] of TOOLS) if (key) KEYS[key] = token;
// Turns of the wheel that come so soon after one another are one change, and digits are one number,
// in milliseconds.
const SOON = 700;

export class Painter {
  // `page` has the view, the position, `preview(position)`, `paint(indices, token)` and why.
  constructor(page) {
    this.page = page;
    this.tool = "";
    this.stroke = null;
    this.turned = { index: null, at: 0 };
    this.typed = { index: null, at: 0 };
    this.buttons = TOOLS.map(([token, label, words, key]) => el("button", {
      type: "button", role: "radio", "aria-checked": "false", "aria-label": words,
      title: key ? `${words} (key ${key})` : words, class: /^[1-8]$/.test(token) ? `clue-${token}` : null,
      onclick: () => this.choose(token),
      onkeydown: (event) => this.#step(event),
    }, label));
    byId("tools").append(...this.buttons);
    this.choose("");
    window.addEventListener("pointerup", () => this.#end());
    window.addEventListener("pointercancel", () => this.#end());
    window.addEventListener("pointermove", (event) => {
      if (this.stroke) this.#over(page.view.atPoint(event));
    });
  }

  choose(token) {
    this.tool = token;
    this.buttons.forEach((button, number) => {
      const isChosen = TOOLS[number][0] === token;
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    });
    this.page.view.svg.classList.toggle("painting", token !== "");
  }

  #step(event) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const now = TOOLS.findIndex(([token]) => token === this.tool);
    const next = (now + by + TOOLS.length) % TOOLS.length;
    this.choose(TOOLS[next][0]);
    this.buttons[next].focus();
  }

  press(index, event) {
    const token = this.page.position.tokens[index];
    if (event.type === "contextmenu") {
      event.preventDefault();
      if (isCovered(token)) this.page.paint([index], token === "F" ? "?" : "F");
    } else if (event.type === "wheel" && this.tool !== "" && !event.ctrlKey) {
      event.preventDefault();
      this.#turn(index, token, Math.sign(event.deltaY));
    } else if (event.type === "pointerdown" && event.button === 0 && this.tool !== "") {
      event.preventDefault();
      this.page.view.focus(index);
      // The same again takes it away.
      this.stroke = { token: token === this.tool ? "?" : this.tool, cells: new Set() };
      this.#over(index);
    }
  }

  // Whether a key was meant for the board.
  key(index, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Enter") {
      this.page.why.of(index);
      return true;
    }
    if (/^\d$/.test(event.key)) return this.#type(index, event.key);
    const token = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (token === undefined) return false;
    if (this.page.position.tokens[index] !== token) this.page.paint([index], token);
    return true;
  }

  // The digits of a clue; a second one counts where a cell has so many neighbours.
  #type(index, digit) {
    const { position, shaped } = this.page;
    const most = shaped.degree(position);
    const before = position.tokens[index];
    const isSoon = this.typed.index === index && performance.now() - this.typed.at < SOON;
    const both = Number(`${clueOf(before) ?? ""}${digit}`);
    const isMore = isSoon && both > 9 && both <= most;
    const clue = isMore ? both : Number(digit);
    if (clue > Math.max(most, 8)) return false;
    this.typed = { index, at: performance.now() };
    if (before !== tokenOf(clue)) this.page.paint([index], tokenOf(clue), isMore);
    return true;
  }

  #over(index) {
    if (index === null || this.stroke.cells.has(index)) return;
    this.stroke.cells.add(index);
    this.page.preview(this.page.position.painted(this.stroke.cells, this.stroke.token));
  }

  #end() {
    if (!this.stroke) return;
    const { cells, token } = this.stroke;
    this.stroke = null;
    const { tokens } = this.page.position;
    const changed = [...cells].filter((index) => tokens[index] !== token);
    if (changed.length) this.page.paint(changed, token);
    else this.page.preview(this.page.position);
  }

  #turn(index, token, by) {
    // Covered, then all clues.
    const count = Math.max(this.page.shaped.degree(this.page.position), 8) + 2;
    const now = (clueOf(token) ?? -1) + 1;
    const next = (now + by + count) % count;
    const isSame = this.turned.index === index && performance.now() - this.turned.at < SOON;
    this.turned = { index, at: performance.now() };
    this.page.paint([index], next ? tokenOf(next - 1) : "?", isSame);
  }
}

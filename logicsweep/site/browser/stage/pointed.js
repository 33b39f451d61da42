// A line about the cell under the pointer, below the board: it moves nothing.

import { isCovered } from "../board.js";
import { ask } from "../core/ask.js";
import { byId } from "../core/dom.js";
import { value } from "../numbers.js";
import { percentText } from "../core/words.js";

// The pointer may only be passing, in milliseconds.
const PASSING = 120;
const MOST_VALUES = 5;

export class Pointed {
  // `desk` has the position, the shapes, the names and `following`.
  constructor(desk) {
    this.desk = desk;
    this.box = byId("pointed");
    this.control = null;
  }

  at(index) {
    clearTimeout(this.timer);
    this.control?.abort();
    const { position, following } = this.desk;
    if (index === null || index >= position.tokens.length) {
      this.box.textContent = "";
      return;
    }
    this.text = this.words(index);
    this.box.textContent = this.text;
    const { verdicts, chances, conflict } = following.known ?? {};
    const isOpen = !isCovered(position.tokens[index]) || verdicts?.[index] === "mine";
    if (isOpen || conflict || (chances?.[index] ?? null) === null) return;
    this.timer = setTimeout(() => this.#ask(position.cell(index)), PASSING);
  }

  // What is known of a cell, in a sentence without its stop.
  words(index) {
    const { position, shaped, names, following } = this.desk;
    const token = position.tokens[index];
    const { known } = following;
    const verdict = known?.verdicts[index] ?? null;
    const chance = known?.chances[index] ?? null;
    const words = !isCovered(token) ? `shows ${shaped.words(position, token)}`
      : !known || known.conflict ? "is covered" : verdict === "safe" ? "is safe" : verdict === "mine" ? "is a mine"
        : chance === null ? "is undecided" : `is a mine with ${percentText(chance)}`;
    return `${names.of(position.cell(index))} ${words}`;
  }

  async #ask(cell) {
    const control = (this.control = new AbortController());
    const { position, shaped } = this.desk;
    await ask({ ask: "look", ...position.question(), cell }, (message) => {
      if (message.format !== "logicsweep-seen/1") return;
      const ranked = message.clues.map((chance, code) => [value(chance), shaped.named(position, code)])
        .filter(([chance]) => chance > 0).sort(([first], [second]) => second - first);
      const likely = ranked.slice(0, MOST_VALUES).map(([chance, name]) => `${name}: ${percentText(chance)}`);
      this.box.textContent = `${this.text}. It may show ${likely.join(", ")}` +
        `${ranked.length > MOST_VALUES ? ", …" : ""}`;
    }, control.signal).catch(() => {}); // the analysis says what went wrong
  }
}

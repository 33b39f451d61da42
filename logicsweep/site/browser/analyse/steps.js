// An explanation step by step: what is not yet proved is faint.

import { isCovered } from "../board.js";
import { el, refill } from "../core/dom.js";
import { capitalized, named } from "../core/words.js";

export class Steps {
  // `desk` has the view, the names, the position and `following`; the steps are those of an
  // explanation. The page draws cells as these steps have them.
  constructor(desk, steps) {
    this.desk = desk;
    this.steps = steps;
    this.at = 0;
    this.box = el("div", { class: "steps", tabindex: 0, role: "group",
      "aria-label": "Steps; the left and right arrow keys go through them" });
    desk.following.mask = (index, known) => this.#mask(index, known);
    this.#show();
  }

  // Go to another step, as far as there are any.
  walk(by) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, this.at + by));
    this.#show();
    return true;
  }

  #mask(index, known) {
    if (!isCovered(this.desk.position.tokens[index])) return known;
    const verdict = this.proved.get(index) ?? null;
    const isDim = verdict === null && !this.targets.has(index);
    return { verdict, chance: null, isBest: false, isDim };
  }

  #show() {
    const { steps, at, desk } = this;
    const step = steps[at];
    const { position, shaped, names } = desk;
    const index = (cell) => position.index(cell);
    const before = steps.slice(0, at);
    this.proved = new Map([
      ...before.flatMap(({ safe }) => safe.map((cell) => [index(cell), "safe"])),
      ...before.flatMap(({ mines }) => mines.map((cell) => [index(cell), "mine"])),
    ]);
    const targets = [...step.safe, ...step.mines].map(index);
    this.targets = new Set(targets);
    desk.following.draw();
    const further = (step.further ?? []).flatMap(({ cells }) => cells.map(index));
    desk.view.present({
      focus: targets[0] ?? null,
      groups: step.clues.map((clue) => ({ clue: index(clue), cells: shaped.covered(position, index(clue)) })),
      around: [...new Set([...targets.slice(1), ...further])],
    });
    const button = (by, label, words) => el("button", {
      type: "button", "aria-label": words, disabled: !steps[at + by], onclick: () => this.walk(by),
    }, label);
    refill(this.box,
      el("p", { class: "buttons" }, button(-1, "‹", "Step before"),
        el("strong", {}, `Step ${at + 1} of ${steps.length}`), button(1, "›", "Next step"),
        el("span", { class: "hint" }, `${named(step)}, level ${step.level}`)),
      el("p", { "aria-live": "polite" }, ...names.nodes(`${capitalized(step.text)}.`)),
    );
  }
}

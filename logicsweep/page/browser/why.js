// Why a cell is what it is: the clues framed on the board, the two layouts, or what it may show.

import { clueOf, isCovered, percent } from "./board.js";
import { ask, one } from "./ask.js";
import { byId, download, el, outcomes } from "./dom.js";
import { value } from "./fractions.js";
import { cellText, chanceText, counted, listed } from "./words.js";

// The most rules at places that are listed; the text has all of them.
const MOST_PLACED = 12;

export class Why {
  // `page` has the view, the position and the findings at hand, and `complain(text)`.
  constructor(page) {
    this.page = page;
    this.box = byId("why");
    this.cell = null;
    this.control = null;
    this.steps = null;
    this.clear();
  }

  clear() {
    this.control?.abort();
    this.cell = this.steps = null;
    this.page.view.frame();
    this.page.view.lay();
    this.box.replaceChildren(el("h2", {}, "Why"),
      el("p", { class: "hint" }, "Click a cell, or press Enter on it, to see why it is safe, a " +
        "mine or undecided."));
  }

  // After a change the same cell is asked again, if it still is a question.
  refresh() {
    const { cell } = this;
    if (cell === null) return;
    const { tokens } = this.page.position;
    if (cell < tokens.length && isCovered(tokens[cell])) this.of(cell);
    else this.clear();
  }

  async of(index, options = {}) {
    const { page } = this;
    const { position } = page;
    this.control?.abort();
    const control = (this.control = new AbortController());
    this.cell = index;
    this.steps = null;
    page.view.lay();
    const cell = position.cell(index);
    if (!isCovered(position.tokens[index])) {
      this.#aboutClue(index, cell);
      return;
    }
    page.view.frame({ focus: index });
    const question = { ...position.question(), cell };
    try {
      const found = await one({ ask: "explain", ...question, ...options }, control.signal);
      if (control.signal.aborted || found === null) return;
      if (found.format !== "logicsweep-explain/1") throw new Error(found.error);
      if (found.consistent === false) this.#say(cell, [found.error]);
      else if (found.verdict === "undetermined") await this.#undetermined(found, question, control);
      else this.#proved(found, options);
    } catch (problem) {
      if (!control.signal.aborted) this.#say(cell, [problem.message], true);
    }
  }

  #aboutClue(index, cell) {
    const { page } = this;
    const { position } = page;
    const token = position.tokens[index];
    const isClue = token !== "*" && token !== "_";
    const near = isClue && position.kept.rules ? page.shaped.scope(position, index) : [];
    page.view.frame({
      focus: index, around: near.filter((each) => isCovered(position.tokens[each])),
    });
    const words = token === "*" ? "a known mine" : token === "_" ? "open, without a clue"
      : `the clue ${page.shaped.words(position, token)}`;
    this.#say(cell, [`This cell is ${words}.`]);
  }

  #fill(...parts) {
    this.box.replaceChildren(...parts.filter((part) => part !== null));
  }

  #say(cell, lines, isWrong = false) {
    this.box.replaceChildren(el("h2", {}, `Why ${cellText(cell)}`),
      ...lines.map((line) => el("p", { class: isWrong ? "wrong" : null }, line)));
  }

  #proved(found, options) {
    const { page } = this;
    const index = (cell) => page.position.index(cell);
    const frames = {
      focus: index(found.cell), framed: found.clues.map(index), around: found.cells.map(index),
    };
    page.view.frame(frames);
    const again = (name, label) => el("button", {
      type: "button", "aria-pressed": String(Boolean(options[name])),
      onclick: () => this.of(index(found.cell), { ...options, [name]: !options[name] }),
    }, label);
    this.#fill(
      el("h2", {}, `Why ${cellText(found.cell)} is ${found.verdict === "safe" ? "safe" : "a mine"}`),
      el("p", { class: "text" }, found.text),
      found.error ? el("p", { class: "wrong" }, found.error) : null,
      this.#further(found.further ?? [], frames),
      el("div", { class: "buttons" }, again("smallest", "Smallest"), again("steps", "Step by step"),
        el("button", { type: "button", onclick: () => this.#certificate(found.cell) }, "Certificate")),
    );
    if (found.steps?.length) {
      this.steps = { all: found.steps, at: 0 };
      this.stepBox = el("div", { class: "steps", tabindex: 0, role: "group",
        "aria-label": "Steps; the left and right arrow keys go through them" });
      this.box.append(this.stepBox);
      this.#showStep();
    }
  }

  // The rules of an explanation at their places; each frames its cells, and once more all of them.
  #further(sources, frames) {
    const placed = sources.filter(({ cells }) => cells.length).slice(0, MOST_PLACED);
    if (!placed.length) return null;
    const { view, position } = this.page;
    const shown = (own) => view.frame({ ...frames, around: own.map((cell) => position.index(cell)) });
    return el("p", { class: "further" }, "Frame the cells of ", ...placed.flatMap((one, number) => [
      number ? ", " : "",
      el("button", {
        type: "button", class: "link", "aria-pressed": "false",
        onclick: (event) => {
          const isOn = event.target.getAttribute("aria-pressed") !== "true";
          for (const each of event.target.parentNode.querySelectorAll("button")) {
            each.setAttribute("aria-pressed", "false");
          }
          event.target.setAttribute("aria-pressed", String(isOn));
          if (isOn) shown(one.cells);
          else view.frame(frames);
        },
      }, `${one.name} at ${cellText(one.cells[0])}`),
    ]));
  }

  // Go to another step; false if there are none to go through.
  walk(by) {
    if (!this.steps) return false;
    const at = this.steps.at + by;
    this.steps.at = Math.max(0, Math.min(this.steps.all.length - 1, at));
    this.#showStep();
    return true;
  }

  #showStep() {
    const { all, at } = this.steps;
    const step = all[at];
    const { view, position } = this.page;
    const index = (cell) => position.index(cell);
    const before = all.slice(0, at);
    view.lay(before.flatMap((one) => one.mines).map(index), before.flatMap((one) => one.safe).map(index));
    const targets = [...step.safe, ...step.mines].map(index);
    const further = (step.further ?? []).flatMap(({ cells }) => cells.map(index));
    const around = [...new Set([...targets.slice(1), ...further])];
    view.frame({ focus: targets[0] ?? null, framed: step.clues.map(index), around });
    const button = (by, label, words) => el("button", {
      type: "button", "aria-label": words, disabled: !all[at + by], onclick: () => this.walk(by),
    }, label);
    this.stepBox.replaceChildren(
      el("p", { class: "buttons" }, button(-1, "‹", "Step before"),
        el("strong", {}, `Step ${at + 1} of ${all.length}`), button(1, "›", "Next step"),
        el("span", { class: "hint" }, `${step.technique}, level ${step.level}`)),
      el("p", { "aria-live": "polite" }, step.text),
    );
  }

  async #undetermined(found, question, control) {
    const { view, position } = this.page;
    const index = (cell) => position.index(cell);
    const differing = found.differing.map(index);
    view.frame({ focus: index(found.cell), around: differing });
    const text = found.probability === null ? "" : `Mine probability ${chanceText(found.probability)}.`;
    const shown = { mine: false, safe: false };
    const lay = (which) => el("button", {
      type: "button", "aria-pressed": "false",
      onclick: (event) => {
        const isOn = !shown[which];
        shown.mine = shown.safe = false;
        shown[which] = isOn;
        for (const one of event.target.parentNode.children) one.setAttribute("aria-pressed", "false");
        event.target.setAttribute("aria-pressed", String(isOn));
        const mines = new Set(found.layouts[which].map(index));
        const covered = position.tokens.flatMap((token, cell) => (isCovered(token) ? [cell] : []));
        view.lay(isOn ? covered.filter((cell) => mines.has(cell)) : [],
          isOn ? differing.filter((cell) => !mines.has(cell)) : []);
      },
    }, which === "mine" ? "Layout with a mine" : "Layout without one");
    const place = el("div", { class: "loading" });
    this.#fill(el("h2", {}, `Why ${cellText(found.cell)} is undecided`),
      el("p", {}, text, text ? " " : "", found.text),
      found.error ? el("p", { class: "wrong" }, found.error) : null,
      el("div", { class: "buttons" }, lay("mine"), lay("safe")), place);
    try {
      const seen = await one({ ask: "look", ...question }, control.signal);
      if (seen) place.replaceChildren(seenTable(seen, (code) => this.page.shaped.named(position, code)));
    } catch (problem) {
      if (!control.signal.aborted) place.replaceChildren(el("p", { class: "hint" }, problem.message));
    }
  }

  async #certificate(cell) {
    try {
      const file = await one({ ask: "certify", ...this.page.position.question(), cell });
      download(file.name, file.media, file.data);
    } catch (problem) {
      this.page.complain(problem.message);
    }
  }
}

export function seenTable(seen, named = String) {
  const rows = [["mine", value(seen.probability), chanceText(seen.probability)]];
  seen.clues.forEach((chance, clue) => {
    if (chance !== "0") rows.push([named(clue), value(chance), chanceText(chance)]);
  });
  return outcomes(rows.filter((row) => row[1] > 0));
}

// What the cell under the pointer is, and what it may show.
export class Pointed {
  constructor(page) {
    this.page = page;
    this.box = byId("pointed");
    this.control = null;
  }

  at(index) {
    clearTimeout(this.timer);
    this.control?.abort();
    const { position, findings } = this.page;
    if (index === null || index >= position.tokens.length) {
      this.box.replaceChildren();
      return;
    }
    const cell = position.cell(index);
    const token = position.tokens[index];
    const verdict = findings?.verdicts[index] ?? null;
    const chance = findings?.chances[index] ?? null;
    const words = !isCovered(token) ? `shows ${this.page.shaped.words(position, token)}` : verdict === "safe" ? "proved safe"
      : verdict === "mine" ? "proved mine" : chance === null ? "undecided"
        : `mine probability ${percent(chance)}`;
    this.box.replaceChildren(el("p", {}, el("strong", {}, cellText(cell)), ` ${words}`));
    if (!isCovered(token) || verdict === "mine" || findings?.conflict || chance === null) return;
    // Not while the pointer is only passing.
    this.timer = setTimeout(() => this.#ask(cell), 120);
  }

  async #ask(cell) {
    const control = (this.control = new AbortController());
    const { position, shaped } = this.page;
    await ask({ ask: "look", ...position.question(), cell }, (message) => {
      if (message.format !== "logicsweep-seen/1") return;
      this.box.append(seenTable(message, (code) => shaped.named(position, code)));
    }, control.signal).catch(() => {}); // the analysis says what went wrong
  }
}

// The clues that clash, and which of them may be wrong; `named` says what stands for a clue.
export function conflictBox(findings, frame, named = String) {
  const { conflict, diagnosis, position } = findings;
  const box = el("div", { class: "conflict" }, el("p", { class: "wrong" }, `${capitalized(conflict.error)}.`));
  const sets = diagnosis?.correction_sets ?? [];
  if (sets.length) {
    box.append(el("p", {}, "What may be wrong, the likeliest first:"),
      el("ol", { class: "suspects" }, ...sets.slice(0, 12).map((set) => {
        const words = set.clues.map((cell, number) => {
          const values = set.values[number].map(named);
          const token = position.tokens[position.index(cell)];
          return `${clueOf(token) ?? token} at ${cellText(cell)}` +
            (values.length ? ` (could be ${listed(values, "or")})` : "");
        });
        const show = () => frame(set.clues.map((cell) => position.index(cell)));
        return el("li", {}, el("button", { type: "button", class: "link", onclick: show },
          `${listed(words)}: ${chanceText(set.probability)}`));
      })));
    if (sets.length > 12) box.append(el("p", { class: "hint" }, `and ${counted(sets.length - 12, "more set")}`));
  }
  if (diagnosis?.total_suspect) box.append(el("p", {}, "Or the mine count is wrong."));
  return box;
}

export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

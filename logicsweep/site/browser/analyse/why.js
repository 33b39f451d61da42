// Why a cell is what it is: each clue in a colour of its own, the steps, or two layouts.

import { UNKNOWN, isCovered } from "../board.js";
import { can } from "../core/abilities.js";
import { one } from "../core/ask.js";
import { byId, el, refill, separated } from "../core/dom.js";
import { value } from "../numbers.js";
import { capitalized, chanceText, percentText, term } from "../core/words.js";
import { Steps } from "./steps.js";

// The most rules at places that are listed; the text has all of them.
const MOST_PLACED = 12;

export class Why {
  // `desk` has the view, the names, the position and what is known of it.
  constructor(desk) {
    this.desk = desk;
    this.box = byId("why");
    this.cell = null;
    this.control = null;
    this.steps = null;
  }

  clear() {
    this.control?.abort();
    this.cell = null;
    this.#leaveSteps();
    this.desk.view.frame();
    this.desk.view.lay();
    delete this.box.dataset.cell;
    refill(this.box, el("p", { class: "hint" },
      "Click a cell, or press Enter on it, to see why it is safe, a mine or could be either."));
  }

  // After a change the same cell is asked again, if it still is a question.
  refresh() {
    const { cell } = this;
    if (cell === null) return;
    const { tokens } = this.desk.position;
    if (cell < tokens.length && isCovered(tokens[cell])) this.of(cell);
    else this.clear();
  }

  async of(index, options = {}) {
    const { desk } = this;
    const { position } = desk;
    this.control?.abort();
    const control = (this.control = new AbortController());
    this.cell = index;
    this.#leaveSteps();
    this.box.dataset.cell = index;
    desk.view.lay();
    const cell = position.cell(index);
    if (!isCovered(position.tokens[index])) {
      this.#aboutClue(index, cell);
      return;
    }
    desk.view.frame({ focus: index });
    byId("panel").scrollTop = 0;
    const question = { ...position.question(), cell };
    try {
      const answer = await one({ ask: "explain", ...question, ...options }, control.signal);
      if (control.signal.aborted || answer === null) return;
      if (answer.format !== "logicsweep-explain/1") throw new Error(answer.error);
      if (answer.consistent === false) this.#say(cell, answer.error);
      else if (answer.verdict === "undetermined") this.#undetermined(answer, question, control);
      else this.#proved(answer, options, question, control);
    } catch (problem) {
      if (!control.signal.aborted) this.#say(cell, problem.message, true);
    }
  }

  // Go to another step; false if there are none to go through.
  walk(by) {
    return this.steps?.walk(by) ?? false;
  }

  // Draw cells as they are known to be again.
  #leaveSteps() {
    this.steps = null;
    const { following } = this.desk;
    if (!following.mask) return;
    following.mask = null;
    following.draw();
  }

  #aboutClue(index, cell) {
    const { desk } = this;
    const { position, shaped } = desk;
    const token = position.tokens[index];
    const isClue = token !== "*" && token !== "_";
    const near = isClue ? shaped.covered(position, index) : [];
    desk.view.present(isClue ? { groups: [{ clue: index, cells: near }] } : { focus: index });
    const words = token === "*" ? "a known mine" : token === "_" ? "open, without a clue"
      : `the clue ${shaped.words(position, token)}`;
    const name = `(${cell})`;
    this.#say(cell, `${name} is ${words}.${isClue ? ` It speaks of ${near.length} covered ` +
      `cell${near.length === 1 ? "" : "s"}.` : ""}`);
  }

  #fill(title, ...parts) {
    refill(this.box, el("h2", {}, ...this.desk.names.nodes(title)),
      ...parts.filter((part) => part !== null));
  }

  #say(cell, sentence, isWrong = false) {
    this.#fill(`(${cell})`, el("p", { class: isWrong ? "wrong" : null }, ...this.desk.names.nodes(sentence)));
  }

  #proved(answer, options, question, control) {
    const { desk } = this;
    const { position, shaped } = desk;
    const index = (cell) => position.index(cell);
    const frames = {
      focus: index(answer.cell),
      groups: answer.sum ? sumGroups(answer.sum, index)
        : answer.clues.map((clue) => ({ clue: index(clue), cells: shaped.covered(position, index(clue)) })),
      around: (answer.further ?? []).flatMap(({ cells }) => cells.map(index)),
    };
    desk.view.present(frames);
    const again = (name, label, title, on = true, off = false) => can(name) && el("button", {
      type: "button", "aria-pressed": String(Boolean(options[name])), title,
      onclick: () => this.of(index(answer.cell), { ...options, [name]: options[name] ? off : on }),
    }, label);
    const values = el("div");
    this.#fill(
      `(${answer.cell}) is ${answer.verdict === "safe" ? "safe" : "a mine"}`,
      el("p", { class: "text" },
        ...desk.names.nodes(capitalized(withoutVerdict((answer.sum ?? answer).text)))),
      answer.sum ? sumTable(answer.sum, desk.names) : null,
      options.by && !answer.sum && !answer.error
        ? el("p", { class: "hint" }, "No weighted sum was found that proves it.") : null,
      answer.error ? el("p", { class: "wrong" }, answer.error) : null,
      this.#further(answer.further ?? [], frames),
      el("div", { class: "buttons" },
        answer.clues.length > 1 && again("steps", "Step by step", "One deduction after the other"),
        again("smallest", "Fewest clues", "A smallest set of sources"),
        again("by", "As a sum", "Clues times whole numbers, added up", "sum", null)),
      values,
    );
    if (answer.steps?.length) {
      this.steps = new Steps(desk, answer.steps);
      values.before(this.steps.box);
    } else if (answer.verdict === "safe") {
      this.#values(values, question, control);
    }
  }

  // The rules of an explanation at their places; each frames its cells, and once more all of them.
  #further(sources, frames) {
    const placed = sources.filter(({ cells }) => cells.length).slice(0, MOST_PLACED);
    if (!placed.length) return null;
    const { view, position, names } = this.desk;
    const buttons = switches(placed.map(({ name, cells }) => [cells, `${name} at ${names.of(cells[0])}`]),
      (cells) => view.frame({ ...frames, ...(cells && { around: cells.map((cell) => position.index(cell)) }) }));
    for (const button of buttons) button.className = "link";
    return el("p", { class: "further" }, "Frame the cells of ", ...separated(buttons));
  }

  #undetermined(answer, question, control) {
    const { view, position, names } = this.desk;
    const index = (cell) => position.index(cell);
    const differing = answer.differing.map(index);
    view.present({ focus: index(answer.cell), around: differing });
    const { following } = this.desk;
    const isOpen = (cell) => !isCovered(position.tokens[cell]);
    const lay = (which) => {
      // Old chances would contradict the layout that is shown.
      following.mask = which && ((cell, known) => (isOpen(cell) ? known : UNKNOWN));
      following.draw();
      const mines = which ? answer.layouts[which].map(index) : [];
      const safe = which ? differing.filter((cell) => !mines.includes(cell)) : [];
      view.lay(mines.filter((cell) => !isOpen(cell)), safe);
    };
    const chance = answer.probability === null ? []
      : [el("strong", { title: chanceText(answer.probability) }, `${percentText(answer.probability)} a mine. `)];
    const values = el("div");
    this.#fill(`(${answer.cell}) could be either`,
      el("p", {}, ...chance, "It is ", term("undecided", "undetermined"), ": ",
        ...names.nodes(withoutVerdict(answer.text))),
      answer.error ? el("p", { class: "wrong" }, answer.error) : null,
      el("div", { class: "buttons" },
        ...switches([["mine", "A way with a mine here"], ["safe", "A way without"]], lay)),
      values);
    this.#values(values, question, control);
  }

  // What the cell may show if it is opened; each value is a button that tries it.
  async #values(place, question, control) {
    const { desk } = this;
    try {
      const seen = await one({ ask: "look", ...question }, control.signal);
      if (seen && !control.signal.aborted) place.replaceChildren(valuesTable(seen, desk));
    } catch (problem) {
      if (!control.signal.aborted) place.replaceChildren(el("p", { class: "hint" }, problem.message));
    }
  }
}

// Buttons of which at most one is pressed: pairs of a value and a label; `heard` has the value, or null.
function switches(pairs, heard) {
  const buttons = pairs.map(([value, label]) => el("button", {
    type: "button", "aria-pressed": "false",
    onclick: ({ currentTarget }) => {
      const isOn = currentTarget.getAttribute("aria-pressed") !== "true";
      for (const each of buttons) each.setAttribute("aria-pressed", String(isOn && each === currentTarget));
      heard(isOn ? value : null);
    },
  }, label));
  return buttons;
}

// The clues of a sum with their cells: added ones in one colour, those taken off in another; those
// that count several times in two more.
function sumGroups({ lines }, index) {
  const parts = lines.flatMap((line) => line.parts).filter(({ clue }) => clue !== null);
  return parts.map(({ clue, terms, multiplier }) => ({
    clue: index(clue), cells: terms.filter(({ cell }) => cell).map(({ cell }) => index(cell)),
    group: groupOf(multiplier),
  }));
}

// Added ones are warm and those taken off cold, as in the pictures that `render` writes.
function groupOf(multiplier) {
  if (Math.abs(multiplier) > 1) return multiplier > 0 ? 2 : 3;
  return multiplier > 0 ? 1 : 0;
}

// The table of a sum; the line of each part has the colour that its clue has on the board. The
// names of cells before and behind it may have another length, but stay where they begin.
function sumTable({ lines, table }, names) {
  const parts = lines.flatMap((line) => line.parts);
  const place = el("pre", { class: "sum", tabindex: 0, role: "group", "aria-label": "The sum as a table" });
  for (const line of table) {
    const isPart = /^\s*[+-]\d/.test(line) && parts.length > 0;
    const isText = /^[a-z]\d* |^every |^line /.test(line);
    const kind = isPart ? `part group-${groupOf(parts.shift().multiplier)}` : isText ? "words" : null;
    place.append(el("span", { class: kind }, ...(line ? names.nodes(line) : ["\u00a0"])));
  }
  return place;
}

// An explanation without the verdict that it begins with, which the title has.
function withoutVerdict(text) {
  return text.replace(/^\(\d+,\d+\) is (safe|a mine|undetermined): /, "");
}

// What a cell may turn out to be when it is opened, a `Seen` of the page, as a table whose rows try it;
// `desk` has the position, the shapes and `paint(indices, token)`.
function valuesTable(seen, desk) {
  const { position, shaped, names } = desk;
  const index = position.index(seen.cell);
  const rows = [["a mine", seen.probability, "*", "mine"]];
  seen.clues.forEach((chance, code) => {
    const written = shaped.named(position, code);
    rows.push([written, chance, shaped.tokenOf(position, code), "safe"]);
  });
  const shown = rows.filter(([, chance]) => chance !== "0");
  return el("table", { class: "outcomes" },
    el("caption", {}, "If it is opened it is …"),
    el("tbody", {}, ...shown.map(([word, chance, token, kind]) => {
      const bar = el("span", { class: "bar" });
      bar.style.width = `${Math.max(1, 100 * value(chance))}%`;
      return el("tr", { class: kind },
        el("th", { scope: "row" }, el("button", {
          type: "button", "aria-label": `What if ${names.of(seen.cell)} is ${word}?`,
          title: "See the board after that", onclick: () => desk.paint([index], token),
        }, word)),
        el("td", {}, bar), el("td", { title: chanceText(chance) }, percentText(chance)));
    })));
}

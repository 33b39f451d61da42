// What stands beside the board of a game that was played: its result and its mistakes, where one is
// in it, and lessons about the mistakes. The board itself is somebody else's.

import { UNKNOWN, isCovered } from "./board.js";
import { el, separated } from "./elements.js";
import { Lesson } from "./lesson.js";
import { LessonBox } from "./lesson-box.js";
import { counted, value, wholePercent } from "./numbers.js";
import { chanceGraph, measures } from "./review-parts.js";
import { KINDS, Reviewed, isMistake } from "./reviewed.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
// Where arrow keys have another meaning.
const TYPING = "input, select, textarea, dialog, [contenteditable], " +
  "[role='radio'], [role='tab'], [role='slider'], [role^='menuitem']";
// The most forced guesses to list above all openings.
const LISTED = 6;

export class ReviewPanel {
  // Builds into an element, and drives a `BoardView` of the right size. `answer` is that of
  // `review`. `names` write cells, `signs` are what clues show under a rule, by token;
  // judge(tokens, cell) promises a `Move` for a try in a lesson, which is else judged by the review
  // alone; shown(at) hears which opening is shown; `level` is that of the heading.
  constructor(place, view, answer, { names, signs = null, judge = null, shown = null, level = 2 }) {
    Object.assign(this, { place, view, names, judge, shown, level });
    const reviewed = (this.reviewed = new Reviewed(answer, signs));
    this.lesson = null; // the one that is open
    this.lessons = new Map(); // all that were begun, by mistake
    this.chosen = null; // the try that is explained
    this.isClosed = false;
    place.classList.add("review-panel");
    this.at = reviewed.mistakes[0] ?? 0;
    this.graph = chanceGraph(reviewed.shares, (at) => this.go(at));
    this.now = el("div", { class: "review-now", "aria-live": "polite" });
    this.box = new LessonBox(this.names, {
      choose: (attempt) => this.#draw(attempt), tell: () => this.#tell(),
      another: () => this.ask(this.#unsolved(this.at + 1)), leave: () => this.#leave(),
    });
    this.entries = []; // of both lists
    const openings = [...reviewed.openings.keys()].map((at) => this.#item(at, reviewed.line(at)));
    this.place.replaceChildren(
      ...this.#heading(), this.graph.figure, this.#bar(), this.now, ...this.box.nodes,
      ...this.#mistakeList(),
      el("details", {}, el("summary", {}, "All openings"), el("ol", {}, ...openings)),
      measures(reviewed));
    this.#draw();
  }

  // Show the board before an opening; behind the last one, the end.
  go(at) {
    this.lesson = null;
    this.#move(Math.min(Math.max(at, 0), this.reviewed.end));
  }

  // Begin the lesson about a mistake, or go on with it.
  ask(at) {
    if (!this.lessons.has(at)) this.lessons.set(at, new Lesson(this.reviewed, at));
    this.lesson = this.lessons.get(at);
    this.#move(at);
    this.view.svg?.scrollIntoView?.({ block: "nearest" });
  }

  // A click or Enter on a cell of the board; true if it was a try.
  press(index) {
    const { lesson } = this;
    if (!lesson || lesson.isOver || !isCovered(this.tokens[index])) return false;
    const attempt = lesson.add(this.reviewed.cell(index));
    const isNew = !attempt.move && !attempt.isAsked;
    if (isNew && this.judge) this.#send(lesson, attempt);
    else if (isNew) lesson.judge(attempt, lesson.byReview(attempt.cell));
    this.#draw(attempt);
    return true;
  }

  async #send(lesson, attempt) {
    attempt.isAsked = true;
    try {
      lesson.judge(attempt, await this.judge(this.position(), attempt.cell));
    } catch (problem) {
      lesson.judge(attempt, null, problem.message);
      attempt.isAsked = false; // it can be tried again
    }
    if (!this.isClosed) this.#draw();
  }

  // A key, wherever it was pressed; true if it led to another opening. While a cell is looked for,
  // the board has the arrow keys.
  key(event) {
    if (!(event.key in STEPS) || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.target.closest?.(TYPING)) return false;
    const isLooking = this.lesson && !this.lesson.isOver;
    if (isLooking && this.view.svg?.contains(event.target)) return false;
    event.preventDefault();
    this.go(this.at + STEPS[event.key]);
    return true;
  }

  // The tokens of the board that is shown.
  position() {
    return this.tokens.slice();
  }

  // Let go of the board and the element.
  close() {
    this.isClosed = true;
    this.view.frame();
    this.place.replaceChildren();
    this.place.classList.remove("review-panel");
  }

  #move(at) {
    this.at = at;
    this.#draw(null);
    this.shown?.(at);
  }

  // A button that leads to an opening.
  #step(at, text, act = () => this.go(at)) {
    const { cells } = this.reviewed.openings[at];
    const light = (lit) => () => this.names.heard.light?.(lit);
    return el("button", {
      type: "button", onclick: act, onpointerenter: light(cells), onpointerleave: light([]),
    }, this.names.text(text));
  }

  #item(at, text, act, state = null) {
    const button = this.#step(at, text, act);
    this.entries.push({ at, button, state });
    return el("li", { "data-kind": this.reviewed.openings[at].kind }, button, state);
  }

  #heading() {
    const { review, mistakes, forced, cost, result } = this.reviewed;
    const line = (name, ...parts) => el("p", { class: name }, ...parts);
    const lines = [
      mistakes.length ? line("review-kinds", ...this.#kinds()) : line("review-kinds", "No mistakes."),
      ...(cost ? [line("review-cost", cost)] : []),
      forced.length ? line("review-forced", ...this.#forced())
        : line("review-forced", "No guess was forced."),
      ...(review.note ? [line("review-note", ...this.names.nodes(`Note: ${review.note}.`))] : []),
    ];
    return [el(`h${this.level}`, {}, result), ...lines];
  }

  // How many mistakes of which kinds; each leads to the next of its kind.
  #kinds() {
    const { review, mistakes, openings } = this.reviewed;
    const kinds = Object.keys(KINDS).filter((kind) => isMistake(kind) && review.kinds[kind]);
    const next = (kind) => () =>
      this.go(this.reviewed.mistakeFrom(this.at + 1, (at) => openings[at].kind === kind));
    const buttons = kinds.map((kind) => {
      const [single, several] = KINDS[kind];
      const text = review.kinds[kind] === 1 ? single : `${review.kinds[kind]} ${several}`;
      return el("button", { type: "button", onclick: next(kind) }, text);
    });
    return [`${counted(mistakes.length, "mistake")}: `, ...separated(buttons)];
  }

  // The first of the forced guesses, each with its chance to survive.
  #forced() {
    const { forced, openings } = this.reviewed;
    const chance = (at) => 1 - value(openings[at].risk);
    const all = wholePercent(forced.reduce((share, at) => share * chance(at), 1));
    const buttons = separated(forced.slice(0, LISTED).map((at) =>
      this.#step(at, `${this.reviewed.cellsOf(at)} ${wholePercent(chance(at))}`)));
    const more = forced.length > LISTED ? ` and ${forced.length - LISTED} more` : "";
    const count = forced.length === 1 ? "1 forced guess, and the chance to survive it: "
      : `${forced.length} forced guesses, ${all} to survive them all: `;
    return [count, ...buttons, more];
  }

  #bar() {
    const button = (text, label, act) =>
      el("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
    this.back = [button("|◀", "The beginning", () => this.go(0)),
      button("◀", "The opening before (left arrow)", () => this.go(this.at - 1))];
    this.on = [button("▶", "The next opening (right arrow)", () => this.go(this.at + 1)),
      button("▶|", "The end", () => this.go(Infinity))];
    this.count = el("span", { class: "review-count" });
    const bar = el("div", { class: "review-bar", role: "toolbar", "aria-label": "Openings" },
      ...this.back, this.count, ...this.on);
    if (!this.reviewed.mistakes.length) return bar;
    const next = () => this.go(this.reviewed.mistakeFrom(this.at + 1));
    this.learn = el("button", { type: "button", onclick: () => this.ask(this.#unsolved(this.at)) },
      "Learn from your mistakes");
    bar.append(el("button", { type: "button", onclick: next }, "Next mistake"), this.learn);
    return bar;
  }

  // The next mistake whose answer is not known yet, or if all are known, the next one.
  #unsolved(from) {
    const isOpen = (at) => !this.lessons.get(at)?.isOver;
    return this.reviewed.mistakeFrom(from, isOpen) ?? this.reviewed.mistakeFrom(from);
  }

  #tell() {
    this.lesson.isTold = true;
    this.#draw();
    this.box.leave.focus(); // the button that was pressed is gone
  }

  #leave() {
    this.go(this.at);
    this.learn.focus();
  }

  #mistakeList() {
    const items = this.reviewed.mistakes.map((at) =>
      this.#item(at, "", () => (this.lesson ? this.ask(at) : this.go(at)), el("span", { class: "review-mark" })));
    if (!items.length) return [];
    const list = el("ol", { class: "review-mistakes" }, ...items);
    return [el(`h${this.level + 1}`, {}, "Mistakes"), list];
  }

  #draw(chosen = this.chosen) {
    const { reviewed, lesson } = this;
    this.chosen = chosen;
    const opening = reviewed.openings[this.at];
    this.tokens = reviewed.tokens(this.at);
    const isAsked = lesson !== null && !lesson.isOver;
    const indices = (cells) => cells.map((cell) => reviewed.index(cell));
    const better = opening && !isAsked ? indices(opening.better.slice(0, 1)) : [];
    this.view.show(this.tokens, (index) =>
      ({ ...UNKNOWN, isBest: better.includes(index) }));
    this.#frame(opening, isAsked, indices);
    this.count.textContent = opening ? `${this.at + 1} of ${reviewed.end}` : "the end";
    for (const button of this.back) button.disabled = this.at === 0;
    for (const button of this.on) button.disabled = !opening;
    this.graph.point(this.at);
    this.now.replaceChildren(...(opening ? this.#said(opening, isAsked)
      : [el("p", {}, reviewed.review.is_won ? "All safe cells are open." : "The game ended here.")]));
    if (opening) this.now.dataset.kind = isAsked ? "asked" : opening.kind;
    else delete this.now.dataset.kind;
    const hasMore = reviewed.mistakes.some((at) => at !== this.at && !this.lessons.get(at)?.isOver);
    this.box.draw(lesson, this.chosen, hasMore);
    for (const { at, button, state } of this.entries) {
      if (at === this.at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (!state) continue;
      const begun = this.lessons.get(at);
      // What a lesson may still ask is not told beside it.
      const isHidden = lesson !== null && !begun?.isOver;
      button.textContent = this.names.text(`${at + 1}. ${reviewed.line(at, isHidden)}`);
      state.textContent = begun?.isSolved ? " ✓ solved" : begun?.isTold ? " answer seen" : "";
    }
  }

  #frame(opening, isAsked, indices) {
    const focus = this.chosen && indices([this.chosen.cell])[0];
    if (!opening) this.view.frame();
    else if (this.chosen && this.lesson.why(this.chosen)) {
      this.view.frame({ focus, framed: indices(this.chosen.move.because.clues) });
    } else {
      const cells = indices(opening.cells);
      const isWrong = isMistake(opening.kind);
      this.view.frame({
        focus: focus ?? (!isWrong && cells.length === 1 ? cells[0] : null),
        framed: isAsked ? [] : indices(opening.because.clues),
        around: [...(isWrong || cells.length === 1 ? [] : cells),
          ...(isAsked ? [] : indices(opening.fifty))],
        wrong: isWrong ? cells : [],
      });
    }
  }

  #said(opening, isAsked) {
    const { names, reviewed } = this;
    const head = el("strong", {}, ...names.nodes(reviewed.titleOf(this.at)));
    if (isAsked) {
      const more = opening.better.length
        ? "Click a cell that is better." : "No other cell would have been better.";
      return [el("p", {}, head, ` was ${KINDS[opening.kind][0]}. ${more}`)];
    }
    const hit = reviewed.hitMine(this.at) && opening.kind !== "blunder" ? " It was a mine." : "";
    const win = reviewed.winOf(this.at);
    return [
      el("p", {}, head, `: ${KINDS[opening.kind][0]}.${hit}`),
      el("p", {}, ...names.nodes(opening.because.text.replaceAll(" %", "\u00a0%"))),
      ...(opening.because.pattern
        ? [el("p", {}, `The pattern of this proof is ${opening.because.pattern}.`)] : []),
      ...(win ? [el("p", {}, win)] : []),
    ];
  }
}

// A game that was played, opening by opening: the board before each, what the opening was and why,
// and what would have been better.

import { BoardView, isCovered, tokenOf } from "./board.js";
import { value } from "./fractions.js";
import { CELL, make } from "./shapes.js";

// What an opening was, and how many were so.
const KINDS = {
  proved: ["proved safe", "proved safe"],
  "least-risk": ["a needed guess, with the least risk", "needed, with the least risk"],
  dead: ["a 50/50 that nothing settles", "at 50/50s that nothing settles"],
  riskier: ["riskier than needed", "riskier than needed"],
  needless: ["a needless guess", "needless"],
  blunder: ["a blunder", "proved mines"],
};
const MISTAKES = new Set(["riskier", "needless", "blunder"]);
const STATES = { "known mine": "*", "no clue": "_", flagged: "F", covered: "?" };
// A board shrinks to this share of its size before it is scrolled.
const SMALLEST = 0.6;
// What the panel takes beside the board, in pixels.
const PANEL = 340;

function node(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, own] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), own);
    else made.setAttribute(key, own);
  }
  made.append(...children);
  return made;
}

const words = ([row, column]) => `(${row},${column})`;
const bits = (number) => number.toFixed(2);
const inPercent = (chance) => `${(100 * chance).toFixed(chance > 0 && chance < 0.1 ? 2 : 1)}\u00a0%`;

export class ReviewView {
  // Draws into an element. `review` is the answer of `review`, `shapes` says how the board is drawn.
  constructor(place, review, shapes) {
    this.review = review;
    this.at = 0;
    this.lesson = null; // the mistake that is asked about, and whether the answer is known
    const sheets = node("div");
    this.board = node("div", { class: "review-board" }, sheets);
    this.view = new BoardView(sheets);
    this.signs = shapes.clues && new Map(shapes.clues.map((clue) => [clue.token, clue]));
    this.view.resize(review.height, review.width, shapes.shapes, this.signs);
    this.mistakes = review.openings.flatMap(({ kind }, index) => MISTAKES.has(kind) ? [index] : []);
    this.#shares();
    this.now = node("div", { class: "review-now", "aria-live": "polite" });
    this.panel = node("div", { class: "review-panel" }, ...this.#heading(), this.#graph(),
      this.#buttons(), this.now, this.#list());
    place.replaceChildren(this.board, this.panel);
    place.classList.add("review");
    this.place = place;
    this.board.addEventListener("click", (event) => {
      const index = this.view.at(event.target);
      if (index !== null) this.#guess(index);
    });
    this.board.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      const index = this.view.at(event.target);
      if (index !== null) this.#guess(index);
    });
    this.fit();
    this.go(this.mistakes[0] ?? 0);
  }

  // Use the keys of the page, and the room that its window has.
  listen() {
    this.heard = new AbortController();
    const { signal } = this.heard;
    addEventListener("resize", () => this.fit(), { signal });
    document.addEventListener("keydown", (event) => {
      if (event.target.closest(".review-board, input, select, textarea")) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
      if (!(event.key in steps)) return;
      event.preventDefault();
      this.go(this.at + steps[event.key]);
    }, { signal });
  }

  // Let go of the page.
  close() {
    this.heard?.abort();
  }

  fit() {
    const isBeside = innerWidth >= SMALLEST * this.view.across + PANEL;
    this.place.classList.toggle("narrow", !isBeside);
    const room = innerWidth - 32 - (isBeside ? PANEL : 0);
    this.view.zoom(CELL * Math.min(1, Math.max(SMALLEST, room / this.view.across)));
  }

  // Show the board before an opening; behind the last one, the end.
  go(index) {
    this.lesson = null;
    this.at = Math.min(Math.max(index, 0), this.review.openings.length);
    this.#draw();
  }

  // Ask what would have been better than a mistake.
  ask(index) {
    this.at = index;
    this.lesson = { isKnown: false, said: "" };
    this.#draw();
    this.board.scrollIntoView?.({ block: "nearest" });
  }

  #guess(index) {
    const opening = this.review.openings[this.at];
    if (!this.lesson || this.lesson.isKnown || !isCovered(this.tokens[index])) return;
    const cell = [Math.floor(index / this.review.width), index % this.review.width];
    const isRight = opening.better.some((one) => this.#index(one) === index);
    this.lesson.isKnown = isRight;
    this.lesson.said = isRight ? `${words(cell)} is right.`
      : `${words(cell)} is none of the best cells. Try another one, or see the answer.`;
    this.#draw();
  }

  #index([row, column]) {
    return row * this.review.width + column;
  }

  #token(shown) {
    if (typeof shown === "string") return STATES[shown] ?? shown;
    return this.signs ? String(shown) : tokenOf(shown);
  }

  // The tokens of all cells before an opening.
  #position(at) {
    const { height, width, before, openings } = this.review;
    const tokens = new Array(height * width).fill("?");
    for (const shows of [before, ...openings.slice(0, at).map((opening) => opening.shows)]) {
      for (const [row, column, shown] of shows) tokens[row * width + column] = this.#token(shown);
    }
    return tokens;
  }

  // What was kept of the chance to survive, and how likely it was to come so far, by opening.
  #shares() {
    let [kept, luck] = [1, 1];
    this.shares = [[1, 1]];
    for (const { risk, best, fifty } of this.review.openings) {
      const [own, least] = [1 - value(risk), 1 - value(best)];
      if (!fifty.length && least > 0) kept *= Math.min(1, own / least);
      luck *= own;
      this.shares.push([kept, luck]);
    }
  }

  #heading() {
    const { review } = this;
    const seconds = review.metrics.seconds;
    const how = review.is_won ? "won" : "not won";
    const title = `${review.player ? `${review.player}: ` : ""}${how}` +
      `${seconds === null ? "" : ` in ${bits(seconds)} s`}`;
    const counts = Object.entries(KINDS).filter(([kind]) => review.kinds[kind]);
    const luck = review.luck_bits === 0 ? "No luck was needed to survive so long."
      : `The chance to survive so long was ${inPercent(2 ** -review.luck_bits)}: ` +
        `${bits(review.luck_bits)} bits of luck (a coin toss is 1).`;
    const wasted = review.wasted_bits === null ? "A blunder cost all of the chance to survive."
      : review.wasted_bits === 0 ? "No needless risk was taken."
      : `Needless risk cost ${inPercent(1 - review.kept)} of the chance to survive.`;
    return [
      node("h1", {}, title),
      node("ul", { class: "review-kinds" }, ...counts.map(([kind, [, name]]) =>
        node("li", { "data-kind": kind }, `${review.kinds[kind]} ${name}`))),
      node("p", {}, `${luck} ${wasted}` +
        `${review.level ? ` Hardest proof: level ${review.level}.` : ""}`),
      ...(review.note ? [node("p", {}, `Note: ${review.note}.`)] : []),
      this.#measures(),
    ];
  }

  #measures() {
    const { metrics } = this.review;
    const names = {
      "3bv": "3BV", "3bv_solved": "3BV opened", "3bv_per_second": "3BV/s", openings: "Ops",
      islands: "islands", zini: "ZiNi", hzini: "HZiNi", clicks: "clicks", left: "left",
      right: "right", chords: "chords", effective: "effective", ioe: "IOE",
      correctness: "correctness", throughput: "throughput", rqp: "RQP", ios: "IOS", qg: "QG",
      stnb: "STNB",
    };
    const known = Object.entries(names).filter(([key]) => metrics[key] !== null);
    const number = (found) => Number.isInteger(found) ? String(found) : found.toFixed(3);
    return node("details", {}, node("summary", {}, "Metrics"), node("dl", {},
      ...known.map(([key, name]) =>
        node("div", {}, node("dt", {}, name), node("dd", {}, number(metrics[key]))))));
  }

  // How the chance to survive went down: all of it, and what mistakes took of it.
  #graph() {
    const last = this.shares.length - 1;
    const graph = make("svg", {
      class: "review-graph", viewBox: `0 0 ${Math.max(last, 1)} 100`, preserveAspectRatio: "none",
      role: "img", "aria-label": "The chance to survive so far, and the share of it that was kept",
    });
    const path = (which) => this.shares.map((share, index) => {
      const y = 100 - 100 * share[which];
      return index ? `H${index}V${y}` : `M0 ${y}`;
    }).join("");
    make("path", { d: path(1), class: "luck", "vector-effect": "non-scaling-stroke" }, graph);
    make("path", { d: path(0), class: "kept", "vector-effect": "non-scaling-stroke" }, graph);
    this.cursor = make("path", { class: "cursor", "vector-effect": "non-scaling-stroke" }, graph);
    graph.addEventListener("click", (event) => {
      const box = graph.getBoundingClientRect();
      this.go(Math.floor(((event.clientX - box.left) / box.width) * Math.max(last, 1)));
    });
    return node("figure", {}, graph, node("figcaption", {},
      node("span", { class: "kept" }, "chance kept"), " ",
      node("span", { class: "luck" }, "chance to come so far")));
  }

  #buttons() {
    const button = (name, label, act) =>
      node("button", { type: "button", "aria-label": label, title: label, onclick: act }, name);
    this.back = [button("|◀", "The beginning", () => this.go(0)),
      button("◀", "The opening before (left arrow)", () => this.go(this.at - 1))];
    this.on = [button("▶", "The next opening (right arrow)", () => this.go(this.at + 1)),
      button("▶|", "The end", () => this.go(Infinity))];
    this.count = node("span", { class: "review-count" });
    const bar = node("div", { class: "review-bar", role: "toolbar", "aria-label": "Openings" },
      ...this.back, this.count, ...this.on);
    if (this.mistakes.length) {
      bar.append(
        node("button", { type: "button", onclick: () => this.go(this.#nextMistake()) }, "Next mistake"),
        node("button", { type: "button", onclick: () => this.ask(this.#nextMistake(true)) },
          "Learn from your mistakes"));
    }
    return bar;
  }

  // The first mistake behind this one, or the first of all; with `orThis` this one counts, too.
  #nextMistake(orThis = false) {
    const here = this.lesson || !orThis ? this.at + 1 : this.at;
    return this.mistakes.find((index) => index >= here) ?? this.mistakes[0];
  }

  #list() {
    const items = this.review.openings.map((opening, index) => node("li", { "data-kind": opening.kind },
      node("button", { type: "button", onclick: () => this.go(index) },
        `${opening.cells.slice(0, 3).map(words).join(" ")}${opening.cells.length > 3 ? " …" : ""} ` +
        KINDS[opening.kind][0])));
    return node("details", {}, node("summary", {}, "All openings"), node("ol", {}, ...items));
  }

  #draw() {
    const { openings } = this.review;
    const opening = openings[this.at];
    this.tokens = this.#position(this.at);
    const isHidden = this.lesson && !this.lesson.isKnown;
    const better = opening && !isHidden ? opening.better.slice(0, 1).map((cell) => this.#index(cell)) : [];
    this.view.show(this.tokens, (index) =>
      ({ verdict: null, chance: null, isBest: better.includes(index) }));
    const cells = opening ? opening.cells.map((cell) => this.#index(cell)) : [];
    const isMistake = opening && MISTAKES.has(opening.kind);
    this.view.frame({
      focus: !isMistake && cells.length === 1 ? cells[0] : null,
      framed: opening && !isHidden ? opening.because.clues.map((cell) => this.#index(cell)) : [],
      around: opening ? [...(isMistake ? [] : cells.slice(cells.length > 1 ? 0 : 1)),
        ...(isHidden ? [] : opening.fifty.map((cell) => this.#index(cell)))] : [],
      wrong: isMistake ? cells : [],
    });
    this.count.textContent = opening ? `${this.at + 1} of ${openings.length}` : "the end";
    for (const button of this.back) button.disabled = this.at === 0;
    for (const button of this.on) button.disabled = !opening;
    const last = Math.max(openings.length, 1);
    const middle = Math.min(this.at + 0.5, last);
    this.cursor.setAttribute("d", `M${middle} 0V100`);
    this.now.replaceChildren(...(opening ? this.#said(opening) : this.#ended()));
    if (opening) this.now.dataset.kind = isHidden ? "asked" : opening.kind;
    else delete this.now.dataset.kind;
  }

  #said(opening) {
    const chord = opening.chord ? ` by a chord at ${words(opening.chord)}` : "";
    const time = opening.seconds === null ? "" : `, ${bits(opening.seconds)} s`;
    const cells = `${opening.cells.map(words).join(", ")}${chord}${time}`;
    if (this.lesson && !this.lesson.isKnown) {
      const mistake = { riskier: "was riskier than needed", needless: "was a needless guess",
        blunder: "opened a proved mine" }[opening.kind];
      const more = opening.better.length
        ? "Click a cell that is better." : "No other cell would have been better.";
      return [node("p", {}, node("strong", {}, cells), ` ${mistake}. ${more}`),
        ...(this.lesson.said ? [node("p", {}, this.lesson.said)] : []),
        node("button", { type: "button", onclick: () => this.#reveal() }, "See the answer")];
    }
    const after = opening.shows.some(([, , shown]) => shown === "known mine") ? " It was a mine." : "";
    const win = opening.win_before === null && opening.win_after === null ? [] : [node("p", {},
      `Chance to win before: ${chanceOf(opening.win_before)}; after: ${chanceOf(opening.win_after)}.`)];
    return [
      ...(this.lesson?.said ? [node("p", {}, this.lesson.said)] : []),
      node("p", {}, node("strong", {}, cells), `: ${KINDS[opening.kind][0]}.${after}`),
      node("p", {}, opening.because.text.replaceAll(" %", "\u00a0%")), ...win,
      ...(this.lesson && this.mistakes.length > 1 ? [node("button",
        { type: "button", onclick: () => this.ask(this.#nextMistake(true)) }, "Another mistake")] : []),
    ];
  }

  #reveal() {
    this.lesson = { isKnown: true, said: "" };
    this.#draw();
  }

  #ended() {
    const how = this.review.is_won ? "All safe cells are open." : "The game ended here.";
    const right = this.mistakes.length ? "" : " No opening was a mistake.";
    return [node("p", {}, `${how}${right}`)];
  }
}

function chanceOf(text) {
  return text === null ? "unknown" : inPercent(value(text));
}

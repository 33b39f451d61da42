// Games: the mines are where the page is served from, and only come here when a game is over.

import { ask, one } from "./ask.js";
import { clueOf, isCovered } from "./board.js";
import { byId, el } from "./dom.js";
import { showJudged } from "./judged.js";
import { Position, topologyOf } from "./position.js";
import { chanceText } from "./words.js";

// How long a button is held until the hint says all, in milliseconds.
const HOLD = 900;
const STATES = { playing: "Playing", won: "Won", lost: "Lost" };

export class Player {
  // `page` has the view, `say(text)`, `complain(text)`, `analyse(position, name)` and
  // `remember()`, which puts the game into the address.
  constructor(page) {
    this.page = page;
    this.game = null;
    this.opened = [];
    this.flags = new Set();
    this.position = null;
    this.outcome = "playing";
    this.clock = 0;
    byId("play-form").addEventListener("submit", () => this.#deal());
    byId("play-form").elements.rules.addEventListener("change", () => this.#makeRoom());
    byId("new-game").addEventListener("click", () => byId("play-dialog").showModal());
    byId("again").addEventListener("click", () => this.start({ ...this.game, id: name(), mark: null }));
    byId("may-guess").addEventListener("click", () => this.#mayGuess());
    byId("analyse-game").addEventListener("click", () => this.page.analyse(this.position, "game"));
    byId("flag-mode").addEventListener("click", (event) => {
      const isOn = event.target.getAttribute("aria-pressed") !== "true";
      event.target.setAttribute("aria-pressed", String(isOn));
    });
    for (const preset of document.querySelectorAll("[data-game]")) {
      preset.addEventListener("click", () => this.#preset(preset.dataset.game));
    }
    const hint = byId("hint");
    hint.addEventListener("pointerdown", () => this.#hint());
    hint.addEventListener("click", (event) => {
      if (event.detail === 0) this.#hint(true); // by the keyboard
    });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
      hint.addEventListener(end, () => clearTimeout(this.holding));
    }
    setInterval(() => this.#tick(), 1000);
  }

  // Keep the rules that there are, as the greeting has them.
  offer({ rules }) {
    this.layoutRules = new Set(rules.flatMap(({ name, kind }) => (kind === "layouts" ? [name] : [])));
  }

  // Start a game, or go on with one.
  async start(game, opened = [], flags = []) {
    this.game = game;
    this.opened = opened;
    this.flags = new Set(flags);
    this.clock = 0;
    this.outcome = "playing";
    this.mines = null;
    byId("clock").textContent = "";
    byId("judged").replaceChildren();
    const kept = {};
    if (game.topology) kept.topology = game.topology;
    if (game.rules) kept.rules = game.rules;
    this.position = Position.blank(game.rows, game.columns, game.mines, kept);
    await this.page.shaped.anyOf(this.position);
    if (this.game !== game) return; // another one was started meanwhile
    this.#draw();
    await this.#ask();
  }

  state() {
    return { game: this.game, opened: this.opened, flags: [...this.flags] };
  }

  // From the state of a link, which anybody may have written. Throws an Error.
  async from(state) {
    const { game, opened, flags } = state ?? {};
    if (!game || !Array.isArray(opened) || !Array.isArray(flags)) {
      throw new Error("the link has no game of this page in it");
    }
    await this.start(game, opened, flags);
  }

  press(index, event) {
    if (event.type === "contextmenu") {
      event.preventDefault();
      this.flag(index);
    }
  }

  click(index) {
    if (byId("flag-mode").getAttribute("aria-pressed") === "true" && this.#isCovered(index)) {
      this.flag(index);
    } else {
      this.open(index);
    }
  }

  key(index, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Enter" || event.key === " ") this.open(index);
    else if (event.key.toLowerCase() === "f") this.flag(index);
    else return false;
    return true;
  }

  flag(index) {
    if (this.outcome !== "playing" || !this.#isCovered(index)) return;
    if (!this.flags.delete(index)) this.flags.add(index);
    this.#draw();
    this.page.remember();
  }

  // Open a cell; of an open one whose flags are all set, open the others around it (a chord).
  async open(index) {
    if (this.outcome !== "playing" || this.flags.has(index)) return;
    let cells = [index];
    if (!this.#isCovered(index)) {
      if (this.page.shaped.clues(this.position)) {
        this.page.say("Under these rules a clue is not just a number of mines: open cells one by one.");
        return;
      }
      const near = this.#scope(index);
      const set = near.filter((each) => this.flags.has(each) || this.position.tokens[each] === "*");
      if (set.length !== clueOf(this.position.tokens[index])) return;
      cells = near.filter((each) => this.#isCovered(each) && !this.flags.has(each));
      if (!cells.length) return;
    }
    const before = this.opened;
    this.opened = [...before, ...cells.map((each) => this.position.cell(each))];
    await this.#ask(before);
  }

  // The position with the player's flags.
  marked() {
    const { position, flags } = this;
    return position.with({ tokens: position.tokens.map((token, index) => (flags.has(index) ? "F" : token)) });
  }

  #isCovered(index) {
    return isCovered(this.position.tokens[index]);
  }

  // The cells that a clue speaks of.
  #scope(index) {
    return this.page.shaped.scope(this.position, index);
  }

  // Ask what the game shows now; where that fails, the moves are those `before`.
  async #ask(before = []) {
    document.body.dataset.state = "working";
    const { game, opened } = this;
    try {
      const played = await one({ ask: "play", game, opened });
      const position = Position.of(played.board);
      await this.page.shaped.anyOf(position);
      if (opened !== this.opened) return; // a later move has been made
      this.position = position;
      this.outcome = played.state;
      this.game.mark = played.mark;
      this.mines = played.mines;
      for (const index of this.flags) if (!this.#isCovered(index)) this.flags.delete(index);
      this.page.say("");
      this.#draw();
      this.page.remember();
      if (played.state !== "playing") await this.#judge();
    } catch (problem) {
      if (opened !== this.opened) return; // it is no longer about what is shown
      this.opened = before;
      this.page.complain(problem.message);
    }
    document.body.dataset.state = "ready";
  }

  #draw() {
    const { view } = this.page;
    const { position, flags, outcome: state, mines } = this;
    this.page.shape(position);
    const tokens = position.tokens.map((token, index) => (flags.has(index) ? "F" : token));
    view.show(tokens, () => ({ verdict: null, chance: null, isBest: false }));
    view.frame();
    view.lay();
    const left = this.game.mines - flags.size - position.tokens.filter((each) => each === "*").length;
    byId("mines-left").textContent = `${left} left`;
    byId("game-state").textContent = STATES[state];
    if (state !== "playing" && mines) {
      const hidden = mines.map((cell) => position.index(cell)).filter((index) => !flags.has(index));
      view.lay(hidden);
      const isMine = new Set(mines.map((cell) => position.index(cell)));
      const hit = position.tokens.flatMap((token, index) => (token === "*" ? [index] : []));
      view.frame({ wrong: [...hit, ...[...flags].filter((index) => !isMine.has(index))] });
    }
  }

  #tick() {
    if (!this.game || this.outcome !== "playing" || !this.opened.length || this.page.mode !== "play") return;
    this.clock += 1;
    byId("clock").textContent = `${this.clock} s`;
  }

  async #mayGuess() {
    try {
      const { needed } = await one({ ask: "may-guess", game: this.game, opened: this.opened });
      this.page.say(needed ? "Yes: no cell is proved safe, so a guess is due."
        : "No: some cell is proved safe.");
    } catch (problem) {
      this.page.complain(problem.message);
    }
  }

  // First the area; when the button is held, the step as well.
  async #hint(isWhole = false) {
    const { view } = this.page;
    let wantsAll = isWhole;
    this.holding = setTimeout(() => {
      wantsAll = true;
      this.told?.();
    }, HOLD);
    this.told = null;
    try {
      const found = await one({ ask: "hint", game: this.game, opened: this.opened });
      const index = (cell) => this.position.index(cell);
      const { step } = found;
      if (!step) {
        const cells = found.least_risky?.cells ?? [];
        this.page.say(cells.length ? "No cell is proved safe: a guess is due. Hold for the least " +
          "risky cell." : "Nothing is left to open.");
        this.told = () => {
          view.frame({ around: cells.map(index) });
          this.page.say(`The least risky cells are framed: ${chanceText(found.least_risky.probability)} a mine.`);
        };
      } else {
        const clues = step.clues.map(index);
        const further = step.further.flatMap((one) => one.cells.map(index));
        const area = clues.flatMap((each) => [each, ...this.#scope(each)]);
        view.frame({ around: [...new Set([...area, ...further])] });
        this.page.say(`Look at the framed area (${step.technique}). Hold the button for the step.`);
        this.told = () => {
          const around = [...new Set([...step.safe.slice(1).map(index), ...further])];
          view.frame({ framed: clues, focus: index(step.safe[0]), around });
          const words = [...step.before.map((each) => each.text), step.text];
          this.page.say(`${words.join("; ")}.`);
        };
      }
      if (wantsAll) this.told();
    } catch (problem) {
      this.page.complain(problem.message);
    }
  }

  async #judge() {
    const { game, opened } = this;
    const judged = [];
    await ask({ ask: "judge", game, opened }, (message) => {
      if (message.format === "logicsweep-judged/1") judged.push(message);
      else if (message.error) this.page.complain(message.error);
    });
    if (game === this.game) showJudged(judged, this);
  }

  // Go back to before a move, and try another one.
  async retry(move, judged) {
    const before = judged.slice(0, move).map(({ cell }) => cell);
    this.flags = new Set();
    this.opened = before;
    byId("judged").replaceChildren();
    await this.#ask();
    this.page.say("Try the move again: what would have been better?");
  }

  #preset(preset) {
    const [width, height, mines] = preset.split(",");
    const fields = byId("play-form").elements;
    [fields.rows.value, fields.columns.value, fields.mines.value] = [height, width, mines];
    fields.topology.value = fields.rules.value = "";
  }

  // Rules for layouts often leave no room for an area; who wants one all the same says so again.
  #makeRoom() {
    const { rules, first } = byId("play-form").elements;
    const isTight = rules.value.split(/\s+/).some((each) => this.layoutRules?.has(each));
    if (isTight && first.value === "opening") first.value = "safe";
  }

  #deal() {
    const fields = byId("play-form").elements;
    const [down, across, mines] = [fields.rows, fields.columns, fields.mines].map((each) => Number(each.value));
    try {
      const { height: rows, width: columns, kept } = topologyOf(fields.topology.value, down, across);
      this.page.checkSize(rows, columns);
      if (!Number.isInteger(mines) || mines < 0) throw new Error("expected a whole number of mines");
      const game = { id: name(), rows, columns, mines, first_click: fields.first.value, ...kept };
      if (fields.rules.value.trim()) game.rules = fields.rules.value.trim();
      if (fields.clues.value.trim()) game.clues = fields.clues.value.trim();
      if (fields.guesses.checked) game.no_guess = true;
      const level = fields.level.value.trim();
      if (level && !/^[1-9]\d{0,3}$/.test(level)) {
        throw new Error(`the level is “${level}”; expected a whole number from 1 on, or nothing`);
      }
      if (fields.guesses.checked && level) game.level = Number(level);
      this.page.play(game);
    } catch (problem) {
      this.page.complain(problem.message);
    }
  }
}

// A name for a game, which the server makes its mines of.
export function name() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

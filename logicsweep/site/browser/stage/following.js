// A position on the board and what follows from it: drawn at once, completed as answers come.

import { UNKNOWN } from "../board.js";
import { ask, one } from "../core/ask.js";
import { ASKED, drawnOver, untouched } from "./overlay.js";

// A position waits for its answer before it is drawn, but no longer than that, in milliseconds:
// often the answer comes first, and the browser paints once, not twice.
const MOMENT = 40;
// Boards with more cells are large: to paint them takes longer than to answer.
const MANY = 3000;
// How long what is known of the position before may stay, so that nothing flickers, in milliseconds;
// on large boards, whose answers take longer.
const [STALE, STALE_LARGE] = [120, 500];

const MOST_REMEMBERED = 50;

export class Following {
  // `page` has `stage`, `shaped` and `complain`; `heard(findings, progress)` hears of every message about
  // the position that is shown: progress is null, what is being done, or "ended" once all is answered.
  // `overlay` is a kind of `overlay.js`.
  constructor(page, heard, overlay) {
    this.page = page;
    this.heard = heard;
    this.overlay = overlay;
    this.findings = null;
    this.shown = null;
    // Draws cells otherwise: (index, what is known) to what is drawn.
    this.mask = null;
    // Draws another token in a cell: (token, index) to a token.
    this.dress = null;
    // Hears when a position is drawn that was not drawn before.
    this.appeared = null;
    this.control = null;
    this.remembered = new Map(); // all that is known of the last positions
  }

  // Show a position, and ask what follows from it; what is urgent is drawn at once, such as a stroke
  // of the brush that goes on.
  follow(position, isUrgent = false) {
    this.shown = position;
    this.drawn = null;
    this.#stopTimers();
    document.body.dataset.state = "working";
    if (!this.page.shaped.at(position)) {
      this.#followShaped(position);
      return;
    }
    // Whoever answers begins before the board is built.
    this.#ask(position);
    this.page.shape(position);
    this.isQuiet = untouched(position, this.page.shaped);
    const known = this.findings?.position;
    if (known?.height !== position.height || known.width !== position.width) this.findings = null;
    // What was proved of the position before is no proof of this one: it is not shown for long.
    this.newest = null;
    const isLarge = position.tokens.length > MANY;
    this.stale = setTimeout(() => {
      this.findings = this.newest;
      this.draw();
    }, isLarge ? STALE_LARGE : STALE);
    if (isUrgent && !isLarge) this.draw();
    else this.later = setTimeout(() => this.draw(), MOMENT);
  }

  // Ask for the shapes of a position, then show it, unless another one is shown by then.
  async #followShaped(position) {
    this.#giveUp();
    await this.page.shaped.anyOf(position);
    if (this.shown === position) this.follow(position);
  }

  // What is known of the position that is shown; null if that is not answered yet.
  get known() {
    return this.findings?.position === this.shown ? this.findings : null;
  }

  setOverlay(kind) {
    this.overlay = kind;
    if (!this.shown) return;
    this.draw();
    this.#askOverlay();
  }

  // What is known of the position before stays until something better is: it does not flicker.
  draw() {
    const { findings, shown, mask, dress } = this;
    if (this.visible !== shown) {
      this.visible = shown;
      this.appeared?.();
    }
    this.drawn = findings;
    this.version = findings?.version;
    const before = findings?.position.tokens;
    const over = drawnOver(this.overlay, findings, this.isQuiet);
    const known = (index) => (findings && before[index] === shown.tokens[index] ? over(index) : UNKNOWN);
    const tokens = dress ? shown.tokens.map(dress) : shown.tokens;
    this.page.view.show(tokens, mask ? (index) => mask(index, known(index)) : known);
  }

  // Give up what is being asked; what is known stays.
  stop() {
    this.#giveUp();
    this.#stopTimers();
  }

  #giveUp() {
    this.control?.abort();
    this.control = null;
  }

  #stopTimers() {
    clearTimeout(this.later);
    clearTimeout(this.stale);
  }

  async #ask(position) {
    this.#giveUp();
    const known = this.remembered.get(position);
    if (known) {
      await null; // what is being done goes on first
      this.#heard(known, "ended");
      return;
    }
    const control = (this.control = new AbortController());
    const findings = new Findings(position);
    try {
      const wants = ["counts", "best", "level"];
      const question = { ask: "analyse", ...position.question(), wants, steps: false };
      const isWhole = await ask(question, (message) => {
        const isProgress = message.format === "logicsweep-progress/1";
        if (!isProgress) findings.take(message);
        this.#heard(findings, isProgress ? message : null);
      }, control.signal);
      if (!isWhole) return;
      if (!findings.problem) this.remembered.set(position, findings);
      if (this.remembered.size > MOST_REMEMBERED) this.remembered.delete(this.remembered.keys().next().value);
    } catch (problem) {
      findings.problem = problem.message;
    }
    if (this.control === control) {
      this.control = null;
      this.#heard(findings, "ended");
    }
  }

  #heard(findings, progress) {
    if (findings.position !== this.shown) return;
    // Verdicts alone would put out the probabilities of the position before for a moment.
    const isBetter = findings.counted || findings.conflict || findings.problem ||
      progress !== null || !this.findings;
    this.newest = findings;
    if (isBetter) {
      this.findings = findings;
      this.#stopTimers();
      if (this.drawn !== findings || this.version !== findings.version) this.draw();
    }
    this.heard(findings, progress);
    document.body.dataset.state = progress === "ended" ? "ready"
      : findings.counted ? "counted" : "working";
    if (progress === "ended") this.#askOverlay();
  }

  async #askOverlay() {
    const { overlay, known } = this;
    if (!ASKED.has(overlay) || !known?.counted?.probabilities || known.overlays.has(overlay)) return;
    known.overlays.set(overlay, null);
    try {
      known.take(await one({ ask: "overlay", ...known.position.question(), of: overlay }));
      if (this.known === known) this.draw();
    } catch (problem) {
      known.overlays.delete(overlay);
      this.page.complain(problem.message);
    }
  }
}

// What is known of a position so far, taken from the messages that answer.
class Findings {
  constructor(position) {
    const size = position.tokens.length;
    this.position = position;
    this.verdicts = Array(size).fill(null);
    this.chances = Array(size).fill(null);
    this.best = new Set();
    // The answers as they came.
    this.solved = this.counted = this.choice = this.rated = null;
    this.conflict = this.diagnosis = this.problem = null;
    // What an overlay shows of each cell, by its kind; null while it is asked for.
    this.overlays = new Map();
    // Another number whenever cells may be drawn otherwise.
    this.version = 0;
  }

  take(message) {
    const index = (cell) => this.position.index(cell);
    const kind = message.format;
    if (kind === "logicsweep-solve/1" && message.consistent === false) {
      this.conflict = message;
      this.version++;
    } else if (kind === "logicsweep-solve/1") {
      for (const cell of message.safe) this.verdicts[index(cell)] = "safe";
      for (const cell of message.mines) this.verdicts[index(cell)] = "mine";
      this.solved = message;
      if (message.error) this.problem = message.error;
      if (message.models !== null) this.counted = message;
      if (message.probabilities) this.chances = message.probabilities.flat();
      this.version++;
    } else if (kind === "logicsweep-best/1") {
      this.choice = message;
      if (message.why !== "safe") {
        this.best = new Set(message.cells.map(index));
        this.version++;
      }
    } else if (kind === "logicsweep-overlay/1") {
      this.overlays.set(message.of, message.values.flat());
      this.version++;
    } else if (kind === "logicsweep-hint/1") {
      this.rated = message;
    } else if (kind === "logicsweep-diagnose/1") {
      this.diagnosis = message;
    } else if (message.error) {
      this.problem = message.error;
    }
  }
}

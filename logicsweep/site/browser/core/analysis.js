// What follows from the position at hand: asked after every change, and shown as it comes.

import { ask, one } from "./ask.js";

export class Findings {
  // What is known of a position so far.
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

export class Analysis {
  // `heard(findings, progress)` after every message; progress is null, what is being done, or
  // "ended" once all is answered.
  constructor(heard) {
    this.heard = heard;
    this.control = null;
    this.remembered = new Map();
  }

  async of(position) {
    this.stop();
    const known = this.remembered.get(position);
    if (known) {
      await null; // whoever asks goes on first
      this.heard(known, "ended");
      return;
    }
    const control = (this.control = new AbortController());
    const findings = new Findings(position);
    try {
      const wants = ["counts", "best", "level"];
      const question = { ask: "analyse", ...position.question(), wants, steps: false };
      const isWhole = await ask(question, (message) => {
        if (message.format === "logicsweep-progress/1") {
          this.heard(findings, message);
        } else {
          findings.take(message);
          this.heard(findings, null);
        }
      }, control.signal);
      if (!isWhole) return;
      if (!findings.problem) this.#remember(position, findings);
    } catch (problem) {
      findings.problem = problem.message;
    }
    if (this.control === control) {
      this.control = null;
      this.heard(findings, "ended");
    }
  }

  // Ask for an overlay of what is known already, once. Throws an Error in words.
  async overlay(findings, kind) {
    if (findings.overlays.has(kind)) return;
    findings.overlays.set(kind, null);
    try {
      findings.take(await one({ ask: "overlay", ...findings.position.question(), of: kind }));
    } catch (problem) {
      findings.overlays.delete(kind);
      throw problem;
    }
  }

  // Give up what is being asked; what is known stays.
  stop() {
    this.control?.abort();
    this.control = null;
  }

  #remember(position, findings) {
    this.remembered.set(position, findings);
    if (this.remembered.size > 50) this.remembered.delete(this.remembered.keys().next().value);
  }
}

// What is known of a position so far, taken from the messages that answer.

export class Findings {
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

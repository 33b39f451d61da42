// A solver that is watched while it plays: it opens the cell that the page itself advises.

import { isCovered } from "../board.js";
import { ask } from "../core/ask.js";
import { byId, el } from "../core/dom.js";
import { percentText } from "../core/words.js";

export class AgentPanel {
  // `page` has the place at hand, the view, the names and `preferences`; `play` is the place of games.
  constructor(page, play) {
    Object.assign(this, { page, play });
    byId("agent-watch").addEventListener("click", () => (this.watch ? this.#set(null) : this.begin()));
    byId("pace").addEventListener("input", () => page.preferences.set("pace", this.pace));
    byId("pace").value = String(-Math.log2(page.preferences.get("pace")));
  }

  // An object of its own for each time that somebody watches.
  watch = null;

  // Milliseconds between two moves: the slider doubles the speed with each step.
  get pace() {
    return Math.round(2 ** -Number(byId("pace").value));
  }

  // Have it play until the game is over, or somebody stops it.
  async begin() {
    const watch = {};
    this.#set(watch);
    const isWatched = () => this.watch === watch && this.page.place === this.play && !this.play.game.isOver;
    while (isWatched()) {
      await this.#move(isWatched).catch((problem) => {
        this.page.complain(problem.message);
        this.#set(null);
      });
      await new Promise((done) => setTimeout(done, this.pace));
    }
    if (this.watch === watch) this.#set(null); // another one may have begun meanwhile
  }

  async #move(isWatched) {
    const { page, play } = this;
    const { game, position } = play;
    const before = game.position;
    game.isWatched = true;
    const { cell, proved, reason } = await bestMove(position);
    if (!isWatched() || play.game.position !== before) return;
    const index = position.index(cell);
    page.view.frame({ focus: index });
    byId("agent-says").replaceChildren(
      el("strong", {}, "The solver opens ", page.names.node(cell)),
      `, ${proved ? "which it calls certain" : "a guess"}: `, ...page.names.nodes(`${reason}.`));
    await play.open(index);
  }

  #set(watch) {
    this.watch = watch;
    byId("agent-watch").setAttribute("aria-pressed", String(watch !== null));
    byId("agent-watch").textContent = watch ? "Stop it" : "Watch a solver play";
  }
}

// The move that the page itself advises; the first one, of which nothing is known, is in the middle.
async function bestMove(position) {
  const { height, width } = position;
  let best = null;
  if (position.tokens.every(isCovered)) {
    return { cell: [height >> 1, width >> 1], reason: "the first click opens an area" };
  }
  await ask({ ask: "analyse", ...position.question(), wants: ["counts", "best"] }, (message) => {
    if (message.format === "logicsweep-best/1") best = message;
  });
  if (!best?.cells.length) throw new Error("the solver finds no cell to open here");
  const { reason, risk } = best;
  if (reason) return { cell: reason.cell, proved: true, reason: reason.text };
  return { cell: best.cells[0], reason: `no cell is safe, and it is a mine with ${percentText(risk)}` };
}

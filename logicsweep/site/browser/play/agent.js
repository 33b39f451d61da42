// A solver that is watched while it plays.

import { isCovered } from "../board.js";
import { ask, one } from "../core/ask.js";
import { byId, el } from "../core/dom.js";
import { percentText } from "../core/words.js";

export class AgentPanel {
  // `page` has the place at hand, the view, the names and `preferences`; `play` is the place of games.
  constructor(page, play) {
    Object.assign(this, { page, play });
    this.watch = null; // an object of its own for each time that somebody watches
    byId("agent-watch").addEventListener("click", () => (this.watch ? this.stop() : this.begin()));
    byId("agent").addEventListener("change", (event) => page.preferences.set("agent", event.target.value));
    byId("pace").addEventListener("input", () => page.preferences.set("pace", this.pace));
    byId("pace").value = String(-Math.log2(page.preferences.get("pace")));
  }

  // Milliseconds between two moves: the slider doubles the speed with each step.
  get pace() {
    return Math.round(2 ** -Number(byId("pace").value));
  }

  // Offer the agents that there are; without any, the best cell is opened.
  offer({ agents }) {
    const chosen = this.page.preferences.get("agent");
    byId("agent").hidden = agents.length < 2;
    byId("agent").replaceChildren(...agents.map((name) =>
      el("option", { value: name, selected: name === chosen }, name)));
  }

  // Have it play until the game is over, or somebody stops it.
  async begin() {
    const watch = {};
    this.#set(watch);
    const isWatched = () => this.watch === watch && this.page.place === this.play && !this.play.game.isOver;
    while (isWatched()) {
      await this.#move(isWatched).catch((problem) => {
        this.page.complain(problem.message);
        this.stop();
      });
      await new Promise((done) => setTimeout(done, this.pace));
    }
    if (this.watch === watch) this.stop(); // another one may have begun meanwhile
  }

  stop() {
    this.#set(null);
  }

  async #move(isWatched) {
    const { page, play } = this;
    const { position } = play;
    const before = play.game.position;
    play.game.isWatched = true;
    const agent = byId("agent").value;
    const move = agent ? await one({ ask: "agent", ...position.question(), agent }) : await bestMove(position);
    if (!isWatched() || play.game.position !== before) return;
    const index = position.index(move.cell);
    page.view.frame({ focus: index });
    byId("agent-says").replaceChildren(
      el("strong", {}, `${agent || "The solver"} ${move.action === "flag" ? "flags" : "opens"} `,
        page.names.node(move.cell)),
      `, ${move.proved ? "which it calls certain" : "a guess"}: `, ...page.names.nodes(`${move.reason}.`));
    if (move.action === "flag") play.flag(index);
    else await play.open(index);
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

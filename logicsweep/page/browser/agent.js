// An agent to ask for its move or its reason, and to watch in a game.

import { one } from "./ask.js";
import { byId, el } from "./dom.js";
import { cellText, counted } from "./words.js";

// The time between two moves of an agent that plays by itself, in milliseconds.
const PACE = 600;

export class AgentPanel {
  // `page` has the mode, the position at hand, `why.cell`, the view, the player and `complain(text)`.
  constructor(page) {
    this.page = page;
    this.box = byId("agent-says");
    this.answer = null;
    this.watch = null; // an object of its own for each time that the agent is watched
    byId("agent-ask").addEventListener("click", () => this.ask());
    byId("agent-move").addEventListener("click", () => this.move());
    byId("agent-watch").addEventListener("click", () => (this.watch ? this.#stop() : this.#begin()));
  }

  offer({ agents }) {
    const names = agents.map((name) => el("option", { value: name, selected: name === "subset" }, name));
    byId("agent").replaceChildren(...names);
  }

  // Ask about the cell that is chosen while analysing, else for the next move.
  async ask() {
    const { page } = this;
    const isPlaying = page.mode === "play";
    const position = isPlaying ? page.player.marked() : page.position;
    const cell = isPlaying || page.why.cell === null ? null : position.cell(page.why.cell);
    const question = { ask: "agent", ...position.question(), agent: byId("agent").value, cell };
    try {
      this.answer = await one(question);
      page.view.frame({ focus: position.index(this.answer.cell) });
      this.#show();
    } catch (problem) {
      this.#stop();
      page.complain(problem.message);
    }
  }

  // Ask, and make the move in the game.
  async move() {
    const { player } = this.page;
    if (player.outcome !== "playing") {
      this.#stop();
      return;
    }
    const before = player.position;
    await this.ask();
    if (this.answer === null || player.position !== before) return;
    const index = before.index(this.answer.cell);
    if (this.answer.action === "flag") player.flag(index);
    else await player.open(index);
  }

  async #begin() {
    const watch = {};
    this.watch = watch;
    byId("agent-watch").setAttribute("aria-pressed", "true");
    while (this.watch === watch && this.page.mode === "play" && this.page.player.outcome === "playing") {
      await this.move();
      await new Promise((done) => setTimeout(done, PACE));
    }
    if (this.watch === watch) this.#stop(); // another one may have begun meanwhile
  }

  #stop() {
    this.watch = null;
    this.answer = null;
    byId("agent-watch").setAttribute("aria-pressed", "false");
  }

  #show() {
    const { agent, asked, decided, cell, action, proved, reason, details, knowledge, known } = this.answer;
    const does = `${agent} ${action === "flag" ? "flags" : "opens"} ${cellText(cell)}`;
    this.box.replaceChildren(
      decided ? "" : el("p", {}, `${agent} is not certain about ${cellText(asked)}. Its next move:`),
      el("p", {}, el("strong", {}, does), `, ${proved ? "which it calls certain" : "a guess"}: ${reason}.`),
      el("p", { class: "hint" }, `It knows ${counted(known.safe, "safe cell")}, ` +
        `${counted(known.mines, "mine")} and ${counted(known.constraints, "constraint")}.`),
      details.length ? el("pre", { tabindex: "0", "aria-label": "How it came to that" }, details.join("\n")) : "",
      knowledge.length ? el("details", {}, el("summary", {}, `Its constraints (${knowledge.length})`),
        el("pre", { tabindex: "0", "aria-label": "Its constraints" }, knowledge.join("\n"))) : "",
    );
  }
}

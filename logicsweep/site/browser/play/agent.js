// An agent: asked for its move or its reason, and watched while it plays.

import { one } from "../core/ask.js";
import { byId, el } from "../core/dom.js";
import { counted } from "../core/words.js";

export class AgentPanel {
  // `page` has the place at hand, which has the position `asked` about and the `chosen` cell (or
  // null), the view, the names and `preferences`; `play` is the place of games.
  constructor(page, play) {
    this.page = page;
    this.play = play;
    this.box = byId("agent-says");
    this.answer = null;
    this.watch = null; // an object of its own for each time that the agent is watched
    byId("agent-ask").addEventListener("click", () => this.ask());
    byId("agent-move").addEventListener("click", () => this.move());
    byId("agent-watch").addEventListener("click", () => (this.watch ? this.stop() : this.begin()));
    byId("agent").addEventListener("change", (event) => page.preferences.set("agent", event.target.value));
    byId("pace").value = this.pace;
    byId("pace").addEventListener("input", () => page.preferences.set("pace", this.pace));
    byId("pace").value = String(-Math.log2(page.preferences.get("pace")));
  }

  // Milliseconds between two moves: the slider doubles the speed with each step.
  get pace() {
    return Math.round(2 ** -Number(byId("pace").value));
  }

  // Where there are no agents, nothing of them is shown.
  offer({ agents }) {
    for (const id of ["agents", "agent-play", "door-watch"]) byId(id).hidden = !agents.length;
    const chosen = this.page.preferences.get("agent");
    byId("agent").replaceChildren(...agents.map((name) =>
      el("option", { value: name, selected: name === chosen }, name)));
  }

  // Ask about the cell that is chosen, else for the next move.
  async ask() {
    const { page } = this;
    const { asked: position, chosen } = page.place;
    const cell = chosen === null ? null : position.cell(chosen);
    try {
      this.answer = await one({ ask: "agent", ...position.question(), agent: byId("agent").value, cell });
      page.view.frame({ focus: position.index(this.answer.cell) });
      this.#show();
    } catch (problem) {
      this.stop();
      page.complain(problem.message);
    }
  }

  // Ask, and make the move in the game.
  async move() {
    const { play } = this;
    if (play.game.isOver) {
      this.stop();
      return;
    }
    const before = play.game.position;
    await this.ask();
    if (this.answer === null || play.game.position !== before) return;
    const index = before.index(this.answer.cell);
    if (this.answer.action === "flag") play.flag(index);
    else await play.open(index);
  }

  // Let it play until the game is over, or somebody stops it.
  async begin() {
    const watch = {};
    this.watch = watch;
    this.#mark(true);
    while (this.watch === watch && this.page.place === this.play && !this.play.game.isOver) {
      await this.move();
      await new Promise((done) => setTimeout(done, this.pace));
    }
    if (this.watch === watch) this.stop(); // another one may have begun meanwhile
  }

  stop() {
    this.watch = null;
    this.answer = null;
    this.#mark(false);
  }

  #mark(isWatched) {
    byId("agent-watch").setAttribute("aria-pressed", String(isWatched));
    byId("agent-watch").textContent = isWatched ? "Stop it" : "Let it play";
  }

  #show() {
    const { agent, asked, decided, cell, action, proved, reason, details, knowledge, known } = this.answer;
    const { names } = this.page;
    const does = `${agent} ${action === "flag" ? "flags" : "opens"} `;
    this.box.replaceChildren(
      decided ? "" : el("p", {}, `${agent} is not certain about `, names.node(asked), ". Its next move:"),
      el("p", {}, el("strong", {}, does, names.node(cell)),
        `, ${proved ? "which it calls certain" : "a guess"}: `, ...names.nodes(`${reason}.`)),
      el("p", { class: "hint" }, `It knows ${counted(known.safe, "safe cell")}, ` +
        `${counted(known.mines, "mine")} and ${counted(known.constraints, "constraint")}.`),
      details.length ? el("pre", { tabindex: "0", "aria-label": "How it came to that" },
        names.text(details.join("\n"))) : "",
      knowledge.length ? el("details", {}, el("summary", {}, "What it knows"),
        el("pre", { tabindex: "0", "aria-label": "What it knows" }, names.text(knowledge.join("\n")))) : "",
    );
  }
}

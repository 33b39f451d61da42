// The place where games that were played are reviewed: a replay in, every move judged.

import { Tree } from "../analyse/tree.js";
import { base64Of, packed } from "../core/address.js";
import { ask } from "../core/ask.js";
import { byId } from "../core/dom.js";
import { Position } from "../core/position.js";
import { Judged, ShowsJudged } from "./judged.js";

export class Review extends ShowsJudged {
  constructor(page) {
    super();
    Object.assign(this, { page, view: page.view });
    this.box = byId("reviewed");
    this.current = null; // the question that was asked last
    this.control = null;
    byId("replay").addEventListener("change", (event) => this.file(event.target.files[0]));
    byId("example-game").addEventListener("click", () => this.#ask(...this.example));
    byId("search").addEventListener("change", () => this.current && this.#ask(...this.current));
  }

  offer({ games }) {
    if (!games.length) return;
    this.example = [{ example: games[0].name }, "the example"];
    byId("example-game").title = games[0].about;
    if (this.page.place === this && !this.current) this.#ask(...this.example);
  }

  get title() {
    return this.current ? `Review of ${this.current[1]}` : "Review";
  }

  get position() {
    return this.judged?.position ?? Position.blank(9, 9, 10);
  }

  enter() {
    if (this.judged) {
      this.judged.panel.go(this.judged.panel.at);
    } else {
      const blank = Position.blank(16, 30, 99);
      this.page.shape(blank);
      this.view.show(blank.tokens);
      document.body.dataset.state = "ready";
      const asked = this.current ?? this.example;
      if (asked) this.#ask(...asked);
    }
  }

  leave() {
    this.control?.abort();
    this.control = null;
    this.judged?.following.stop();
  }

  async address() {
    return "#review";
  }

  // The address of the position that is shown, to be analysed by others.
  async shared() {
    const state = Tree.of(this.position, "position of a game").lineState();
    return { address: `#s=${await packed(state)}`, count: 1 };
  }

  // Review the game in a file.
  async file(file) {
    if (!file) return;
    try {
      this.page.files.checkSize(file.size);
    } catch (problem) {
      this.page.complain(`${problem.message}; the command logicsweep review has no such limit`);
      return;
    }
    const data = base64Of(new Uint8Array(await file.arrayBuffer()));
    await this.#ask({ data, name: file.name }, file.name || "the game");
  }

  click(index) {
    this.judged?.press(index);
  }

  async #ask(question, name) {
    this.current = [question, name];
    this.page.remember();
    this.control?.abort();
    const control = (this.control = new AbortController());
    this.#say(`Judging ${name} …`, "working");
    let [board, shapes] = [null, null];
    try {
      await ask({ ask: "review", ...question, search: byId("search").checked }, (message) => {
        if (message.error) throw new Error(message.error);
        if (message.format === "logicsweep-start/1") board = message.board;
        else if (message.format === "logicsweep-shapes/1") shapes = message;
        else if (message.format === "logicsweep-progress/1" && message.all) {
          this.#say(`Judging ${name}: ${message.done} of ${message.all} openings …`, "working");
        } else if (message.format === "logicsweep-review/1") {
          this.#say(name, "ready");
          this.#open(message, Position.of(board), shapes, control);
        }
      }, control.signal);
    } catch (problem) {
      if (this.control !== control) return;
      this.#say("", "ready");
      this.page.complain(`${name}: ${problem.message}`);
    }
  }

  async #open(answer, start, shapes, control) {
    this.page.shaped.keep(start, shapes);
    this.judged?.close();
    this.judged = null;
    // Another game may be asked for meanwhile.
    const isWanted = () => this.control === control;
    this.judged = await Judged.of(this.page, this.box, answer, start, isWanted) ?? this.judged;
  }

  #say(text, state) {
    byId("review-state").textContent = text;
    document.body.dataset.state = state;
  }
}

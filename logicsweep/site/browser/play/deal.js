// Which game comes next: sizes that start at once, switches, a form for all others, puzzles.

import { byId } from "../core/dom.js";
import { can } from "../core/abilities.js";
import { settingOf } from "../core/position.js";
import { storedGame } from "../core/stored.js";
import { gameOf } from "./challenge.js";
import { dailyGame, today } from "./daily.js";

const DAY = 86_400_000;
// The levels of puzzles that are stored.
const LEVELS = 4;
const SWITCHES = { "no-guess": "no_guess", referee: "referee", forgives: "forgives" };

export class Deal {
  // `play` is the place of games.
  constructor(play) {
    this.play = play;
    const { preferences } = play.page;
    for (const button of document.querySelectorAll("[data-game]")) {
      button.addEventListener("click", () => play.start(this.#sized(button.dataset.game)));
    }
    for (const [id, name] of Object.entries(SWITCHES)) {
      byId(id).checked = Boolean(preferences.get(name));
      byId(id).addEventListener("change", () => this.#switched(name, byId(id).checked));
    }
    byId("custom-game").addEventListener("click", () => byId("play-dialog").showModal());
    byId("play-form").addEventListener("submit", () => this.#deal());
    byId("play-form").elements.rules.addEventListener("change", () => this.#makeRoom());
    byId("daily").addEventListener("click", () => play.start(...dailyGame(today())));
    byId("daily-puzzle").addEventListener("click", () => this.#puzzleOf(today()));
    byId("puzzle").addEventListener("click", () => this.#puzzle(Number(byId("puzzle-level").value)));
  }

  // Keep the rules that there are, as the greeting has them.
  offer({ rules }) {
    this.layoutRules = new Set(rules.flatMap(({ name, kind }) => (kind === "layouts" ? [name] : [])));
  }

  // The game that is there when the place is entered first.
  usual() {
    // A board that a small screen has room for.
    return this.#sized(innerWidth < 600 ? "9,9,10" : "30,16,99");
  }

  // The same on a board that needs no guess, as all games have from now on.
  provable() {
    byId("no-guess").checked = true;
    this.play.page.preferences.set("no_guess", true);
    return this.usual();
  }

  #sized(text) {
    const [columns, rows, mines] = text.split(",").map(Number);
    return { rows, columns, mines, first_click: "opening", ...this.#switches() };
  }

  #switches() {
    const { preferences } = this.play.page;
    const on = Object.values(SWITCHES).filter((name) => preferences.get(name) &&
      (name !== "forgives" || preferences.get("referee")));
    return Object.fromEntries(on.map((name) => [name, true]));
  }

  // A game that has not begun is dealt anew as the switch says.
  #switched(name, isOn) {
    const { play } = this;
    play.page.preferences.set(name, isOn);
    const { of, hasMoved } = play.game;
    play.game.isOutdated = hasMoved;
    if (hasMoved) {
      play.page.say("This holds from the next game on.", [["New game", () => play.another()]]);
    } else {
      this.again(of);
    }
  }

  // A game of the same size, as the switches say now.
  again(of) {
    const { no_guess, referee, forgives, level, puzzle, stored, ...game } = of;
    return this.play.start({ ...(puzzle ? this.usual() : game), ...this.#switches(), seed: undefined });
  }

  // The game of an entry of the catalogue. What is stored of a rule needs no guess; a referee is for games
  // that are dealt.
  async ofKind(kind, name, game) {
    const isStored = kind !== "topology" && !(can("rules") && byId("referee").checked);
    return isStored ? storedGame(name) : { ...game, ...this.#switches() };
  }

  // Another game of the same kind.
  async next(of) {
    return of.stored ? storedGame(of.stored, Number(of.seed) + 1) : { ...of, seed: undefined };
  }

  // A stored puzzle is the same for everybody on a day; each day has another level.
  async #puzzleOf(date) {
    const day = Math.floor(Date.parse(date) / DAY);
    this.play.start(await storedGame(`puzzle ${1 + (day % LEVELS)}`, Math.floor(day / LEVELS)));
  }

  // Another puzzle of a level: a new one where somebody makes it.
  async #puzzle(level) {
    this.play.start(can("puzzle") ? { rows: 8, columns: 8, mines: 10, puzzle: true, level }
      : await storedGame(`puzzle ${level}`));
  }

  // Rules for layouts often leave no room for an area; who wants one all the same says so again.
  #makeRoom() {
    const { rules, first } = byId("play-form").elements;
    const isTight = rules.value.split(/\s+/).some((each) => this.layoutRules?.has(each));
    if (isTight && first.value === "opening") first.value = "safe";
  }

  #deal() {
    const fields = Object.fromEntries(new FormData(byId("play-form")));
    try {
      const { height, width, kept: { topology = "" } } = settingOf(fields);
      const [game] = gameOf(new URLSearchParams({ ...fields, topology, play: `${width}x${height}` }));
      this.play.start({ ...game, ...this.#switches() });
    } catch (problem) {
      this.play.page.complain(problem.message);
    }
  }
}

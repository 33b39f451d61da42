// The place of games: the mines stay where the page is served from until a game is over.

import { isCovered } from "../board.js";
import { answers } from "../core/abilities.js";
import { packed, unpacked } from "../core/address.js";
import { byId } from "../core/dom.js";
import { Following } from "../stage/following.js";
import { After } from "./after.js";
import { hint, mayGuess } from "./aid.js";
import { SAME_MINES, challenge, gameOf, gameWords, newSeed } from "./challenge.js";
import { Clock } from "./clock.js";
import { dayOf, today } from "./daily.js";
import { Deal } from "./deal.js";
import { showResult } from "./ending.js";
import { Game } from "./game.js";
import { addGame, clearStatistics, showStatistics } from "./statistics.js";

const STATES = { playing: "Playing", won: "Won", lost: "Lost" };
// What the referee did; the proof that was passed over is in the judgement of the move.
const REFEREED = {
  forgiven: "Forgiven: the guess was needed, so the mine moved away.",
  punished: "Punished: you guessed where a proof was possible.",
};
const NOTHING = { verdict: null, chance: null, isBest: false };

export class Play {
  constructor(page) {
    this.page = page;
    this.game = null;
    this.clock = new Clock();
    this.following = new Following(page, () => {}, page.preferences.get("seen"));
    // A flag is the player's word: what is known of its cell is not drawn over it.
    this.following.mask = (index, known) => (this.game.flags.has(index) ? NOTHING : known);
    this.after = new After(this);
    this.dealer = new Deal(this);
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("again", () => this.start(this.game.of, this.game.opened.slice(0, 1)));
    on("clear-statistics", clearStatistics);
    on("new-seed", () => this.another());
    const ask = (help) => help(this.helped()).catch((problem) => page.complain(problem.message));
    on("may-guess", () => ask(mayGuess));
    on("hint", () => ask(hint));
    on("analyse-game", () => page.analyse(this.helped().game.position, "game"));
    on("flag-mode", () => byId("flag-mode").setAttribute("aria-pressed", String(!this.flagsByClick)));
    on("copy-challenge", () => page.copy(this.#challenge(), SAME_MINES));
    showStatistics();
    addEventListener("keydown", (event) => {
      if (event.key !== "F2" || page.place !== this || event.target.closest?.("dialog[open]")) return;
      event.preventDefault();
      this.another();
    });
  }

  get view() {
    return this.page.view;
  }

  get flagsByClick() {
    return byId("flag-mode").getAttribute("aria-pressed") === "true";
  }

  get title() {
    const { outcome, of } = this.game;
    return `${STATES[outcome]} ${of.columns}x${of.rows}`;
  }

  // The position with the player's flags.
  get position() {
    return this.game?.marked();
  }

  enter() {
    if (!this.game) return this.start(this.dealer.usual());
    if (!this.game.isAnswered) return this.begin();
    return this.#show().catch((problem) => this.page.complain(problem.message));
  }

  // Show how the game stands; `isNew` says that this comes of a move.
  async #show(isNew = false) {
    const { game } = this;
    this.#draw();
    this.#time();
    if (game.isOver) await this.#over(isNew);
    if (this.#isHere(game)) this.#rest();
  }

  leave() {
    this.clock.stop();
    this.following.stop();
    this.after.clear();
  }

  // Start a game, in place of the one at hand; these cells are opened at once. Before a referee, whose
  // first cell is free, that is the one in the middle.
  async start(game, opened = []) {
    this.#set(game, opened);
    await this.begin();
  }

  #set(game, opened) {
    const { rows, columns, referee, first_click: first } = game;
    const given = !opened.length && referee && first !== "unprotected" ? [[rows >> 1, columns >> 1]] : opened;
    this.game = new Game({ ...game, seed: game.seed ?? newSeed() }, given);
    this.game.given = given.length;
    this.game.isFair = game.seed === undefined || dayOf(this.game) === today();
  }

  // Start a game of the same kind with other mines.
  async another() {
    const { of, isOutdated } = this.game;
    await (isOutdated ? this.dealer.again(of) : this.start(await this.dealer.next(of)));
  }

  // Something helps the player, who is returned.
  helped() {
    this.game.isFair = false;
    return this;
  }

  #challenge() {
    const { of, opened } = this.game;
    return challenge(of, of.puzzle ? null : opened[0]);
  }

  // Go on with a game of an address. Throws an Error in words.
  async from(fragment) {
    if (fragment.has("g")) this.game = Game.from(await unpacked(fragment.get("g")));
    else this.#set(...gameOf(fragment));
  }

  // Show a game that was just made, or found in an address.
  async begin() {
    const { game } = this;
    document.body.dataset.state = "working";
    this.clock.set(game);
    this.after.clear();
    byId("result").hidden = true;
    this.tell("");
    await this.page.shaped.anyOf(game.position);
    if (!this.#isHere(game)) return;
    this.#draw();
    await this.#ask();
    if (this.#isHere(game)) this.#reveal();
  }

  // Bring what is open into view, the cell that was opened last in any case.
  #reveal() {
    const { position, opened } = this.game;
    const open = position.tokens.flatMap((token, index) => (isCovered(token) ? [] : [index]));
    this.view.reveal(...opened.slice(-1).map((cell) => position.index(cell)), ...open);
  }

  async address() {
    const { game } = this;
    return game.hasBegun ? `#g=${await packed(game.state())}` : this.#challenge();
  }

  press(index, event) {
    if (event.type !== "contextmenu") return;
    event.preventDefault();
    this.flag(index);
  }

  hold(index) {
    this.flag(index);
  }

  click(index) {
    if (this.after.isOpen) this.after.press(index);
    else if (this.flagsByClick && this.game.isCovered(index)) this.flag(index);
    else this.open(index);
  }

  key(index, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (this.after.isOpen) return this.after.key(index, event);
    const isFlag = event.key.toLowerCase() === "f" || (event.key === " " && this.game.isCovered(index));
    if (isFlag) this.flag(index);
    else if (event.key === "Enter" || event.key === " ") this.open(index);
    else return false;
    return true;
  }

  point(index) {
    this.after.point(index);
  }

  hotkey(event) {
    return this.after.hotkey(event);
  }

  flag(index) {
    if (!this.game.flag(index)) return;
    this.#draw(true);
    this.page.remember();
  }

  async open(index) {
    const { game, page } = this;
    if (!game.isCovered(index) && page.shaped.clues(game.position)) {
      this.tell("Under these rules a clue is not just a number of mines: open cells one by one.");
      return;
    }
    const cells = game.openedBy(index, (clue) => this.scope(clue));
    if (!cells.length) return;
    this.clock.run();
    await this.#ask(cells);
  }

  // The cells that a clue speaks of, and those of them that are covered.
  scope(clue) {
    return this.page.shaped.scope(this.game.position, clue);
  }

  covered(clue) {
    return this.scope(clue).filter((cell) => this.game.isCovered(cell));
  }

  setOverlay(kind) {
    this.following.overlay = kind;
    if (this.after.isOpen) this.after.setOverlay(kind);
    else this.#draw();
  }

  // Say something about the game, where the player looks for it.
  tell(sentence) {
    byId("told").replaceChildren(...this.page.names.nodes(sentence));
    byId("told").hidden = sentence === "";
    if (sentence) byId("panel").scrollTop = 0;
  }

  // Whether a game is still on the board: the player may start another one, or go elsewhere, while
  // something about it is asked.
  #isHere(game) {
    return this.game === game && this.page.place === this;
  }

  async #ask(cells = []) {
    const { game, page } = this;
    document.body.dataset.state = "working";
    try {
      if (!(await game.ask(cells))) return;
      await page.shaped.anyOf(game.position);
      if (!this.#isHere(game)) return;
      page.say("");
      this.tell("");
      page.remember();
      if (game.event) this.tell(REFEREED[game.event]);
      await this.#show(cells.length > 0);
    } catch (problem) {
      if (!this.#isHere(game)) return;
      this.#draw();
      this.#time();
      this.#rest();
      page.complain(problem.message);
    }
  }

  // Whether what follows from the position is known here: of a stored board under rules only what it shows is.
  get isKnown() {
    return answers({ ask: "hint", ...this.game.question() });
  }

  // Whether something is drawn over the board that has to be asked for.
  get #isFollowed() {
    return this.isKnown && this.following.overlay !== "none" && this.game.hasClues && !this.game.isOver;
  }

  // Be ready, unless what is drawn over the board is still to be answered.
  #rest() {
    if (!this.#isFollowed) document.body.dataset.state = "ready";
  }

  // The clock runs while there is something to find out.
  #time() {
    const { clock, game } = this;
    if (game.hasClues && !game.isOver) clock.run();
    else clock.stop();
  }

  // Say what a game came to, which counts if it has ended just now, and judge its moves.
  async #over(isNew = false) {
    const { clock, game } = this;
    const { seconds } = clock;
    const [isWon, day, kind] = [game.outcome === "won", dayOf(game), gameWords(game.of)];
    const { isFair } = game;
    const isBest = isNew && !game.isWatched && addGame({ kind, isWon, seconds, isFair, day });
    const show = (review) => showResult(this.page, game, this.#challenge(), { seconds, isBest }, review);
    show();
    const review = this.isKnown && await this.after.judge();
    if (review && this.#isHere(game)) show(review);
  }

  // Frames of a hint stay where only a flag was set.
  #draw(keepsFrames = false) {
    const { game, view, following } = this;
    const position = game.marked();
    this.page.shape(position);
    byId("mines-left").textContent = game.left === null || game.isOver ? "" : `${game.left} left`;
    byId("game-state").textContent = STATES[game.outcome];
    byId("game-words").textContent = gameWords(game.of);
    // Nothing asks for more than the game shows where nobody knows it.
    document.body.dataset.known = String(this.isKnown);
    byId("seed").textContent = game.of.seed;
    if (this.after.isOpen) return;
    if (this.#isFollowed) {
      this.helped();
      following.follow(position);
    } else {
      following.stop();
      view.show(position.tokens, () => NOTHING);
    }
    if (!keepsFrames) view.frame();
    view.lay();
    if (game.isOver && game.mines) this.showEnd();
  }

  // Where the mines were, and what was wrong.
  showEnd() {
    const { game, view } = this;
    const isMine = new Set(game.mines);
    view.show(game.marked().tokens, () => NOTHING);
    view.lay(game.mines.filter((index) => !game.flags.has(index)));
    const hit = game.position.tokens.flatMap((token, index) => (token === "*" ? [index] : []));
    view.frame({ wrong: [...hit, ...[...game.flags].filter((index) => !isMine.has(index))] });
  }
}

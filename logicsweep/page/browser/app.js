// The page: one position at hand, what is known of it, and everything that can change it.

import { BoardView, clueOf } from "./board.js";
import { AgentPanel } from "./agent.js";
import { Analysis } from "./analysis.js";
import { one } from "./ask.js";
import { byId } from "./dom.js";
import { Files } from "./files.js";
import { Painter } from "./painter.js";
import { Settings, showSummary, showTree } from "./panel.js";
import { Player, name as gameName } from "./play.js";
import { Position } from "./position.js";
import { Shaped } from "./shaped.js";
import { Tree, packed, unpacked } from "./tree.js";
import { Pointed, Why } from "./why.js";
import { cellText } from "./words.js";

const NAMES = { "?": "covered", F: "flag", "*": "mine", _: "no clue" };
// The address follows when nothing has changed for so long, in milliseconds: browsers allow for no
// more than some changes a second.
const CALM = 250;
const [SMALLEST, LARGEST] = [6, 64];
// Boards with more cells wait for their answer before they are drawn, but no longer than that, in
// milliseconds.
const [MANY, MOMENT] = [3000, 40];
// How long what is known of the position before may stay, so that nothing flickers, in milliseconds.
const STALE = 120;

class Page {
  constructor() {
    this.mostCells = 16_384;
    this.findings = null;
    this.tree = Tree.of(Position.blank(16, 30, 99), "new 30x16");
    this.shown = this.tree.position;
    this.isFitted = true;
    this.shaped = new Shaped();
    this.mode = "analyse";
    this.view = new BoardView(byId("grid"), {
      point: (index) => this.mode === "analyse" && this.pointed.at(index),
      press: (index, event) => this.hand.press(index, event),
      key: (index, event) => this.hand.key(index, event),
    });
    this.why = new Why(this);
    this.pointed = new Pointed(this);
    this.painter = new Painter(this);
    this.player = new Player(this);
    this.agents = new AgentPanel(this);
    this.settings = new Settings(this);
    this.files = new Files(this);
    this.analysis = new Analysis((findings, progress) => this.#heard(findings, progress));
    this.#listen();
  }

  get position() {
    return this.tree.position;
  }

  // What clicks and keys on the board are for.
  get hand() {
    return this.mode === "play" ? this.player : this.painter;
  }

  // Play a game, in place of what is shown.
  async play(game) {
    this.#enter("play");
    await this.player.start(game);
  }

  // Analyse a position, as a root of its own in the tree.
  analyse(position, name) {
    this.#enter("analyse");
    this.open(position, name);
  }

  // The game has changed.
  remember() {
    clearTimeout(this.calm);
    this.calm = setTimeout(() => this.#toAddress(), CALM);
  }

  #enter(mode) {
    this.mode = document.body.dataset.mode = mode;
    this.say("");
    this.analysis.stop();
    clearTimeout(this.later);
    clearTimeout(this.stale);
    this.painter.choose("");
    this.why.clear();
    byId("mode-analyse").setAttribute("aria-pressed", String(mode === "analyse"));
    byId("mode-play").setAttribute("aria-pressed", String(mode === "play"));
    if (this.isFitted) requestAnimationFrame(() => this.fit());
  }

  // Begin with what the address says.
  async start() {
    const greeted = one({ ask: "greet" }).then((greeting) => {
      this.mostCells = greeting.most_cells;
      this.settings.offer(greeting);
      this.files.offer(greeting);
      this.player.offer(greeting);
      this.agents.offer(greeting);
    });
    await this.#fromAddress();
    await greeted.catch((problem) => this.complain(problem.message));
  }

  // Paint cells; `isMore` changes what the last change painted.
  paint(indices, token, isMore = false) {
    const where = indices.length === 1 ? `at ${cellText(this.position.cell(indices[0]))}`
      : `in ${indices.length} cells`;
    const change = [{ cells: [[token, indices]] }, `${NAMES[token] ?? clueOf(token) ?? token} ${where}`];
    if (isMore && this.tree.children(this.tree.at).length === 0) this.tree.amend(...change);
    else this.tree.add(...change);
    this.changed();
  }

  set(values, name) {
    this.tree.add({ set: values }, name);
    this.changed();
  }

  open(position, name) {
    this.tree.addBoard(position, name);
    this.why.clear();
    this.changed();
  }

  resize(height, width) {
    this.checkSize(height, width);
    const { position } = this;
    const tokens = Array.from({ length: height * width }, (_, index) => {
      const [row, column] = [Math.floor(index / width), index % width];
      const isInside = row < position.height && column < position.width;
      return isInside ? position.tokens[row * position.width + column] : "?";
    });
    // Lists of neighbours, walls and grids of many dimensions fit one size only.
    const { topology, rules } = position.kept;
    const kept = topology && !topology.startsWith("grid") ? { topology } : {};
    if (rules) kept.rules = rules;
    // One density for each cell does not fit another size.
    const density = Array.isArray(position.density) ? null : position.density;
    this.open(position.with({ height, width, tokens, kept, density }), `${width}x${height}`);
  }

  checkSize(height, width) {
    const isSize = [height, width].every((side) => Number.isInteger(side) && side >= 1);
    if (!isSize) throw new Error("expected at least one row and one column");
    if (height * width > this.mostCells) {
      throw new Error(`a board of ${width}x${height} has ` +
        `${(height * width).toLocaleString("en")} cells; the page shows at most ` +
        `${this.mostCells.toLocaleString("en")}`);
    }
  }

  // Show a position that is not yet one of the tree: a stroke of the brush that goes on.
  preview(position) {
    this.#show(position);
  }

  // The tree stands at another position.
  changed() {
    this.say("");
    this.#show(this.position);
    this.settings.show(this.position);
    showTree(this.tree, (number) => this.go(() => this.tree.go(number)));
    byId("undo").disabled = !this.tree.canUndo;
    byId("redo").disabled = !this.tree.canRedo;
    this.why.refresh();
    this.remember();
  }

  go(move) {
    move();
    this.changed();
  }

  complain(text) {
    const box = byId("problem");
    box.textContent = text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}` : "";
    box.className = "wrong";
    box.hidden = !text;
    if (text) this.settings.show(this.position);
  }

  say(text) {
    this.complain("");
    byId("problem").textContent = text;
    byId("problem").className = "";
    byId("problem").hidden = !text;
  }

  fit() {
    const box = byId("board");
    const across = (box.clientWidth - 8) / (this.view.across / 32);
    const down = (box.clientHeight - 8) / (this.view.down / 32);
    const least = matchMedia("(pointer: coarse), (max-width: 900px)").matches ? 26 : 18;
    this.view.zoom(Math.floor(Math.min(Math.max(Math.min(across, down), least), 44)));
  }

  zoom(by) {
    this.isFitted = false;
    this.view.zoom(Math.min(Math.max(Math.round(this.view.size * by), SMALLEST), LARGEST));
  }

  // Give the board the size and the shapes of a position, whose shapes are known.
  shape(position) {
    const { shapes, signs, clues, rules, note } = this.shaped.at(position);
    const { height, width, sent } = this.view;
    this.view.resize(position.height, position.width, shapes, signs);
    const isSame = height === position.height && width === position.width && sent === shapes;
    if (this.isFitted && !isSame) this.fit();
    byId("neighbours").textContent = note;
    byId("neighbours").hidden = !note;
    this.painter.offer(clues);
    byId("rules").textContent = clues ? `${rules} Clues can show ${rangeText(clues)}.` : rules;
    byId("rules").hidden = !rules;
  }

  // Ask for the shapes of a position, then show it, unless another one is shown by then.
  async #showShaped(position) {
    this.analysis.stop();
    clearTimeout(this.later);
    clearTimeout(this.stale);
    await this.shaped.anyOf(position);
    if (this.shown !== position || this.mode !== "analyse") return;
    this.#show(position);
    this.why.refresh();
  }

  #show(position) {
    this.shown = position;
    document.body.dataset.state = "working";
    if (!this.shaped.at(position)) {
      this.#showShaped(position);
      return;
    }
    this.shape(position);
    const known = this.findings;
    const isAlike = known?.position.height === position.height && known.position.width === position.width;
    if (!isAlike) this.findings = null;
    clearTimeout(this.later);
    // What was proved of the position before is no proof of this one: it is not shown for long.
    clearTimeout(this.stale);
    this.newest = null;
    this.stale = setTimeout(() => {
      this.findings = this.newest;
      this.#draw();
    }, STALE);
    // A browser takes longer to paint thousands of cells than the answer takes: once is enough.
    if (position.tokens.length > MANY) this.later = setTimeout(() => this.#draw(), MOMENT);
    else this.#draw();
    this.analysis.of(position);
  }

  // What is known of the position before stays until something better is: it does not flicker.
  #draw() {
    const { findings, shown } = this;
    const before = findings?.position.tokens;
    this.view.show(shown.tokens, (index) => {
      const isStale = !findings || before[index] !== shown.tokens[index];
      return {
        verdict: isStale ? null : findings.verdicts[index],
        chance: isStale ? null : findings.chances[index],
        isBest: !isStale && findings.best.has(index),
      };
    });
  }

  #heard(findings, progress) {
    if (findings.position !== this.shown) return;
    // Verdicts alone would put out the probabilities of the position before for a moment.
    const isBetter = findings.counted || findings.conflict || findings.problem ||
      progress !== null || !this.findings;
    this.newest = findings;
    if (isBetter) this.findings = findings;
    showSummary(findings, progress, this);
    if (isBetter) {
      clearTimeout(this.later);
      clearTimeout(this.stale);
      this.#draw();
    }
    if (findings.conflict && this.why.cell === null) {
      const core = findings.conflict.core ?? [];
      this.view.frame({ wrong: core.map((cell) => findings.position.index(cell)) });
      this.hasConflict = true;
    } else if (this.hasConflict && !findings.conflict) {
      this.hasConflict = false;
      if (this.why.cell === null) this.view.frame();
    }
    document.body.dataset.state = progress === "ended" ? "ready"
      : findings.counted ? "counted" : "working";
  }

  async #fromAddress() {
    const fragment = new URLSearchParams(location.hash.slice(1));
    try {
      if (fragment.has("g")) {
        this.#enter("play");
        await this.player.from(await unpacked(fragment.get("g")));
        return;
      }
      if (this.mode !== "analyse") this.#enter("analyse");
      if (fragment.has("s")) this.tree = Tree.from(await unpacked(fragment.get("s")));
      else if (fragment.has("text")) this.tree = Tree.of(await this.files.text(fragment.get("text")));
    } catch (problem) {
      if (this.mode !== "analyse") this.#enter("analyse");
      this.changed();
      this.complain(problem.message);
      return;
    }
    this.changed();
  }

  async #toAddress() {
    const { tree, mode } = this;
    const hash = mode === "play" ? `#g=${await packed(this.player.state())}`
      : `#s=${await packed(tree.state())}`;
    if (tree !== this.tree || mode !== this.mode || hash === location.hash) return;
    // The first state takes the place of what the page was opened with.
    if (this.isOpened) history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
    this.isOpened = true;
  }

  #listen() {
    window.addEventListener("popstate", () => {
      clearTimeout(this.calm);
      this.#fromAddress();
    });
    byId("mode-play").addEventListener("click", () => {
      if (this.mode === "play") return;
      if (!this.player.game) {
        this.play({ id: gameName(), rows: 16, columns: 30, mines: 99 });
        return;
      }
      this.#enter("play");
      const { game, opened, flags } = this.player.state();
      this.player.start(game, opened, flags);
    });
    byId("mode-analyse").addEventListener("click", () => {
      if (this.mode === "analyse") return;
      this.#enter("analyse");
      this.changed();
    });
    byId("undo").addEventListener("click", () => this.go(() => this.tree.undo()));
    byId("redo").addEventListener("click", () => this.go(() => this.tree.redo()));
    byId("larger").addEventListener("click", () => this.zoom(1.25));
    byId("smaller").addEventListener("click", () => this.zoom(0.8));
    byId("fit").addEventListener("click", () => {
      this.isFitted = true;
      this.fit();
    });
    byId("link").addEventListener("click", () => this.#copyLink());
    byId("help").addEventListener("click", () => byId("help-dialog").showModal());
    byId("stop").addEventListener("click", () => {
      this.analysis.stop();
      byId("progress").hidden = true;
      document.body.dataset.state = "ready";
      this.say("Stopped. What was found until then is shown; any change asks again.");
    });
    byId("grid").addEventListener("click", (event) => {
      const index = this.view.at(event.target);
      if (index === null) return;
      if (this.mode === "play") this.player.click(index);
      else if (this.painter.tool === "") this.why.of(index);
    });
    byId("board").addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
    }, { passive: false });
    window.addEventListener("resize", () => this.isFitted && this.fit());
    window.addEventListener("keydown", (event) => this.#key(event));
  }

  async #copyLink() {
    clearTimeout(this.calm);
    await this.#toAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      this.say(this.mode === "play"
        ? "The link is copied. It leads back to this game as long as this `logicsweep serve` runs."
        : "The link is copied. It opens this position wherever `logicsweep serve` runs.");
    } catch {
      this.say(`The address of this page is the link: ${location.href.slice(0, 60)}…`);
    }
  }

  #key(event) {
    if (event.target.closest?.("input, textarea, select, dialog[open]")) return;
    const letter = event.key.toLowerCase();
    if (this.mode === "play") return;
    if ((event.ctrlKey || event.metaKey) && "zy".includes(letter)) {
      event.preventDefault();
      const isRedo = letter === "y" || event.shiftKey;
      this.go(() => (isRedo ? this.tree.redo() : this.tree.undo()));
    } else if (event.key === "Escape") {
      this.painter.choose("");
      this.why.clear();
    } else if (this.why.steps && ["ArrowLeft", "ArrowRight"].includes(event.key) &&
        !event.defaultPrevented) {
      event.preventDefault();
      this.why.walk(event.key === "ArrowRight" ? 1 : -1);
    } else if (event.target === document.body && this.view.pointed !== null &&
        this.painter.key(this.view.pointed, event)) {
      event.preventDefault();
    }
  }
}

// All that clues can show, in order; in brackets how it is written where it is drawn otherwise.
function rangeText(clues) {
  const named = clues.map(({ token, lines }) => {
    const [drawn, written] = [lines.join(""), String(clueOf(token) ?? token)];
    return { written, words: drawn === written ? drawn : `${drawn} (${written})` };
  });
  const words = named.map((one) => one.words);
  if (named.every(({ written }) => /^-?\d+$/.test(written))) return `${words[0]} to ${words.at(-1)}`;
  return words.join(", ");
}

const page = new Page();
page.start();

// The place where positions are painted and analysed: one at hand, what is known of it, its tree.

import { clueOf } from "../board.js";
import { byId, IS_EMBEDDED } from "../core/dom.js";
import { Following } from "../stage/following.js";
import { packed, unpacked } from "../core/address.js";
import { checkSize } from "../core/position.js";
import { keep, kept } from "../core/preferences.js";
import { showAnswer } from "./answer.js";
import { Doors, FIRST_CELL, FIRST_POSITION } from "./doors.js";
import { Facts } from "./facts.js";
import { markRow } from "./guesses.js";
import { Painter } from "./painter.js";
import { Pointed } from "../stage/pointed.js";
import { Positions } from "./positions.js";
import { Tree } from "./tree.js";
import { Why } from "./why.js";

const NAMES = { "?": "covered", F: "flag", "*": "mine", _: "no clue" };
// Keys that go from cell to cell, and keys that press what has the keyboard.
const WALKING = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);
const PRESSING = new Set(["Enter", " "]);
// The most positions of a link.
const MOST_SENT = 2000;
// Where the tree is kept in the browser, until it is closed.
const PLACE = "logicsweep-positions/1";
const FIRST_NAME = "a position to begin with";
// A link that is sent has the changes that led to a position if it has no more characters then.
const MOST_SHARED = 360;

export class Analyse {
  constructor(page) {
    const { view, names, shaped } = page;
    Object.assign(this, { page, view, names, shaped });
    this.tree = Tree.of(FIRST_POSITION, FIRST_NAME);
    // The tree that the browser kept, until somebody goes on with it or with what they see.
    this.kept = null;
    this.following = new Following(page, (findings, progress) => this.#heard(findings, progress),
      page.preferences.get("overlay"));
    this.following.appeared = () => this.#tell();
    this.why = new Why(this);
    this.pointed = new Pointed(this);
    this.painter = new Painter(this);
    this.facts = new Facts(this);
    this.positions = new Positions(this);
    this.doors = new Doors(page, () => this.resume());
    byId("undo").addEventListener("click", () => this.go(() => this.tree.undo()));
    byId("redo").addEventListener("click", () => this.go(() => this.tree.redo()));
    byId("stop").addEventListener("click", () => this.#stop());
  }

  get position() {
    return this.tree.position;
  }

  get title() {
    return this.doors.isOpen ? "" : this.tree.boardName;
  }

  get isPainting() {
    return this.painter.tool !== "";
  }

  // The place is entered, and left.
  enter() {
    this.isSought = true;
    this.changed();
    this.painter.choose(this.painter.tool);
    if (this.doors.isOpen && this.why.cell === null) this.why.of(FIRST_CELL);
    else if (this.why.cell === null) this.why.clear();
  }

  leave() {
    this.following.stop();
    this.painter.choose("");
    this.why.clear();
  }

  // The first sight, and what was kept in the browser.
  begin() {
    try {
      if (!IS_EMBEDDED) this.kept = Tree.from(kept(PLACE));
    } catch {
      // Nothing is kept, or what was kept is of another version.
    }
    this.doors.show(true, this.kept?.boardName);
  }

  // From the fragment of an address. After a reload what the browser kept may be newer: the address
  // follows only when nothing changes. Throws an Error in words.
  async from(state, isReload = false) {
    const newest = isReload ? this.kept?.at : null;
    const read = await unpacked(state);
    if (read?.nodes?.length > MOST_SENT) throw new Error("the link has more positions than this page opens");
    this.#join(Tree.from(read));
    if (this.tree.line(newest ?? null).includes(this.tree.at)) this.tree.go(newest);
  }

  async address() {
    return this.doors.isOpen ? "" : addressOf(this.tree.lineState());
  }

  // The address of the position, for others; the one with all positions, and how many these are.
  async shared() {
    const { tree } = this;
    const shorter = [tree, Tree.of(tree.position, tree.boardName), Tree.of(tree.position)];
    const [whole, ...addresses] = await Promise.all(
      [tree.state(), ...shorter.map((each) => each.lineState())].map(addressOf));
    const address = addresses.find(({ length }) => length <= MOST_SHARED) ?? addresses.at(-1);
    return { address, whole, count: tree.nodes.length };
  }

  // Go on where somebody left the page.
  resume() {
    [this.tree, this.kept] = [this.kept, null];
    this.isSought = true;
    this.#touched();
  }

  press(index, event) {
    if (event.type === "pointermove") this.isPointing = true;
    this.painter.press(index, event);
  }

  // Keys are for the cell that has the keyboard, or for the one under the pointer if that moved last.
  key(index, event) {
    if (WALKING.has(event.key)) this.isPointing = false;
    const { pointed } = this.view;
    const isPointed = this.isPointing && pointed !== null && event.key !== "Enter";
    return this.painter.key(isPointed ? pointed : index, event);
  }

  click(index) {
    if (!this.isPainting) this.ask(index);
  }

  // Explain a cell that somebody asks about.
  ask(index) {
    document.body.classList.remove("first");
    this.why.of(index);
  }

  hold(index) {
    this.painter.flag(index);
  }

  cancel() {
    this.painter.cancel();
  }

  point(index) {
    this.pointed.at(index);
    markRow(index);
  }

  setOverlay(kind) {
    this.following.setOverlay(kind);
  }

  // A key that was pressed beside the board; whether it was for this place.
  hotkey(event) {
    const letter = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && "zy".includes(letter)) {
      const isRedo = letter === "y" || event.shiftKey;
      this.go(() => (isRedo ? this.tree.redo() : this.tree.undo()));
      return true;
    }
    if (event.key === "Escape") {
      this.painter.choose("");
      this.why.clear();
      return true;
    }
    if (["ArrowLeft", "ArrowRight"].includes(event.key) && !event.defaultPrevented) {
      return this.why.walk(event.key === "ArrowRight" ? 1 : -1);
    }
    const isBeside = !this.view.svg.contains(event.target) && this.view.pointed !== null;
    return isBeside && !PRESSING.has(event.key) && this.painter.key(this.view.pointed, event);
  }

  // Paint cells; `isMore` changes what the last change painted.
  paint(indices, token, isMore = false) {
    const where = indices.length === 1 ? `at (${this.position.cell(indices[0])})`
      : `in ${indices.length} cells`;
    const change = [{ cells: [[token, indices]] }, `${NAMES[token] ?? clueOf(token) ?? token} ${where}`];
    if (isMore && this.tree.children(this.tree.at).length === 0) this.tree.amend(...change);
    else this.tree.add(...change);
    this.#touched(true);
  }

  set(values, name) {
    this.tree.add({ set: values }, name);
    this.#touched();
  }

  // Show another board, as a change of the position at hand.
  open(position, name) {
    this.#join(Tree.of(position, name));
    this.why.clear();
    this.isSought = true;
    byId("panel").scrollTop = 0;
    this.#touched();
  }

  // Go to another position of the tree.
  go(act) {
    act();
    this.#touched();
  }

  resize(height, width) {
    checkSize(height, width);
    const { position } = this;
    const tokens = Array.from({ length: height * width }, (_, index) => {
      const [row, column] = [Math.floor(index / width), index % width];
      const isInside = row < position.height && column < position.width;
      return isInside ? position.tokens[row * position.width + column] : "?";
    });
    // Lists of neighbours, walls and grids of many dimensions fit one size only.
    const { topology, rules } = position.kept;
    const same = topology && !topology.startsWith("grid") ? { topology } : {};
    if (rules) same.rules = rules;
    // One density for each cell does not fit another size.
    const density = Array.isArray(position.density) ? null : position.density;
    this.open(position.with({ height, width, tokens, kept: same, density }), `${width}x${height}`);
  }

  // Show a position that is not yet one of the tree: a stroke of the brush that goes on.
  preview(position) {
    this.following.follow(position, true);
  }

  // The tree stands at another position.
  // While cells are painted, what is said beside the board waits until it is drawn: often all of it
  // can be painted at once.
  changed(isPainting = false) {
    this.page.say("");
    this.following.visible = null;
    this.following.follow(this.position);
    if (!isPainting) this.#tell();
    this.why.refresh();
  }

  // Say beside the board what the position is.
  #tell() {
    this.pointed.at(this.view.pointed);
    this.facts.show(this.position);
    this.positions.show();
    byId("undo").disabled = !this.tree.canUndo;
    byId("redo").disabled = !this.tree.canRedo;
  }

  // Go back to what the tree was before a position was cut off.
  restore(state) {
    this.tree = Tree.from(state);
    this.#touched();
  }

  // Forget all positions, on purpose.
  close() {
    const before = this.tree.state();
    this.tree = Tree.of(FIRST_POSITION, FIRST_NAME);
    this.kept = null;
    this.#keep(null);
    this.doors.show(true);
    this.changed();
    this.why.of(FIRST_CELL);
    this.page.remember();
    this.page.say("All positions were closed.", [["Undo", () => this.restore(before)]]);
  }

  // Go to the position of another tree, beside those that are there; it takes the place of the first
  // sight.
  #join(tree) {
    if (this.doors.isOpen) this.tree = tree;
    else this.tree.join(tree);
    this.#shut();
  }

  // Shut the doors. What was kept is with what is there now.
  #shut() {
    this.doors.show(false);
    this.kept?.join(this.tree);
    this.tree = this.kept ?? this.tree;
    this.kept = null;
  }

  // Somebody has done something: from now on the positions are theirs.
  #touched(isPainting = false) {
    this.#shut();
    this.changed(isPainting);
    this.#keep(this.tree.state());
    this.page.remember();
  }

  // Keep a tree in the browser; in a frame of another page those of the reader's stay.
  #keep(state) {
    if (!IS_EMBEDDED) keep(PLACE, state);
  }

  #stop() {
    this.following.stop();
    byId("progress").hidden = true;
    document.body.dataset.state = "ready";
    this.page.say("Stopped. What was known until then is shown; any change asks again.");
  }

  // Bring the cell that the answer is about into view, where a board was just opened.
  #seek({ choice, solved }) {
    if (!this.isSought || !choice) return;
    this.isSought = false;
    const [cell] = choice.reason ? [choice.reason.cell] : [...choice.cells, ...(solved?.safe ?? [])];
    if (cell && this.why.cell === null) this.view.reveal(this.position.index(cell));
  }

  #heard(findings, progress) {
    showAnswer(findings, progress, this);
    if (progress === "ended") this.#seek(findings);
    if (progress === "ended") this.pointed.at(this.view.pointed);
    const { core } = findings.conflict ?? {};
    if (this.why.cell !== null) return;
    if (core) {
      const wrong = core.map((cell) => findings.position.index(cell));
      if (this.hasConflict || this.isPainting) this.view.frame({ wrong });
      else this.view.present({ wrong });
    } else if (this.hasConflict) this.view.frame();
    this.hasConflict = Boolean(core);
  }
}

async function addressOf(state) {
  return `#s=${await packed(state)}`;
}

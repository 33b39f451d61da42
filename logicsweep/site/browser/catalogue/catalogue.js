// The catalogue of rules and topologies: each with its definition and a board, to look at, to analyse,
// to play, or to choose in a form.

import { BoardView } from "../board.js";
import { can } from "../core/abilities.js";
import { one } from "../core/ask.js";
import { el } from "../core/dom.js";
import { Position, settingOf } from "../core/position.js";
import { listed } from "../core/words.js";

const KINDS = { clues: "Rules for clues", layouts: "Rules for layouts", topology: "Neighbours" };
// The most pixels that a side of a cell takes, and those of a picture, across and down. Its place is as
// high as that before it is drawn: nothing moves away from a pointer when pictures come into view.
const [CELL, ACROSS, DOWN] = [28, 230, 160];
const DIMENSIONS = /^[1-9]\d{0,4}(x[1-9]\d{0,4})*$/;

export class Catalogue {
  // `page` has `shaped`, `analyse(position, name)`, `play(deal)` and `complain(text)`.
  constructor(page) {
    this.page = page;
    this.dialog = null;
    this.cards = [];
  }

  // Show all entries. With `pick`, rules and a topology can be chosen, beginning with those `chosen`:
  // `pick({ rules, topology })` hears of them, as fields of forms have them.
  async open({ pick = null, chosen = {} } = {}) {
    try {
      this.making ??= this.#make();
      await this.making;
    } catch (problem) {
      this.making = null; // or else it would never be asked again
      this.page.complain(problem.message);
      return;
    }
    if (this.dialog.open) return;
    this.pick = pick;
    this.dialog.classList.toggle("picking", Boolean(pick));
    this.done.hidden = this.chosenLine.hidden = !pick;
    this.close.textContent = pick ? "Cancel" : "Close";
    this.search.value = "";
    this.#choose(chosen);
    this.#filter();
    this.dialog.showModal();
    this.list.scrollTop = 0;
    // A keyboard on the screen would cover half of the list.
    if (matchMedia("(pointer: fine)").matches) this.search.focus();
    else this.title.focus();
  }

  // The chosen rules, in the order of the catalogue, and the topology; empty where none is chosen.
  get chosen() {
    const picked = this.cards.filter(({ choose }) => choose.checked);
    const rules = picked.filter(({ kind }) => kind !== "topology").map(({ entry }) => entry.name);
    const { entry, dimensions, joined } = picked.find(({ kind }) => kind === "topology") ?? {};
    const topology = dimensions ? `grid ${dimensions.value.trim()}${joined}` : entry?.name ?? "";
    return { rules: [...rules, ...this.unlisted].join(" "), topology: topology === "square" ? "" : topology };
  }

  async #make() {
    const [{ entries }] = await Promise.all([one({ ask: "catalogue" }), styled()]);
    this.title = el("h2", { id: "catalogue-title", tabindex: -1 }, "Rules and neighbours");
    this.search = el("input", {
      type: "search", placeholder: "a name or a word", "aria-label": "Find rules and neighbours",
      oninput: () => this.#filter(),
    });
    this.count = el("span", { role: "status", class: "hint" });
    this.chosenLine = el("p", { role: "status", class: "chosen" });
    this.done = el("button", { type: "button", onclick: () => this.#pick() }, "Done");
    this.close = el("button", { type: "button", onclick: () => this.dialog.close() }, "Close");
    this.list = el("div", { class: "entries", tabindex: 0, role: "region", "aria-label": "Entries",
      oninput: () => this.#say() });
    // Pictures are drawn when they come into view.
    this.drawn = new IntersectionObserver((seen) => {
      for (const { target } of seen.filter(({ isIntersecting }) => isIntersecting)) {
        this.drawn.unobserve(target);
        this.#draw(target.card);
      }
    }, { root: this.list, rootMargin: "150px" });
    this.cards = entries.map((entry) => this.#card(entry));
    this.list.append(...Object.entries(KINDS).map(([kind, words]) => {
      const items = this.cards.filter((card) => card.kind === kind).map(({ item }) => item);
      return el("section", { "aria-label": words }, el("h3", {}, words),
        el("ul", { class: "cards", role: "list" }, ...items));
    }));
    this.dialog = el("dialog", { id: "catalogue", "aria-labelledby": "catalogue-title" },
      el("div", { class: "head" }, this.title, this.search, this.count), this.list,
      el("div", { class: "foot" }, this.chosenLine, this.done, this.close));
    document.body.append(this.dialog);
  }

  #card(entry) {
    const { name, kind } = entry;
    const position = Position.of(entry.example);
    const picture = el("div", { class: "picture", inert: true });
    const choose = el("input", {
      type: kind === "topology" ? "radio" : "checkbox", name: kind, "aria-label": `Choose ${name}`,
    });
    const grid = /^grid (\S+)(.*)$/.exec(name);
    const dimensions = grid && el("input", {
      value: grid[1], size: 8, "aria-label": `Dimensions of ${name}`, autocomplete: "off",
    });
    const buttons = el("p", { class: "buttons" },
      (kind === "topology" || can("rules")) && el("button", {
        type: "button", "aria-label": `Analyse this board of ${name}`,
        onclick: () => this.#leave(() => this.page.analyse(position, name)),
      }, "Analyse this board"),
      el("button", {
        type: "button", "aria-label": `Play ${name}`,
        onclick: () => this.#leave(() => this.page.play((dealer) => dealer.ofKind(kind, name, gameOf(position)))),
      }, "Play"));
    const about = sentence(entry);
    const item = el("li", { class: "card" }, picture,
      el("div", { class: "named" }, el("h4", {}, name), el("label", {}, choose, "Choose")),
      el("p", { class: "about" }, about),
      dimensions && el("label", {}, "Dimensions ", dimensions), buttons);
    const card = { entry, kind, position, picture, choose, dimensions, item,
      joined: grid?.[2] ?? "", words: `${name} ${about}`.toLowerCase() };
    picture.card = card;
    this.drawn.observe(picture);
    return card;
  }

  async #draw({ position, picture }) {
    const { shapes, signs } = await this.page.shaped.anyOf(position);
    // The view places its layers in an element of its size, which the picture has in its middle.
    const place = el("div");
    picture.append(place);
    const view = new BoardView(place, {}, null);
    view.resize(position.height, position.width, shapes, signs);
    const scale = Math.min(ACROSS / view.across, DOWN / view.down);
    view.zoom(Math.min(CELL, Math.floor(32 * scale)));
    view.show(position.tokens);
  }

  // Show the cards that have every word.
  #filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { item, kind, words: own } of this.cards) {
      const isOffered = !this.pick || kind === "topology" || can("rules");
      item.hidden = !isOffered || !words.every((word) => own.includes(word));
    }
    const shown = this.cards.filter(({ item }) => !item.hidden).length;
    this.count.textContent = shown ? `${shown} shown` : "Nothing has these words.";
  }

  #choose({ rules = "", topology = "" }) {
    const names = new Set(rules.split(/\s+/).filter(Boolean));
    const wanted = /^grid (\S+)(.*)$/.exec(topology);
    for (const { entry: { name }, kind, choose, dimensions, joined } of this.cards) {
      const isGrid = wanted && dimensions;
      if (kind !== "topology") choose.checked = names.delete(name);
      else choose.checked = isGrid ? joined === wanted[2] : name === (topology || "square");
      if (choose.checked && isGrid) dimensions.value = wanted[1];
    }
    // Compositions such as `LM`, and grids that are joined in some dimensions, have no card.
    this.unlisted = [...names];
    this.#say();
  }

  #say() {
    const { rules, topology } = this.chosen;
    const names = [...rules.split(" "), topology].filter(Boolean);
    this.chosenLine.textContent = `Chosen: ${listed(names) || "ordinary rules and neighbours"}.`;
    this.chosenLine.classList.remove("wrong");
  }

  // Hand on what is chosen, if there are boards with all of it.
  async #pick() {
    const { chosen, pick } = this;
    try {
      await this.#check(chosen);
    } catch (problem) {
      this.chosenLine.textContent = problem.message.replace(/^line \d+, column \d+: /, "");
      this.chosenLine.classList.add("wrong");
      return;
    }
    this.dialog.close();
    pick(chosen);
  }

  // Ask whether a board of the size of the example may have what is chosen. Throws an Error in words.
  async #check({ rules, topology }) {
    const card = this.cards.find(({ choose, kind }) => choose.checked && kind === "topology");
    const text = card?.dimensions?.value.trim();
    if (text !== undefined && !DIMENSIONS.test(text)) {
      throw new Error(`The dimensions are “${text}”; expected some such as 4x4x4.`);
    }
    const example = card?.position ?? { height: 5, width: 5 };
    const { height, width, kept } = settingOf({ topology, rules, rows: example.height, columns: example.width });
    await this.page.shaped.of(Position.blank(height, width, null, kept));
  }

  // Go elsewhere: neither the catalogue nor a form below it is needed there.
  #leave(act) {
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    act();
  }
}

function sentence({ kind, about }) {
  if (kind === "topology") return about;
  return kind === "clues" ? `A clue shows ${about}.` : `In every layout ${about}.`;
}

// The game of the setting of an example.
function gameOf({ height, width, total, kept }) {
  return { rows: height, columns: width, mines: total, first_click: "safe", ...kept };
}

// Load the style sheet, which nobody needs before.
function styled() {
  return new Promise((resolve, reject) => {
    const href = new URL("./catalogue.css", import.meta.url).href;
    const failed = () => reject(new Error("the style of the catalogue could not be loaded"));
    document.head.append(el("link", { rel: "stylesheet", href, onload: resolve, onerror: failed }));
  });
}

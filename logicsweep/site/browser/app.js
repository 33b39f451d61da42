// The page: one board on the stage, three places that use it, and what they share.

import { Analyse } from "./analyse/analyse.js";
import { can, showAbilities } from "./core/abilities.js";
import { linkOf } from "./core/address.js";
import { one } from "./core/ask.js";
import { byId, el, IS_EMBEDDED } from "./core/dom.js";
import { Files } from "./core/files.js";
import { Preferences } from "./core/preferences.js";
import { Shaped } from "./core/shaped.js";
import { Toast } from "./core/toast.js";
import { Names } from "./names.js";
import { AgentPanel } from "./play/agent.js";
import { SAME_MINES } from "./play/challenge.js";
import { Play } from "./play/play.js";
import { Review } from "./review/review.js";
import { OVERLAYS } from "./stage/overlay.js";
import { Stage } from "./stage/stage.js";

// The address follows at once, so that a reload loses nothing, but not while one change follows another
// within so many milliseconds: browsers allow for no more than some a second.
const CALM = 250;
// The preference that says what is drawn over the board, by place.
const OVERLAY = { analyse: "overlay", play: "seen", review: "overlay" };

class Page {
  constructor() {
    this.preferences = new Preferences();
    const index = (cell) => this.position.index(cell);
    this.names = new Names({
      light: (cells) => this.view.light(cells.map(index)),
      pick: (cell) => {
        this.view.reveal(index(cell));
        this.view.focus(index(cell));
      },
    }, true);
    const toast = new Toast(this.names);
    this.say = toast.say.bind(toast);
    this.complain = toast.complain.bind(toast);
    this.shaped = new Shaped();
    this.stage = new Stage(this);
    this.view = this.stage.view;
    this.files = new Files(this);
    this.places = { analyse: new Analyse(this), play: new Play(this), review: new Review(this) };
    this.agents = new AgentPanel(this, this.places.play);
    this.#listen();
  }

  // The position that is analysed, or that the place at hand shows.
  get position() {
    return this.place?.position ?? this.places.analyse.position;
  }

  // Draw boards of the size and the shapes of a position.
  shape(position) {
    const shapes = this.shaped.at(position);
    this.stage.shape(position, shapes);
    const { note, rules, clues } = shapes;
    this.places.analyse.painter.offer(clues);
    const about = [note, clues ? `${rules} Clues can show ${rangeText(clues)}.` : rules];
    byId("about").replaceChildren(...about.filter(Boolean).map((text) => el("p", { class: "hint" }, text)));
  }

  // Go to a place.
  go(name) {
    if (!this.#enter(name)) return;
    this.place.enter();
    this.remember();
  }

  analyse(position, name) {
    this.#enter("analyse");
    this.places.analyse.open(position, name);
  }

  // Analyse an empty position, which is going to be painted.
  paint(position, name) {
    this.analyse(position, name);
    this.places.analyse.painter.begin();
    this.say(matchMedia("(pointer: coarse)").matches
      ? "Choose what to paint above the board, and draw over its cells."
      : "Drag over cells to paint them, or point at one and press a digit.");
  }

  // Play a game that `deal(dealer)` returns, in place of what is shown.
  async play(deal) {
    const game = await deal(this.places.play.dealer);
    this.#enter("play");
    await this.places.play.start(game);
  }

  // Watch an agent play.
  async watch() {
    await this.play((dealer) => dealer.usual());
    this.agents.begin();
  }

  // Go where a fragment of an address leads.
  follow(fragment) {
    this.#goTo(fragment);
    this.#fromAddress();
  }

  async review(file) {
    this.#enter("review");
    this.remember();
    await this.places.review.file(file);
  }

  // Something has changed that the address says.
  remember() {
    clearTimeout(this.calm);
    const since = performance.now() - (this.changed ?? -CALM);
    this.calm = setTimeout(() => this.#toAddress(), since < CALM ? CALM : 0);
    this.changed = performance.now();
    this.#entitle();
  }

  // Copy the link with a fragment, and say what is in it and for whom it opens; `buttons` are pairs of
  // a label and what it does.
  async copy(fragment, content, buttons = []) {
    const { link, opens } = linkOf(fragment);
    try {
      await navigator.clipboard.writeText(link);
      this.say(`The link is copied: ${content}. ${opens}`, buttons);
    } catch {
      byId("link-text").value = link;
      byId("link-opens").replaceChildren(opens, ...buttons.map(([label, act]) =>
        el("button", { type: "button", onclick: act }, label)));
      if (!byId("link-dialog").open) byId("link-dialog").showModal();
      byId("link-text").select();
    }
  }

  // Begin with what the address says.
  async start() {
    const greeted = one({ ask: "greet" }).then((greeting) => {
      const { analyse, play, review } = this.places;
      for (const part of [analyse.facts, play.dealer, this.files, review]) part.offer(greeting);
    });
    byId("whole").href = location.href;
    this.places.analyse.begin();
    await this.#fromAddress();
    await greeted.catch((problem) => this.complain(problem.message));
    // Chosen before the scripts were loaded, or kept by a reload.
    const [file] = byId("replay").files;
    if (file) await this.review(file);
  }

  // Make a place the one at hand; false if it was that already.
  #enter(name) {
    const place = this.places[name];
    if (place === this.place) return false;
    this.place?.leave();
    this.say("");
    this.place = place;
    byId("panel").scrollTop = 0;
    document.body.dataset.place = name;
    for (const other of Object.keys(this.places)) {
      byId(`place-${other}`).setAttribute("aria-current", other === name ? "page" : "false");
    }
    byId("overlay").value = this.preferences.get(OVERLAY[name]);
    if (this.stage.isFitted) this.stage.fit();
    return true;
  }

  async #fromAddress() {
    const fragment = new URLSearchParams(location.hash.slice(1));
    const { analyse, play } = this.places;
    const isGame = fragment.has("g") || fragment.has("play");
    const otherwise = fragment.has("review") && can("review") ? "review" : "analyse";
    try {
      if (isGame) await play.from(fragment);
      else if (fragment.has("s")) await analyse.from(fragment.get("s"), !this.place && isReload());
      this.#enter(isGame ? "play" : otherwise);
      const text = this.place === analyse ? fragment.get("text") : null;
      if (text !== null) analyse.open(await this.files.position(text), "link");
      else await this.place.enter();
    } catch (problem) {
      this.#enter("analyse");
      this.place.enter();
      this.complain(problem.message);
    }
    this.#entitle();
  }

  // Say in the title of the window what is open.
  #entitle() {
    document.title = [this.place.title, "logicsweep"].filter(Boolean).join(" – ");
  }

  async #toAddress() {
    const { place } = this;
    const fragment = await place.address();
    if (place !== this.place || fragment === location.hash) return;
    const address = fragment || location.pathname;
    // The first state takes the place of what the page was opened with.
    if (this.isOpened) this.#goTo(address);
    else history.replaceState(null, "", address);
    this.isOpened = true;
    byId("whole").href = location.href;
  }

  // Change the address. The browser goes back to the one before, but not in a frame of another page,
  // whose reader goes back to what they read before.
  #goTo(address) {
    if (IS_EMBEDDED) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }

  async #share() {
    const { place } = this;
    if (place === this.places.play) {
      await this.copy(await place.address(), place.game.hasBegun
        ? "it leads to this game, with what is open" : SAME_MINES);
    } else {
      const { address, count, whole } = await place.shared();
      const words = `With all ${count} positions (${whole?.length} characters)`;
      await this.copy(address, "it holds the position",
        count > 1 ? [[words, () => this.copy(whole, "it holds all positions")]] : []);
    }
  }

  // Show the catalogue of rules and topologies, to look at or to choose for a form.
  async #browse(form) {
    const { Catalogue } = await import("./catalogue/catalogue.js");
    this.catalogue ??= new Catalogue(this);
    if (!form) return this.catalogue.open();
    const { rules, topology } = form.elements;
    return this.catalogue.open({
      chosen: { rules: rules.value, topology: topology.value },
      pick: (chosen) => {
        [rules.value, topology.value] = [chosen.rules, chosen.topology];
        rules.dispatchEvent(new Event("change"));
      },
    });
  }

  #listen() {
    for (const button of document.querySelectorAll("[data-catalogue]")) {
      button.addEventListener("click", () => this.#browse(byId(button.dataset.catalogue)));
    }
    // A choice closes the menu before a dialog takes the keyboard from it; who zooms goes on.
    for (const kind of ["click", "change"]) {
      byId("menu").addEventListener(kind, ({ target }) => {
        if (kind === "change" || target.matches("#menu > button")) byId("menu").hidePopover();
      }, true);
    }
    window.addEventListener("popstate", () => {
      clearTimeout(this.calm);
      this.#fromAddress();
    });
    for (const name of Object.keys(this.places)) {
      byId(`place-${name}`).addEventListener("click", () => this.go(name));
    }
    byId("share").addEventListener("click", () => this.#share());
    byId("help").addEventListener("click", () => byId("help-dialog").showModal());
    byId("overlay").replaceChildren(...Object.entries(OVERLAYS).map(([kind, [words]]) =>
      el("option", { value: kind, "data-needs": kind }, words)));
    showAbilities();
    byId("overlay").addEventListener("change", ({ target }) => {
      this.preferences.set(OVERLAY[document.body.dataset.place], target.value);
      this.place.setOverlay(target.value);
    });
    window.addEventListener("keydown", (event) => {
      if (event.target.closest?.("input, textarea, select, dialog[open]")) return;
      if (this.place?.hotkey(event)) event.preventDefault();
    });
  }
}

function isReload() {
  return performance.getEntriesByType("navigation")[0]?.type === "reload";
}

// All that clues can show, in order; in brackets how it is written where it is drawn otherwise.
function rangeText(clues) {
  const words = clues.map(({ token, lines }) => {
    const [drawn, written] = [lines.join(""), token.replace(/^=/, "")];
    return drawn === written ? drawn : `${drawn} (${written})`;
  });
  const areNumbers = clues.every(({ token }) => /^=?-?\d+$/.test(token));
  return areNumbers ? `${words[0]} to ${words.at(-1)}` : words.join(", ");
}

const page = new Page();
page.start();

// Boards in and out: paste, drop, open, save, new ones, examples.

import { one } from "./ask.js";
import { base64Of, byId, download, el } from "./dom.js";
import { Position, topologyOf, totalOf } from "./position.js";
import { listed } from "./words.js";

// A request may have 256 kB, of which base64 takes a third.
const MOST_BYTES = 180_000;
const PICTURES = [["svg", "SVG picture"], ["png", "PNG picture"]];

export class Files {
  constructor(page) {
    this.page = page;
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("click", (event) => {
        if (event.target === dialog || event.target.dataset.close !== undefined) dialog.close();
      });
    }
    byId("new").addEventListener("click", () => byId("new-dialog").showModal());
    byId("open").addEventListener("click", () => byId("open-dialog").showModal());
    byId("save").addEventListener("click", () => byId("save-dialog").showModal());
    byId("new-form").addEventListener("submit", () => this.#blank());
    byId("open-form").addEventListener("submit", () => this.#read(
      new TextEncoder().encode(byId("open-text").value), byId("open-format").value || null));
    byId("open-file").addEventListener("change", (event) => this.#file(event.target.files[0]));
    byId("save-form").addEventListener("submit", () => this.#save(byId("save-format").value));
    byId("examples").addEventListener("change", (event) => this.#example(event.target.value));
    for (const preset of document.querySelectorAll("[data-preset]")) {
      preset.addEventListener("click", () => this.#preset(preset.dataset.preset));
    }
    window.addEventListener("dragover", (event) => event.preventDefault());
    window.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      const text = event.dataTransfer.getData("text");
      if (file) this.#file(file);
      else if (text) this.#read(new TextEncoder().encode(text));
    });
    window.addEventListener("paste", (event) => {
      if (event.target.closest?.("input, textarea, select")) return;
      const [file] = event.clipboardData.files;
      const text = event.clipboardData.getData("text");
      if (file) this.#file(file);
      else if (text.trim()) this.#read(new TextEncoder().encode(text));
    });
  }

  offer(greeting) {
    this.examples = greeting.examples;
    byId("examples").append(...greeting.examples.map(({ name, about }) =>
      el("option", { value: name, title: about }, name)));
    const boards = greeting.formats.filter(({ holds }) => holds.includes("position"));
    byId("save-format").append(
      ...PICTURES.map(([value, words]) => el("option", { value }, words)),
      ...boards.map(({ name, about }) => el("option", { value: name }, `${name}: ${about}`)));
    byId("open-format").append(...greeting.formats.map(({ name }) => el("option", { value: name }, name)));
    for (const form of ["new-form", "play-form"]) offerRules(byId(form), greeting.rules.slice(1));
  }

  // The position in a text of any format. Throws an Error in words.
  async text(text) {
    return Position.of((await this.#found(new TextEncoder().encode(text))).board);
  }

  async #found(bytes, form = null, covered = null) {
    if (bytes.length > MOST_BYTES) {
      throw new Error(`this has ${bytes.length.toLocaleString("en")} bytes; the page reads at ` +
        `most ${MOST_BYTES.toLocaleString("en")}`);
    }
    return one({ ask: "read", data: base64Of(bytes), form, covered });
  }

  async #read(bytes, form = null, covered = null) {
    try {
      const found = await this.#found(bytes, form, covered);
      this.page.open(Position.of(found.board), found.form);
    } catch (problem) {
      this.page.complain(problem.message);
      if (problem.sign) {
        byId("problem").append(" ", el("button", {
          type: "button", onclick: () => this.#read(bytes, form, problem.sign),
        }, `${problem.sign} is a covered cell`));
      }
    }
  }

  async #file(file) {
    byId("open-dialog").close();
    if (file) await this.#read(new Uint8Array(await file.arrayBuffer()));
  }

  async #blank() {
    const { rows, columns, mines, topology, rules } = byId("new-form").elements;
    try {
      const { height, width, kept } = topologyOf(topology.value, Number(rows.value), Number(columns.value));
      if (rules.value.trim()) kept.rules = rules.value.trim();
      this.page.checkSize(height, width);
      const position = Position.blank(height, width, totalOf(mines.value), kept);
      await this.page.shaped.of(position); // which says whether there is such a topology, and rules
      const named = ["new", kept.topology, `${width}x${height}`, kept.rules];
      this.page.open(position, named.filter(Boolean).join(" "));
    } catch (problem) {
      // Where it is in the text of a request says nothing to who filled in a form.
      this.page.complain(problem.message.replace(/^line \d+, column \d+: (row \d+, character \d+: )?/, ""));
    }
  }

  #preset(preset) {
    const [width, height, total] = preset.split(",");
    const { rows, columns, mines, topology, rules } = byId("new-form").elements;
    [rows.value, columns.value, mines.value] = [height, width, total];
    topology.value = rules.value = "";
  }

  #example(name) {
    const found = this.examples?.find((each) => each.name === name);
    if (found) this.page.open(Position.of(found.board), name);
    byId("examples").value = "";
  }

  async #save(to) {
    try {
      const file = await one({ ask: "write", ...this.page.position.question(), to });
      download(file.name, file.media, file.data);
      const lost = file.left_out.length ? ` ${to} cannot hold ${listed(file.left_out)}.` : "";
      this.page.say(`${file.name} was saved.${lost}`);
    } catch (problem) {
      this.page.complain(problem.message);
    }
  }
}

// List the rules in a form with a field of their names.
function offerRules(form, rules) {
  const field = form.elements.rules;
  form.querySelector(".rule-list").append(...rules.flatMap(({ name, kind, about }) => [
    el("dt", {}, el("button", {
      type: "button", title: "Add it, or take it away", onclick: () => toggle(field, name),
    }, name)),
    el("dd", {}, kind === "clues" ? `a clue shows ${about}` : about),
  ]));
}

// Add a name to those in a field, or take it away.
function toggle(field, name) {
  const names = field.value.split(/\s+/).filter(Boolean);
  const others = names.filter((each) => each !== name);
  field.value = (others.length < names.length ? others : [...names, name]).join(" ");
  field.dispatchEvent(new Event("change"));
}

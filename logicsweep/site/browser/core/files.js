// Boards and games in, boards out: paste, drop, open, save, new ones, examples.

import { can } from "./abilities.js";
import { one } from "./ask.js";
import { base64Of } from "./address.js";
import { byId, download, el } from "./dom.js";
import { Position, settingOf, totalOf, totalText } from "./position.js";
import { listed } from "./words.js";

// Base64 takes a third of a request, and so much is for what else it says.
const ENVELOPE = 10_000;
// A link of this page, with the state in its fragment.
const OUR_LINK = /^https?:\/\/[^\s#]+(#(?:s|g|play|text)=\S+)$/;
const LINK = /^\s*https?:\/\/\S+\s*$/;
const PICTURES = [["svg", "SVG picture"], ["png", "PNG picture"]];

export class Files {
  // `page` has `analyse(position, name)`, `paint` with the same, `review(file)`, `follow(fragment)`,
  // `position`, `say` and `complain`.
  constructor(page) {
    this.page = page;
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("click", (event) => {
        if (event.target === dialog || event.target.dataset.close !== undefined) dialog.close();
      });
    }
    byId("new").addEventListener("click", () => byId("new-dialog").showModal());
    byId("open").addEventListener("click", () => this.ask());
    byId("save").addEventListener("click", () => byId("save-dialog").showModal());
    byId("new-form").addEventListener("submit", () => this.#blank());
    byId("open-form").addEventListener("submit", () => {
      const text = byId("open-text").value;
      if (text.trim()) this.#text(text, { form: byId("open-format").value || null });
    });
    byId("open-file").addEventListener("change", (event) => this.#file(event.target.files[0]));
    byId("save-form").addEventListener("submit", () => this.#save(byId("save-format").value));
    byId("examples").addEventListener("change", (event) => this.#example(event.target.value));
    for (const preset of document.querySelectorAll("[data-preset]")) {
      preset.addEventListener("click", () => this.#preset(preset.dataset.preset));
    }
    window.addEventListener("dragover", (event) => event.preventDefault());
    window.addEventListener("drop", (event) => {
      event.preventDefault();
      this.#taken(event.dataTransfer, event.dataTransfer.getData("text"));
    });
    window.addEventListener("paste", (event) => {
      if (event.target.closest?.("input, textarea, select")) return;
      this.#taken(event.clipboardData, event.clipboardData.getData("text"));
    });
  }

  // How many bytes a file may have.
  mostBytes = 700_000;

  offer(greeting) {
    this.mostBytes = Math.floor(0.75 * (greeting.most_bytes - ENVELOPE));
    this.examples = greeting.examples;
    byId("examples").append(...greeting.examples.map(({ name, about }) =>
      el("option", { value: name, title: about }, name)));
    // A link is not saved but copied, with the positions before.
    const boards = greeting.formats.filter(({ name, holds }) =>
      name !== "link" && holds.includes("position"));
    byId("save-format").append(
      ...PICTURES.filter(([value]) => can(value)).map(([value, words]) => el("option", { value }, words)),
      ...boards.map(({ name, about }) => el("option", { value: name }, `${name}: ${about}`)));
    byId("open-format").append(...greeting.formats.map(({ name }) => el("option", { value: name }, name)));
    byId("topologies").replaceChildren(...greeting.topologies.slice(1).map((name) =>
      el("option", { value: name })));
  }

  // Ask for a text or a file.
  ask() {
    byId("open-dialog").showModal();
    byId("open-text").focus();
  }

  // Throw an Error in words for what is too large.
  checkSize(length) {
    if (length <= this.mostBytes) return;
    throw new Error(`this has ${length.toLocaleString()} bytes; the page reads at ` +
      `most ${this.mostBytes.toLocaleString()}`);
  }

  // The position in a text of any format. Throws an Error in words.
  async position(text) {
    return Position.of((await this.#read(new TextEncoder().encode(text))).board);
  }

  // A spreadsheet copies its cells as text, and as a picture as well.
  #taken({ files: [file] }, text) {
    if (file && !(isPicture(file) && text.trim() && !LINK.test(text))) this.#file(file);
    else if (text.trim()) this.#text(text);
  }

  #text(text, options = {}) {
    return this.#open(new File([text], ""), options);
  }

  async #file(file) {
    byId("open-dialog").close();
    if (file) await this.#open(file);
  }

  async #read(bytes, options = {}) {
    this.checkSize(bytes.length);
    return one({ ask: "read", data: base64Of(bytes), ...options });
  }

  // Analyse the board in a file, or review the game in it.
  async #open(file, options = {}) {
    const name = file.name ? { name: file.name } : {};
    try {
      if (isPicture(file)) throw new Error("Pictures are not read yet; paste the board as text, or a link to it.");
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (this.#isOurs(new TextDecoder().decode(bytes))) return;
      const read = await this.#read(bytes, { ...name, ...options });
      if (read.format === "logicsweep-replayed/1") {
        await this.page.review(file);
      } else {
        const position = Position.of(read.board);
        this.page.analyse(position, file.name || sizeText(position));
      }
    } catch (problem) {
      const { sign } = problem;
      const again = sign ? [[`${sign.trim() || "A blank"} is a covered cell`,
        () => this.#open(file, { ...options, covered: sign })]] : [];
      this.page.complain(problem.message, again);
    }
  }

  // Follow a link to a page of ours, wherever that was; whether the text was one.
  #isOurs(text) {
    const link = OUR_LINK.exec(text.trim());
    if (link) this.page.follow(link[1]);
    return link !== null;
  }

  // Begin an empty board as the form says.
  async #blank() {
    const fields = Object.fromEntries(new FormData(byId("new-form")));
    try {
      const { height, width, kept } = settingOf(fields);
      const position = Position.blank(height, width, totalOf(fields.mines), kept);
      await this.page.shaped.of(position); // which says whether there is such a topology, and rules
      const words = ["new", kept.topology, `${width}x${height}`, kept.rules];
      this.page.paint(position, words.filter(Boolean).join(" "));
    } catch (problem) {
      // Where it is in the text of a request says nothing to who filled in a form.
      this.page.complain(problem.message.replace(/^line \d+, column \d+: (row \d+, character \d+: )?/, ""));
    }
  }

  #preset(preset) {
    const [width, height, total] = preset.split(",").map(Number);
    byId("new-dialog").close();
    this.page.paint(Position.blank(height, width, total), `new ${width}x${height}`);
  }

  #example(name) {
    const example = this.examples?.find((each) => each.name === name);
    if (example) this.page.analyse(Position.of(example.board), name);
    byId("examples").value = "";
    byId("examples").blur(); // keys are for the board again
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

const isPicture = ({ type }) => type.startsWith("image/");

// What a position is called that has no name.
function sizeText({ height, width, total }) {
  return `${width}x${height}${total === null ? "" : `, ${totalText(total)} mines`}`;
}

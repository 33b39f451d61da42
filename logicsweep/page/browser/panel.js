// The panel beside the board: what follows, the best cell, the settings, the tree of positions.

import { byId, el } from "./dom.js";
import { value } from "./fractions.js";
import { totalOf, totalText } from "./position.js";
import { capitalized, conflictBox } from "./why.js";
import { cellText, chanceText, counted, layouts, listed } from "./words.js";

// Clues that are named as likely to be wrong.
const MOST_WRONG = 12;
const WHY = {
  safe: "proved safe", solved: "no other cell wins more often", first: "the best first cell",
  pseudo: "its risk would come anyway", score: "the best guess",
};

// What follows from the position, in sentences.
export function showSummary(findings, progress, page) {
  const box = byId("summary");
  const lines = [];
  if (findings.conflict) {
    const named = (code) => page.shaped.named(findings.position, code);
    lines.push(conflictBox(findings, (wrong) => page.view.frame({ wrong }), named));
  } else if (findings.solved) {
    const { safe, mines, undetermined } = findings.solved;
    const proved = [`${counted(safe.length, "cell")} safe`, counted(mines.length, "mine")];
    if (undetermined !== null) proved.push(`${undetermined.toLocaleString("en")} undecided`);
    lines.push(el("p", { class: "verdicts" }, ...proved.map((text, kind) =>
      el("span", { class: ["safe", "mine", "open"][kind] }, text))));
    if (findings.counted) {
      const one = findings.counted.models === "1";
      const read = findings.counted.key ? " with a key" : "";
      lines.push(el("p", {}, el("strong", {}, capitalized(layouts(findings.counted.models))),
        `${read} ${one ? "agrees" : "agree"} with the board.`));
      if (findings.counted.key) lines.push(...keyLines(findings.counted.key));
      if (findings.counted.wrong) lines.push(...wrongLines(findings.counted.wrong, page));
      if (!findings.counted.probabilities) {
        lines.push(el("p", { class: "hint" }, "The mine count is unknown: probabilities need it, " +
          "a range of it, or a density."));
      }
    }
    if (findings.choice) lines.push(choiceLine(findings.choice, page));
    if (findings.rated) {
      const { level } = findings.rated;
      const text = level === 0 ? "Nothing can be proved." : level === 1
        ? "Level 1: single clues prove all of it." : `Level ${level}: the hardest step combines ` +
          `${level} sources.`;
      lines.push(el("p", {}, text));
    }
  }
  if (findings.problem) lines.push(el("p", { class: "wrong" }, `${findings.problem}.`));
  box.replaceChildren(...lines);
  const work = byId("progress");
  const isDone = progress === "ended";
  work.hidden = isDone || progress === null || typeof progress !== "object";
  if (!work.hidden) {
    const bar = work.querySelector("progress");
    if (progress.all) bar.setAttribute("max", progress.all);
    if (progress.all) bar.value = progress.done;
    else bar.removeAttribute("value");
    work.querySelector("span").textContent = progress.what;
  }
  if (isDone) byId("announced").textContent = [...box.children].slice(0, 3)
    .map((line) => [...line.childNodes].map((node) => node.textContent).join(" ")).join(". ");
}

// What a hidden key may be: for each of its rows the likeliest first.
function keyLines({ about, rows, columns, chances }) {
  const items = rows.map((name, row) => {
    const ranked = columns.map((column, at) => ({ column, chance: chances[row][at] }))
      .filter(({ chance }) => chance !== "0")
      .sort((one, other) => value(other.chance) - value(one.chance));
    const may = ranked.map(({ column, chance }) =>
      chance === "1" ? column : `${column} (${chanceText(chance)})`);
    return el("li", {}, ...(name ? [el("strong", {}, name), " "] : []), may.join(", "));
  });
  return [el("p", {}, `The key is ${about}:`), el("ul", { class: "key" }, ...items)];
}

// How likely clues are wrong, the likeliest first; each is a button that shows its cell.
function wrongLines(wrong, page) {
  const ranked = wrong.filter(({ probability }) => probability !== "0")
    .sort((one, other) => value(other.probability) - value(one.probability));
  if (!ranked.length) return [el("p", {}, "No clue is wrong.")];
  const items = ranked.slice(0, MOST_WRONG).flatMap(({ cell, probability }) => {
    const show = () => page.view.focus(page.position.index(cell));
    return [", ", el("button", { type: "button", class: "link", onclick: show }, cellText(cell)),
      ` ${chanceText(probability)}`];
  });
  const left = ranked.length - MOST_WRONG;
  if (left > 0) items.push(`, ${counted(left, "more clue")} less likely`);
  return [el("p", { class: "wrong-clues" }, "Wrong clues, by probability: ", ...items.slice(1), ".")];
}

function choiceLine(choice, page) {
  if (choice.why === null) return el("p", {}, "Nothing is left to open.");
  const names = choice.cells.slice(0, 3).map(cellText);
  const more = choice.cells.length - names.length;
  if (more) names.push(`${more} more`);
  const facts = [WHY[choice.why]];
  if (choice.why !== "safe") facts.push(`${chanceText(choice.risk)} a mine`);
  if (choice.win_chance !== null) facts.push(`wins ${chanceText(choice.win_chance)}`);
  const show = () => page.view.focus(page.position.index(choice.cells[0]));
  return el("p", {}, "Best: ",
    el("button", { type: "button", class: "link", onclick: show }, listed(names)),
    ` – ${facts.join("; ")}.`, choice.reason ? ` ${choice.reason.text}` : "");
}

// The form of what the board says beside its cells.
export class Settings {
  constructor(page) {
    this.page = page;
    this.form = byId("settings");
    this.form.addEventListener("change", (event) => this.#changed(event.target));
    this.form.addEventListener("submit", (event) => event.preventDefault());
  }

  offer(greeting) {
    const list = byId("clue-models");
    list.replaceChildren(...greeting.clue_models.filter((name) => name !== "exact").map((name) =>
      el("option", { value: name.replace("(P)", "(1/10)") })));
    byId("topologies").replaceChildren(...greeting.topologies.slice(1).map((name) =>
      el("option", { value: name })));
    byId("programs").hidden = !greeting.allows_programs;
  }

  show(position) {
    const { mines, density, clues, liars, rows, columns, program } = this.form.elements;
    mines.value = totalText(position.total);
    density.value = Array.isArray(position.density) ? "by cell" : position.density ?? "";
    clues.value = position.clues ?? "";
    liars.value = position.liars || "";
    rows.value = position.height;
    columns.value = position.width;
    if (program) program.value = position.program ?? "";
  }

  #changed(input) {
    const { page } = this;
    const text = input.value.trim();
    try {
      if (input.name === "mines") {
        page.set({ total: totalOf(text) }, text ? `${text} mines` : "unknown mine count");
      } else if (input.name === "density") {
        page.set({ density: text || null }, text ? `density ${text}` : "no density");
      } else if (input.name === "clues") {
        page.set({ clues: text || null }, text ? `${text} clues` : "exact clues");
      } else if (input.name === "liars") {
        page.set({ liars: wholeOf(input, 0) }, `${text || 0} liars`);
      } else if (input.name === "program") {
        page.set({ program: input.value.trim() ? input.value : null }, "program");
      } else {
        page.resize(wholeOf(this.form.elements.rows, 1), wholeOf(this.form.elements.columns, 1));
      }
    } catch (problem) {
      page.complain(problem.message);
    }
  }
}

function wholeOf(input, least) {
  const number = Number(input.value || 0);
  if (!Number.isInteger(number) || number < least || number > 99_999) {
    throw new Error(`${input.name} is “${input.value}”; expected a whole number from ${least} on`);
  }
  return number;
}

// The most positions that are listed; the others are still there.
const MOST_LISTED = 300;

// All positions; a line that goes on stays at its depth, and what was tried beside it is indented.
export function showTree(tree, go) {
  const list = byId("tree");
  const children = new Map();
  tree.nodes.forEach(({ parent }, number) => {
    children.set(parent, [...(children.get(parent) ?? []), number]);
  });
  const lines = [];
  // Nodes with the same parent: the first one, what was tried in its place, how the first went on.
  const waiting = [[children.get(null), 0]];
  while (waiting.length) {
    const [[first, ...others], depth] = waiting.pop();
    lines.push([first, depth]);
    if (children.has(first)) waiting.push([children.get(first), depth]);
    for (const other of others.reverse()) waiting.push([[other], depth + 1]);
  }
  const here = lines.findIndex(([number]) => number === tree.at);
  const start = Math.max(0, Math.min(here - MOST_LISTED / 2, lines.length - MOST_LISTED));
  list.replaceChildren(...lines.slice(start, start + MOST_LISTED).map(([number, depth]) => {
    const isHere = number === tree.at;
    const item = el("li", {}, el("button", {
      type: "button", class: "link", "aria-current": isHere ? "step" : null,
      onclick: () => go(number),
    }, tree.nodes[number].name ?? "change"));
    item.style.marginLeft = `${depth}rem`;
    return item;
  }));
  byId("more-positions").textContent = lines.length > MOST_LISTED
    ? `${lines.length.toLocaleString("en")} positions in all; the ${MOST_LISTED} around this one are listed.` : "";
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

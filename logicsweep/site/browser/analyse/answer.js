// What follows from a position, in the player's order: what can I do, and then the details.

import { clueOf, isCovered } from "../board.js";
import { byId, el, refill, separated } from "../core/dom.js";
import { value } from "../numbers.js";
import { counted, capitalized, layouts, listed, percentText, term } from "../core/words.js";
import { guessTable } from "./guesses.js";

// So many cells are named in a sentence.
const MOST_NAMED = 5;
// Clues, and sets of clues, that are named as likely to be wrong.
const MOST_WRONG = 12;
const WHY = {
  solved: "no other cell wins more often", first: "the best first cell",
  score: "the best chance to survive the next clicks, too",
  policy: "a simple player who goes on from there wins the most layouts",
};

// Show what is known; `desk` has the view, the names, the shapes and `why`.
export function showAnswer(findings, progress, desk) {
  const answer = findings.conflict ? conflictParts(findings, desk)
    : findings.solved ? whatToDo(findings, desk) : [];
  if (findings.problem) {
    answer.push(el("p", { class: "wrong" }, ...desk.names.nodes(`${capitalized(findings.problem)}.`)));
  }
  refill(byId("answer"), ...answer);
  const hasGuesses = findings.choice?.candidates.length > 1 && !findings.conflict;
  byId("guesses").hidden = !hasGuesses;
  refill(byId("guesses"), ...(hasGuesses ? [guessTable(findings, desk)] : []));
  byId("numbers").replaceChildren(...(findings.solved && !findings.conflict ? numbers(findings, desk) : []));
  showProgress(progress);
  if (progress === "ended") {
    byId("announced").textContent = answer.map(({ textContent: said }) =>
      (/[.!?:]$/.test(said) ? said : `${said}.`)).join(" ");
  }
}

function showProgress(progress) {
  const work = byId("progress");
  work.hidden = progress === "ended" || progress === null || typeof progress !== "object";
  if (work.hidden) return;
  const bar = work.querySelector("progress");
  if (progress.all) {
    bar.setAttribute("max", progress.all);
    bar.value = progress.done;
  } else {
    bar.removeAttribute("value");
  }
  work.querySelector("span").textContent = progress.what;
}

function whatToDo(findings, desk) {
  const { safe, mines, undetermined } = findings.solved;
  const pills = [`${safe.length.toLocaleString()} safe`, counted(mines.length, "mine")];
  if (undetermined !== null) pills.push(`${undetermined.toLocaleString()} undecided`);
  const elsewhere = chanceElsewhere(findings, desk);
  if (elsewhere !== null) pills.push(`elsewhere ${percentText(elsewhere)}`);
  const exact = ["proved safe", "proved mines", "undetermined: some layouts have a mine there, others none",
    "the probability of a mine in a cell that no clue speaks of"];
  return [
    ...(safe.length ? safeLines(safe, findings.choice, desk) : guessLines(findings, desk)),
    el("p", { class: "verdicts" }, ...pills.map((text, kind) =>
      el("span", { class: ["safe", "mine"][kind] ?? "open", title: exact[kind] }, text))),
  ];
}

// The chance of the cells far from all clues, which are drawn without a number; null if there are
// none, or several chances.
function chanceElsewhere({ chances, position }, { following }) {
  const far = new Set(chances.filter((chance, index) =>
    chance !== null && isCovered(position.tokens[index]) && following.isQuiet(index)));
  const [chance] = far;
  return far.size === 1 && chance > 0 && chance < 1 ? chance : null;
}

function named(cells, desk, last) {
  const nodes = cells.slice(0, MOST_NAMED).map((cell) => desk.names.node(cell));
  if (cells.length > MOST_NAMED) nodes.push(`${(cells.length - MOST_NAMED).toLocaleString()} more`);
  return separated(nodes, last);
}

// The cells with one of them in front.
function first(cells, [row, column]) {
  const isIt = (cell) => cell[0] === row && cell[1] === column;
  return [...cells.filter(isIt), ...cells.filter((cell) => !isIt(cell))];
}

function safeLines(safe, choice, desk) {
  const reason = choice?.reason;
  const easiest = reason?.cell ?? safe[0];
  return [
    el("h2", {}, safe.length === 1 ? "One cell is safe" : `${safe.length.toLocaleString()} cells are safe`),
    el("p", {}, "Open ", ...named(first(safe, easiest), desk, "or"), "."),
    reason ? el("p", { class: "reason" }, ...desk.names.nodes(capitalized(reason.text)), " ",
      el("button", { type: "button", onclick: () => desk.why.of(desk.position.index(easiest)) }, "Show why"))
      : null,
  ].filter(Boolean);
}

function guessLines({ choice, counted: count }, desk) {
  if (!choice) {
    const hint = count && !count.probabilities
      ? [el("p", {}, "The mine count is unknown. Chances need it or a range of it.")] : [];
    return [el("h2", {}, "No cell is safe"), ...hint];
  }
  if (choice.why === null) return [el("h2", {}, "Nothing is left to open")];
  const wins = choice.win_chance === null ? [] : [` The chance to win is ${percentText(choice.win_chance)}.`];
  return [
    el("h2", {}, "No cell is safe: guess ", ...named(choice.cells, desk, "or")),
    el("p", {}, el("strong", {}, `${percentText(choice.risk)} a mine`), `; ${WHY[choice.why]}.`, ...wins),
  ];
}

// Counts, and what experts ask for.
function numbers({ counted: count, rated, choice }, desk) {
  const lines = [];
  if (count) {
    const one = count.models === "1";
    const key = count.key ? " with a key" : "";
    lines.push(el("p", {}, el("strong", {}, capitalized(layouts(count.models))),
      `${key} ${one ? "agrees" : "agree"} with the board: `,
      term(one ? "one way to place the mines" : "so many ways to place the mines",
        "models of the constraints, projected to the cells"), "."));
    if (count.key) lines.push(...keyLines(count.key));
    if (count.wrong) lines.push(...wrongLines(count.wrong, desk));
  }
  if (rated) lines.push(el("p", {}, levelText(rated.level)));
  const fifties = choice?.fifties ?? [];
  if (fifties.length) lines.push(el("p", {}, `${counted(fifties.length, "50/50")} may be here.`));
  return lines;
}

function levelText(level) {
  if (level === 0) return "Nothing can be proved here.";
  if (level === 1) return "What can be proved takes one clue at a time (level 1).";
  return `The hardest proof combines ${level} sources, such as clues or the mine count (level ${level}).`;
}

// What a hidden key may be: for each of its rows the likeliest first.
function keyLines({ about, rows, columns, chances }) {
  const items = rows.map((name, row) => {
    const ranked = columns.map((column, at) => ({ column, chance: chances[row][at] }))
      .filter(({ chance }) => chance !== "0")
      .sort((first, second) => value(second.chance) - value(first.chance));
    const may = ranked.map(({ column, chance }) =>
      chance === "1" ? column : `${column} (${percentText(chance)})`);
    return el("li", {}, ...(name ? [el("strong", {}, name), " "] : []), may.join(", "));
  });
  return [el("p", {}, `The key is ${about}:`), el("ul", { class: "key" }, ...items)];
}

// How likely clues are wrong, the likeliest first.
function wrongLines(wrong, desk) {
  const ranked = wrong.filter(({ probability }) => probability !== "0")
    .sort((first, second) => value(second.probability) - value(first.probability));
  if (!ranked.length) return [el("p", {}, "No clue is wrong.")];
  const items = ranked.slice(0, MOST_WRONG).flatMap(({ cell, probability }) =>
    [", ", desk.names.node(cell), ` ${percentText(probability)}`]);
  const left = ranked.length - MOST_WRONG;
  if (left > 0) items.push(`, ${counted(left, "more clue")} less likely`);
  return [el("p", { class: "wrong-clues" }, "Wrong clues, by probability: ", ...items.slice(1), ".")];
}

// A board that no layout fits: the clues that clash, and which of them may be wrong.
function conflictParts({ conflict, diagnosis, position }, desk) {
  const { names, view, shaped } = desk;
  const parts = [el("h2", { class: "wrong" }, "This board is impossible"),
    el("p", {}, ...names.nodes(`${capitalized(conflict.error.replace(/^the board is inconsistent: /, ""))}.`))];
  const sets = diagnosis?.correction_sets ?? [];
  if (sets.length) {
    parts.push(el("p", {}, "What may be wrong, the likeliest first:"),
      el("ol", { class: "suspects" }, ...sets.slice(0, MOST_WRONG).map((set) => {
        const words = set.clues.map((cell, number) => {
          const values = set.values[number].map((code) => shaped.named(position, code));
          const token = position.tokens[position.index(cell)];
          return `${clueOf(token) ?? token} at ${names.of(cell)}` +
            (values.length ? ` (could be ${listed(values, "or")})` : "");
        });
        const show = () => view.present({ wrong: set.clues.map((cell) => position.index(cell)) });
        return el("li", {}, el("button", { type: "button", class: "link", onclick: show },
          `${listed(words)}: ${percentText(set.probability)}`));
      })));
    const left = sets.length - MOST_WRONG;
    if (left > 0) parts.push(el("p", { class: "hint" }, `and ${counted(left, "more set")}`));
  }
  if (diagnosis?.total_suspect) parts.push(el("p", {}, "Or the mine count is wrong."));
  return parts;
}

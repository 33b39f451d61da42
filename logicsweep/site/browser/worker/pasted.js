// Texts as people paste them, down to the cells of the board in them. The twins are `formats/loose.py`
// and `pasted_rows.py`; what this one does not know it refuses, and never reads as another board.

import { beyond, refuse } from "./given.js";
import { exact, kinds, mayBeCovered, native, patterns, rewriting, sequences } from "./reading-table.js";

const made = (before, after, flag = "") => Object.fromEntries(Object.entries(patterns).map(([name, pattern]) =>
  [name, new RegExp(before + pattern + after, flag + (exact.includes(name) ? "mu" : "imu"))]));
export const WITHIN = made("", "");
export const WHOLE = made("(?<![^])(?:", ")(?![^])");
export const EVERY = made("", "", "g");

// Rewrite a text by the rules of a name, each where its condition holds.
const rewritten = (name, text) => rewriting[name].reduce((left, [when, pattern, by]) =>
  (new RegExp(when, "imu").test(left) ? left.replace(new RegExp(pattern, "gimu"), by) : left), text);

// The cells of a single part: its words, or else its characters.
export const spread = (text) => (/[ \t]/.test(text) ? text.split(/[ \t]+/) : [...text]);
const mayBe = (cell) => cell && mayBeCovered.includes(cell);

// The rows of a text, and what it says beside them: the topology, and the words of the mine count.
export function peeled(given, covered) {
  if (WITHIN.OTHER.test(given)) throw beyond("tables of web pages, spoilers, or files of other programs");
  const text = rewritten("clean", given);
  const [list = null] = WITHIN.LIST.exec(text) ?? [];
  const lines = text.replace(list, "").split("\n").map((line, at) => ({ text: line, number: at + 1 }))
    .filter((line) => /[^ ]/.test(line.text));
  const isProse = (line) => !WITHIN.EMOJI.test(line) && WITHIN.PROSE.test(line.replace(EVERY.NAMES, ""));
  const said = lines.filter((line) => isProse(line.text) || WHOLE.HEADER.test(line.text));
  const block = lines.filter((line) => !said.includes(line));
  const apart = block.find(({ number }, at) => list || number !== block[0].number + at);
  if (apart) refuse(apart.number, "another block of rows begins here; expected only one board");
  if (!list && !block.length) refuse(1, "there is no board in this text; expected a line of signs for each row");
  const ends = list ? [] : [block[0].number - 1, block.at(-1).number + 1];
  const doubt = said.find((line) => WITHIN.DOUBT.test(line.text) ||
    (ends.includes(line.number) && WITHIN.NEAR.test(line.text) && !WHOLE.TOTAL.test(line.text)));
  if (doubt) refuse(doubt.number, "it may be a row, or say more about the board; expected a sentence or a mine count");
  const [total, second] = said.filter((line) => WHOLE.TOTAL.test(line.text));
  const [head, other] = said.filter((line) => WHOLE.HEADER.test(line.text) && !WHOLE.TOTAL.test(line.text));
  const topology = head && WHOLE.TOPOLOGY.exec(head.text);
  if (second) refuse(second.number, "it is a second mine count; expected only one");
  if (other || topology === null) throw beyond(`the line “${(other ?? head).text.trim()}”`);
  const rows = list ? listed(list, covered) : tabled(block.map((line) => line.text), covered);
  return { total: total?.text ?? null, ...rows, topology: topology?.[1] ?? null };
}

// The rows of a list or an object.
function listed(text, covered) {
  const numbers = {};
  const bare = rewritten("list", text.replace(EVERY.NUMBERED, (_, key, number) => {
    const kind = kinds[key.toLowerCase()];
    numbers[kind in numbers ? "other" : kind] = Number(number);
    return "";
  }));
  const parts = Array.from(bare.matchAll(EVERY.LISTED_ROW), ([, row]) => row.split("\t"));
  const isFlat = !bare.startsWith("[[");
  const rows = isFlat ? parts.flat().map(spread) : parts;
  const mayBePlaces = text.includes("(") && rows.flat().every((cell) => /^\d+$/.test(cell));
  const { rows: height = rows.length, columns: width = rows[0]?.length, mines = null, ...others } = numbers;
  if (!WHOLE.LISTED.test(bare) || mayBePlaces || text.includes("...") || (isFlat && (parts.length > 1 || width < 2)) ||
    height !== rows.length || width !== rows[0].length || Object.keys(others).length) {
    throw beyond("a list that is not one of the rows of one board");
  }
  return { ...filled(rows, covered), ...(mines === null ? {} : { total: String(mines) }) };
}

// The rows of a table, a frame or a block.
function tabled(lines, covered) {
  const block = lines.join("\n");
  const texts = rewritten("table", block).replace(/\n$/, "").split("\n");
  const isTable = texts.some((text) => text.includes("\t"));
  const rows = texts.map((text) => (isTable ? text.split("\t").map((cell) => cell.trim()) : text.trim().split(/ +/)));
  const isSheet = isTable && !WITHIN.BARS.test(block);
  const isBlank = (row) => !row.some(Boolean);
  const hasGap = isSheet && [...rows, ...rows[0].map((_, at) => rows.map((row) => row[at]))].some(isBlank);
  const isWhole = isSheet && !rows.flat().includes("");
  const isForeign = isWhole && !block.includes("\t") && !rows.flat().every((cell) => Object.hasOwn(native, cell));
  if (WITHIN.UNSURE.test(block) || hasGap || isForeign) throw beyond("rows whose signs may mean several things");
  if (isWhole) return block.includes("\t") ? { texts } : { cells: rows };
  const bare = bareOf(rows, isTable ? null : texts.map((text) => text.search(/\S/)), WITHIN.RULE.test(block));
  const cells = bare.map((row) => row.map((cell) => rewritten("cell", cell)));
  const isSame = bare === rows && (String(cells) === String(rows) || WITHIN.SEVERAL.test(block));
  return !isTable && isSame ? { texts } : filled(cells, covered, cells.flat().some((cell) => cell[0] === "-"));
}

// The rows without the numbers or letters in their margins; refuses what may be these or clues.
function bareOf(rows, indents, hasRule) {
  const [top, ...below] = rows;
  const body = below.map((row) => (row.length === 2 && row[1].length > 1 ? [row[0], ...spread(row[1])] : row));
  const width = Math.max(0, ...body.map((row) => row.length));
  const head = top.length === 1 && top[0].length === width - 1 ? spread(top[0]) : top;
  const names = head.length === width && WHOLE.CORNER_NAME.test(head[0]) ? head.slice(1) : head;
  const inner = body.map((row) => row.slice(1));
  const [across, down] = [startOf(names), startOf(body.map(([label]) => label))];
  const isApart = indents ? indents.slice(1).every((indent) => indent < indents[0]) : names !== head;
  const isMargin = names.length === width - 1 && /^(?:00|11|A.|[01]A)$/.test(across + down) &&
    (isApart || across === "A" || (across === "0" && names.length > 2));
  const mayBeCell = names !== head && !head[0] && across === "1" && width <= 9 && rows.length <= 9;
  if (isMargin && (!mayBeCell || inner.flat().some(mayBe))) return inner;
  const labels = rows.every((row) => row.length > 1) ? rows.map(([label]) => label) : [];
  const isNumbered = [labels, labels.toReversed(), labels.slice(1), labels.slice(0, -1)]
    .some((list) => list.length > 1 && startOf(list));
  if (isMargin || isNumbered || ((hasRule || top.length > 2) && startOf(top)) || (hasRule && !top.some(Boolean))) {
    throw beyond("numbers that may be the margin of a table or clues");
  }
  return rows;
}

// With what a margin begins: numbers or letters in their order, by last digits or whole.
function startOf(names) {
  const text = names.map((name) => name.replace(/[.:)]+$/, "").replace(/^0+(?=\d)/, "")).join(" ").toUpperCase();
  return (text && sequences.find((sequence) => sequence.startsWith(`${text} `))?.[0]) ?? "";
}

// Rows with a sign in blank cells: zeros if another sign is the covered one.
function filled(rows, covered, mayBeCodes = true) {
  const signs = rows.flat();
  const others = signs.filter((sign) => sign && !/^\d+$/.test(sign));
  const near = (at, column) => rows.slice(Math.max(at - 1, 0), at + 2)
    .flatMap((row) => row.slice(Math.max(column - 1, 0), column + 2));
  const mayBeZero = rows.some((row, at) => row.some((cell, column) => !cell && near(at, column).includes("0"))) ||
    (others.length ? !signs.includes("0") || others.some(mayBe) : !signs.some(Boolean));
  if (signs.includes("") && covered === null && mayBeZero) {
    refuse(null, "a blank cell may be a zero or covered", { sign: others.filter(mayBe).sort()[0] ?? " " });
  }
  const isCodes = signs.some((sign) => sign.length > 1) && signs.every((sign) => /^(?:-?\d+)?$/.test(sign));
  const cells = rows.map((row) => row.map((sign) => sign || (covered?.trim() ? "0" : "?")));
  return { cells, isCodes: mayBeCodes && isCodes };
}

// The engine without the page, in node: cases come as lines of JSON, each a position, a cell and what the
// library says of them; out go the reasons why cells are the best, in order. The argument is the folder of
// the package.

import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const module = await import(new URL("logicsweep.js", folder));
const types = await readFile(new URL("logicsweep.d.ts", folder), "utf-8");
const thrown = (problem) => problem;
const kinds = new Set();

for await (const line of createInterface({ input: process.stdin })) {
  const { position, cell, verdicts, verdict, layouts, chances } = JSON.parse(line);
  const board = await module.open(position).catch(thrown);
  if (!verdicts) {
    equal(board.kind, "inconsistent");
    equal((await module.open(withSources(position, board)).catch(thrown)).kind, "inconsistent");
    continue;
  }
  deepEqual(await board.verdicts(), verdicts);
  equal(String(await board.layouts()), layouts);
  await checkReason(await board.reason(cell), verdict, position, cell);
  kinds.add(await checkBest(board, verdicts, chances));
  for (const wrong of [[cell[0]], [99, 0]]) equal((await board.reason(wrong).catch(thrown)).kind, "usage");
  const left = board.reason(cell).catch(thrown);
  board.close();
  equal((await left).kind, "usage");
}
const wrongs = [
  { rows: "?1" }, { rows: [] }, { rows: ["?x"] }, { rows: ["??", "?"] }, { rows: ["?1"], rules: ["1W"] },
  { rows: ["??"], mines: 3 }, { rows: ["??"], mines: -1 }, { rows: ["??"], topology: "none" },
];
for (const wrong of wrongs) equal((await module.open(wrong).catch(thrown)).kind, "usage");
equal((await module.open({ rows: Array(300).fill("?".repeat(300)) }).catch(thrown)).kind, "limit");
const ending = new AbortController();
const large = module.open({ rows: Array(240).fill("?1?".repeat(80)) }, { signal: ending.signal }).catch(thrown);
ending.abort();
equal((await large).kind, "usage");
checkTypes(await module.open({ rows: ["?"] }));
console.log([...kinds].sort().join(" "));

// The same position with no clues but those that are named, and perhaps without the mine count.
function withSources({ rows, mines, topology }, { clues, usesTotal }) {
  const isNamed = (row, column) => clues.some((clue) => clue[0] === row && clue[1] === column);
  const left = [...rows].map((row, number) => [...row].map((token, column) =>
    (/\d/.test(token) && !isNamed(number, column) ? "_" : token)));
  return { rows: left, mines: usesTotal ? mines : null, topology };
}

async function checkReason(reason, verdict, position, [row, column]) {
  equal(reason.verdict, verdict);
  ok(reason.text.startsWith(`(${row},${column}) is `));
  const has = (cells) => cells.some((cell) => cell[0] === row && cell[1] === column);
  if (verdict === "undetermined") {
    deepEqual(["mine", "safe"].map((kind) => has(reason.layouts[kind])), [true, false]);
  } else {
    equal(reason.text.includes("mine count"), reason.usesTotal);
    const { mines, safe } = await (await module.open(withSources(position, reason))).verdicts();
    ok(has(verdict === "mine" ? mines : safe));
  }
}

async function checkBest(board, { mines, safe }, chances) {
  const [told, best] = [await board.chances().catch(thrown), await board.best().catch(thrown)];
  if (!chances) {
    equal(told.kind, "usage");
    return safe.length ? best.why : best?.kind;
  }
  deepEqual(told, chances);
  if (best === null) {
    equal(mines.length, chances.flat().filter((chance) => chance !== null).length);
    return null;
  }
  const [[row, column]] = best.cells;
  equal(best.chance, chances[row][column]);
  notEqual(best.chance, 1);
  if (safe.length) deepEqual(best.cells, safe);
  return best.why;
}

function checkTypes(board) {
  const [, members] = /interface Board \{(.*?)\n\}/s.exec(types);
  deepEqual(Array.from(members.matchAll(/^ {2}(\w+)\(/gm), ([, name]) => name), Object.keys(board));
  deepEqual(Array.from(types.matchAll(/^export function (\w+)/gm), ([, name]) => name), Object.keys(module));
}

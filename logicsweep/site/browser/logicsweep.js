// The engine without the page, for other pages and for programs in Node.js; `logicsweep.d.ts` says what
// it gives. One worker answers for all boards; it begins with the first question.

import { questionsTo } from "./core/questions.js";

const SCRIPT = "./worker/worker.js";
const ask = questionsTo(begin, "the worker of logicsweep did not start");
const UNCOUNTED = "limit reached: the layouts are too many to count them exactly";

function begin() {
  const here = new URL(import.meta.url);
  const address = new URL(SCRIPT, here);
  if (typeof Worker !== "function") return beginInNode(address);
  // Tools that pack programs for browsers find the worker by these very words; with some of them the
  // address of this module is that of a file.
  if (here.protocol === "file:" || here.origin === location.origin) {
    return new Worker(new URL("./worker/worker.js", import.meta.url), { type: "module" });
  }
  // A worker begins only at the origin of its page, but may import from another one.
  const script = new Blob([`import "${address}";`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}

function beginInNode(address) {
  const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
  const thread = new Thread(address, { execArgv: [] });
  thread.addEventListener = (kind, heard) => thread.on(kind, (data) => heard({ data }));
  return thread;
}

// Analyse a position; the board that it returns knows what follows, and asks for the rest.
// `signal` closes it, and gives up the analysis.
export async function open(position, { signal } = {}) {
  const board = boardOf(position);
  const closing = new AbortController();
  if (signal?.aborted) closing.abort();
  signal?.addEventListener("abort", () => closing.abort(), { once: true });
  const asked = (question) => messagesTo({ ...question, board }, closing.signal);
  const [solved] = await asked({ ask: "analyse" });
  const { mines, safe, probabilities, models, error = UNCOUNTED } = solved;
  const chances = () => {
    if (probabilities) return probabilities;
    throw solved.error ? fault("limit", error) : fault("usage", "the mine count is unknown, and chances need it");
  };
  const layouts = () => {
    if (models !== null) return BigInt(models);
    throw fault("limit", error);
  };
  return {
    verdicts: async () => ({ mines, safe }),
    chances: async () => chances(),
    layouts: async () => layouts(),
    async best() {
      if (safe.length) return { cells: safe, why: "safe", chance: 0 };
      if (!solved.undetermined) return null;
      const least = chances() && layouts() && { why: "risk", cells: solved.least_risky.cells };
      const [, best = least] = await asked({ ask: "analyse", wants: ["counts", "best"] });
      const [[row, column]] = best.cells;
      return { cells: best.cells, why: best.why, chance: probabilities[row][column] };
    },
    async reason(cell) {
      if (!isPair(cell)) throw fault("usage", "a cell: expected [row, column], counted from 0");
      const [answer] = await asked({ ask: "explain", cell });
      const { verdict, text, clues, uses_total: usesTotal, layouts: pair } = answer;
      return verdict === "undetermined" ? { verdict, text, layouts: pair } : { verdict, text, clues, usesTotal };
    },
    close: () => closing.abort(),
  };
}

function fault(kind, message, more = {}) {
  return Object.assign(new Error(message), { kind, ...more });
}

function isCount(number) {
  return Number.isInteger(number) && number >= 0;
}

function isPair(numbers) {
  return Array.isArray(numbers) && numbers.length === 2 && numbers.every(isCount);
}

// A position as questions have it. One that says more would be answered as another one.
function boardOf({ rows, mines = null, topology = null, ...others }) {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw fault("usage", `unknown: ${unknown}; expected rows, mines, topology`);
  const isRow = (row) => typeof row === "string" || Array.isArray(row);
  if (!Array.isArray(rows) || !rows.length || !rows.every(isRow)) {
    throw fault("usage", "rows: expected an array of strings, or of arrays with a token for each cell");
  }
  if (mines !== null && !isCount(mines) && !isPair(mines)) {
    throw fault("usage", "mines: expected a number, or the least and the most");
  }
  const width = Array.isArray(rows[0]) ? rows[0].length : null;
  return { rows: rows.map((row) => (Array.isArray(row) ? row.join(" ") : row)), mines, topology, width };
}

// The messages to a question. Throws what went wrong, unless they merely lack something.
async function messagesTo(question, signal) {
  const messages = [];
  const heard = (message) => message.format !== "logicsweep-progress/1" && messages.push(message);
  const isDone = await ask(question, heard, signal).catch(({ message }) => { throw fault("internal", message); });
  if (!isDone) throw fault("usage", "the board is closed");
  for (const { format, error, kind, core: clues, core_uses_total: usesTotal } of messages) {
    if (clues) throw fault(kind, error, { clues, usesTotal });
    if (error && format === "logicsweep-serve/1") throw fault(kind === "syntax" ? "usage" : kind, error);
  }
  return messages;
}

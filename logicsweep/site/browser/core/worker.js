// Questions to a worker of this page, which answers them with the kernel: one after the other, since
// nothing can interrupt it but its end.

import { IS_EMBEDDED } from "./dom.js";

// How long a question that was given up may go on, in milliseconds.
const PATIENCE = 100;
// When the page says that it is working on a question.
const SLOW = 300;
const WORKING = { format: "logicsweep-progress/1", what: "counting", done: 0, all: 0 };

// What is the same for every board was written when the site was made.
const STORED = { greet: "greeting.json", catalogue: "catalogue.json" };

// Questions in turn; the first one is worked on.
let waiting = [];
let worker = null;

// The first worker was begun before the scripts of the page came. What they need comes first; then all
// files are kept for a time without a network, unless somebody only reads a page with a board in it.
function begin() {
  start(window.logicsweepWorker);
  window.logicsweepWorker = null;
  if (IS_EMBEDDED) return;
  setTimeout(() => navigator.serviceWorker?.register("sw.js").catch(() => {}), 1000);
}

function start(begun = null) {
  worker = begun ?? new Worker(new URL("../worker/worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data: { message } }) => {
    const [first] = waiting;
    if (message === undefined) end(first);
    else if (!first.isLeft) first.heard(message);
  });
  worker.addEventListener("error", () => {
    const left = waiting;
    waiting = [];
    worker = null; // the next question begins another one
    for (const { reject } of left) {
      reject(new Error("the part of this page that answers did not start; load the page again"));
    }
  });
}

function restart() {
  worker.terminate();
  start();
  next();
}

function next() {
  const [first] = waiting;
  if (!first) return;
  worker.postMessage(first.question);
  first.timer = setTimeout(() => !first.isLeft && first.heard(WORKING), SLOW);
}

function end(asked) {
  clearTimeout(asked.timer);
  const isFirst = asked === waiting[0];
  waiting = waiting.filter((other) => other !== asked);
  asked.resolve(!asked.isLeft);
  if (isFirst) next();
}

function leave(asked) {
  asked.isLeft = true;
  asked.resolve(false);
  if (asked !== waiting[0]) {
    end(asked);
    return;
  }
  setTimeout(() => {
    if (asked !== waiting[0]) return;
    waiting.shift();
    restart();
  }, PATIENCE);
}

// As `ask` in `ask.js`.
export async function ask(question, heard, signal) {
  if (question.ask in STORED) {
    heard(await (await fetch(new URL(`../${STORED[question.ask]}`, import.meta.url))).json());
    return true;
  }
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return resolve(false);
    const asked = { question, heard, resolve, reject, isLeft: false };
    signal?.addEventListener("abort", () => waiting.includes(asked) && leave(asked), { once: true });
    waiting.push(asked);
    if (!worker) begin();
    if (asked === waiting[0]) next();
  });
}

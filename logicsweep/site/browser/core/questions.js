// Questions to a worker, which answers them with the kernel: one after the other, since nothing can
// interrupt it but its end.

// How long a question that was given up may go on, in milliseconds.
const PATIENCE = 100;
// When a question is said to be worked on.
const SLOW = 300;
const WORKING = { format: "logicsweep-progress/1", what: "counting", done: 0, all: 0 };

// What asks as `ask` in `ask.js`: a worker that `begin` returns, and another one after each that ended.
// `lost` says that it did not start.
export function questionsTo(begin, lost) {
  let waiting = []; // the first one is worked on
  let worker = null;

  function start() {
    worker = begin();
    worker.addEventListener("message", ({ data: { message } }) => {
      const [first] = waiting;
      if (message === undefined) end(first);
      else if (!first.isLeft) first.heard(message);
    });
    worker.addEventListener("error", () => {
      const left = waiting;
      waiting = [];
      worker = null; // the next question begins another one
      for (const { reject } of left) reject(new Error(lost));
    });
  }

  function next() {
    const [first] = waiting;
    // Node.js may end while nothing is asked.
    worker[first ? "ref" : "unref"]?.();
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
    if (asked !== waiting[0]) end(asked);
    else setTimeout(() => {
      if (asked !== waiting[0]) return;
      worker.terminate();
      start();
      end(asked);
    }, PATIENCE);
  }

  return (question, heard, signal) => new Promise((resolve, reject) => {
    if (signal?.aborted) return resolve(false);
    const asked = { question, heard, resolve, reject, isLeft: false };
    signal?.addEventListener("abort", () => waiting.includes(asked) && leave(asked), { once: true });
    waiting.push(asked);
    if (!worker) start();
    if (asked === waiting[0]) next();
  });
}

// Questions to whoever answers: the program that serves the page, a worker of the page itself, or the
// worker first, which is faster, and the program what is left. One tag of the page says which. Answers
// come as messages.

import { isAnsweredBy, splitQuestion } from "./abilities.js";
import { ask as askServer } from "./http.js";
import { ask as askWorker } from "./worker.js";

// How long the worker may take where there is somebody else, who tells verdicts before chances, in
// milliseconds.
const PATIENCE = 1000;

// Ask, and hear each message as it comes. `signal` gives the question up, which ends it there, too.
// Resolves to true at the end, to false if it was given up; throws an Error in words.
export const ask = !isAnsweredBy("http") ? askWorker : isAnsweredBy("worker") ? askBoth : askServer;

async function askBoth(question, heard, signal) {
  const [first, rest] = splitQuestion(question);
  if (first === null) return askServer(rest, heard, signal);
  const answers = await fromWorker(first, heard, signal);
  if (signal?.aborted) return false;
  if (answers === null) return askServer(question, heard, signal);
  answers.forEach(heard);
  const isNew = ({ format }) => format !== "logicsweep-solve/1";
  return rest === null || askServer(rest, (message) => isNew(message) && heard(message), signal);
}

// The messages of the worker; null where it does not know, takes too long, or fails.
async function fromWorker(question, heard, signal) {
  const late = new AbortController();
  const stop = () => late.abort();
  signal?.addEventListener("abort", stop);
  const timer = question.ask === "analyse" ? setTimeout(stop, PATIENCE) : null;
  const answers = [];
  try {
    const isWhole = await askWorker(question, (message) =>
      (message.format === "logicsweep-progress/1" ? heard(message) : answers.push(message)), late.signal);
    return isWhole && !answers.some(({ error, kind }) => error && kind !== "inconsistent") ? answers : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

// The one message that answers a question; throws what it says went wrong, with the `sign` of the
// text that may stand for a covered cell, if there is one.
export async function one(question, signal) {
  let answer = null;
  await ask(question, (message) => {
    if (message.format !== "logicsweep-progress/1") answer = message;
  }, signal);
  if (answer?.error && !("cell" in answer)) {
    throw Object.assign(new Error(answer.error), { sign: answer.sign });
  }
  return answer;
}

// Questions to whoever answers: the program that serves the page, or where nobody does a worker of the
// page itself. One tag of the page says which. Answers come as messages.

import { ask as askServer } from "./http.js";
import { ask as askWorker } from "./worker.js";

const isServed = document.querySelector('meta[name="transport"]').content === "http";

// Ask, and hear each message as it comes. `signal` gives the question up, which ends it there, too.
// Resolves to true at the end, to false if it was given up; throws an Error in words.
export const ask = isServed ? askServer : askWorker;

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

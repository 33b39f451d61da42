// Questions to a worker of this page.

import { isAnsweredBy } from "./abilities.js";
import { IS_EMBEDDED } from "./dom.js";
import { questionsTo } from "./questions.js";
import { storedBoard } from "./stored.js";

// What is the same for every board was written when the site was made.
const STORED = { greet: "greeting.json", catalogue: "catalogue.json" };

const asked = questionsTo(begin, "the part of this page that answers did not start; load the page again");

// The first worker was begun before the scripts of the page came. What they need comes first; then all
// files are kept for a time without a network, unless somebody only reads a page with a board in it.
function begin() {
  const worker = window.logicsweepWorker;
  window.logicsweepWorker = undefined;
  if (worker !== undefined && !IS_EMBEDDED && !isAnsweredBy("http")) {
    setTimeout(() => navigator.serviceWorker?.register("sw.js").catch(() => {}), 1000);
  }
  return worker ?? new Worker(new URL("../worker/worker.js", import.meta.url), { type: "module" });
}

// As `ask` in `ask.js`.
export async function ask(question, heard, signal) {
  const { board, game } = question;
  const isRuled = question.ask === "shape" && board.rules;
  const file = isRuled ? "shapes.json" : STORED[question.ask];
  if (!file) {
    const more = game?.stored && { stored: await storedBoard(game) };
    return asked({ ...question, ...more }, heard, signal);
  }
  const content = await (await fetch(new URL(`../${file}`, import.meta.url))).json();
  heard(isRuled ? content[board.rules] ?? { error: "these rules are not drawn here" } : content);
  return true;
}

// What the page can do: one list says what the kernel in the browser does not answer for.

// What takes Python, and how a refusal calls it: kinds of questions, and what boards, games and
// questions may have.
const TAKES_PYTHON = {
  review: "replays", puzzle: "puzzles", referee: "a referee",
  rules: "rules", clues: "uncertain clues", density: "densities", liars: "wrong clues",
  constraints: "constraints", neighbours: "neighbours of your own", positions: "positions",
  walls: "walls", program: "logic programs", zero: "the chance to open an area",
  progress: "the chance that a cell helps on", steps: "steps", by: "weighted sums",
  smallest: "smallest sets of clues", svg: "pictures", png: "pictures", levels: "games of this level",
  form: "formats by their names",
};
// Kinds of questions whose answer is the same by both. Of a position that is so for its verdicts and
// chances: the best cell, how hard it is, and which clues are wrong take Python, where there is one.
const ALIKE = new Set(["analyse", "explain", "look", "play", "may-guess", "shape"]);
// Above this level proofs are found by Python only.
const MOST_LEVEL = 2;

const has = (value) => Boolean(value) && value.length !== 0;

// What the kernel does not answer for in a question, in words; null if it answers.
export function beyondKernel({ ask, of, to, board, game, ...more }) {
  const asked = { ...board, ...game, ...more, [ask]: true, [of]: true, [to]: true };
  asked.levels = game?.level > MOST_LEVEL && !game.stored;
  if (game?.stored) Object.assign(asked, { puzzle: false }, ask === "play" && { rules: null });
  const name = Object.keys(TAKES_PYTHON).find((each) => has(asked[each]));
  if (name) return TAKES_PYTHON[name];
  return game && !Number.isInteger(game.mines) ? "games with a range of mines" : null;
}

// Whether a question is answered here.
export function answers(question) {
  return isAnsweredBy("http") || beyondKernel(question) === null;
}

// Whether something is answered here: a name of the list, or any other.
export function can(name) {
  return isAnsweredBy("http") || !Object.hasOwn(TAKES_PYTHON, name);
}

// Show no control that leads nowhere: `data-needs` says what it takes.
export function showAbilities() {
  for (const part of document.querySelectorAll("[data-needs]")) {
    if (can(part.dataset.needs)) continue;
    if (part.tagName === "OPTION") part.remove();
    else part.hidden = true;
  }
}

// Whether this page has somebody who answers: by `http` the program that serves it, or a `worker`.
export function isAnsweredBy(way) {
  return document.querySelector('meta[name="transport"]').content.split(" ").includes(way);
}

// What is left of a question for Python where the kernel begins: all of it, if its answer may not be all
// that Python says.
export function splitQuestion(question) {
  const { ask, board, wants } = question;
  // Without a mine count there are exact chances that Python alone tells.
  const isPythons = ask !== "analyse" && board?.mines === null;
  if (!ALIKE.has(ask) || isPythons || beyondKernel(question) !== null) return [null, question];
  const others = wants?.filter((each) => each !== "counts") ?? [];
  return [ask === "analyse" ? { ...question, wants: ["counts"] } : question,
    others.length ? { ...question, wants: others } : null];
}

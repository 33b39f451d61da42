// From a question to its messages, as `site/answer.py` gives them.

import { beyondKernel } from "../core/abilities.js";
import { analyse, Conflict, explain, look } from "./answers.js";
import { hint, mayGuess, play } from "./games.js";
import { beyond } from "./given.js";
import { judge, move } from "./judging.js";
import { read, write } from "./reading.js";
import { shapesOf } from "./topologies.js";

const ANSWERS = { analyse, explain, look, move, play, judge, hint, "may-guess": mayGuess, read, write, shape };
// Questions about a position that no layout may fit, with the command whose answer says so.
const OF_POSITION = { analyse: "solve", explain: "explain" };

function* shape({ board }) {
  yield shapesOf(board.topology, board.rows.length, board.width ?? [...board.rows[0].trim()].length);
}

// Yields the messages; whatever goes wrong is one, too, and the last one, as is an error instead of a kernel.
export async function* messages({ ask, ...asked }, kernel) {
  try {
    if (kernel instanceof Error) throw kernel;
    const what = beyondKernel({ ask, ...asked });
    if (what !== null) throw beyond(what);
    if (!Object.hasOwn(ANSWERS, ask)) throw beyond(`“${ask}”`);
    yield* ANSWERS[ask](asked, kernel);
  } catch (problem) {
    const { message: error, kind = "internal", place = null, sign } = problem;
    if (problem instanceof Conflict && ask in OF_POSITION) yield problem.answer(OF_POSITION[ask]);
    else yield { format: "logicsweep-serve/1", error, kind, place, ...(sign && { sign }) };
  } finally {
    kernel.rest?.();
  }
}

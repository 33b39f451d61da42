// From a question to its messages, as `site/answer.py` gives them.

import { beyondKernel } from "../core/abilities.js";
import { analyse, explain, look, ofPosition } from "./answers.js";
import { hint, mayGuess, play } from "./games.js";
import { beyond, UsageError } from "./given.js";
import { judge, move } from "./judging.js";
import { LimitError } from "./kernel.js";
import { read, write } from "./reading.js";
import { shapesOf } from "./topologies.js";

const ANSWERS = { look, move, play, judge, hint, "may-guess": mayGuess, read, write, shape };
// Questions about a position that no layout may fit, with the command whose answer says so.
const OF_POSITION = { analyse: ["solve", analyse], explain: ["explain", explain] };

function* shape({ board }) {
  yield shapesOf(board.topology, board.rows.length, board.width ?? [...board.rows[0].trim()].length);
}

// Yields the messages; whatever goes wrong is one, too, and the last one.
export function* messages({ ask, ...asked }, kernel) {
  try {
    const what = beyondKernel({ ask, ...asked });
    if (what !== null) throw beyond(what);
    if (ask in OF_POSITION) {
      const [command, answer] = OF_POSITION[ask];
      yield* ofPosition(command, () => answer(asked, kernel));
    } else if (ask in ANSWERS) {
      yield* ANSWERS[ask](asked, kernel);
    } else {
      throw beyond(`“${ask}”`);
    }
  } catch (problem) {
    const kind = problem instanceof LimitError ? "limit"
      : problem instanceof UsageError ? problem.kind : "internal";
    const { message: error, place = null, sign } = problem;
    yield { format: "logicsweep-serve/1", error, kind, place, ...(sign && { sign }) };
  } finally {
    kernel.rest();
  }
}

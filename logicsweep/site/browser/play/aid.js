// Help in a game that gives nothing away: a hint, and whether a guess is due.

import { one } from "../core/ask.js";
import { capitalized, named, percentText } from "../core/words.js";

// `desk`, here and below, has the game, the view, the shapes and `tell(sentence)`.
export async function mayGuess(desk) {
  const { needed } = await one({ ask: "may-guess", ...desk.game.question() });
  desk.tell(needed ? "Yes: no cell is proved safe, so a guess is due." : "No: some cell is proved safe.");
}

// First the area to look at; asked again, the step.
export async function hint(desk) {
  const { game } = desk;
  const { position } = game;
  const isAgain = game.hinted === position;
  const { step, least_risky: least } = await one({ ask: "hint", ...game.question() });
  if (position !== desk.game.position) return;
  game.hinted = position;
  if (step) showStep(desk, step, isAgain);
  else showGuess(desk, least, isAgain);
}

function showStep(desk, step, isWhole) {
  const index = (cell) => desk.game.position.index(cell);
  const steps = [...step.before, step];
  // The clues of all steps, not only of the last one.
  const clues = [...new Set(steps.flatMap((each) => each.clues.map(index)))];
  const further = steps.flatMap((each) => (each.further ?? []).flatMap(({ cells }) => cells.map(index)));
  if (isWhole) {
    desk.view.present({
      groups: clues.map((clue) => ({ clue, cells: desk.covered(clue) })),
      focus: index(step.safe[0]), around: [...step.safe.slice(1).map(index), ...further],
    });
    desk.tell(steps.map(({ text }) => `${capitalized(text)}.`).join(" "));
  } else {
    const area = clues.flatMap((clue) => [clue, ...desk.scope(clue)]);
    desk.view.present({ around: [...new Set([...area, ...further])] });
    desk.tell(`Look at the framed area (${named(step)}). Press Hint again for the step.`);
  }
}

function showGuess(desk, least, isWhole) {
  const cells = least?.cells ?? [];
  if (!cells.length) {
    desk.tell("Nothing is left to open.");
  } else if (isWhole) {
    desk.view.present({ around: cells.map((cell) => desk.game.position.index(cell)) });
    desk.tell(`The least risky cells are framed: ${percentText(least.probability)} a mine.`);
  } else {
    desk.tell("No cell is proved safe: a guess is due. Press Hint again for the least risky cells.");
  }
}

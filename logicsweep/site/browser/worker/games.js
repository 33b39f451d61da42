// Games from seeds: the mines stay here until a game is over.

import { countedOn, easiest, leastRisky, safeOf } from "./answers.js";
import { about, boardOf, coveredOf, isCovered, numberOf, objectOf, pairsOf, UsageError } from "./given.js";
import { patternOf } from "./patterns.js";
import { stepText } from "./saying.js";

// Layouts that were dealt: the game comes by again with each later move.
const made = new Map();
function dealt(board, game, start, kernel) {
  const key = JSON.stringify([game, start]);
  if (made.size > 500) made.clear();
  if (!made.has(key)) made.set(key, kernel.deal(board, game, start, guaranteed(game)));
  return made.get(key);
}

// What a game guarantees of its first cell; without guesses it is never left to chance.
export function guaranteed({ first_click: first = null, no_guess: isProvable }) {
  return first === null || (isProvable && first === "unprotected") ? "opening" : first;
}

// A game after its moves: the board, whether it is won or lost, the mines, and its openings with the board
// before each. Of a `stored` board all cells are known, and some are open at first.
export function reached({ game, opened = [], stored }, kernel) {
  const { rows: height, columns: width, topology, mines } = game;
  const board = boardOf({ topology, height, width, total: [mines, mines] });
  const moves = opened.map((cell) => numberOf(board, cell));
  const tokens = stored?.cells.split(" ");
  const isMine = tokens ? Uint8Array.from(tokens, (token) => token === "*")
    : moves.length ? dealt(board, game, moves[0], kernel) : null;
  const isOther = tokens?.length !== height * width || isMine.reduce((sum, each) => sum + each, 0) !== mines ||
    (game.rules ?? "puzzle") !== game.stored.split(" ")[0] || !game.puzzle;
  if (game.stored && isOther) throw new UsageError("no such board comes with this page");
  for (const cell of stored?.open ?? []) open(board, cell, isMine, false);
  const openings = [];
  let state = "playing";
  for (const cell of moves) {
    if (state !== "playing" || !isCovered(board.states[cell])) continue;
    const before = { ...board, states: board.states.slice() };
    const shows = open(board, cell, isMine, !stored);
    openings.push({ cell, before, shows });
    if (isMine[cell]) state = "lost";
    else if (coveredOf(board).length === mines) state = "won";
  }
  return { board, state, isMine, openings, tokens };
}

// Open a cell, and where it `floods`, around a 0 all others; returns the cells.
export function open({ states, near }, cell, isMine, floods = true) {
  const opened = [cell];
  for (const each of opened) {
    states[each] = isMine[each] ? -3 : near[each].reduce((sum, other) => sum + isMine[other], 0);
    if (states[each] !== 0 || !floods) continue;
    for (const other of near[each]) {
      if (isCovered(states[other]) && !opened.includes(other)) opened.push(other);
    }
  }
  return opened;
}

// How many clicks open all safe cells without flags (3BV): one for each area, one for each other cell.
export function leastClicks(board, isMine) {
  const blank = { ...board, states: new Int8Array(board.states.length).fill(-1) };
  const safe = Array.from(isMine.keys()).filter((cell) => !isMine[cell]);
  const areas = safe.filter((cell) => !board.near[cell].some((other) => isMine[other]));
  return [...areas, ...safe].reduce((clicks, cell) =>
    (isCovered(blank.states[cell]) ? (open(blank, cell, isMine), clicks + 1) : clicks), 0);
}

export function* play(asked, kernel) {
  const { board, state, isMine, tokens } = reached(asked, kernel);
  // Under rules what a clue shows is stored as well.
  const shown = tokens?.map((token, cell) => (isCovered(board.states[cell]) ? "?" : token));
  const { rules } = asked.game;
  const mines = () => Array.from(isMine.keys()).filter((cell) => isMine[cell]);
  yield {
    format: "logicsweep-played/1", state, board: { ...objectOf(board, shown), ...(rules && { rules }) },
    mines: state === "playing" ? null : pairsOf(board, mines()),
    event: null, guesses: null, forgiven: null,
  };
}

export function* mayGuess(asked, kernel) {
  const { chances } = countedOn(reached(asked, kernel).board, kernel);
  yield { format: "logicsweep-guessing/1", needed: !chances.includes(0) };
}

export function* hint(asked, kernel) {
  const position = countedOn(reached(asked, kernel).board, kernel);
  const isSafe = position.chances.includes(0);
  yield {
    ...about("hint", position.board), consistent: true,
    step: isSafe ? singleStep(position, kernel) ?? jointStep(position, kernel) : null,
    beyond_level: false, needs_guess: !isSafe, least_risky: isSafe ? null : leastRisky(position),
  };
}

// A step as messages have it; its cells are numbers.
function stepOf(board, step) {
  const [clues, givenMines, safe, mines] = [step.clues, step.givenMines, step.safe, step.mines]
    .map((cells) => pairsOf(board, cells));
  return {
    technique: step.technique, pattern: patternOf(board, step),
    level: clues.length + step.usesTotal, clues, uses_total: step.usesTotal, further: [], given_safe: [],
    given_mines: givenMines, safe, mines, split: null, text: stepText(board, step),
  };
}

// The first safe cells by single clues, with the mines that have to be known before; null if there
// are none.
function singleStep({ board }, kernel) {
  const singles = kernel.singles(board);
  const last = singles.findIndex(({ isMine }) => !isMine);
  if (last < 0) return null;
  const decided = new Map(singles.slice(0, last).flatMap(({ cells }, turn) => cells.map((cell) => [cell, turn])));
  const given = (turn) => board.near[singles[turn].clue].filter((cell) => decided.get(cell) < turn);
  const needed = new Set([last]);
  for (const turn of needed) for (const cell of given(turn)) needed.add(decided.get(cell));
  const turns = [...needed].sort((one, other) => one - other);
  const steps = turns.map((turn) => {
    const { clue, isMine, cells } = singles[turn];
    const [mines, safe] = isMine ? [cells, []] : [[], cells];
    const step = { technique: "single clue", clues: [clue], usesTotal: false, givenSafe: [], mines, safe };
    return stepOf(board, { ...step, givenMines: given(turn) });
  });
  return { ...steps.at(-1), before: steps.slice(0, -1) };
}

// The step from all sources of a safe cell at once.
function jointStep(position, kernel) {
  const { board } = position;
  const { cell, clues, usesTotal } = easiest(position, safeOf(position), kernel);
  const covered = clues.map((clue) => board.near[clue].filter((each) => isCovered(board.states[each])));
  const isWithin = ([one, other]) => one.every((each) => other.includes(each));
  const isNested = clues.length === 2 && (isWithin(covered) || isWithin(covered.toReversed()));
  const names = [null, "single clue", isNested ? "subset" : "difference"];
  const technique = usesTotal ? "total" : names[clues.length] ?? "together";
  const step = { technique, clues, usesTotal, givenSafe: [], givenMines: [], safe: [cell], mines: [] };
  return { ...stepOf(board, step), before: [] };
}

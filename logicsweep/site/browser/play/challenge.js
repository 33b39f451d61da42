// A game as an address that people can read: whoever opens it plays the same mines.

import { dailyGame } from "./daily.js";

// What a link to such an address does, in words.
export const SAME_MINES = "it leads to the same mines; whoever looks at the seed can work them out";

// The fields of a game, which the form for one has as well.
const NUMBERS = { mines: "mine count", level: "level" };
const TEXTS = ["seed", "topology", "rules", "clues", "stored"];
const SWITCHES = ["no_guess", "puzzle", "referee", "forgives"];

// A new seed: 64 bits as a decimal number.
export function newSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return String((BigInt(high) << 32n) | BigInt(low));
}

// The address of a game; with the `first` cell that was opened, on which the mines depend as well.
export function challenge(game, first = null) {
  const fields = new URLSearchParams({ play: `${game.columns}x${game.rows}` });
  if (first) fields.set("start", first.join("-"));
  const named = [...Object.keys(NUMBERS), ...TEXTS].filter((name) => (game[name] ?? null) !== null);
  for (const name of named) fields.set(name, game[name]);
  if (game.first_click) fields.set("first", game.first_click);
  for (const name of SWITCHES) if (game[name]) fields.set(name, "1");
  return `#${fields}`;
}

// The game of such fields, which anybody may have written, and the cells to open at once. Throws an
// Error in words.
export function gameOf(fields) {
  if (/^20\d\d-\d\d-\d\d$/.test(fields.get("play"))) return dailyGame(fields.get("play"));
  const size = /^(\d{1,5})x(\d{1,5})$/.exec(fields.get("play"));
  if (!size) throw new Error("the link names no game; expected a size such as play=30x16");
  const game = { rows: Number(size[2]), columns: Number(size[1]) };
  const said = (name) => fields.get(name)?.trim() || undefined;
  for (const name of TEXTS) if (said(name)) game[name] = said(name);
  for (const name of Object.keys(NUMBERS).filter(said)) {
    if (!/^\d{1,9}$/.test(said(name))) {
      throw new Error(`the ${NUMBERS[name]} is “${said(name)}”; expected a whole number`);
    }
    game[name] = Number(said(name));
  }
  if (game.seed && !(/^\d{1,20}$/.test(game.seed) && BigInt(game.seed) < 1n << 64n)) {
    throw new Error(`the seed is “${game.seed}”; expected a whole number below 2^64, or nothing`);
  }
  // A level is of boards that need no guess.
  if (game.level && said("puzzle") !== "1") game.no_guess = true;
  if (said("first")) game.first_click = said("first");
  for (const name of SWITCHES) if (said(name) === "1") game[name] = true;
  const start = /^(\d{1,4})-(\d{1,4})$/.exec(said("start"));
  return [game, start ? [[Number(start[1]), Number(start[2])]] : []];
}

// What is special about a game, in words.
export function gameWords(game) {
  const words = [`${game.puzzle && !game.rules ? "Puzzle, " : ""}${game.columns}x${game.rows}, ${game.mines} mines`];
  if (game.topology) words.push(game.topology);
  if (game.rules) words.push(`rules ${game.rules}`);
  if (game.clues) words.push(`${game.clues} clues`);
  if (game.no_guess || game.stored) words.push("no guess needed");
  const level = game.level ?? /^puzzle (\d)$/.exec(game.stored)?.[1];
  if (level) words.push(`level ${level}`);
  if (game.referee) words.push(game.forgives ? "referee, forgives" : "referee");
  return words.join(" · ");
}

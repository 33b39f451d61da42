// Boards to play that come with the page: of each rule, and puzzles of each level. None needs a guess.

let games = null;

// The boards by the name of their rule, or as `puzzle 1`.
function storedGames() {
  games ??= fetch(new URL("../games.json", import.meta.url)).then((answer) => answer.json());
  return games;
}

// The board of a game: all its `cells`, and those that are `open` from the beginning; null if there is none.
export async function storedBoard({ stored, seed }) {
  const all = await storedGames();
  const boards = Object.hasOwn(all, stored) ? all[stored] : [null];
  return boards[Number(BigInt(seed) % BigInt(boards.length))];
}

// The game on a board of a name, which a number chooses among those that there are.
export async function storedGame(name, number = Math.floor(1000 * Math.random())) {
  const seed = String(number % (await storedGames())[name].length);
  const tokens = (await storedBoard({ stored: name, seed })).cells.split(" ");
  const side = Math.sqrt(tokens.length);
  const mines = tokens.filter((token) => token === "*").length;
  const game = { rows: side, columns: side, mines, puzzle: true, stored: name, seed };
  return name.startsWith("puzzle ") ? game : { ...game, rules: name };
}

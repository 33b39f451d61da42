// The board of a day: the same for everybody, without guesses, and open where everybody begins.

const KIND = { rows: 16, columns: 16, mines: 40, first_click: "opening", no_guess: true };
const START = [8, 8];
const SQUARES = 10;

// The day that it is everywhere at once: that of UTC.
export function today() {
  return new Date().toISOString().slice(0, 10);
}

// The game of a day, and the cells that are open from its beginning.
export function dailyGame(day) {
  return [{ ...KIND, seed: day.replaceAll("-", "") }, [START]];
}

// The day whose board a game has; null for other games.
export function dayOf({ of, opened }) {
  const day = of.seed.replace(/^(20\d\d)(\d\d)(\d\d)$/, "$1-$2-$3");
  const names = Object.keys(KIND);
  const isDaily = day !== of.seed && Object.keys(of).length === names.length + 1 &&
    names.every((name) => of[name] === KIND[name]) && String(opened[0]) === String(START);
  return isDaily ? day : null;
}

// The openings of a judged game as squares, each for a tenth of them: proved, a guess, a mistake. They
// give no mine away.
export function squares(openings) {
  const count = Math.min(SQUARES, openings.length);
  return Array.from({ length: count }, (_, square) => {
    const part = (end) => Math.round((end * openings.length) / count);
    const kinds = openings.slice(part(square), part(square + 1)).map(({ kind }) => kind);
    if (kinds.some((kind) => kind === "needless" || kind === "blunder")) return "🟥";
    return kinds.every((kind) => kind === "proved") ? "🟩" : "🟨";
  }).join("");
}

// What games came to, kept in the browser: the best times by size and kind, the last games, and the
// boards of the day.

import { byId, el } from "../core/dom.js";
import { keep, kept } from "../core/preferences.js";
import { timeText } from "./clock.js";
import { today } from "./daily.js";

const PLACE = "logicsweep-statistics/1";
const LAST = 5;

const statistics = () => ({ kinds: {}, last: [], daily: {}, ...kept(PLACE, {}) });

// Take in what a game came to; whether its time is the best of its kind. `isFair` says that nothing
// helped, and that the board was new to the player.
export function addGame({ kind, isWon, seconds, isFair, day }) {
  const all = statistics();
  const { played = 0, won = 0, row = 0, best = Infinity } = all.kinds[kind] ?? {};
  const isBest = isWon && isFair && seconds < best;
  all.kinds[kind] = { played: played + 1, won: won + isWon, row: isWon ? row + isFair : 0 };
  if (isBest || best < Infinity) all.kinds[kind].best = isBest ? seconds : best;
  all.last = [{ kind, isWon, seconds }, ...all.last].slice(0, LAST);
  // The first try of the day counts.
  if (day === today() && isFair && day !== all.daily.day) {
    all.daily = { day, isWon, seconds, row: isWon ? 1 + rowBefore(all.daily) : 0 };
  }
  keep(PLACE, all);
  showStatistics();
  return isBest;
}

// Forget all games.
export function clearStatistics() {
  keep(PLACE, null);
  showStatistics();
}

// Show what was kept.
export function showStatistics() {
  const { kinds, last, daily } = statistics();
  byId("today").textContent = todayWords(daily);
  const lines = Object.entries(kinds).flatMap(([kind, { played, won, row, best }]) => [
    el("dt", {}, kind),
    el("dd", {}, [best && `best ${timeText(best)}`, `won ${won} of ${played}`, row > 1 && `${row} in a row`]
      .filter(Boolean).join(", ")),
  ]);
  byId("records").replaceChildren(...lines);
  byId("last-games").replaceChildren(...last.map(({ kind, isWon, seconds }) =>
    el("li", {}, `${isWon ? "Won" : "Lost"}, ${timeText(seconds)}: ${kind}`)));
  byId("statistics").hidden = !lines.length;
}

function todayWords(daily) {
  const isPlayed = daily.day === today();
  const words = !isPlayed ? "Not played yet."
    : daily.isWon ? `Won in ${timeText(daily.seconds)}.` : "Lost. There is another one tomorrow.";
  const row = isPlayed ? daily.row : rowBefore(daily);
  return row > 1 ? `${words} ${row} days in a row.` : words;
}

// How many days in a row were won until yesterday.
function rowBefore({ day, row }) {
  return day && Date.parse(today()) - Date.parse(day) === 86_400_000 ? row : 0;
}

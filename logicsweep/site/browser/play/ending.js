// The end of a game: what it came to, and a text of it for others.

import { isCovered } from "../board.js";
import { linkOf } from "../core/address.js";
import { byId, el } from "../core/dom.js";
import { counted, percentText } from "../core/words.js";
import { localized, value } from "../numbers.js";
import { gameWords } from "./challenge.js";
import { timeText } from "./clock.js";
import { dayOf, squares } from "./daily.js";

// Show the time at once; `review`, which comes later, has the rest. `seconds` is 0 if that is not known,
// `fragment` is that of a link to the same mines, and `page` says what was copied.
export function showResult(page, game, fragment, { seconds, isBest }, review = null) {
  const box = byId("result");
  const isWon = game.outcome === "won";
  const text = `${isWon ? "Won" : "Lost"}${seconds ? ` ${isWon ? "in" : "after"} ${timeText(seconds)}` : ""}`;
  const facts = review ? factsOf(game, seconds, review) : [];
  box.hidden = false;
  box.dataset.outcome = game.outcome;
  box.replaceChildren(
    el("h2", {}, text, isBest ? el("span", { class: "best" }, " Your best time") : ""),
    el("dl", {}, ...facts.flatMap(([name, fact]) => [el("dt", {}, name), el("dd", {}, fact)])),
    ...(review ? [el("p", { class: "buttons" }, el("button", {
      type: "button", id: "share-result", onclick: () => share(page, game, fragment, text, review),
    }, "Share the result"))] : []));
}

async function share(page, game, fragment, result, { kinds, openings }) {
  const day = dayOf(game);
  const { link } = linkOf(day ? `#play=${day}` : fragment);
  const proved = `${kinds.proved} of ${counted(openings.length, "opening")} proved`;
  const text = [`logicsweep ${day ? `daily ${day}` : gameWords(game.of)}`,
    `${result}, ${proved}`, squares(openings), link].join("\n");
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      page.say("The result is copied as text: paste it where you like.");
    }
  } catch (problem) {
    if (problem.name !== "AbortError") page.say(text);
  }
}

// What a judged game was, as pairs of a name and words.
function factsOf({ outcome, mines, position }, seconds, { kinds, openings, metrics }) {
  const clicks = metrics["3bv"];
  const rate = seconds ? `, ${localized((clicks / seconds).toFixed(2))} a second` : "";
  const survival = openings.reduce((share, { risk }) => share * (1 - value(risk ?? "0")), 1);
  const open = position.tokens.filter((token) => !isCovered(token) && token !== "*").length;
  const share = open / (position.tokens.length - mines.length);
  return [
    ...(outcome === "won" ? [] : [["Progress", `${percentText(share)} of the safe cells`]]),
    ["Accuracy", `${kinds.proved} of ${counted(openings.length, "opening")} proved`],
    ["Luck", survival < 1 ? `${percentText(survival)} to survive all guesses` : "no guess was made"],
    ...(outcome === "won" && clicks ? [["3BV", `${clicks}${rate}`]] : []),
  ];
}

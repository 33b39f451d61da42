// Numbers as sentences have them, and the words of players beside the exact ones.

import { el } from "./dom.js";
import { localized, value } from "../numbers.js";

export { capitalized, listed } from "../numbers.js";

// So many things, with digits grouped as the language of the browser has it, unlike those of answers.
export function counted(number, noun) {
  return `${number.toLocaleString()} ${noun}${number === 1 ? "" : "s"}`;
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

// How many layouts; the first digits where there are very many.
export function layouts(digits) {
  if (digits.length <= 15) return counted(Number(digits), "layout");
  const power = [...String(digits.length - 1)].map((digit) => RAISED[digit]).join("");
  return localized(`about ${digits[0]}.${digits.slice(1, 3)} × 10${power} layouts`);
}

// A probability in percent, and as a fraction where that is short.
export function chanceText(fraction) {
  const shown = percentText(fraction);
  return fraction === "0" || fraction === "1" || fraction.length > 13 ? shown : `${fraction} = ${shown}`;
}

// A probability, exact or not, in percent with at most two decimals; only certainty is 0 or 100 %.
export function percentText(fraction) {
  const chance = typeof fraction === "number" ? fraction : value(fraction);
  if (chance === 0 || chance === 1) return `${100 * chance}\u00a0%`;
  const shown = Math.min(Math.max(100 * chance, 0.01), 99.99);
  return localized(`${shown.toFixed(shown < 10 ? 2 : 1)}\u00a0%`);
}

// The technique of a step, with its pattern if players have a name for it.
export function named({ technique, pattern }) {
  return pattern ? `${technique} (${pattern})` : technique;
}

// A player's word; who rests on it reads the exact one.
export function term(word, exact) {
  return el("abbr", { title: exact }, word);
}

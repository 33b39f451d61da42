// Numbers and cells as sentences have them.

import { value } from "./fractions.js";

export function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

export function cellText([row, column]) {
  return `(${row},${column})`;
}

export function listed(words, last = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

// How many layouts; the first digits where there are very many.
export function layouts(digits) {
  if (digits.length <= 15) return counted(Number(digits), "layout");
  return `about ${digits[0]}.${digits.slice(1, 3)} · 10^${digits.length - 1} layouts`;
}

// A probability in percent, and as a fraction where that is short.
export function chanceText(fraction) {
  const chance = value(fraction);
  if (fraction === "0" || fraction === "1") return fraction === "0" ? "0 %" : "100 %";
  const shown = Math.min(Math.max(100 * chance, 0.01), 99.99).toFixed(2);
  return fraction.length > 13 ? `${shown} %` : `${fraction} = ${shown} %`;
}

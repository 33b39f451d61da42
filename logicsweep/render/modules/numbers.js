// Exact fractions, as answers have them, and how numbers, nouns and lists are written; for the page, for
// its worker and for files.

export function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

export function listed(words, last = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// A fraction in lowest terms, as messages have it.
export function fraction(over, under) {
  let [divisor, rest] = [under, over];
  while (rest) [divisor, rest] = [rest, divisor % rest];
  const [top, bottom] = [over / divisor, under / divisor];
  return bottom === 1n ? `${top}` : `${top}/${bottom}`;
}

// An exact fraction such as "1/15" as a number. Both parts may have more digits than a number can
// hold, so that only the first ones are divided.
export function value(fraction) {
  const [over, under = "1"] = fraction.split("/");
  const head = (digits) => Number(digits.slice(0, 17));
  const tail = (digits) => Math.max(0, digits.length - 17);
  return (head(over) / head(under)) * 10 ** (tail(over) - tail(under));
}

// A number with at most two decimals, rounded as in Python: to the even neighbour if both are equally
// near. That happens only for odd multiples of 1/2, 1/4 or 1/8; other halves are no binary fractions.
export function rounded(number, digits) {
  if ((number * 2 ** (digits + 1)) % 2 !== 1) return number.toFixed(digits);
  const below = Math.floor(number * 10 ** digits);
  return ((below + (below % 2)) / 10 ** digits).toFixed(digits);
}

// A decimal as the language of the browser has it, but for its digits.
export function localized(decimal) {
  return decimal.replace(".", POINT);
}

const POINT = (1.5).toLocaleString([], { numberingSystem: "latn" })[1];

// A probability in whole percent; only what is certain is called 0 or 100.
export function wholePercent(chance) {
  return localized(percentWords(100 * chance, chance === 0 || chance === 1));
}

// The same of a number of hundredths; with two decimals, if `isExact`.
export function percentWords(hundredths, isCertain, isExact = false) {
  if (isCertain) return `${hundredths}\u00a0%`;
  if (!isExact && hundredths >= 1 && hundredths <= 99) return `${rounded(hundredths, 0)}\u00a0%`;
  if (hundredths < 0.01) return "less than 0.01\u00a0%";
  return hundredths > 99.99 ? "more than 99.99\u00a0%" : `${rounded(hundredths, 2)}\u00a0%`;
}

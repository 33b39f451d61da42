// Exact fractions, as answers have them.

// An exact fraction such as "1/15" as a number. Both parts may have more digits than a number can
// hold, so that only the first ones are divided.
export function value(fraction) {
  const [over, under = "1"] = fraction.split("/");
  const head = (digits) => Number(digits.slice(0, 17));
  const tail = (digits) => Math.max(0, digits.length - 17);
  return (head(over) / head(under)) * 10 ** (tail(over) - tail(under));
}

// A probability in whole percent; only what is certain is called 0 or 100.
export function wholePercent(chance) {
  const hundredths = 100 * chance;
  if (chance === 0 || chance === 1) return `${hundredths}\u00a0%`;
  if (hundredths >= 1 && hundredths <= 99) return `${hundredths.toFixed(0)}\u00a0%`;
  if (hundredths < 0.01) return "less than 0.01\u00a0%";
  return hundredths > 99.99 ? "more than 99.99\u00a0%" : `${hundredths.toFixed(2)}\u00a0%`;
}

// Exact fractions, as answers have them.

// An exact fraction such as "1/15" as a number. Both parts may have more digits than a number can
// hold, so that only the first ones are divided.
export function value(fraction) {
  const [over, under = "1"] = fraction.split("/");
  const head = (digits) => Number(digits.slice(0, 17));
  const tail = (digits) => Math.max(0, digits.length - 17);
  return (head(over) / head(under)) * 10 ** (tail(over) - tail(under));
}

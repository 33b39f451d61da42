// Exact numbers: fractions of whole numbers of any size.

// A fraction in lowest terms, as messages have it.
export function fraction(over, under) {
  let [divisor, rest] = [under, over];
  while (rest) [divisor, rest] = [rest, divisor % rest];
  const [top, bottom] = [over / divisor, under / divisor];
  return bottom === 1n ? `${top}` : `${top}/${bottom}`;
}

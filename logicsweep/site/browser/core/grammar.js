// How numbers, nouns and lists are written; for the page and for its worker.

export function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

export function listed(words, last = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

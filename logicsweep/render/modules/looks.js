// What a cell looks like, and what a screen reader says of it; all painters draw the same.

import { localized, rounded } from "./numbers.js";

// Below this size of a cell in pixels, probabilities are shown by colour alone.
export const READABLE = 19;
// If more cells are equally good, a frame marks them, without a star.
const MOST_STARS = 3;
// So many looks are kept.
const MOST_LOOKS = 5000;

// The looks of cells of a layout that is drawn over the board.
const laid = { inset: 1, tile: "tile", text: "", style: "", size: null, down: 0, isDim: false };
export const LAID = {
  mine: { ...laid, fill: "covered", signs: ["mine"] }, safe: { ...laid, fill: "safe", signs: ["safe"] },
};

// What is known of a cell of which nothing is known.
export const UNKNOWN = { verdict: null, chance: null, isBest: false };

// A probability in at most four characters; only certainty is written as 0 or 100 %.
export function percent(chance) {
  const hundredths = 100 * chance;
  if (hundredths < 0.1) return localized("<.1%");
  if (hundredths < 9.95) return localized(`${rounded(hundredths, 1)}%`);
  return hundredths < 99.5 ? `${rounded(hundredths, 0)}%` : ">99%";
}

export function isCovered(token) {
  return token === "?" || token === "F";
}

// The number that an exact clue says, which is written as =11 from 9 on; null for all others.
export function clueOf(token) {
  const match = /^=?(\d+)$/.exec(token);
  return match && Number(match[1]);
}

export function tokenOf(clue) {
  return clue < 9 ? String(clue) : `=${clue}`;
}

// A clue without what says how it was made.
export function short(token) {
  return clueOf(token)?.toString() ?? (token.split(/[:([]/)[0] || token);
}

const STATE_WORDS = { "?": "covered", F: "flagged", "*": "known mine", _: "open, no clue" };

// What a screen reader says of a cell; `sign` is what its clue shows, if that is no number of mines.
export function inWords(token, known, sign) {
  const said = [STATE_WORDS[token] ?? `clue ${sign?.words ?? clueOf(token) ?? token}`];
  if (known.verdict === "safe") said.push("proved safe");
  else if (known.verdict === "mine") said.push("proved mine");
  else if (known.overlay) said.push(known.overlay.words);
  else if (known.chance !== null) said.push(`mine probability ${percent(known.chance)}`);
  if (known.isDim) said.push("not yet proved");
  if (known.isBest) said.push("best cell");
  return said.filter((part) => part !== "").join(", ");
}

// The looks of the cells of a board, each made once: cells that look alike have the same object.
export class Looks {
  // `best` are the signs of a best cell with a star; `signs` what clues show, by token, or null.
  constructor(best, signs) {
    this.best = best;
    this.signs = signs;
    this.known = new Map();
    this.plain = new Map();
  }

  // How many cells are best, and whether probabilities are written, is the same for all cells.
  begin(bestCount, isReadable) {
    this.hasStars = bestCount <= MOST_STARS;
    this.isReadable = isReadable;
    if (this.known.size > MOST_LOOKS) this.known.clear();
    this.plain.clear();
  }

  // A look has `tile` (the classes of the outline) with its `inset`, `fill` (the name of a colour),
  // `signs`, `frame` (the classes of the sign `frame`), `text` (lines), the `style` and the `size` of
  // the text (null for that of the style), how far it stands `down`, and `isDim`.
  of(token, fact) {
    const { verdict, chance, isBest, isDim, overlay } = fact;
    // Most cells are a clue, or covered with a probability that many have: of those, one look up is
    // all that is done.
    const isPlain = verdict === null && !isBest && !isDim && !overlay;
    const plain = !isPlain ? null : chance === null ? token : token === "?" ? chance : null;
    let look = plain === null ? undefined : this.plain.get(plain);
    if (!look) {
      look = this.#of(token, fact);
      if (plain !== null) this.plain.set(plain, look);
    }
    return look;
  }

  #of(token, { verdict, chance, isBest, isDim, overlay }) {
    let [text, heat] = ["", null];
    if (verdict === null && overlay) {
      ({ text, heat } = overlay);
    } else if (verdict === null && chance !== null) {
      text = percent(chance);
      heat = Math.round(100 * chance);
    }
    if (!this.isReadable) text = "";
    const mark = isBest ? (this.hasStars ? "star" : "frame") : "";
    const key = `${token}|${verdict}|${text}|${heat}|${mark}|${isDim ? "dim" : ""}`;
    let look = this.known.get(key);
    if (!look) {
      look = { ...this.#made(token, verdict, text, heat, mark), isDim: Boolean(isDim) };
      this.known.set(key, look);
    }
    return look;
  }

  #made(token, verdict, chance, heat, mark) {
    const covered = isCovered(token);
    const fill = verdict ?? (heat !== null ? `heat-${heat}` : covered ? "covered" : "open");
    const signs = [];
    if (verdict !== null) signs.push(verdict === "safe" ? "safe" : "proved-mine");
    if (token === "F") signs.push(verdict !== null || chance || mark ? "small-flag" : "flag");
    if (token === "*") signs.push("mine");
    // A star would lie on the sign of a verdict.
    if (mark) signs.push(...(mark === "star" && verdict === null ? this.best : ["frame"]));
    const sign = this.signs?.get(token);
    let [text, style] = [chance, "chance"];
    if (sign) {
      [text, style] = [sign.lines.join("\n"), "clue"];
    } else if (!covered && token !== "*" && token !== "0") {
      text = token === "_" ? "·" : short(token);
      const clue = clueOf(token);
      style = clue ? `clue clue-${Math.min(clue, 8)}` : token === "_" ? "none" : "uncertain";
      if (text.length > 2) style += " long";
    }
    const down = style === "chance" && mark === "star" ? 4 : 0; // below the star
    const [tile, inset] = covered ? ["tile", 1] : ["tile open", 0];
    const frame = signs.includes("star") ? "best" : "best thin";
    return { tile, inset, fill, signs, frame, text, style, size: sign?.size ?? null, down };
  }
}

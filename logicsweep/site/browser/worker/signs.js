// What the signs of rows mean. The twins are `formats/dialects.py`, `emoji.py` and `signs.py`, whose
// tables these are.

import { boardOf, isCovered, refuse } from "./given.js";
import { EVERY, spread, WITHIN } from "./pasted.js";
import { codes, emoji, meanings, native, squares, sure } from "./reading-table.js";

// What at most one sign means, and how many signs a text may have beside numbers.
const [ALONE, MOST] = [[0, -1, -3, -4], 6];

const isMine = (state) => state === -3;
// For every cell, how many around it are so.
const around = (near, states, isSo) => near.map((cells) => cells.filter((cell) => isSo(states[cell])).length);

// The states of rows: of cells, or of texts in which blanks may stand between cells.
export function understood({ cells, texts, isCodes }, covered) {
  const given = (texts ?? cells.map((row) => row.join(""))).join("\n");
  const isEmoji = WITHIN.LOOKS.test(given);
  const plain = (text) => (isEmoji ? text.replace(EVERY.SIGN, (sign, digit) => digit ?? emoji[sign]) : text);
  const rows = cells?.map((row) => row.map(plain)) ?? texts.map((text) => spread(plain(text).trim()));
  const [height, width, signs] = [rows.length, rows[0].length, rows.flat()];
  const wrong = rows.find((row) => row.length !== width || (!isCodes && row.some((cell) => [...cell].length !== 1)));
  if (wrong) refuse(null, `“${wrong.join(" ").slice(0, 40)}” is not a row of this board; expected ${width} signs of cells`);
  const { near } = boardOf({ height, width });
  const isSized = width === 2 && given.includes(" ") && Number(signs[0]) === height - 1;
  const isOther = isSized || (covered !== null && !signs.includes(covered));
  const states = isOther ? null : isCodes ? numbered(near, signs)
    : meant(near, signs, { given, covered, isEmoji, isLoose: Boolean(texts) });
  if (states) return { height, width, states };
  const some = [...new Set(signs)].slice(0, 9).join(" ");
  return refuse(null, `the signs ${some} make no board that I know; expected ? (covered), 0-8 (clue), F (flag) and ` +
    "* (mine), or emoji");
}

// The numbers of an array as numpy has them, or as ms_toollib; null if both may be.
function numbered(near, signs) {
  const [ours, theirs] = [codes.numpy, codes["ms-toollib"]].map((table) => signs.map((sign) => table[sign]));
  const mayBeTheirs = !theirs.includes(undefined) && (theirs.some(isCovered) || around(near, theirs, isMine)
    .every((mines, cell) => theirs[cell] < 0 || theirs[cell] === mines));
  if (ours.includes(undefined)) return theirs.includes(undefined) ? null : theirs;
  return mayBeTheirs ? null : ours;
}

function meant(near, signs, { given, covered, isEmoji, isLoose }) {
  const known = Object.keys(sure).find((each) => new RegExp(sure[each], "u").test(given)) ?? "?";
  const sign = covered ?? (isEmoji ? "🟦" : known);
  const others = signs.filter((each) => each !== sign).join("");
  const rest = given.replace(/^#(?:[ \t].*)?$/gm, ""); // which may be comments
  const isComment = covered !== "#" && rest !== given && /\S/.test(rest) && WITHIN.READABLE.test(rest);
  const several = covered === null ? WITHIN.SEVERAL.test(given.replaceAll(sign, "?")) : /[?x!*-]/.test(others);
  if (isComment || (several && !isEmoji)) {
    const unclear = isComment ? "#" : [...".x-*?"].find((each) => signs.includes(each));
    refuse(null, `${unclear} may mean several things here`, { sign: unclear });
  }
  const states = signs.map((each) => (each === sign ? -1 : native[each]));
  const isMixed = isEmoji ? signs.some((each) => each !== sign && squares.includes(each)) : states.includes(undefined);
  if (isMixed) return resolved(near, signs, covered);
  if (states.includes(undefined)) return null;
  const isImpossible = covered === null && states.some((state) => state > 0) &&
    !states.some((state) => state < 0 && state !== -4);
  if (!isImpossible) return states;
  return isLoose ? resolved(near, signs, covered) ?? states : null;
}

// The only way in which signs make a board that a game may show; null if there is none.
function resolved(near, signs, covered) {
  const names = [...new Set(signs)].sort();
  const special = names.filter((name) => name !== covered && !/^[0-8]$/.test(name));
  if (special.length > MOST || special.some((name) => !Object.hasOwn(meanings, name))) return null;
  const ways = names.reduce((all, name) => all.flatMap((way) =>
    (name === covered ? [-1] : meanings[name]).map((state) => ({ ...way, [name]: state }))), [{}]);
  const kept = new Map();
  for (const way of ways) {
    const alone = names.filter((name) => (name !== "?" || covered === "?") && ALONE.includes(way[name]));
    const states = signs.map((sign) => way[sign]);
    const [mines, hidden] = [isMine, isCovered].map((isSo) => around(near, states, isSo));
    const isPossible = new Set(alone.map((name) => way[name])).size === alone.length &&
      (!states.includes(-2) || states.includes(-1)) && states.every((state, cell) => state < 0 ||
        (mines[cell] <= state && state <= mines[cell] + hidden[cell] && // no game leaves cells around an empty one
          (state || signs[cell] === "0" || !hidden[cell])));
    // What follows with flags follows with mines.
    const key = String(states.map((state) => (isMine(state) ? -2 : state)));
    if (isPossible && !kept.has(key)) kept.set(key, { way, states });
  }
  const [first, ...others] = kept.values();
  const sign = signs.find((name) => others.some(({ way }) => way[name] !== first.way[name]) &&
    [first, ...others].some(({ way }) => way[name] === -1));
  if (sign) refuse(null, `${sign} may be a covered cell, or something else`, { sign });
  return first?.states ?? null;
}

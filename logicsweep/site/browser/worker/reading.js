// Boards as text: what people bring, and the native format and emoji to take away. What the signs of rows
// mean is in the tables of `formats/dialects.py`, `emoji.py` and `signs.py`, the twins.

import { beyond, boardOf, givenOf, isCovered, objectOf, refuse, UsageError } from "./given.js";
import { linked } from "./ids.js";
import { EVERY, peeled, spread, WITHIN } from "./pasted.js";
import { codes, emoji, meanings, native, squares, sure } from "./reading-table.js";

const KEYCAP = "\ufe0f\u20e3";
const SIGNS = { "?": "🟦", F: "🚩", "*": "💣" };
// What at most one sign means, and how many signs a text may have beside numbers.
const [ALONE, MOST] = [[0, -1, -3, -4], 6];

const isMine = (state) => state === -3;
// For every cell, how many around it are so.
const around = (near, states, isSo) => near.map((cells) => cells.filter((cell) => isSo(states[cell])).length);

export async function* read({ data, covered = null }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw beyond("files that are no text, such as replays");
  }
  const result = await linked(text) ?? pasted(text, covered);
  // A sign is named only if the text can be read with it.
  if (result.sign && covered === null && pasted(text, result.sign) instanceof Error) delete result.sign;
  if (result instanceof Error) throw result;
  const { board, form = "board", holds = "position" } = result;
  yield { format: "logicsweep-found/1", form, holds, board: objectOf(board) };
}

// The board in a text, or what is wrong with it.
function pasted(text, covered) {
  try {
    const { topology, total, ...rows } = peeled(text, covered);
    const board = understood(rows, covered?.trim() ? covered : null);
    return { board: boardOf({ ...board, topology, total: total && totalOf(total, board) }) };
  } catch (problem) {
    return problem;
  }
}

// The mine count in words, which has to be that of the board: of all mines, or of those left.
function totalOf(words, { height, width, states }) {
  const count = (...wanted) => states.filter((state) => wanted.includes(state)).length;
  const [first, second, third] = words.match(/\d+/g).map(Number);
  if (third !== undefined && (first !== width || second !== height)) return null;
  const [least, most = least] = third === undefined ? [first, second] : [third];
  if (least > most) refuse(null, "a mine count begins with the larger number");
  if (!WITHIN.LEFT.test(words)) return [least, most];
  const all = least + count(-2, -3);
  return least > count(-1) ? null : [all, all];
}

// The states of rows: of cells, or of texts in which blanks may stand between cells.
function understood({ cells, texts, isCodes }, covered) {
  const given = (texts ?? cells.map((row) => row.join(""))).join("\n");
  const isEmoji = WITHIN.LOOKS.test(given);
  const plain = (text) => (isEmoji ? text.replace(EVERY.SIGN, (sign, digit) => digit ?? emoji[sign]) : text);
  const rows = cells?.map((row) => row.map(plain)) ?? texts.map((text) => spread(plain(text).trim()));
  const [height, width, signs] = [rows.length, rows[0].length, rows.flat()];
  const wrong = rows.find((row) => row.length !== width || (!isCodes && row.some((cell) => [...cell].length !== 1)));
  const shown = wrong?.join(" ").slice(0, 40);
  if (wrong) refuse(null, `“${shown}” is not a row of this board; expected ${width} signs of cells`);
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

export function* write({ to, ...asked }) {
  if (to !== "board" && to !== "emoji") throw beyond(`the format ${to}`);
  const board = givenOf(asked);
  const { mines: total, rows, topology } = objectOf(board);
  if (to === "emoji" && !board.states.every((state) => isCovered(state) || (state !== -4 && state < 9))) {
    throw new UsageError("emoji have no sign for an open cell without a clue, and none for clues above 8");
  }
  const head = [...(total === null ? [] : [`mines: ${[total].flat().join("..")}`]),
    ...(topology ? [`topology: ${topology}`] : [])];
  const spelled = (row) => (to === "board" ? row : [...row].map((sign) => SIGNS[sign] ?? sign + KEYCAP).join(""));
  const text = [...head, ...(head.length ? [""] : []), ...rows.map(spelled), ""].join("\n");
  const letters = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  yield {
    format: "logicsweep-file/1", name: to === "board" ? "board.board" : "board.txt", media: "text/plain",
    data: btoa(letters), left_out: [],
  };
}

// Boards as text: what people bring, and the native format and emoji to take away.

import { beyond, boardOf, givenOf, isCovered, objectOf, refuse, UsageError } from "./given.js";
import { linked } from "./ids.js";
import { peeled, WITHIN } from "./pasted.js";
import { understood } from "./signs.js";

const KEYCAP = "\ufe0f\u20e3";
const SIGNS = { "?": "🟦", F: "🚩", "*": "💣" };

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

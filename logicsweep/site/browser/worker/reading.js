// Boards as text: the native format, rows of signs, and emoji as chats have them. Whatever else there
// is takes the library's readers.

import { beyond, givenOf, isCovered, objectOf, UsageError } from "./given.js";

const HEADER = /^\s*([A-Za-z_]\w*)\s*:(.*)$/;
const COMMENT = /^#(?:\s.*)?$/;
const EMOJI = [
  [/([0-8])\ufe0f?\u20e3/gu, "$1"], [/🟦|❓|❔/gu, "?"], [/🚩/gu, "F"], [/💣|💥/gu, "*"],
];
const KEYCAP = "\ufe0f\u20e3";
const SIGNS = { "?": "🟦", F: "🚩", "*": "💣" };

function fault(line, error) {
  return Object.assign(new UsageError(`line ${line + 1}: ${error}`, "syntax"), {
    place: { file: "the board", line: line + 1, column: null },
  });
}

export function* read({ data, form = null, covered = null }) {
  if (form !== null && form !== "board" && form !== "emoji") throw beyond(`the format ${form}`);
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw beyond("files that are no text, such as replays");
  }
  if (covered !== null) text = text.replaceAll(covered, "?");
  const plain = EMOJI.reduce((lines, [emoji, sign]) => lines.replace(emoji, sign), text);
  const head = {};
  const rows = [];
  plain.split(/\r\n|\r|\n/).forEach((row, line) => {
    const header = HEADER.exec(row);
    if (header && !rows.length) head[header[1]] = headerOf(header[1], header[2].trim(), line);
    else if (row.trim() && !COMMENT.test(row)) rows.push(rowOf(row, line));
  });
  if (!rows.length) throw fault(0, "no rows; expected rows of ? (covered), 0-8 (clue), F (flagged), * (known mine)");
  const { mines = null, topology = null } = head;
  const board = { format: "logicsweep-board/1", rows, mines, topology };
  yield {
    format: "logicsweep-found/1", form: plain === text ? "board" : "emoji", holds: "position",
    board: objectOf(givenOf({ board })),
  };
}

function headerOf(key, words, line) {
  if (key === "topology") return words;
  if (key !== "mines") throw beyond(`the header line “${key}”`);
  const range = /^(\d{1,9})(?:\s*\.\.\s*(\d{1,9}))?$/.exec(words);
  if (!range) {
    throw fault(line, `the mine count is “${words}”; expected a number such as 99, or a range such as 90..99`);
  }
  return range[2] === undefined ? Number(range[1]) : [Number(range[1]), Number(range[2])];
}

function rowOf(row, line) {
  const sign = /[^?0-9F*_\s]/u.exec(row);
  if (!sign) return row.trim();
  if (/^\s*(https?:|\{|\[|\d+x\d+:)/.test(row)) throw beyond("links, game ids and files of other programs");
  throw fault(line, `unknown character “${sign[0]}”; this page reads ? (covered), 0-8 (clue), F (flagged), ` +
    "* (known mine), _ (open, no clue) and emoji");
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

// Links and ids of other programs: a position of JSMinesweeper, and a game of Simon Tatham's Mines. The
// twins are `formats/analysis.py` and `formats/tatham_id.py`.

import { beyond, boardOf, isCovered, refuse } from "./given.js";
import { open } from "./games.js";
import { WHOLE } from "./pasted.js";
import { alphabet, digits, kindOf, owned } from "./reading-table.js";

const DAMAGED = "the link is damaged: it was not copied as a whole";

// The board in a text that is such a link or id and nothing else, and what it holds; null for others.
export function linked(text) {
  const id = WHOLE.ID.exec(WHOLE.PAGE.exec(text)?.[1] ?? text);
  if (id) return game(id.groups);
  const [link, given, again] = text.trim().split(/[?&]analysis=/);
  if (given === undefined || !/^(?:(?:https?:\/\/|[\w-]+\.[\w.-]+\/)\S*)?$/i.test(link)) return null;
  const letters = given.split(/[&#]/)[0];
  return again === undefined && /^[a-zA-Z0-9]{9,}$/.test(letters) ? position(letters) : refuse(1, DAMAGED);
}

function position(letters) {
  const [width, height, mines] = [[0, 2], [2, 4], [4, 8]].map(([from, to]) =>
    [...letters.slice(from, to)].reduce((sum, letter) => sum * alphabet.length + alphabet.indexOf(letter), 0));
  const board = boardOf({ height, width, total: [mines, mines] });
  const runs = [];
  for (const letter of letters.slice(8)) {
    const [kind, value] = digits[letter];
    if (runs.at(-1)?.kind !== kind) runs.push({ kind, length: 0 });
    const run = runs.at(-1);
    run.length = Math.min(owned[kind] === 1 ? run.length + 1 : run.length * owned[kind] + value, height * width + 1);
  }
  const cells = runs.reduce((sum, { length }) => sum + length, 0);
  if (cells !== height * width) refuse(1, DAMAGED);
  const kinds = runs.flatMap(({ kind, length }) => Array(length).fill(kind));
  const taken = (cell) => board.near[cell].filter((other) => "FI".includes(kinds[other])).length;
  board.states = Int8Array.from(kinds, (kind, cell) => kindOf[kind] + (kindOf[kind] < 0 ? 0 : taken(cell)));
  if (board.states.some((state) => state > 8)) refuse(1, DAMAGED);
  return { board, form: "analysis" };
}

async function game({ width: across, height: down = across, mines, share, kind, rest, x, y }) {
  const [width, height] = [Number(across), Number(down)];
  const board = boardOf({ height, width });
  const size = height * width;
  const { mask, hex = "", x: column = x, y: row = y } = WHOLE.REST.exec(rest)?.groups ?? {};
  // Browsers hash only where nobody else can change what comes.
  if (mask === "m" && !globalThis.crypto?.subtle) throw beyond("ids of games on an address without https");
  const bytes = (hex.match(/..?/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(2, "0"), 16));
  const plain = mask === "m" ? await unmasked(bytes, size) : bytes;
  const bits = plain.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const isMine = Array.from(bits.slice(0, size), Number);
  const total = isMine.filter(Boolean).length;
  const first = Number(row) * width + Number(column);
  if (kind !== ":" || hex.length !== Math.ceil(size / 4) || bits.includes("1", size) || row >= height ||
    column >= width || isMine[first] || (mines && !share && Number(mines) !== total)) {
    refuse(1, "the game id is damaged, or has no mines in it; expected one from after the first click");
  }
  board.total = [total, total];
  for (const cell of first >= 0 ? [first] : isMine.keys()) if (isCovered(board.states[cell])) open(board, cell, isMine);
  return { board, form: "tatham-id", holds: first >= 0 ? "position" : "layout" };
}

// The bits of a game: each half is combined with a stream of hashes of the other.
async function unmasked(bytes, size) {
  const mixed = async (half, seed) => {
    const stream = [];
    for (let at = 0; stream.length < half.length; at++) {
      const hashed = Uint8Array.from([...seed, ...new TextEncoder().encode(at)]);
      stream.push(...new Uint8Array(await crypto.subtle.digest("SHA-1", hashed)));
    }
    return half.map((byte, at) => byte ^ stream[at]);
  };
  const [first, second] = [bytes.slice(0, bytes.length >> 1), bytes.slice(bytes.length >> 1)];
  const last = await mixed(second, first);
  const spare = 8 * bytes.length - size;
  last.push((last.pop() >> spare) << spare);
  return [...await mixed(first, last), ...last];
}

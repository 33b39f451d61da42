"""One HTML file with a board, which shows what is known about the cell that you point at."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from logicsweep.board.board import Cell
from logicsweep.board.picture.drawing import AROUND_WORD, Picture, check_theme, drawing
from logicsweep.board.picture.markup import plain
from logicsweep.board.picture.signs import CELL
from logicsweep.board.picture.themes import NAMED, ThemeName
from logicsweep.render.browser import colours_css


class Detail(NamedTuple):
    """What the page says of a cell: lines of text, and a table of what it may turn out to be.

    A row of `outcomes` is a word, a probability between 0 and 1, and the probability in words.
    `clues` and the cells `around` are framed as long as the detail is shown.
    """

    lines: tuple[str, ...]
    outcomes: tuple[tuple[str, float, str], ...] = ()
    clues: tuple[Cell, ...] = ()
    around: tuple[Cell, ...] = ()


# Nothing may be fetched, and nothing but the script below may run.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

# The board stands beside what is said of it, each scrolled for itself; one below the other where
# there is no room for both. A wide board shrinks a little before it is scrolled.
_STYLE: Final = """
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; display: grid; background: var(--page); color: var(--text);
  grid-template: minmax(0, 1fr) / minmax(0, max-content) minmax(17rem, 1fr);
  font: 15px/1.45 "DejaVu Sans", Verdana, "Segoe UI", Helvetica, Arial, sans-serif; }
#board { overflow: auto; padding: .5rem; }
#board svg { display: block; outline: none; height: auto; max-width: 100%; min-width: LEASTpx; }
#board svg * { pointer-events: none; }
#board svg [data-cell] { pointer-events: auto; cursor: pointer; }
main { overflow: auto; padding: .75rem 1rem .75rem .25rem; max-width: 60rem; }
h1 { font-size: 1rem; margin: 0 0 .4rem; }
main > p { margin: 0 0 .3rem; font-size: .85rem; color: var(--faint); }
#detail { min-height: 9rem; margin-top: .6rem; padding: .6rem .9rem;
  border: 1px solid var(--line); border-radius: 6px; background: var(--open); }
#detail p { margin: 0 0 .3rem; }
#detail .hint { margin: .5rem 0 0; font-size: .8rem; color: var(--faint); }
#detail table { border-collapse: collapse; margin-top: .4rem; }
#detail td { padding: .1rem .5rem .1rem 0; white-space: nowrap; }
#detail td:first-child { text-align: right; font-weight: bold; }
#detail td:last-child { white-space: normal; }
.bar { display: block; height: .7rem; background: var(--mine); border-radius: 2px; }
.safe .bar { background: var(--safe); }
@media (max-width: calc(LEASTpx + 20rem)) {
  body { grid-template: minmax(0, max-content) minmax(12rem, 1fr) / minmax(0, 1fr); }
  main { padding: 0 1rem .75rem; display: flex; flex-direction: column; }
  main > * { flex: none; }
  #detail { order: -1; margin: 0 0 .6rem; }
}
"""

_SCRIPT: Final = """
"use strict";
const details = JSON.parse(document.getElementById("details").textContent);
const panel = document.getElementById("detail");
const drawing = document.querySelector("#board svg");
const frames = drawing.querySelector(".frames");
const tiles = new Map();
for (const tile of drawing.querySelectorAll("[data-cell]")) tiles.set(tile.dataset.cell, tile);
let chosen = null, pinned = false;

function line(parent, tag, text) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

function frame([row, column], width, inset, dashes) {
  for (const [stroke, wide, broken] of [
    ["var(--page)", width + 2, "none"], ["var(--reason)", width, dashes || "none"]]) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const size = CELL - 2 * inset;
    const found = { x: column * CELL + inset, y: row * CELL + inset, width: size, height: size,
      rx: 4, fill: "none", stroke: stroke, "stroke-width": wide, "stroke-dasharray": broken };
    for (const name in found) made.setAttribute(name, found[name]);
    frames.append(made);
  }
}

function mark(cell, detail) {
  frames.replaceChildren();
  const own = cell.split(",").map(Number);
  for (const place of detail.around) if (place.join() !== cell) frame(place, 2, 3, "3 3");
  for (const place of detail.clues) frame(place, 3, 1.5);
  frame(own, 3, 1.5);
  frame(own, 1.5, -2.5);
}

function show(cell) {
  if (!tiles.has(cell)) return;
  chosen = cell;
  const detail = details[cell] || { lines: [], outcomes: [], clues: [], around: [] };
  mark(cell, detail);
  panel.replaceChildren();
  line(line(panel, "p"), "strong", "(" + cell + ")");
  for (const text of detail.lines) line(panel, "p", text);
  if (detail.outcomes.length) {
    const table = line(panel, "table");
    for (const [word, chance, text] of detail.outcomes) {
      const row = line(table, "tr");
      if (word !== "mine") row.className = "safe";
      line(row, "td", word);
      const bar = line(line(row, "td"), "span");
      bar.className = "bar";
      bar.style.width = Math.max(1, 80 * chance) + "px";
      line(row, "td", text.replace(" %", "\\u00a0%"));
    }
  }
  line(panel, "p", pinned ? "HELD" : "HINT").className = "hint";
}

function choose(cell, hold) {
  pinned = hold;
  if (cell) show(cell);
}

drawing.setAttribute("tabindex", "0");
drawing.addEventListener("mouseover", (event) => {
  const cell = event.target.dataset && event.target.dataset.cell;
  if (cell && !pinned) show(cell);
});
drawing.addEventListener("click", (event) => {
  const cell = event.target.dataset && event.target.dataset.cell;
  choose(cell || chosen, Boolean(cell) && !(pinned && cell === chosen));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") choose(chosen, false);
});
drawing.addEventListener("keydown", (event) => {
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const [row, column] = (chosen || "0,0").split(",").map(Number);
  choose(chosen === null ? "0,0" : (row + step[0]) + "," + (column + step[1]), true);
});
if (panel.dataset.first) show(panel.dataset.first);
"""

_HINT: Final = "Point at a cell or use the arrow keys. Click a cell to keep it selected."
_HELD: Final = "Selected: click the cell again or press Escape to release it."
# Boards shrink to this share of their size before they are scrolled.
_LEAST: Final = 0.6


def page(
    picture: Picture,
    details: Mapping[Cell, Detail],
    *,
    theme: ThemeName | None = None,
    summary: Sequence[str] = (),
    first: Cell | None = None,
) -> str:
    """The file; it needs nothing else and asks for nothing.

    `theme` is one of `THEMES`; without one the page follows the reader's settings. `summary` stands
    below the title, `first` is the cell that is selected at first; the caption of the picture is
    left out. Raises what `svg` raises.
    """
    if theme is not None:
        check_theme(theme)
    shown = replace(picture, caption="", around_word=AROUND_WORD)
    board = drawing(shown, NAMED, every_frame=bool(details))
    data = {f"{cell.row},{cell.column}": detail._asdict() for cell, detail in details.items()}
    # No text can end the element that it stands in.
    text = json.dumps(data).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    start = "" if first is None else f' data-first="{first.row},{first.column}"'
    least = round(_LEAST * CELL * picture.grid.shape[1])
    script = _SCRIPT.replace("CELL", str(CELL)).replace("HELD", _HELD).replace("HINT", _HINT)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{plain(picture.title)}</title>",
            f"<style>{colours_css(theme)}{_STYLE.replace('LEAST', str(least))}</style></head>",
            "<body>",
            f'<div id="board">{board}</div>',
            "<main>",
            f"<h1>{plain(picture.title)}</h1>",
            *(f"<p>{plain(line)}</p>" for line in summary),
            f'<div id="detail" aria-live="polite"{start}><p class="hint">{_HINT}</p>',
            "<noscript>The details of cells need JavaScript.</noscript></div>",
            "</main>",
            f'<script type="application/json" id="details">{text}</script>',
            f"<script>{script}</script>",
            "</body></html>",
            "",
        ]
    )

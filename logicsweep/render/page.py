"""One HTML file with a board, and what is known of each cell when it is pointed at."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from logicsweep.board import Cell
from logicsweep.pictures.drawing import Picture, svg
from logicsweep.pictures.markup import plain
from logicsweep.pictures.themes import THEMES, ThemeName


class Detail(NamedTuple):
    """What is said of a cell: lines of text, and for a table what it may turn out to be.

    A row of `outcomes` is a word, a chance between 0 and 1, and the chance in words.
    """

    lines: tuple[str, ...]
    outcomes: tuple[tuple[str, float, str], ...] = ()


# Nothing may be fetched, and nothing but the script below may run.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

_STYLE: Final = """
body { margin: 0; padding: 1rem; background: %(page)s; color: %(text)s;
  font: 15px/1.45 "DejaVu Sans", Verdana, "Segoe UI", Helvetica, Arial, sans-serif; }
h1 { font-size: 1.1rem; margin: 0 0 .5rem; }
#board { overflow-x: auto; }
#board svg { outline: none; }
#board svg * { pointer-events: none; }
#board svg [data-cell] { pointer-events: auto; cursor: pointer; }
#board svg [data-cell].chosen { stroke: %(reason)s; stroke-width: 3; }
#detail { min-height: 9rem; max-width: 60rem; margin-top: .75rem; padding: .75rem 1rem;
  border: 1px solid %(line)s; border-radius: 6px; background: %(open)s; }
#detail p { margin: 0 0 .3rem; }
#detail table { border-collapse: collapse; margin-top: .4rem; }
#detail td { padding: .1rem .6rem .1rem 0; white-space: nowrap; }
#detail td:first-child { text-align: right; font-weight: bold; }
.bar { display: block; height: .7rem; background: %(mine)s; border-radius: 2px; }
.safe .bar { background: %(safe)s; }
"""

_SCRIPT: Final = """
"use strict";
const details = JSON.parse(document.getElementById("details").textContent);
const panel = document.getElementById("detail");
const drawing = document.querySelector("#board svg");
const tiles = new Map();
for (const tile of drawing.querySelectorAll("[data-cell]")) tiles.set(tile.dataset.cell, tile);
let chosen = null, pinned = false;

function line(parent, tag, text) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

function show(cell) {
  if (!tiles.has(cell)) return;
  if (chosen !== null) tiles.get(chosen).classList.remove("chosen");
  chosen = cell;
  tiles.get(cell).classList.add("chosen");
  const detail = details[cell] || { lines: [], outcomes: [] };
  panel.replaceChildren();
  line(panel, "p").append(line(panel, "strong", "(" + cell + ")"));
  for (const text of detail.lines) line(panel, "p", text);
  if (!detail.outcomes.length) return;
  const table = line(panel, "table");
  for (const [word, chance, text] of detail.outcomes) {
    const row = line(table, "tr");
    if (word !== "mine") row.className = "safe";
    line(row, "td", word);
    const bar = line(line(row, "td"), "span");
    bar.className = "bar";
    bar.style.width = Math.max(1, 160 * chance) + "px";
    line(row, "td", text);
  }
}

drawing.setAttribute("tabindex", "0");
drawing.addEventListener("mouseover", (event) => {
  const cell = event.target.dataset && event.target.dataset.cell;
  if (cell && !pinned) show(cell);
});
drawing.addEventListener("click", (event) => {
  const cell = event.target.dataset && event.target.dataset.cell;
  pinned = Boolean(cell) && !(pinned && cell === chosen);
  if (cell) show(cell);
});
drawing.addEventListener("keydown", (event) => {
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const [row, column] = (chosen || "0,0").split(",").map(Number);
  pinned = true;
  show(chosen === null ? "0,0" : (row + step[0]) + "," + (column + step[1]));
});
const first = panel.dataset.first;
if (first) { pinned = true; show(first); }
"""

_HINT: Final = "Point at a cell, or use the arrow keys; a click holds on to it."


def page(
    picture: Picture,
    details: Mapping[Cell, Detail],
    *,
    theme: ThemeName,
    summary: Sequence[str] = (),
    first: Cell | None = None,
) -> str:
    """The file; it needs nothing else and asks for nothing.

    `summary` is said below the title, `first` is the cell that is shown in the beginning; the
    caption of the picture is left out. Raises as `svg` does.
    """
    drawing = svg(replace(picture, caption=""), theme)  # which the details of `first` say
    data = {f"{cell.row},{cell.column}": detail._asdict() for cell, detail in details.items()}
    # No text can end the element that it stands in.
    text = json.dumps(data).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    start = "" if first is None else f' data-first="{first.row},{first.column}"'
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{plain(picture.title)}</title>",
            f"<style>{_STYLE % THEMES[theme]._asdict()}</style></head>",
            "<body>",
            f"<h1>{plain(picture.title)}</h1>",
            *(f"<p>{plain(line)}</p>" for line in summary),
            f'<div id="board">{drawing}</div>',
            f'<div id="detail" aria-live="polite"{start}><p>{_HINT}</p>',
            "<noscript>Without scripts the details of cells are not shown.</noscript></div>",
            f'<script type="application/json" id="details">{text}</script>',
            f"<script>{_SCRIPT}</script>",
            "</body></html>",
            "",
        ]
    )

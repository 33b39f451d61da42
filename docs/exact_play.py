"""Print the exact win chances of small games as Markdown, from the package's file of values.

python docs/exact_play.py safe        tables for a first click that is safe; or opening, unprotected
python docs/exact_play.py --size      what the file takes
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Iterator, Mapping
from math import comb
from typing import Any, Final

from logicsweep.strategy.optima import FILE, MOST_CELLS, read

# Lines and pairs of lines have long tables of little interest.
_LEAST_HEIGHT: Final = 3


def boards() -> Iterator[tuple[int, int]]:
    """Yield the boards of the tables, the smallest first."""
    every = [(height, width) for height in range(_LEAST_HEIGHT, 6) for width in range(height, 9)]
    yield from sorted(
        [(height, width) for height, width in every if height * width <= MOST_CELLS],
        key=lambda shape: (shape[0] * shape[1], shape),
    )


def tables(click: str) -> Iterator[str]:
    """Yield a table for each board: by mine count the chance and the best first cells."""
    known = read(FILE)
    for height, width in boards():
        lines = []
        for mines in range(1, height * width):
            first = known.get((height, width, mines), {}).get("first", {}).get(click)
            if first is not None:
                lines.append(_line(width, mines, first))
        if lines:
            yield f"**{height}x{width}**\n"
            yield "| mines | won / layouts | % | best first cells |\n|---|---|---|---|"
            yield "\n".join(lines) + "\n"


def _line(width: int, mines: int, first: Mapping[str, Any]) -> str:
    named = _named(first["best"], width)
    share = 100 * first["won"] / first["of"]
    return f"| {mines} | {first['won']:,} / {first['of']:,} | {share:.4f} | {named} |"


def _named(cells: list[int], width: int) -> str:
    """Name the first of the cells, which stand for the others, and say how many they are."""
    row, column = divmod(cells[0], width)
    return f"({row}, {column})" + (f" and {len(cells) - 1} more" if len(cells) > 1 else "")


def size() -> Iterator[str]:
    """Yield how many games and positions the file has, and what it takes."""
    known = read(FILE)
    solved = [record for record in known.values() if "first" in record]
    steps = [len(record.get("next", {})) for record in solved]
    layouts = sum(comb(r["height"] * r["width"], r["mines"]) for r in solved)
    data = FILE.read_bytes()
    yield (
        f"The file has {len(solved)} games with {layouts:,} layouts together, and a next cell for "
        f"{sum(steps):,} positions of {sum(map(bool, steps))} games: {len(data) // 1000} kB, "
        f"{len(gzip.compress(data)) // 1000} kB if compressed."
    )


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("click", nargs="?", choices=("unprotected", "safe", "opening"))
    parser.add_argument("--size", action="store_true")
    given = parser.parse_args()
    lines = size() if given.size else tables(given.click or "safe")
    print("\n".join(lines).rstrip())


if __name__ == "__main__":
    main()

"""Read a position from a link, explain why a cell is safe, and draw the explanation."""

from pathlib import Path

from logicsweep import KnowledgeBase, read_board, svg

LINK = "https://davidnhill.github.io/JSMinesweeper/?analysis=ajajaaakTRlXmOlsOsTglTgOTgOmhlScOelS"

kb = KnowledgeBase(read_board(LINK))
found = kb.explain((0, 0), smallest=True)
print(found.text)
path = Path("from_a_link.svg")
path.write_text(svg(found, "dark"), encoding="utf-8")
print(f"drawn in {path}")

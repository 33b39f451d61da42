"""A class of the shape that the interface `cs50` asks for: sentences about sets of cells.

Each clue is a sentence: so many of these cells are mines. A sentence whose cells are contained in
those of another one is subtracted from it. It is sound, and does not find everything: run
`logicsweep judge sentences:Sentences` in this folder.
"""

from __future__ import annotations

import random

Cell = tuple[int, int]
Sentence = tuple[frozenset[Cell], int]


class Sentences:
    """A player who is told the count of each opened cell."""

    def __init__(self, height: int = 8, width: int = 8) -> None:
        self.height = height
        self.width = width
        self.moves_made: set[Cell] = set()
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self.knowledge: list[Sentence] = []

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Take in the number of mines around an opened cell, and conclude what follows."""
        self.moves_made.add(cell)
        self.safes.add(cell)
        self.knowledge.append((frozenset(self.around(cell)), count))
        while self.conclude():
            pass

    def conclude(self) -> bool:
        """Simplify all sentences, and compare them in pairs; tell whether anything is new."""
        before = len(self.mines) + len(self.safes), set(self.knowledge)
        sentences = set(map(self.simplified, self.knowledge))
        for cells, count in sentences:
            if count == 0:
                self.safes |= cells
            elif count == len(cells):
                self.mines |= cells
        sentences |= {
            (larger - smaller, more - fewer)
            for smaller, fewer in sentences
            for larger, more in sentences
            if smaller < larger
        }
        self.knowledge = sorted((s for s in sentences if s[0]), key=lambda s: (sorted(s[0]), s[1]))
        return (len(self.mines) + len(self.safes), set(self.knowledge)) != before

    def simplified(self, sentence: Sentence) -> Sentence:
        """Leave out the cells that are known, and subtract the mines among them."""
        cells, count = sentence
        return cells - self.mines - self.safes, count - len(cells & self.mines)

    def make_safe_move(self) -> Cell | None:
        """Return a safe cell that is not open yet, if one is known."""
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self) -> Cell | None:
        """Return any cell that is neither open nor a known mine."""
        every = {(row, column) for row in range(self.height) for column in range(self.width)}
        left = sorted(every - self.moves_made - self.mines)
        return random.choice(left) if left else None

    def around(self, cell: Cell) -> set[Cell]:
        """Return the neighbours of a cell."""
        rows = range(max(cell[0] - 1, 0), min(cell[0] + 2, self.height))
        columns = range(max(cell[1] - 1, 0), min(cell[1] + 2, self.width))
        return {(row, column) for row in rows for column in columns} - {cell}

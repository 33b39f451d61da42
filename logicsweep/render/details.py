"""What is known about each cell, in words, for pages that show it when you point at a cell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Code
from logicsweep.board.state import State
from logicsweep.errors import MissingDensityError, capitalized
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.reasons.wording import clue_says, covered_around
from logicsweep.render.counts import exact_words, probability_words
from logicsweep.render.page import Detail
from logicsweep.tables.clue_distribution import is_wide

_BEST: Final = "No cell is proved safe, and none is less risky."


def details(kb: KnowledgeBase, density: Fraction | None) -> Iterator[tuple[Cell, Detail]]:
    """Yield a detail for each cell: a verdict with its reason, or the chance and the outcomes.

    A reason comes with its clues and the cells around them. If a density is needed and missing,
    there are no probabilities. Raises what the knowledge base raises.
    """
    board = kb.board
    proved = kb.consequences()
    best = _best(kb, density)
    for cell in board.cells:
        if cell in proved.safe or cell in proved.mines:
            explanation = kb.explain(cell)
            outcomes = _outcomes(kb, cell, density) if cell in proved.safe else ()
            verdict = "Proved safe." if cell in proved.safe else "Proved to be a mine."
            lines = (*_flagged(board, cell), verdict, explanation.sentence)
            yield cell, Detail(lines, outcomes, explanation.clues, explanation.cells)
        elif board.is_covered(cell):
            outcomes = _outcomes(kb, cell, density)
            chance = tuple(_chance(kb, cell, density))
            lines = (*_flagged(board, cell), "Undetermined.", *chance)
            yield cell, Detail((*lines, _BEST) if cell in best else lines, outcomes)
        else:
            around = covered_around(board, cell) if board.clue(cell) is not None else ()
            yield cell, Detail((_open_words(board, cell),), around=tuple(around))


def _best(kb: KnowledgeBase, density: Fraction | None) -> frozenset[Cell]:
    """Return the least risky cells where nothing is proved safe."""
    if not kb.consequences().safe:
        with suppress(MissingDensityError):
            return frozenset(kb.count(density=density).least_risky().cells)
    return frozenset()


def _chance(kb: KnowledgeBase, cell: Cell, density: Fraction | None) -> Iterator[str]:
    with suppress(MissingDensityError):
        chance = kb.count(density=density).probability(cell)
        yield f"{capitalized(probability_words(chance))}."


def _outcomes(
    kb: KnowledgeBase, cell: Cell, density: Fraction | None
) -> tuple[tuple[str, float, str], ...]:
    """Return the possible outcomes of a cell; none if they need a density that is not known.

    There are none either if its clue would speak of very many cells, since such outcomes would take
    long for all cells of a board.
    """
    ruled = kb.board.placed_rules
    if ruled is not None and is_wide(ruled, kb.board.number(cell)):
        return ()
    try:
        distribution = kb.clue_distribution(cell, density=density)
    except MissingDensityError:
        return ()
    chances = [("mine", distribution.mine)] if distribution.mine else []
    chances += [
        (str(clue) if ruled is None else ruled.sign(Code(clue)), chance)
        for clue, chance in enumerate(distribution.clues)
        if chance
    ]
    return tuple((word, float(chance), exact_words(chance)) for word, chance in chances)


def _flagged(board: Board, cell: Cell) -> tuple[str, ...]:
    return ("Flagged: a claim, not a proof.",) if board[cell] == State.FLAGGED else ()


def _open_words(board: Board, cell: Cell) -> str:
    if board[cell] == State.KNOWN_MINE:
        return "A known mine."
    if board[cell] == State.NO_CLUE:
        return "Open, without a clue."
    says = clue_says(board, cell, by_name=False)
    return f"{capitalized(says)}."

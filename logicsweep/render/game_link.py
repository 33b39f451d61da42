"""A game that was played as a link to the page: all of its positions, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from logicsweep.board.board import Board
from logicsweep.board.rows import render_rows
from logicsweep.formats.link import Change, fragment_of
from logicsweep.formats.tree import tokens_of
from logicsweep.games.review.review import Review
from logicsweep.games.view import View
from logicsweep.render.game_strips import move_words
from logicsweep.render.reviews import kind_words
from logicsweep.render.snapshots import Turn


def game_fragment(reviewed: Review) -> str:
    """Write the fragment of the page with the positions of a game, the last one at hand.

    They are named after the openings that led to them; flags are left out. Raises what
    `fragment_of` raises.
    """
    return fragment_of(reviewed.game.start, "the start", _changes(reviewed))


def _changes(reviewed: Review) -> Iterator[Change]:
    """Yield what each opening of the game changed."""
    view = View(reviewed.game.start)
    before = _tokens(view.board)
    for grade in reviewed.grades:
        opening = grade.opening
        view.show(opening.shown)
        after = _tokens(view.board)
        turn = Turn(opening.cells, opening.shown, chord=opening.chord)
        pairs = enumerate(zip(before, after, strict=True))
        changed = {cell: new for cell, (old, new) in pairs if old != new}
        yield Change(move_words(turn, kind_words(grade.kind)), changed)
        before = after


def _tokens(board: Board) -> list[str]:
    """Return the tokens of all cells; each names its clue model, since the first board names none.

    A clue may be written otherwise as soon as another cell around it is open.
    """
    rows = render_rows(board.grid, board.uncertain, None, board.own_adjacency, board.placed_rules)
    return [token for row in rows for token in tokens_of(row, board.width)]

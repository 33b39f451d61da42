"""The clue that a safe cell shows when it is opened: by the board's rule, or by a clue model.

Clues to come are right, also where some of the open ones may be wrong. Where a layout lets a clue
show several values, each is as likely, as in `ClueDistribution`; a clue model has other chances.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.clue import Around, Clue, Code
from logicsweep.board.clue_models import ClueModel, Exact, clue_model
from logicsweep.board.relation import MAX_DEGREE
from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.state import State
from logicsweep.errors import LimitError, UnknownNameError
from logicsweep.kernel.winning import HIT
from logicsweep.system.hidden import OFF

Rows = NDArray[np.bool_]
# The values that cells would show; in two bytes only where a clue may show very many values.
Values = NDArray[np.uint8 | np.uint16]
EXACT: Final = Exact()
# Values for a cell that is only supposed to be a mine, or safe.
MINE: Final = int(State.KNOWN_MINE)
SAFE: Final = int(State.NO_CLUE)


class Option(NamedTuple):
    """A value that a cell may show, with its chance in each layout; 0 where the cell is a mine."""

    value: int
    shares: tuple[Fraction, ...]


class Sight:
    """The clues to come on a board; see the module.

    Attributes:
        model: The clue model that the clues on the board name; exact under a rule for clues.
        is_certain: Whether a layout with its hidden cells determines each clue.
    """

    def __init__(self, board: Board) -> None:
        # A cell that is opened shows a clue of the first rule.
        ruled = None if board.placed_rules is None else board.placed_rules.first
        self._board = board
        self._ruled = None if ruled is None or ruled.rules.clue.is_standard else ruled
        self.model = model_of(board) if self._ruled is None else EXACT
        self.is_certain = isinstance(self.model, Exact)
        if self._ruled is not None:
            rule = self._ruled.rules.clue
            self.is_certain = not (rule.off_by or rule.key in (*OFF, HiddenKey.ITSELF))

    @property
    def nothing(self) -> int:
        """The value of a cell that shows nothing: under a key with letters there may be none."""
        return 0 if self._ruled is None else self._ruled.values.highest + 1

    def values(self, number: int, marginals: NDArray[np.float64]) -> Sequence[int]:
        """List the values that a cell's clue may show, before a clue model, by the marginals."""
        if self._ruled is not None:
            key = self._ruled.rules.clue.key
            has_letters = key is not None and key.has_letters
            return [*map(int, self._ruled.values.codes), *([self.nothing] if has_letters else [])]
        near = list(self._board.adjacency.neighbours(number))
        around = marginals[near]
        known = int(((around == 1) | (self._board.grid.ravel()[near] == State.KNOWN_MINE)).sum())
        return range(known, known + int(((around > 0) & (around < 1)).sum()) + 1)

    def told(self, number: int, value: int) -> int | Clue:
        """Return a value as a clue for a ledger, whose likelihoods are the chances to show it.

        They are right up to a common factor. Raises `LimitError` under a rule for which no clue has
        these likelihoods.
        """
        if self._ruled is None or value in (MINE, SAFE):
            return value
        rule = self._ruled.rules.clue
        if rule.key is HiddenKey.ITSELF:
            where = self._board.cell(number)
            raise LimitError(
                f"a clue at {where} speaks of all cells under the rule {rule.name}; what it may "
                f"show is compared where few layouts are left"
            )
        if rule.key in OFF:
            return Clue(0, MAX_DEGREE, shown=value)
        if value == self.nothing:
            return Clue.at_least(value)
        shown = self._ruled.values.value(Code(value))
        if rule.is_signed or not isinstance(shown, int) or not rule.off_by > 0:
            return value
        true = [at for at in (shown - rule.off_by, shown + rule.off_by) if at >= 0]
        if len(true) == 2 and len({len(rule.shows(at)) for at in true}) == 1:
            return value
        chances = [Fraction(at in true, len(rule.shows(at))) for at in range(true[0], true[-1] + 1)]
        return Clue(true[0], true[-1], tuple(chances))

    def share(self, number: int, value: int, marked: frozenset[int]) -> Fraction:
        """Compute the chance that a safe cell shows a value, given the mines and marked cells."""
        row = np.zeros((1, 1 + max(marked, default=0) + self._board.grid.size), dtype=np.bool_)
        row[0, list(marked)] = True
        shares = {option.value: option.shares[0] for option in self.options(row, number)}
        return shares.get(value, Fraction(0))

    def options(self, rows: Rows, number: int, covered: int | None = None) -> list[Option]:
        """List the values that a cell may show in some layouts, with their hidden cells.

        The clue model counts only if the number of `covered` neighbours when the cell is opened is
        given; else clues are exact.
        """
        is_ruled = self._ruled is not None
        by_case, cases = (
            self._by_rule(rows, number) if is_ruled else self._by_count(rows, number, covered)
        )
        values = sorted({value for shares in by_case for value in shares})
        none = Fraction(0)
        return [
            Option(value, tuple([by_case[case].get(value, none) for case in cases.tolist()]))
            for value in values
        ]

    def _by_count(
        self, rows: Rows, number: int, covered: int | None
    ) -> tuple[list[dict[int, Fraction]], NDArray[np.intp]]:
        """Return the chances of the values for each count of mines, and the count of each layout.

        For a mine in the cell itself there is a count of its own, one that shows nothing.
        """
        near = list(self._board.adjacency.neighbours(number))
        counts = np.where(rows[:, number], len(near) + 1, rows[:, near].sum(axis=1))
        known = int((self._board.grid.ravel()[near] == State.KNOWN_MINE).sum())
        by_count: list[dict[int, Fraction]] = [{} for _ in range(len(near) + 2)]
        for count in set(counts.tolist()) - {len(near) + 1}:
            if covered is None:
                by_count[count] = {count: Fraction(1)}
                continue
            if count > known + covered:
                continue  # a cell opened by then would be a mine, so the layout is not left
            for value, share in self.model.shows(count, Around(known, covered)).items():
                if share:
                    by_count[count][-1 if value is None else value] = Fraction(share)
        return by_count, counts

    def _by_rule(
        self, rows: Rows, number: int
    ) -> tuple[list[dict[int, Fraction]], NDArray[np.intp]]:
        """Return the chances of the values for each pattern of a scope, and each layout's pattern.

        The patterns are the different combinations of mines and marks that the layouts have.
        """
        ruled = self._ruled
        if ruled is None:
            raise TypeError("the board has no rule for clues")
        size = self._board.grid.size
        hidden = range(size, rows.shape[1]) if ruled.key_shape is not None else ()
        scope = [*ruled.scope(number).cells, number, *hidden]
        patterns, places = np.unique(rows[:, scope], axis=0, return_inverse=True)
        by_pattern: list[dict[int, Fraction]] = []
        for pattern in patterns.tolist():
            mines = dict(zip(scope, pattern, strict=True))
            key = frozenset([cell - size for cell in hidden if mines[cell]])
            codes = () if mines[number] else ruled.options(number, mines, key)
            values = [*map(int, codes)] if codes or mines[number] else [self.nothing]
            by_pattern.append({value: Fraction(1, len(values)) for value in values})
        return by_pattern, places.ravel()

    def shown(self, rows: Rows, cells: Sequence[int]) -> Values:
        """Show each of some cells in each layout, `HIT` for a mine; shape (layouts, cells).

        The sight has to be certain. Where clues can show very many values, these are numbered anew
        in each cell, so that numbers only tell which values are equal.
        """
        if self._ruled is None:
            return counted_around(rows[:, : self._board.grid.size], cells, self._board.adjacency)
        values = np.full((len(rows), len(cells)), HIT, dtype=np.uint16)
        for column, cell in enumerate(cells):
            by_pattern, places = self._by_rule(rows, cell)
            codes = np.array([next(iter(choices), -1) for choices in by_pattern])
            if self.nothing >= HIT:
                ranks = np.unique(codes, return_inverse=True)[1]
                codes = np.where(codes < 0, codes, ranks + (ranks >= HIT))
            safe = codes[places] >= 0
            values[safe, column] = codes[places][safe]
        return values.astype(np.uint8) if values.max(initial=HIT) == HIT else values


def counted_around(layouts: Rows, cells: Sequence[int], adjacency: Adjacency) -> Values:
    """Count the mines around cells in each layout, `HIT` for a mine; as `Sight.shown`."""
    number, size = layouts.shape
    columns = list(cells)
    padded = np.zeros((size + 1, number), dtype=np.uint8)
    padded[:size] = layouts.T
    values = padded[adjacency.table[:, columns]].sum(axis=0, dtype=np.uint8)
    values[padded[columns] > 0] = HIT
    return np.ascontiguousarray(values.T)


def model_of(board: Board) -> ClueModel:
    """Return the clue model that a board's clues name, if logicsweep knows it; else exact."""
    names = {clue.model for clue in board.uncertain_by_number.values() if clue.model is not None}
    try:
        return clue_model(min(names)) if names else EXACT
    except UnknownNameError:  # a model that a user named
        return EXACT

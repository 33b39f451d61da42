"""Difficulty of proofs as a game goes on: what single clues prove, and from there the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.board.verdicts import Consequences
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.reasons.deduction import Deduced, Deductions
from logicsweep.reasons.explanation import Step
from logicsweep.system.system import Position, position_of


class SingleClues:
    """All that follows by single clues in turn, and by the mine count alone.

    What is shown later keeps it true. For boards with exact clues and without rules. A level may
    take `time_limit` seconds, or raises `LimitError`.
    """

    def __init__(self, start: Board, time_limit: float | None) -> None:
        self._board = start
        self._engine, self._time_limit = engine_of(ELIMINATION), time_limit
        self._deductions = self._deduced(position_of(start), {}, level=1)
        self._is_mine: dict[int, bool] = {}
        self._how: dict[int, Deduced] = {}
        self._follow()

    def show(self, shown: Mapping[Cell, int | Clue]) -> None:
        """Take in what was opened."""
        number = self._board.number
        hit = {number(cell) for cell, state in shown.items() if state == State.KNOWN_MINE}
        self._deductions.know(dict.fromkeys(hit - set(self._is_mine), True))
        self._is_mine |= dict.fromkeys(hit, True)
        clues = {number(cell): state for cell, state in shown.items() if isinstance(state, int)}
        self._deductions.show({cell: state for cell, state in clues.items() if state >= 0})
        self._follow()

    def step(self, board: Board, cell: Cell) -> Step | None:
        """Return the step that proves a cell safe on a board; None if single clues do not."""
        number = board.number(cell)
        deduction = self._how.get(number)
        if deduction is None or self._is_mine[number]:
            return None
        clues, uses_total, *_ = deduction.mus
        near = self._is_mine if uses_total else board.adjacency.neighbours(clues[0])
        known = [place for place in near if place in self._is_mine]
        covered = [place for place in known if board.is_covered(board.cell(place))]
        mines = sorted(place for place in covered if self._is_mine[place])
        safe = deduction.decided if uses_total else set(covered) - set(mines)
        return Step(
            board,
            deduction.technique,
            tuple(map(board.cell, clues)),
            uses_total=uses_total,
            given_mines=tuple(map(board.cell, mines)),
            given_safe=(),
            mines=(),
            safe=tuple(map(board.cell, sorted(set(safe).intersection(covered)))),
        )

    def level(self, board: Board, cell: Cell, proved: Consequences) -> int:
        """Return the level (see `Difficulty`) of a cell that is proved safe, but not by one clue.

        `proved` are all verdicts on the board.
        """
        target = board.number(cell)
        for level, decided in self._harder(board, proved):
            if target in decided:
                return level
        raise AssertionError(f"{cell} is not deduced")

    def levels(self, board: Board, proved: Consequences) -> dict[Cell, int]:
        """Return the level of every verdict on the board; `proved` are all of them."""
        levels = dict.fromkeys((*proved.mines, *proved.safe), 1)
        harder = {cell for cell in levels if board.number(cell) not in self._is_mine}
        if harder:
            for level, decided in self._harder(board, proved):
                levels |= {cell: level for cell in map(board.cell, decided) if cell in harder}
                harder.difference_update(map(board.cell, decided))
        return levels

    def _harder(
        self, board: Board, proved: Consequences
    ) -> Iterator[tuple[int, Mapping[int, bool]]]:
        """Yield the deductions beyond single clues: the level up to there, and what is decided."""
        verdicts = {board.number(mine): True for mine in proved.mines}
        verdicts |= {board.number(safe): False for safe in proved.safe}
        known = {
            at: State.KNOWN_MINE if mine else State.NO_CLUE
            for at, mine in verdicts.items()
            if at in self._is_mine
        }
        left = {at: mine for at, mine in verdicts.items() if at not in known}
        level = 1
        position = position_of(board).changed(known)
        for deduction in self._deduced(position, left):
            level = max(level, deduction.mus.size)
            yield level, deduction.decided

    def _deduced(
        self, position: Position, verdicts: Mapping[int, bool], level: int | None = None
    ) -> Deductions:
        # Single clues are followed as the game goes on, which has no limit of its own.
        budget = Budget(None if level == 1 else self._time_limit)
        return Deductions(
            position, verdicts=verdicts, level=level, engine=self._engine, budget=budget
        )

    def _follow(self) -> None:
        while (deduction := self._deductions.by_technique()) is not None:
            self._deductions.know(deduction.decided)
            self._is_mine |= deduction.decided
            self._how |= dict.fromkeys(deduction.decided, deduction)


def has_only_exact_clues(board: Board) -> bool:
    """Return whether every open cell shows an exact clue that counts mines, and cells are alike."""
    is_silent = bool((board.grid == State.NO_CLUE).any())
    return board.is_ordinary and not board.uncertain_by_number and not is_silent

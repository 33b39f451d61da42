"""Judging moves: openings, flags and chords, by what was known before them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import InconsistentBoardError, LimitError, MissingDensityError
from logicsweep.games.told.facts import Facts
from logicsweep.games.told.opening import Kind, by_distance, chances_of
from logicsweep.lab.judging.claims import Action, ClaimError, MoveClaim
from logicsweep.lab.judging.judgements import MoveJudgement, Truth, Wanted
from logicsweep.limits import IN_PLAY
from logicsweep.strategy.winning import win_chance
from logicsweep.tables.model_count import LeastRisky

# The truth of a flag by the verdict on its cell, and of an opening by its kind.
_FLAGS: Final = {
    Verdict.MINE: Truth.RIGHT,
    Verdict.SAFE: Truth.WRONG,
    Verdict.UNDETERMINED: Truth.UNDECIDED,
}
_OPENINGS: Final[dict[Kind | None, Truth]] = {
    Kind.PROVED: Truth.RIGHT,
    Kind.BLUNDER: Truth.WRONG,
}
# A cell of an opening with the first of these verdicts shows what the opening is.
_TELLING: Final = (Verdict.MINE, Verdict.UNDETERMINED, Verdict.SAFE)


def judged_move(facts: Facts, claim: MoveClaim, wanted: Wanted) -> MoveJudgement:
    """Judge a move. Raises `ClaimError` for a chord that is not allowed or opens nothing."""
    if claim.is_flag:
        return _flag(facts, claim, wanted)
    board, cell = facts.board, claim.cell
    cells = (cell,) if claim.action is Action.OPEN else chorded(board, cell)
    kind, risk, least = _chances(facts, cells)
    better: tuple[Cell, ...] = ()
    if kind is not None and kind.is_mistake and least is not None and least.probability < 1:
        better = by_distance(least.cells, cells[0])
    before, after = _win(facts, cells) if wanted.win else (None, None)
    shown = min(cells, key=lambda place: _TELLING.index(facts.verdict(place)))
    return MoveJudgement(
        board=board,
        claim=claim,
        truth=_OPENINGS.get(kind, Truth.UNDECIDED),
        witness=wanted.witness_on(facts, shown),
        kind=kind,
        risk=risk,
        best=None if least is None else least.probability,
        better=better,
        win_before=before,
        win_after=after,
    )


def chorded(board: Board, clue_cell: Cell) -> tuple[Cell, ...]:
    """Return the cells that a chord opens, in reading order.

    Raises `ClaimError` where the clue is no number of mines around it, where there are not as many
    flags and known mines around it as it says, and where all cells around it are flagged or open.
    """
    clue = board.value(clue_cell)
    if not isinstance(clue, int) or not board.rules.clue.is_standard:
        raise ClaimError(f"the clue at {clue_cell} does not count mines; expected one to chord at")
    near = board.neighbours(clue_cell)
    marked = sum(board[cell] in (State.FLAGGED, State.KNOWN_MINE) for cell in near)
    if marked != clue:
        raise ClaimError(
            f"a chord at {clue_cell} opens nothing: {marked} of its neighbours are flagged or "
            f"known mines; expected {clue}"
        )
    cells = tuple(cell for cell in near if board[cell] == State.COVERED)
    if not cells:
        raise ClaimError(f"a chord at {clue_cell} opens nothing: no neighbour is left to open")
    return cells


def _chances(
    facts: Facts, cells: tuple[Cell, ...]
) -> tuple[Kind | None, Fraction | None, LeastRisky | None]:
    """Return the kind of an opening, its risk, and the least one: what a missing density leaves."""
    try:
        chances = chances_of(facts, cells)
    except MissingDensityError:
        least = facts.least() if facts.safe.any() else None
        if _hits(facts, cells):
            return Kind.BLUNDER, Fraction(1), least
        return None if least is None else Kind.NEEDLESS, None, least
    return chances.kind, chances.risk, chances.least


def _hits(facts: Facts, cells: tuple[Cell, ...]) -> bool:
    """Return whether every layout has a mine in some of the cells."""
    try:
        facts.kb.copy().tell_all(dict.fromkeys(cells, State.NO_CLUE))
    except InconsistentBoardError:
        return True
    return False


def _flag(facts: Facts, claim: MoveClaim, wanted: Wanted) -> MoveJudgement:
    try:
        risk = 1 - facts.chance(claim.cell)
    except MissingDensityError:
        risk = None
    return MoveJudgement(
        board=facts.board,
        claim=claim,
        truth=_FLAGS[facts.verdict(claim.cell)],
        witness=wanted.witness_on(facts, claim.cell),
        risk=risk,
    )


def _win(facts: Facts, cells: tuple[Cell, ...]) -> tuple[Fraction | None, Fraction | None]:
    """Return the chances to win before and after an opening, where both can be known.

    They are not known of several cells together, nor where a cell that is opened does more than add
    a clue: with uncertain clues, with liars, and where a clue may show one of several values.
    """
    board = facts.board
    leaves_choice = board.liars or board.rules.clue.leaves_choice
    if len(cells) > 1 or leaves_choice or board.uncertain_by_number:
        return None, None
    (cell,) = cells

    def chance_on(position: Board) -> Fraction:
        return win_chance(
            position,
            first_click=FirstClick.UNPROTECTED,
            layouts=IN_PLAY,
            time_limit=facts.time_limit,
        )

    try:
        before = chance_on(board)
        shown = facts.kb.clue_distribution(cell)
        chances = dict(enumerate(shown.clues))
        chances[State.NO_CLUE] = 1 - shown.mine - sum(shown.clues)
        after = sum(
            (
                chance * chance_on(board.replace({cell: clue}))
                for clue, chance in chances.items()
                if chance
            ),
            start=Fraction(0),
        )
    except (LimitError, MissingDensityError):
        return None, None
    return before, after

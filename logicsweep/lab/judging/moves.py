"""Judging moves: openings, flags and chords, by what was known before them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import InconsistentBoardError, LimitError, MissingDensityError
from logicsweep.games.told.facts import Facts
from logicsweep.games.told.opening import Kind, by_distance, chances_of
from logicsweep.lab.judging.claims import Action, ClaimError, MoveClaim
from logicsweep.lab.judging.judgements import MoveJudgement, Truth, Witness
from logicsweep.lab.judging.wanted import Wanted
from logicsweep.limits import IN_PLAY
from logicsweep.strategy.winning import win_chance

_CERTAIN: Final = Fraction(1)
_NONE: Final = Fraction(0)
# The truth of a flag by the verdict on its cell.
_FLAGS: Final = {
    Verdict.MINE: Truth.RIGHT,
    Verdict.SAFE: Truth.WRONG,
    Verdict.UNDETERMINED: Truth.UNDECIDED,
}
_OPENINGS: Final = {Kind.PROVED: Truth.RIGHT, Kind.BLUNDER: Truth.WRONG}


def judged_move(facts: Facts, claim: MoveClaim, wanted: Wanted) -> MoveJudgement:
    """Judge a move. Raises `ClaimError` for a chord that is not allowed or opens nothing."""
    if claim.is_flag:
        return _flag(facts, claim, wanted)
    board, cell = facts.board, claim.cell
    cells = (cell,) if claim.action is Action.OPEN else chorded(board, cell)
    risks = _risks(facts, cells)
    better: tuple[Cell, ...] = ()
    if risks.kind is not None and risks.kind.is_mistake:
        better = by_distance(risks.safest, cells[0])
    before, after = _win(facts, cells) if wanted.win else (None, None)
    return MoveJudgement(
        board=board,
        claim=claim,
        truth=Truth.UNDECIDED if risks.kind is None else _OPENINGS.get(risks.kind, Truth.UNDECIDED),
        witness=_witness(facts, cells, wanted) if wanted.witness else None,
        kind=risks.kind,
        risk=risks.risk,
        best=risks.best,
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


class _Risks(NamedTuple):
    """The kind of an opening and its risk, as far as they are known without a density."""

    kind: Kind | None
    risk: Fraction | None
    best: Fraction | None
    safest: tuple[Cell, ...]


def _risks(facts: Facts, cells: tuple[Cell, ...]) -> _Risks:
    try:
        chances = chances_of(facts, cells)
    except MissingDensityError:
        safe = facts.safe_cells
        best = _NONE if safe else None
        if _hits(facts, cells):
            return _Risks(Kind.BLUNDER, _CERTAIN, best, safe)
        return _Risks(Kind.NEEDLESS if safe else None, None, best, safe)
    risk, (best, safest) = chances
    return _Risks(chances.kind, risk, best, safest if best < 1 else ())


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
        witness=wanted.witness_on(facts.board, claim.cell, time_limit=facts.time_limit),
        kind=None,
        risk=risk,
        best=None,
    )


def _witness(facts: Facts, cells: tuple[Cell, ...], wanted: Wanted) -> Witness | None:
    """Show the verdict on the first cell that makes an opening what it is.

    That is a proved mine, else an undetermined cell, else the first one.
    """
    order = (Verdict.MINE, Verdict.UNDETERMINED, Verdict.SAFE)
    cell = min(cells, key=lambda place: order.index(facts.verdict(place)))
    return wanted.witness_on(facts.board, cell, time_limit=facts.time_limit)


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
            start=_NONE,
        )
    except (LimitError, MissingDensityError):
        return None, None
    return before, after

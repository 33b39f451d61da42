"""`judge`: the truth of a claim about a position, and the worth of a move or a forecast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple, Unpack

from logicsweep.board.board import Board, Cell, expect_board
from logicsweep.errors import InconsistentBoardError, LimitError, MissingDensityError, expect
from logicsweep.formats.given import AnyBoard, BoardKeys, board_of
from logicsweep.games.told.facts import Facts, facts_of_many
from logicsweep.lab.judging.claims import (
    ChanceClaim,
    Claim,
    ClaimError,
    CountClaim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
    check_asked,
)
from logicsweep.lab.judging.judgements import Judgement, Wanted
from logicsweep.lab.judging.moves import judged_move
from logicsweep.lab.judging.texts import read_claim
from logicsweep.lab.judging.verdicts import (
    judged_chance,
    judged_count,
    judged_reason,
    judged_verdicts,
)
from logicsweep.limits import DEFAULT_TIME_LIMIT

# Boards that are counted in one call of the kernel have about so many cells in all, since such a
# call is not interrupted.
_CELLS_AT_ONCE: Final = 1_000_000


class Asked(NamedTuple):
    """A claim to judge, and the question that it answers.

    Attributes:
        board: The position.
        claim: The claim, or a text that contains one.
        kind: The class of claims that was asked for; of a text nothing else is read.
        about: The cell that the question was about: a text need not name it, and a claim about
            another one is not judged.
    """

    board: Board
    claim: Claim | str
    kind: type[Any] | None = None
    about: Cell | None = None


def judge(
    board: AnyBoard,
    claim: Claim | str,
    *,
    kind: type[Any] | None = None,
    about: tuple[int, int] | None = None,
    strict: bool = False,
    witness: bool = True,
    win: bool = False,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    **keys: Unpack[BoardKeys],
) -> Judgement:
    """Judge a claim about a position, by proof and by exact chances; luck plays no part.

    Flags prove nothing, no guarantee protects a first click, and a text is never read as two
    answers: where it is not clear, the judgement says so in `error`.

    Args:
        board: The position: a board, an array, a text, a path or a link.
        claim: A `MoveClaim`, `VerdictClaim`, `ChanceClaim`, `CountClaim` or `ReasonClaim`, or a
            text that contains one, such as `open (3,4)` (see `read_claim`).
        kind: The class of claims that was asked for; any if None.
        about: The cell that was asked about, as (row, column); None if the claim chooses it.
        strict: Read a text only if it has nothing but a claim in a documented form.
        witness: Show the truth by an explanation, or by two layouts.
        win: Work out the exact chances to win before and after an opening, where they can be known.
        time_limit: The seconds that each question may take; None for no limit.
        keys: Knowledge about the board, such as `mines=10`, as `board_of` takes it.

    Returns:
        A `MoveJudgement`, `VerdictJudgement`, `ChanceJudgement`, `CountJudgement` or
        `ReasonJudgement`; a plain `Judgement` with an `error` if nothing could be judged.

    Raises:
        TypeError: An argument has the wrong type.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: A question took longer than `time_limit`.
    """
    position = board_of(board, **keys)
    cell = None if about is None else Cell.of(about)
    asked = Asked(position, claim, kind, cell)
    facts = Facts(position, time_limit=time_limit)
    return _judged(asked, facts, Wanted(witness=witness, win=win), strict=strict)


def judge_many(
    claims: Iterable[Asked | tuple[Board, Claim | str]],
    *,
    strict: bool = False,
    witness: bool = False,
    win: bool = False,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> list[Judgement]:
    """Judge many claims, each as `judge` does; the kernel counts boards of one size together.

    Args:
        claims: Pairs of a board and a claim or a text, or `Asked`.
        strict: As for `judge`.
        witness: As for `judge`; it takes most of the time.
        win: As for `judge`.
        time_limit: The seconds that each question about a claim may take; None for no limit.

    Returns:
        The judgements, in order.

    Raises:
        TypeError: An argument has the wrong type.
        InconsistentBoardError: No layout agrees with a board; `index` is the number of its claim.
        LimitError: A question took longer than `time_limit`; the message has the number.
    """
    wanted = Wanted(witness=witness, win=win)
    judgements: list[Judgement] = []
    for judged in judged_each(claims, wanted, strict=strict, time_limit=time_limit):
        if isinstance(judged, InconsistentBoardError):
            judged.index = len(judgements)
            raise judged
        if isinstance(judged, LimitError):
            raise LimitError(f"claim {len(judgements):,}: {judged.limit}")
        judgements.append(judged)
    return judgements


def judged_each(
    claims: Iterable[Asked | tuple[Board, Claim | str]],
    wanted: Wanted,
    *,
    strict: bool,
    time_limit: float | None,
) -> Iterator[Judgement | InconsistentBoardError | LimitError]:
    """Judge many claims as `judge_many` does, each once, whatever becomes of the others.

    Yields:
        A judgement for each claim, in order, or the error that there is in its place.
    """
    for part in _parts(claims):
        facts = facts_of_many([asked.board for asked in part], time_limit=time_limit)
        for asked in part:
            try:
                yield _judged(asked, facts[asked.board], wanted, strict=strict)
            except (InconsistentBoardError, LimitError) as error:
                yield error


def _parts(claims: Iterable[Asked | tuple[Board, Claim | str]]) -> Iterator[list[Asked]]:
    """Yield claims in parts that are counted together."""
    expect("claims", claims, Iterable, "pairs of a board and a claim, or Asked")
    part: list[Asked] = []
    room = _CELLS_AT_ONCE
    for given in claims:
        expect("each claim", given, tuple, "a pair of a board and a claim, or Asked")
        asked = Asked(*given)
        expect_board(asked.board)
        part.append(asked)
        room -= asked.board.grid.size
        if room <= 0:
            yield part
            part, room = [], _CELLS_AT_ONCE
    if part:
        yield part


def _judged(asked: Asked, facts: Facts, wanted: Wanted, *, strict: bool) -> Judgement:
    """Judge a claim by the facts about its board."""
    board, given = asked.board, asked.claim
    claim: Claim | None = None
    try:
        if isinstance(given, str):
            claim = read_claim(given, board, kind=asked.kind, about=asked.about, strict=strict)
        else:
            claim = given
        check_asked(claim, kind=asked.kind, about=asked.about)
        claim.check(board)
        match claim:
            case MoveClaim():
                judgement: Judgement = judged_move(facts, claim, wanted)
            case VerdictClaim():
                judgement = judged_verdicts(facts, claim, wanted)
            case ChanceClaim():
                judgement = judged_chance(facts, claim, wanted)
            case CountClaim():
                judgement = judged_count(facts, claim)
            case ReasonClaim():
                judgement = judged_reason(facts, claim, wanted)
    except (ClaimError, MissingDensityError) as error:
        judgement = Judgement(board=board, claim=claim, error=str(error))
    return replace(judgement, answer=given) if isinstance(given, str) else judgement

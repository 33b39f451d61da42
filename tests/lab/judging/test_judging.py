"""Judgements of claims, held against all layouts of small boards."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import inf, log
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Cell, InconsistentBoardError, State, judge
from logicsweep.board.rules.catalogue import RULE_NAMES
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import ArgumentTypeError
from logicsweep.games.records import described_keys
from logicsweep.games.told.opening import Kind
from logicsweep.lab.judging import (
    Action,
    Asked,
    ChanceClaim,
    ChanceJudgement,
    Claim,
    CountClaim,
    CountJudgement,
    Judgement,
    MoveClaim,
    MoveJudgement,
    ReasonClaim,
    ReasonJudgement,
    Truth,
    VerdictClaim,
    VerdictJudgement,
    judge_many,
)
from logicsweep.lab.judging.as_json import Judged, JudgedMove, judgement as judgement_in_json
from logicsweep.reasons import Counterexample, Explanation
from tests.conftest import seeds
from tests.judges import features
from tests.judges.features import FEATURES, Position
from tests.judges.refusals import refused
from tests.judges.rules_at_once import Which

# What boards are drawn with, in turn: every feature and every rule, and pairs of some of them.
_KINDS = [
    *((name,) for name in FEATURES if name != "program"),
    *((rule,) for rule in RULE_NAMES if rule not in FEATURES),
    *(
        pair
        for pair in combinations(("range", "liars", "1M", "Q", "hexagon", "constraints"), 2)
        if pair != ("Q", "hexagon")  # the rule needs a board of squares
    ),
]
_CLAIMS_OF_EACH_CELL = (Verdict.SAFE, Verdict.MINE, Verdict.UNDETERMINED)


@pytest.mark.parametrize("seed", seeds(range(1000), fast=100))
def test_every_claim_about_small_boards_is_judged_as_all_layouts_say(seed: int) -> None:
    position = features.draw(_KINDS[seed % len(_KINDS)], seed)
    rng = Random(f"claims {seed}")
    claims = list(_claims(position, rng))
    judgements = judge_many([(position.board, claim) for claim in claims], time_limit=None)
    for claim, judgement in zip(claims, judgements, strict=True):
        _check(position, claim, judgement)
    shown = rng.sample(claims, min(4, len(claims)))
    for claim in shown:
        judgement = judge(position.board, claim, win=True, time_limit=None)
        _check(position, claim, judgement)
        _check_witness(position, judgement)
        _check_win(position, judgement)


def _claims(position: Position, rng: Random) -> Iterator[Claim]:
    """About a hundred claims, right and wrong ones."""
    board, worlds = position.board, position.worlds
    mines, safe = worlds.verdicts
    for cell in board.covered:
        yield from (MoveClaim(action, cell) for action in (Action.OPEN, Action.FLAG))
        for verdict in _CLAIMS_OF_EACH_CELL:
            yield VerdictClaim({cell: verdict})
        yield ChanceClaim(cell, worlds.chances[cell])
        yield ChanceClaim(cell, Decimal(rng.randrange(11)) / 10, Fraction(1, 20))
    for cell in board.clues:
        yield MoveClaim(Action.CHORD, cell)
    for _ in range(4):
        some = [cell for cell in board.covered if rng.random() < 0.5]
        yield VerdictClaim({cell: rng.choice(_CLAIMS_OF_EACH_CELL) for cell in some})
        named = [cell for cell in (*mines, *safe) if rng.random() < 0.8]
        yield VerdictClaim.all_certain(
            [cell for cell in named if cell in safe], [cell for cell in named if cell in mines]
        )
    yield VerdictClaim.all_certain(safe, mines)
    number = len({mask.tobytes() for mask in worlds.masks})
    for count in (len(worlds.masks), number, number + 1):
        yield CountClaim(count)
    for cell in rng.sample(board.covered, min(3, len(board.covered))):
        for _ in range(4):
            clues = [clue for clue in board.clues if rng.random() < 0.6]
            uses_total = board.mines is not None and rng.random() < 0.5
            verdict = rng.choice((Verdict.SAFE, Verdict.MINE))
            if cell in mines | safe and rng.random() < 0.9:
                verdict = worlds.verdict(cell)
            yield ReasonClaim(cell, verdict, clues, uses_total=uses_total)


def _check(position: Position, claim: Claim, judgement: Judgement) -> None:
    where = f"{position!r}\n{claim}: {judgement!r}"
    assert judgement.claim == claim, where
    if judgement.error is not None:
        _check_error(position, judgement, where)
        return
    match judgement:
        case MoveJudgement():
            _check_move(position, judgement, where)
        case VerdictJudgement():
            _check_verdicts(position, judgement, where)
        case ChanceJudgement():
            exact = position.worlds.chances[judgement.claim.cell]
            assert judgement.exact == exact, where
            difference = abs(judgement.claim.probability - exact)
            is_right = difference <= judgement.claim.tolerance
            assert (judgement.truth is Truth.RIGHT) == is_right, where
            assert judgement.score == 1 - difference / max(exact, 1 - exact), where
        case CountJudgement():
            assert judgement.exact == len(position.worlds.masks), where
            assert judgement.score == (judgement.claim.layouts == judgement.exact), where
        case ReasonJudgement():
            _check_reason(position, judgement, where)
        case _:
            pytest.fail(where)


def _check_error(position: Position, judgement: Judgement, where: str) -> None:
    """Only chords, flags on flagged cells and no verdicts are refused of the claims above."""
    board, claim = position.board, judgement.claim
    if isinstance(claim, VerdictClaim):
        assert not claim.verdicts, where
        assert not claim.is_all, where
        return
    assert isinstance(claim, MoveClaim), where
    assert judgement.truth is None, where
    assert judgement.score == 0, where
    if claim.action is Action.FLAG:
        assert board[claim.cell] == State.FLAGGED, where
    else:
        assert claim.action is Action.CHORD, where
        assert _chorded(position, claim.cell) is None, where


def _chorded(position: Position, cell: Cell) -> list[Cell] | None:
    """The cells that a chord opens; None where it is not allowed."""
    board = position.board
    clue = board.clue(cell)
    if not isinstance(clue, int) or board.rules.clue.name != "V":
        return None
    near = [board.cell(number) for number in _near(position, board.number(cell))]
    marked = [place for place in near if board[place] in (State.FLAGGED, State.KNOWN_MINE)]
    opened = [place for place in near if board[place] == State.COVERED]
    return sorted(opened) if len(marked) == clue and opened else None


def _near(position: Position, number: int) -> list[int]:
    if position.near is not None:
        return sorted(position.near[number])
    height, width = position.board.shape
    row, column = divmod(number, width)
    return [
        there * width + across
        for there in range(max(row - 1, 0), min(row + 2, height))
        for across in range(max(column - 1, 0), min(column + 2, width))
        if (there, across) != (row, column)
    ]


def _check_move(position: Position, judgement: MoveJudgement, where: str) -> None:
    worlds, claim = position.worlds, judgement.claim
    if claim.action is Action.FLAG:
        risk = 1 - worlds.chances[claim.cell]
        assert judgement.risk == risk, where
        assert judgement.regret is None, where
        assert judgement.truth is _truth(risk), where
        assert judgement.score == (risk == 0), where
        return
    opened = [claim.cell]
    if claim.action is Action.CHORD:
        chorded = _chorded(position, claim.cell)
        assert chorded is not None, where
        opened = chorded
    hit = worlds.masks[:, [cell.row for cell in opened], [cell.column for cell in opened]]
    is_hit: Which = np.any(hit, axis=1)
    risk = worlds.share(is_hit)
    best = min(worlds.chances.values())
    assert judgement.risk == risk, where
    assert judgement.truth is _truth(risk), where
    kept = Fraction(0) if risk == 1 else (1 - risk) / (1 - best)
    assert judgement.score == kept, where
    if risk:
        assert judgement.best == best, where
        assert judgement.regret == risk - best, where
    else:
        assert judgement.regret == 0, where
    if risk in (0, 1):
        kind = Kind.BLUNDER if risk else Kind.PROVED
    else:
        kind = Kind.NEEDLESS if not best else Kind.LEAST_RISK if risk == best else Kind.RISKIER
    assert judgement.kind is kind, where
    better = {cell for cell, chance in worlds.chances.items() if chance == best}
    assert {*judgement.better} == (better if kind.is_mistake and best < 1 else set()), where


def _truth(risk: Fraction) -> Truth:
    if risk in (0, 1):
        return Truth.WRONG if risk else Truth.RIGHT
    return Truth.UNDECIDED


def _check_verdicts(position: Position, judgement: VerdictJudgement, where: str) -> None:
    worlds, claim = position.worlds, judgement.claim
    right = {cell for cell, verdict in claim.verdicts.items() if worlds.verdict(cell) is verdict}
    loose = {cell for cell in claim.verdicts if cell not in right and cell in worlds.undetermined}
    mines, safe = worlds.verdicts
    missed = (mines | safe) - {*claim.verdicts} if claim.is_all else set()
    refuted = {*claim.verdicts} - right - loose
    assert {*judgement.proved} == right, where
    assert {*judgement.unproved} == loose, where
    assert {*judgement.refuted} == refuted, where
    assert {*judgement.missed} == missed, where
    every = len(claim.verdicts) + len(missed)
    assert judgement.score == (Fraction(len(right), every) if every else 1), where
    if refuted or missed:
        assert judgement.truth is Truth.WRONG, where
    else:
        assert judgement.truth is (Truth.UNDECIDED if loose else Truth.RIGHT), where


def _check_reason(position: Position, judgement: ReasonJudgement, where: str) -> None:
    worlds, claim = position.worlds, judgement.claim
    verdict = worlds.verdict(claim.cell)
    if verdict is not claim.verdict:
        undecided = verdict is Verdict.UNDETERMINED
        assert judgement.truth is (Truth.UNDECIDED if undecided else Truth.WRONG), where
        assert judgement.score == 0, where
        assert not judgement.sufficient, where
        return

    def proves(clues: tuple[Cell, ...], *, total: bool) -> bool:
        masks = worlds.every[worlds.agreeing(clues, total=total)]
        held = masks[:, claim.cell.row, claim.cell.column]
        return bool((held == (verdict is Verdict.MINE)).all())

    sufficient = proves(claim.clues, total=claim.uses_total)
    assert judgement.sufficient == sufficient, where
    assert judgement.truth is (Truth.RIGHT if sufficient else Truth.WRONG), where
    fewer = [
        (tuple(clue for clue in claim.clues if clue != left), claim.uses_total)
        for left in claim.clues
    ]
    fewer += [(claim.clues, False)] if claim.uses_total else []
    minimal = sufficient and not any(proves(clues, total=total) for clues, total in fewer)
    assert judgement.minimal == minimal, where
    board = position.board
    totals = (False, True) if board.mines is not None else (False,)
    fewest = next(
        size
        for size in range(len(board.clues) + 2)
        if any(
            proves(clues, total=total)
            for total in totals[: size + 1]
            for clues in combinations(board.clues, size - total)
        )
    )
    assert judgement.fewest == fewest, where
    assert judgement.smallest == (sufficient and claim.size == fewest), where
    smallest = len(judgement.clues) + judgement.uses_total
    assert smallest == fewest, where
    assert proves(judgement.clues, total=judgement.uses_total), where
    kept = (Fraction(fewest, claim.size) if claim.size else 1) if sufficient else 0
    assert judgement.score == kept, where


def _check_witness(position: Position, judgement: Judgement) -> None:
    """An explanation is of a decided cell, two layouts are of an undetermined one, and agree."""
    worlds, witness = position.worlds, judgement.witness
    if isinstance(judgement, ReasonJudgement) and judgement.truth is Truth.WRONG:
        return
    if isinstance(witness, Explanation):
        assert worlds.verdict(witness.cell) is witness.verdict
    elif isinstance(witness, Counterexample):
        assert worlds.verdict(witness.cell) is Verdict.UNDETERMINED
        agreeing = {mask.tobytes() for mask in worlds.masks}
        for layout, mine in ((witness.mine, True), (witness.safe, False)):
            assert layout.mask.tobytes() in agreeing
            assert bool(layout.mask[witness.cell]) == mine
    else:
        silent = ChanceJudgement | CountJudgement
        is_empty = isinstance(judgement, VerdictJudgement) and judgement.score == 1
        assert isinstance(judgement, silent) or judgement.error or is_empty


def _check_win(position: Position, judgement: Judgement) -> None:
    if not isinstance(judgement, MoveJudgement) or judgement.win_before is None:
        return
    worlds, cell = position.worlds, judgement.claim.cell
    board = position.board
    if worlds.masks[:, board.covered_mask].all(axis=1).any():
        return  # nothing may be left to open, and then the game is over before the move
    if judgement.claim.action is Action.CHORD:
        (cell,) = _chorded(position, cell) or [cell]
    before, after = worlds.best_play(), worlds.best_play_after(cell)
    assert (judgement.win_before, judgement.win_after) == (before, after), repr(position)
    assert judgement.win_regret == before - after


TOSS = Board.parse("mines: 1\n\n?1?\n")


def test_forecasts_are_scored_by_the_exact_probability() -> None:
    judgement = judge(TOSS, ChanceClaim((0, 0), np.float32(0.25)))
    assert isinstance(judgement, ChanceJudgement)
    assert judgement.exact == Fraction(1, 2)
    # Half the time a mine is there: ((3/4)^2 + (1/4)^2) / 2, and at best 1/4.
    assert judgement.brier == Fraction(5, 16)
    assert judgement.brier_regret == Fraction(1, 16)
    assert judgement.log_loss == pytest.approx(-(log(0.25) + log(0.75)) / 2)
    assert judgement.log_regret == pytest.approx(judgement.log_loss - log(2))
    assert judgement.score == Fraction(1, 2)
    certain = judge(TOSS, ChanceClaim((0, 0), 1))
    assert isinstance(certain, ChanceJudgement)
    assert certain.log_loss == certain.log_regret == inf
    assert certain.score == 0
    answer = judgement_in_json(certain).chance
    assert answer is not None
    assert answer.log_loss is None  # JSON has no infinite numbers
    exact = judge(TOSS, ChanceClaim((0, 0), 0.5))
    assert isinstance(exact, ChanceJudgement)
    assert exact.log_regret == 0
    assert exact.truth is Truth.RIGHT


def test_keys_of_a_judgement_are_described_by_its_class() -> None:
    words = described_keys(JudgedMove)
    assert set(words) == set(JudgedMove.__struct_fields__)
    assert words["regret"] == (
        "The chance of survival lost against the best cell, from 0 to 1; null as for `risk`."
    )
    assert described_keys(Judged)["claim"].startswith("The claim that was read, in the strict form")


def test_a_claim_about_another_cell_or_of_another_kind_is_not_judged() -> None:
    opened = Asked(TOSS, MoveClaim("open", (0, 1)))
    other = Asked(TOSS, ChanceClaim((0, 0), 0.5), about=Cell(0, 2))
    kind = Asked(TOSS, CountClaim(2), kind=MoveClaim)
    off = Asked(TOSS, MoveClaim("flag", (5, 0)))
    total = Asked(TOSS.without_total(), ReasonClaim((0, 0), "mine", [(0, 1)], uses_total=True))
    judgements = judge_many([opened, other, kind, off, total])
    assert [judgement.error for judgement in judgements] == [
        "(0,1) is open; expected a covered cell",
        "the answer is about (0,0); expected (0,2)",
        "the answer is a number of layouts; expected a move",
        "(5,0) is off the board; expected cells from (0,0) to (0,2)",
        "the mine count is named as a reason, and the board does not tell it",
    ]
    assert all(judgement.score == 0 for judgement in judgements)


def test_without_a_density_chances_are_unknown_and_proofs_are_not() -> None:
    board = Board.parse("?1?1?\n")
    guess = judge(board, MoveClaim("open", (0, 2)))
    assert isinstance(guess, MoveJudgement)
    assert (guess.truth, guess.kind, guess.risk, guess.score) == (Truth.UNDECIDED, None, None, None)
    forecast = judge(board, ChanceClaim((0, 2), 0.5))
    assert forecast.error is not None
    assert "density" in forecast.error
    chord = judge(Board.parse("F1???\n?????\n"), MoveClaim("chord", (0, 1)))
    assert isinstance(chord, MoveJudgement)
    assert chord.kind is None
    # The second clue has its mine in one of the two cells that a chord at the first one opens.
    grid = [[-2, 1, -1, 1, -4, -1], [-4, -4, -1, -4, -4, -1]]
    chord = judge(Board(grid), MoveClaim("chord", (0, 1)))
    assert isinstance(chord, MoveJudgement)
    assert (chord.truth, chord.kind, chord.best) == (Truth.WRONG, Kind.BLUNDER, Fraction(0))
    assert isinstance(chord.witness, Counterexample)


def test_a_board_without_layouts_is_an_error_that_names_the_claim() -> None:
    broken = Board.parse("0?\n")
    broken = broken.replace({(0, 0): 2})
    with pytest.raises(InconsistentBoardError) as raised:
        judge_many([(TOSS, MoveClaim("open", (0, 0))), (broken, MoveClaim("open", (0, 1)))])
    assert raised.value.index == 1


@pytest.mark.parametrize(
    "text",
    [
        *("mines: 1\n\n3?\nF?\n", "mines: 2\n\n0?\nF?\n", "mines: 0\n\n1F?_?\n", "1F\n0?\n"),
        *("density: 1/5\n\n1F\n0?\n", "liars: 1\nmines: 1\n\n1_0\nF_?\n0_?\n1_?"),
    ],
)
def test_no_claim_about_an_inconsistent_board_is_judged(text: str) -> None:
    board = Board.parse(text)
    cell, clue = board.covered[0], next(iter(board.clues))
    flagged = [place for place in board.covered if board[place] == State.FLAGGED]
    open_cell = next(place for place in board.covered if place not in flagged)
    claims: list[Claim] = [
        MoveClaim("open", cell),
        MoveClaim("flag", open_cell),
        VerdictClaim({}, is_all=True),
        VerdictClaim({cell: "undetermined"}, is_all=True),
        *[VerdictClaim({cell: verdict}) for verdict in Verdict],
        *[ChanceClaim(cell, chance) for chance in (0, Fraction(1, 2), 1)],
        *[CountClaim(number) for number in (0, 1)],
        *[
            ReasonClaim(cell, verdict, clues)
            for verdict in ("safe", "mine")
            for clues in ([], [clue])
        ],
    ]
    claims += [
        MoveClaim("chord", place)
        for place in board.clues
        if {State.FLAGGED, State.COVERED} <= {board[near] for near in board.neighbours(place)}
        and board[place] == 1
    ]
    for claim in claims:
        for more in (False, True):
            with pytest.raises(InconsistentBoardError):
                judge(board, claim, witness=more, win=more)
        with pytest.raises(InconsistentBoardError):
            judge_many([(board, claim)])
    nothing = judge(board, VerdictClaim({}))
    assert nothing.error == "the claim has no verdict; expected the verdict on a cell or more"
    assert (nothing.truth, nothing.score) == (None, Fraction(0))


def test_what_is_no_claim_is_an_error() -> None:
    with refused(ArgumentTypeError, argument="claim"):
        judge(TOSS, 7)  # type: ignore[arg-type]
    with refused(ArgumentTypeError, argument="each claim"):
        judge_many([7])  # type: ignore[list-item]


def test_batches_and_single_calls_agree_on_large_boards() -> None:
    boards = [features.draw(("plain",), seed).board for seed in range(20)]
    claims = [(board, MoveClaim("open", cell)) for board in boards for cell in board.covered]
    together = judge_many(claims)
    alone = [judge(board, claim, witness=False) for board, claim in claims]
    assert together == alone

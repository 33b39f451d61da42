"""Baselines: answerers by name, which show what answers of a known kind score.

Each answers in the form that the prompt asks for, the same every time. None sees more than the
prompt says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.total import bounds_of
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import UnknownNameError
from logicsweep.games.agents.strategist import Strategist
from logicsweep.games.told.facts import Facts
from logicsweep.games.view import View
from logicsweep.lab.judging.claims import (
    Action,
    ChanceClaim,
    Claim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
)
from logicsweep.lab.tasks.kinds import CERTAIN, CHANCE, MOVE, SAFE, Kind
from logicsweep.lab.tasks.right_answers import claim_text, right_claim
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.reasons.explanation import Step

_HALF: Final = Fraction(1, 2)
# The density that is taken where the board tells neither a mine count nor a density.
_USUAL_DENSITY: Final = Fraction(1, 5)
_MOST_CLUES: Final = 3
_PERCENT: Final = 100


class Question(NamedTuple):
    """A task without its prompt.

    Attributes:
        kind: Its kind.
        board: The position.
        cell: The cell that is asked about; None for the kinds `move` and `certain`.
    """

    kind: Kind
    board: Board
    cell: Cell | None = None

    @property
    def asked_cell(self) -> Cell:
        """The cell that is asked about, of a kind that has one."""
        if self.cell is None:
            raise AssertionError(f"a task of the kind {self.kind.name} is about a cell")
        return self.cell


def baseline_answer(
    name: str, question: Question, *, time_limit: float | None = DEFAULT_TIME_LIMIT
) -> str:
    """Answer a question as a baseline does, in the form that the prompt asks for.

    Args:
        name: One of `BASELINES`.
        question: The question.
        time_limit: The seconds that each question about the position may take; None for no limit.

    Raises:
        UnknownNameError: There is no such baseline.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: It took longer than the time limit.
    """
    if name not in BASELINES:
        raise UnknownNameError("baseline", name, BASELINES)
    answer = BASELINES[name].answer
    return claim_text(answer(question, Facts(question.board, time_limit=time_limit)))


def _at_random(question: Question, facts: Facts) -> Claim:
    """Answer without a look at the clues."""
    kind, board, cell = question
    rng = Random(f"{kind.name} {cell} {board}")
    if kind is MOVE:
        return MoveClaim(Action.OPEN, rng.choice(_to_open(board)))
    if kind is CERTAIN:
        drawn = {place: rng.choice(tuple(Verdict)) for place in board.covered}
        return _certain(drawn)
    cell = question.asked_cell
    if kind is SAFE:
        return VerdictClaim({cell: rng.choice(tuple(Verdict))})
    if kind is CHANCE:
        return ChanceClaim(cell, Fraction(rng.randrange(_PERCENT + 1), _PERCENT))
    clues = sorted(board.clues)
    named = rng.sample(clues, min(rng.randint(1, _MOST_CLUES), len(clues)))
    return ReasonClaim(cell, facts.verdict(cell), named)


def _always_alike(question: Question, facts: Facts) -> Claim:
    """Answer in the same way whatever the position."""
    kind, board, _ = question
    if kind is MOVE:
        return MoveClaim(Action.OPEN, _to_open(board)[0])
    if kind is CERTAIN:
        return _certain({})
    cell = question.asked_cell
    if kind is SAFE:
        return VerdictClaim({cell: Verdict.UNDETERMINED})
    if kind is CHANCE:
        return ChanceClaim(cell, _HALF)
    uses_total = board.total_mines is not None
    return ReasonClaim(cell, facts.verdict(cell), board.clues, uses_total=uses_total)


def _by_single_sources(question: Question, facts: Facts) -> Claim:
    """Answer by what single sources prove one after the other; else by the density, or a guess."""
    kind, board, cell = question
    every = facts.kb.difficulty().steps
    steps = tuple(takewhile(lambda step: step.level == 1, every))
    verdicts = {place: Verdict.SAFE for step in steps for place in step.safe}
    verdicts |= {place: Verdict.MINE for step in steps for place in step.mines}
    if kind is MOVE:
        safe = [place for place, verdict in verdicts.items() if verdict is Verdict.SAFE]
        left = [place for place in _to_open(board) if place not in verdicts]
        rng = Random(f"{kind.name} {board}")
        return MoveClaim(Action.OPEN, min(safe) if safe else rng.choice(left or _to_open(board)))
    if kind is CERTAIN:
        return _certain(verdicts)
    cell = question.asked_cell
    verdict = verdicts.get(cell, Verdict.UNDETERMINED)
    if kind is SAFE:
        return VerdictClaim({cell: verdict})
    if kind is CHANCE:
        chance = Fraction(verdict is Verdict.MINE)
        if verdict is Verdict.UNDETERMINED:
            chance = _share_of_mines(board, verdicts)
        return ChanceClaim(cell, chance)
    clues, uses_total = _sources_of(cell, steps)
    if verdict is Verdict.UNDETERMINED:
        clues = {place for place in board.neighbours(cell) if place in board.clues}
    return ReasonClaim(cell, facts.verdict(cell), clues, uses_total=uses_total)


def _sources_of(cell: Cell, steps: Sequence[Step]) -> tuple[set[Cell], bool]:
    """Return the sources of the steps that lead to a cell; none if no step does."""
    needed, clues, uses_total = {cell}, set[Cell](), False
    for step in reversed(steps):
        if needed.isdisjoint((*step.safe, *step.mines)):
            continue
        needed.update(step.given_mines, step.given_safe)
        clues.update(step.clues)
        uses_total |= step.uses_total
    return clues, uses_total


def _share_of_mines(board: Board, verdicts: Mapping[Cell, Verdict]) -> Fraction:
    """Return the share of mines among the cells that are left, as if all were alike."""
    left = [cell for cell in board.covered if cell not in verdicts]
    bounds = bounds_of(board.total_mines)
    if bounds is None:
        return board.density or _USUAL_DENSITY
    known = list(verdicts.values()).count(Verdict.MINE) + len(board.known_mines)
    share = (Fraction(sum(bounds), 2) - known) / max(len(left), 1)
    return min(max(share, Fraction(0)), Fraction(1))


def _exactly(question: Question, facts: Facts) -> Claim:
    """Answer by proofs and exact chances."""
    return right_claim(question.kind, question.cell, facts)


def _as_strategist(question: Question, facts: Facts) -> Claim:
    """Make the move of the agent `strategist`; answer all else exactly."""
    if question.kind is not MOVE:
        return _exactly(question, facts)
    view = View(question.board)
    agent = Strategist(time_limit=facts.time_limit)
    agent.begin(view)
    return MoveClaim(Action.OPEN, agent.choose(view).cell)


def _certain(verdicts: Mapping[Cell, Verdict]) -> VerdictClaim:
    """Make the claim that all cells but those called undetermined are certain."""

    def of(wanted: Verdict) -> Iterable[Cell]:
        return [cell for cell, verdict in verdicts.items() if verdict is wanted]

    return VerdictClaim.all_certain(of(Verdict.SAFE), of(Verdict.MINE))


def _to_open(board: Board) -> Sequence[Cell]:
    """Return the covered cells, those without a flag if there are any."""
    return [cell for cell in board.covered if board[cell] == -1] or board.covered


class Baseline(NamedTuple):
    """A baseline.

    Attributes:
        about: The way that it answers, in a line.
        answer: From a question and the facts about its board to its claim.
    """

    about: str
    answer: Callable[[Question, Facts], Claim]


BASELINES: Final[Mapping[str, Baseline]] = MappingProxyType(
    {
        "random": Baseline(
            "opens a random covered cell, draws verdicts and percentages, and names up to three "
            "random clues",
            _at_random,
        ),
        "half": Baseline(
            "says 1/2 for every probability, opens the first covered cell, calls nothing certain, "
            "and names all clues and the mine count as a reason",
            _always_alike,
        ),
        "single-point": Baseline(
            "knows what one clue, or the mine count, proves after another; else opens a random "
            "cell of the rest, takes the share of mines in the rest for the probability, and "
            "names the clues around the cell",
            _by_single_sources,
        ),
        "strategist": Baseline(
            "makes the move of the agent `strategist`, which plays for the win, and answers all "
            "else as `exact`",
            _as_strategist,
        ),
        "exact": Baseline("answers by proofs and exact chances", _exactly),
    }
)
"""The baselines by name, the weakest first."""

"""The JSON answers of `explain`, `hint` and `diagnose`."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from logicsweep.answers import base
from logicsweep.answers.asked import Asked
from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import LimitError, MissingDensityError
from logicsweep.games.agents.base import Known
from logicsweep.reasons import diagnosis as suspects, explanation as explain
from logicsweep.reasons.cut import Cut
from logicsweep.reasons.explanation import Further
from logicsweep.reasons.names import ExplainedBy
from logicsweep.reasons.sum_lines import SumLine
from logicsweep.reasons.weighted_sum import WeightedSum
from logicsweep.tables.model_count import LeastRisky

if TYPE_CHECKING:
    from logicsweep.games.accounts import Account
    from logicsweep.games.dealing.no_guess import Solution
    from logicsweep.knowledge.base import KnowledgeBase

Level = Annotated[
    int, Meta(ge=0, description="How many sources (clues, and the mine count) are taken together.")
]
Clues = Annotated[base.Cells, Meta(description="The cells of the clues used, in reading order.")]
UsesTotal = Annotated[bool, Meta(description="Whether the mine count is used as well.")]
Text = Annotated[str, Meta(description="The same in words.")]


class Step(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """One deduction: clues, and perhaps the mine count, decide cells.

    Attributes:
        before: In a hint, the steps that have to come first, in order; absent elsewhere.
    """

    value: ClassVar = explain.Step
    technique: str
    pattern: str | None
    level: Level
    clues: Clues
    uses_total: UsesTotal
    further: tuple[Further, ...]
    given_safe: base.Cells
    given_mines: base.Cells
    safe: base.Cells
    mines: base.Cells
    split: base.Cell | None
    text: Text
    before: tuple[Step, ...] | UnsetType = UNSET


class WeightedSums(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A verdict as a weighted sum of sources."""

    value: ClassVar = WeightedSum
    lines: tuple[SumLine, ...]
    fewest: bool
    least: bool
    text: str
    table: tuple[str, ...]


class Explanation(base.AboutBoard, kw_only=True, frozen=True):
    """The reason why a cell is safe or a mine: a minimal set of sources that forces it.

    Attributes:
        sources: The number of these sources, the mine count and the program among them.
        steps: Steps that lead to the verdict, the last one to it; null without --steps.
        cut: A cut; null without --cut, and where no single one shows it.
        sum: The weighted sum; null without --by sum, and where none was found.
    """

    value: ClassVar = explain.Explanation
    consistent: base.Yes
    cell: base.Cell
    verdict: Literal["safe", "mine"]
    clues: Clues
    uses_total: UsesTotal
    further: tuple[Further, ...]
    uses_program: bool
    liars: base.Liars
    sources: base.Number
    smallest: bool
    cells: base.Cells
    text: Text
    reasons: tuple[str, ...]
    steps: tuple[Step, ...] | None
    cut: Cut | None
    sum: WeightedSums | None


class AgentAccount(base.AboutBoard, kw_only=True, frozen=True):
    """The answer of an agent about a cell, or its next move (option --by).

    Attributes:
        agent: The agent.
        asked: The cell that was asked about; null for the next move.
        decided: Whether the agent is certain about that cell; false gives its next move instead.
            True for the next move.
        action: The agent's action on the cell.
        proved: Whether the agent calls that certain.
        reason: The reason of the agent.
        details: The way to it in the terms of the agent's method, line by line; empty where the
            reason says it all.
        knowledge: The agent's knowledge in its own terms, such as its constraints, line by line.
        known: The numbers of things that the agent knows.
    """

    agent: str
    asked: base.Cell | None
    decided: bool
    cell: base.Cell
    action: Literal["open", "flag"]
    proved: bool
    reason: str
    details: tuple[str, ...]
    knowledge: tuple[str, ...]
    known: Known


class Undetermined(base.AboutBoard, kw_only=True, frozen=True):
    """The reason why a cell is undetermined: two layouts, one with a mine in it and one without.

    Attributes:
        verdict: The cell can be either.
        probability: The probability of a mine in the cell; null if the mine count is unknown and no
            density was given, or if counting reached a limit.
    """

    value: ClassVar = explain.Counterexample
    consistent: base.Yes
    cell: base.Cell
    verdict: Literal["undetermined"]
    layouts: explain.MinesOfBoth
    differing: base.Cells
    probability: Fraction | None
    text: Text


class Hint(base.AboutBoard, kw_only=True, frozen=True):
    """The easiest deduction on the board, or else the least risky cells.

    Attributes:
        step: The easiest step; null if there is none of that kind.
        beyond_level: Whether `step` is null because every step combines more sources than --level
            allows.
        needs_guess: Whether no cell is proved safe, so that the next move is a guess.
        least_risky: The cells with the lowest probability of a mine if no cell is proved safe; null
            otherwise, if they were not counted, or if the mine count is unknown and no density was
            given.
    """

    consistent: base.Yes
    step: Step | None
    beyond_level: bool
    needs_guess: bool
    least_risky: LeastRisky | None


class Rating(base.AboutBoard, kw_only=True, frozen=True):
    """The difficulty of all that follows from a board.

    Attributes:
        steps: All steps in order; each is one of the easiest at its time. None if a page asked to
            leave them out.
    """

    value: ClassVar = explain.Difficulty
    consistent: base.Yes
    level: base.Number
    techniques: dict[str, int]
    patterns: dict[str, int]
    levels: dict[str, int]
    steps: tuple[Step, ...]


class GameRating(base.AboutBoard, kw_only=True, frozen=True):
    """The difficulty of a whole game, as far as no guess is needed (option --game).

    Attributes:
        needs_guess: Whether a guess is needed on the way.
        needs_total: Whether proofs lead less far without the mine count.
        stuck: The first position from which a guess is needed, in the native text format; null if
            there is none.
        steps: All steps in order; what they prove safe is opened before the next.
    """

    value: ClassVar = explain.Difficulty
    consistent: base.Yes
    start: base.Cell
    level: base.Number
    techniques: dict[str, int]
    patterns: dict[str, int]
    levels: dict[str, int]
    needs_guess: bool
    needs_total: bool
    stuck: str | None
    steps: tuple[Step, ...]


def explanation(asked: Asked, explained: explain.Explanation) -> Explanation:
    """Answer about a cell that is decided."""
    return base.filled(
        Explanation,
        explained,
        **base.about(asked, explained.board),
        consistent=True,
        sources=explained.size,
        steps=None if explained.steps is None else _steps(explained.steps),
        sum=None if explained.sum is None else base.filled(WeightedSums, explained.sum),
    )


def agent_account(
    asked: Asked, board: Board, agent: str, cell: Cell | None, account: Account
) -> AgentAccount:
    """Answer with the account of an agent about a cell; None for its next move."""
    move = account.move
    return AgentAccount(
        **base.about(asked, board),
        agent=agent,
        asked=cell,
        decided=account.is_decided,
        cell=move.cell,
        action="flag" if move.flags else "open",
        proved=move.is_proved,
        reason=move.reason,
        details=move.details,
        knowledge=tuple(account.knowledge),
        known=account.known,
    )


def explaining(
    asked: Asked,
    kb: KnowledgeBase,
    cell: Cell,
    *,
    smallest: bool = False,
    steps: bool = False,
    cut: bool = False,
    by: ExplainedBy | None = None,
    density: Fraction | None = None,
) -> Explanation | Undetermined | base.Inconsistent | base.Limited:
    """Answer why a cell is decided, or how it can be either, and how likely it is a mine.

    At a limit it is a plain explanation, neither smallest nor in steps, or no probability.
    """

    def answer() -> Explanation | Undetermined:
        if kb.verdict(cell) is Verdict.UNDETERMINED:
            return _both_ways(asked, kb, cell, density)
        try:
            return explanation(
                asked, kb.explain(cell, smallest=smallest, steps=steps, cut=cut, by=by)
            )
        except LimitError as reached:
            if not (smallest or steps or by):
                raise
            return base.cut_short(explanation(asked, kb.explain(cell)), reached.limit)

    return base.answered(asked, kb, answer)


def _both_ways(
    asked: Asked, kb: KnowledgeBase, cell: Cell, density: Fraction | None
) -> Undetermined:
    pair = kb.counterexample(cell)
    try:
        return undetermined(asked, pair, kb.count(density=density).probability(cell))
    except MissingDensityError:
        return undetermined(asked, pair, None)
    except LimitError as reached:
        answer = undetermined(asked, pair, None)
        return base.cut_short(answer, reached.limit, "; the mine probability is unknown")


def undetermined(
    asked: Asked, pair: explain.Counterexample, chance: Fraction | None
) -> Undetermined:
    """Answer about a cell that is undetermined."""
    return base.filled(
        Undetermined,
        pair,
        **base.about(asked, pair.board),
        consistent=True,
        verdict=Verdict.UNDETERMINED.value,
        probability=chance,
    )


def hinting(
    asked: Asked,
    kb: KnowledgeBase,
    *,
    level: int | None = None,
    safe: bool = False,
    technique: str | None = None,
    density: Fraction | None = None,
) -> Hint | base.Inconsistent | base.Limited:
    """Answer with the easiest step to a safe cell, else, unless `safe`, to a mine.

    Where no cell is proved safe, with the least risky cells as well, which a limit may keep back.
    """

    def answer() -> Hint:
        step = kb.next_step(level=level, safe=safe or technique is None, technique=technique)
        if step is None and not safe and technique is None:
            step = kb.next_step(level=level)
        board, proved = kb.board, kb.consequences()
        new_mines = not safe and any(board[cell] != State.FLAGGED for cell in proved.mines)
        return hint(
            asked,
            board,
            step,
            needs_guess=not proved.safe and len(board.covered) > len(proved.mines),
            beyond_level=step is None and technique is None and (bool(proved.safe) or new_mines),
        )

    hinted = base.answered(asked, kb, answer)
    if isinstance(hinted, Hint) and hinted.needs_guess:
        try:
            least = kb.count(density=density).least_risky()
            return replace(hinted, least_risky=least)
        except MissingDensityError:
            pass
        except LimitError as reached:
            return base.cut_short(hinted, reached.limit, "; the least risky cells are unknown")
    return hinted


def hint(
    asked: Asked,
    board: Board,
    step: explain.Step | None,
    least: LeastRisky | None = None,
    *,
    needs_guess: bool,
    beyond_level: bool = False,
) -> Hint:
    """Answer with a step and those before it, or else the least risky cells."""
    return Hint(
        **base.about(asked, board),
        consistent=True,
        step=None if step is None else hint_step(step),
        beyond_level=beyond_level,
        needs_guess=needs_guess,
        least_risky=least,
    )


def hint_step(step: explain.Step) -> Step:
    """Describe a step and those that have to come first."""
    return base.filled(Step, step, before=_steps(step.before))


def rating_position(asked: Asked, kb: KnowledgeBase) -> Rating | base.Inconsistent | base.Limited:
    """Answer how difficult a position is, or with what there is instead."""
    return base.answered(asked, kb, lambda: rating(asked, kb.difficulty()))


def rating(asked: Asked, difficulty: explain.Difficulty, *, lists_steps: bool = True) -> Rating:
    """Answer how difficult a position is, with the steps that show it unless they are left out."""
    rated = _rated(difficulty, lists_steps=lists_steps)
    return Rating(**base.about(asked, difficulty.board), consistent=True, **rated)


def _rated(difficulty: explain.Difficulty, *, lists_steps: bool = True) -> dict[str, Any]:
    return {
        "level": difficulty.level,
        "techniques": difficulty.steps_by_name,
        "patterns": difficulty.patterns,
        "levels": {str(level): steps for level, steps in difficulty.levels.items()},
        "steps": _steps(difficulty.steps) if lists_steps else (),
    }


def game_rating(asked: Asked, solution: Solution) -> GameRating:
    """Answer how difficult a whole game is."""
    return GameRating(
        **base.about(asked, solution.board),
        consistent=True,
        start=solution.start,
        **_rated(solution.difficulty),
        needs_guess=not solution.is_solved,
        needs_total=solution.needs_total,
        stuck=None if solution.stuck is None else str(solution.stuck),
    )


def _steps(steps: Iterable[explain.Step]) -> tuple[Step, ...]:
    return tuple([base.filled(Step, step, before=UNSET) for step in steps])


class Diagnosis(base.AboutBoard, kw_only=True, frozen=True):
    """The clues of a board that conflict, and sets of clues that may be wrong.

    All lists are empty for a consistent board: no clue has to be wrong.

    Attributes:
        consistent: Whether some layout satisfies the board.
    """

    value: ClassVar = suspects.Diagnosis
    consistent: bool
    model: str
    all_conflicts: bool
    all_correction_sets: bool
    total_suspect: bool
    conflicts: tuple[suspects.Conflict, ...]
    correction_sets: tuple[suspects.CorrectionSet, ...]


def diagnosis(asked: Asked, outcome: suspects.Diagnosis) -> Diagnosis:
    """Answer what is wrong with a board, or that nothing is."""
    about = base.about(asked, outcome.board)
    answer = base.filled(Diagnosis, outcome, **about, consistent=outcome.is_consistent)
    if outcome.is_consistent:
        return answer
    text = f"the board is inconsistent{asked.note}"
    return base.failing(answer, text, "inconsistent", read_as=asked.read_as)

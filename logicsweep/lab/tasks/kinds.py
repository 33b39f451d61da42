"""The kinds of tasks. A class says all about one: what is asked, of which cells, what is right.

To add a kind, write a subclass of `TaskKind` and put it at the end of `KINDS`: the place of a kind
is part of the seed of its tasks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import cells_in
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import UnknownNameError
from logicsweep.games.dealing.seeded import SplitMix64
from logicsweep.games.told.facts import Facts
from logicsweep.lab.judging.claims import (
    VERDICT_WORDS,
    Action,
    ChanceClaim,
    Claim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
    check_covered,
)
from logicsweep.lab.judging.judge import judge
from logicsweep.lab.judging.judgements import Judgement
from logicsweep.lab.tasks.answerers import Answerer

# It stands for a cell where a prompt gives the form, and is a cell of no board.
_CELL: Final = "(row,column)"
_DECIDED: Final = (Verdict.SAFE, Verdict.MINE)
# One task in so many of the kind `chance` is about a decided cell.
_ONE_DECIDED_IN: Final = 10
# Cells of a position whose explanations are looked at for one of the right size.
_EXPLAINED: Final = 8


class TaskKind:
    """A kind of tasks, here one about a whole position whose level is that of its hardest step.

    Attributes:
        name: Its name.
        claim: The class of claims that answer it.
        question: The question in the prompt; `{cell}` and `{verdict}` stand for those of the task.
        form: The form of the answer in the prompt, with an example that is no answer.
        is_of_cell: Whether it is about a single cell.
        has_level: Whether the level of the proofs says how hard it is.
        tells_weights: Whether the prompt says how likely layouts are.
        verdicts: The verdicts of cells that are asked about, each as often as the others.
    """

    name: ClassVar[str]
    claim: ClassVar[type[Any]]
    question: ClassVar[str]
    form: ClassVar[str]
    is_of_cell: ClassVar[bool] = False
    has_level: ClassVar[bool] = True
    tells_weights: ClassVar[bool] = False
    verdicts: ClassVar[Sequence[Verdict]] = ()

    def wanted(self, source: SplitMix64) -> Verdict | None:
        """Draw the verdict that the cell of a task is to have; None without a cell.

        It is drawn once for a task, before a position is, so that each comes as often as it should.
        """
        return source.choice(self.verdicts) if self.verdicts else None

    def places(
        self, facts: Facts, wanted: Verdict | None, source: SplitMix64
    ) -> Sequence[Cell | None]:
        """Return the cells of a position to ask about, the first one that will do being taken.

        None stands for the whole position. Nothing is returned where there is no such task.
        """
        del facts, wanted, source
        return (None,)

    def check(self, board: Board, cell: Cell | None) -> None:
        """Raise ValueError unless it can be asked about a cell of a board; None for no cell."""
        if self.is_of_cell is (cell is None):
            expected = "a cell" if self.is_of_cell else "no cell"
            raise ValueError(f"a task of the kind {self.name} is about {expected}")
        if cell is not None:
            check_covered(board, cell)

    def level(self, cell: Cell | None, facts: Facts) -> int | None:
        """Return the level of a task, as `Task.level`. Raises `LimitError`."""
        del cell
        return facts.kb.difficulty().level if self.has_level else None

    def told(self, cell: Cell | None, facts: Facts) -> Verdict | None:
        """Return the verdict that the question tells; None if it tells none."""
        del cell, facts
        return None

    def answer(self, by: Answerer, cell: Any) -> Claim:
        """Return the claim of an answerer; that of an `Answerer` itself is right.

        `cell` is None where the kind is about no cell. Raises `LimitError`.
        """
        raise NotImplementedError

    def text(self, claim: Any) -> str:
        """Write an answer in the strict form that the prompt asks for."""
        return str(claim)

    def fitted(self, judgement: Judgement, *, time_limit: float | None) -> Judgement:
        """Return the judgement of an answer as this kind wants it. Raises `LimitError`."""
        del time_limit
        return judgement


class CellKind(TaskKind):
    """A kind of tasks about a cell with a verdict that was drawn."""

    is_of_cell: ClassVar[bool] = True
    _most: ClassVar[int] = 1

    def places(
        self, facts: Facts, wanted: Verdict | None, source: SplitMix64
    ) -> Sequence[Cell | None]:
        """Return cells of the verdict in random order."""
        board = facts.board
        if wanted in _DECIDED:
            cells = list(cells_in(facts.safe if wanted is Verdict.SAFE else facts.mines))
        else:
            cells = [cell for cell in board.covered if facts.verdict(cell) is wanted]
            frontier = set(board.frontier)
            near = [cell for cell in cells if cell in frontier]
            far = [cell for cell in cells if cell not in frontier]
            if near and far:
                cells = source.choice((near, far))
        source.shuffle(cells)
        return cells[: self._most]


class MoveKind(TaskKind):
    """The cell to open next, where some cell is less risky than another."""

    name = "move"
    claim = MoveClaim
    question = (
        "Which covered cell do you open next? Choose one whose probability to be a mine is the "
        "least."
    )
    form = f"Answer with one line: open {_CELL}"
    tells_weights = True

    def places(
        self, facts: Facts, wanted: Verdict | None, source: SplitMix64
    ) -> Sequence[Cell | None]:
        """Ask if there is a choice."""
        del wanted, source
        return (None,) if len(facts.least().cells) < len(facts.board.covered) else ()

    def answer(self, by: Answerer, cell: None) -> Claim:
        """Open a cell."""
        del cell
        return MoveClaim(Action.OPEN, by.cell_to_open())

    def fitted(self, judgement: Judgement, *, time_limit: float | None) -> Judgement:
        """Refuse a flag or a chord, since a cell is to be opened."""
        del time_limit
        claim = judgement.claim
        if not isinstance(claim, MoveClaim) or claim.action is Action.OPEN:
            return judgement
        error = f"the answer is to {claim.action.value} {claim.cell}; expected a cell to open"
        return Judgement(board=judgement.board, answer=judgement.answer, claim=claim, error=error)


class CertainKind(TaskKind):
    """All cells that are certain."""

    name = "certain"
    claim = VerdictClaim
    question = (
        "Which covered cells are certain: safe in every layout of the mines that agrees "
        "with all this, or mines in every such layout?"
    )
    form = (
        "Answer with one line, all cells that are certainly safe before those that are "
        f"certainly mines, such as: safe: {_CELL} {_CELL}; mines: {_CELL}\nWhere there are none, "
        "write none in their place."
    )

    def answer(self, by: Answerer, cell: None) -> Claim:
        """Name all certain cells."""
        del cell
        return VerdictClaim(by.certain(), is_all=True)

    def text(self, claim: VerdictClaim) -> str:
        """Write safe cells before mines."""

        def of(wanted: Verdict) -> str:
            cells = [str(cell) for cell, verdict in claim.verdicts.items() if verdict is wanted]
            return " ".join(cells) or "none"

        return f"safe: {of(Verdict.SAFE)}; mines: {of(Verdict.MINE)}"

    def fitted(self, judgement: Judgement, *, time_limit: float | None) -> Judgement:
        """Have cells that are called undetermined add nothing, and those left out be missed."""
        claim = judgement.claim
        if not isinstance(claim, VerdictClaim) or judgement.error is not None:
            return judgement
        certain = {cell: says for cell, says in claim.verdicts.items() if says in _DECIDED}
        whole = VerdictClaim(certain, is_all=True)
        if whole == claim:
            return judgement
        again = judge(judgement.board, whole, witness=False, time_limit=time_limit)
        return replace(again, answer=judgement.answer)


class SafeKind(CellKind):
    """The verdict on a cell, each of the three as often as the others."""

    name = "safe"
    claim = VerdictClaim
    question = (
        "Is {cell} certainly safe, certainly a mine, or undetermined: safe in some layouts of "
        "the mines that agree with all this, and a mine in others?"
    )
    form = "Answer with one line: {cell} is safe, {cell} is a mine, or {cell} is undetermined"
    verdicts = (*_DECIDED, Verdict.UNDETERMINED)

    def answer(self, by: Answerer, cell: Cell) -> Claim:
        """Name the verdict."""
        return VerdictClaim({cell: by.verdict(cell)})


class ChanceKind(CellKind):
    """The probability of a mine in a cell, which is undetermined in most tasks."""

    name = "chance"
    claim = ChanceClaim
    question = "What is the exact probability that {cell} is a mine?"
    form = (
        "Answer with one line, the cell and a fraction in figures, or 0 or 1, such as: "
        "{cell}: NUMERATOR/DENOMINATOR"
    )
    has_level = False
    tells_weights = True

    def wanted(self, source: SplitMix64) -> Verdict | None:
        """Draw a decided cell in one of ten tasks."""
        is_decided = source.randrange(_ONE_DECIDED_IN) == 0
        return source.choice(_DECIDED) if is_decided else Verdict.UNDETERMINED

    def answer(self, by: Answerer, cell: Cell) -> Claim:
        """Name the probability."""
        return ChanceClaim(cell, by.chance(cell))

    def text(self, claim: ChanceClaim) -> str:
        """Write a fraction."""
        return f"{claim.cell}: {claim.probability}"


class WhyKind(CellKind):
    """The sources that prove a verdict, whose least number is the level."""

    name = "why"
    claim = ReasonClaim
    question = (
        "{cell} is certainly {verdict}. Which clues prove it? Name as few as you can, and say "
        "whether the mine count is needed beside them. Which cells are open, known mines and "
        "rules may be used without naming them."
    )
    form = (
        f"Answer with one line, such as: {{cell}} is {{verdict}} because {_CELL}, {_CELL}\n"
        "If the mine count is needed as well, add at the end: , mine count\nIf neither clues nor "
        "the mine count is needed, write: {cell} is {verdict} because nothing"
    )
    verdicts = _DECIDED
    _most = _EXPLAINED

    def level(self, cell: Cell | None, facts: Facts) -> int | None:
        """Return the least number of sources. Raises `LimitError`."""
        return None if cell is None else facts.kb.explain(cell, smallest=True).size

    def told(self, cell: Cell | None, facts: Facts) -> Verdict | None:
        """Return the verdict on the cell."""
        return None if cell is None else facts.verdict(cell)

    def answer(self, by: Answerer, cell: Cell) -> Claim:
        """Name the sources."""
        return by.reason(cell)

    def text(self, claim: ReasonClaim) -> str:
        """Write the sources behind the verdict."""
        sources = [str(clue) for clue in claim.clues]
        sources += ["mine count"] if claim.uses_total else []
        says = VERDICT_WORDS[claim.verdict]
        return f"{claim.cell} is {says} because {', '.join(sources) or 'nothing'}"


KINDS: Final[Mapping[str, TaskKind]] = MappingProxyType(
    {kind.name: kind for kind in (MoveKind(), CertainKind(), SafeKind(), ChanceKind(), WhyKind())}
)
"""The kinds of tasks by name."""


def kind_of(name: str) -> TaskKind:
    """Return a kind of tasks by its name. Raises `UnknownNameError`."""
    if name not in KINDS:
        raise UnknownNameError("kind of tasks", name, KINDS)
    return KINDS[name]

"""Right answers to tasks, worked out when they are asked for, and answers as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.games.judging.claims import (
    Action,
    ChanceClaim,
    Claim,
    CountClaim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
)
from logicsweep.games.judging.facts import Facts
from logicsweep.games.tasks.kinds import CERTAIN, CHANCE, MOVE, WHY, Kind

# Said where a prompt gives the form: none of it is a cell of any board.
_CELL: Final = "(row,column)"
ANSWER_FORMS: Final[Mapping[str, str]] = {
    "move": f"Answer with one line: open {_CELL}",
    "certain": "Answer with two lines, the first for all cells that are certainly safe, the second "
    f"for all that are certainly mines, such as:\nsafe: {_CELL} {_CELL}\nmines: {_CELL}\n"
    "If there are none, write: none",
    "safe": "Answer with one word: safe, mine or undetermined",
    "chance": "Answer with one number, as a fraction such as 2/7, 0 or 1",
    "why": f"Answer with two lines, such as:\nclues: {_CELL} {_CELL}\nmine count: needed\n"
    "If no clue is needed, write: clues: none. If the mine count is not needed, write: "
    "mine count: not needed",
}
"""The forms of answers by kind, in words for the prompt."""


def right_claim(kind: Kind, cell: Cell | None, facts: Facts) -> Claim:
    """Return a right answer: for a move a best cell, for a reason a smallest one.

    Raises `LimitError`.
    """
    if kind is MOVE:
        safest = facts.safe_cells or facts.kb.count().least_risky().cells
        return MoveClaim(Action.OPEN, safest[0])
    if kind is CERTAIN:
        proved = facts.kb.consequences()
        return VerdictClaim.all_certain(proved.safe, proved.mines)
    if cell is None:
        raise AssertionError(f"a task of the kind {kind.name} is about a cell")
    if kind is CHANCE:
        return ChanceClaim(cell, facts.chance(cell))
    if kind is WHY:
        why = facts.kb.explain(cell, smallest=True)
        return ReasonClaim(cell, why.verdict, why.clues, uses_total=why.uses_total)
    return VerdictClaim({cell: facts.verdict(cell)})


def claim_text(claim: Claim) -> str:
    """Write a claim in the strict form of its kind of task; the cell of the task is not named."""
    match claim:
        case MoveClaim():
            return str(claim)
        case VerdictClaim(verdicts, is_all) if is_all:
            return "\n".join(
                f"{name}: {_cells(cell for cell, says in verdicts.items() if says is verdict)}"
                for name, verdict in (("safe", Verdict.SAFE), ("mines", Verdict.MINE))
            )
        case VerdictClaim(verdicts):
            return " ".join(verdict.value for verdict in verdicts.values())
        case ChanceClaim():
            return str(claim.probability)
        case CountClaim():
            return str(claim.layouts)
        case ReasonClaim():
            needed = "needed" if claim.uses_total else "not needed"
            return f"clues: {_cells(claim.clues)}\nmine count: {needed}"


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(str, cells)) or "none"

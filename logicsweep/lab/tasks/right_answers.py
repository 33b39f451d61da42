"""Right answers to tasks, worked out when they are asked for, and answers as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.games.told.facts import Facts
from logicsweep.lab.judging.claims import (
    VERDICT_WORDS,
    Action,
    ChanceClaim,
    Claim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
)
from logicsweep.lab.judging.reasons import smallest_sources
from logicsweep.lab.tasks.kinds import CERTAIN, CHANCE, MOVE, WHY, Kind

# It stands for a cell where a prompt gives the form, and is a cell of no board.
_CELL: Final = "(row,column)"
_FORMS: Final[Mapping[str, str]] = {
    "move": f"Answer with one line: open {_CELL}",
    "certain": "Answer with one line, all cells that are certainly safe before those that are "
    f"certainly mines, such as: safe: {_CELL} {_CELL}; mines: {_CELL}\nWhere there are none, "
    "write none in their place.",
    "safe": "Answer with one line: {cell} is safe, {cell} is a mine, or {cell} is undetermined",
    "chance": "Answer with one line, the cell and a fraction in figures, or 0 or 1, such as: "
    "{cell}: NUMERATOR/DENOMINATOR",
    "why": f"Answer with one line, such as: {{cell}} is {{verdict}} because {_CELL}, {_CELL}\n"
    "If the mine count is needed as well, add at the end: , mine count\nIf neither clues nor the "
    "mine count is needed, write: {cell} is {verdict} because nothing",
}


def answer_form(kind: Kind, cell: Cell | None, verdict: str) -> str:
    """Say how a task is to be answered, with an example that is no answer.

    `verdict` has the words for the verdict that a reason is asked for; else it is empty.
    """
    return _FORMS[kind.name].format(cell=cell, verdict=verdict)


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
        verdict = facts.verdict(cell)
        sources = smallest_sources(facts, cell, verdict)
        return ReasonClaim(cell, verdict, sources.clues, uses_total=sources.uses_total)
    return VerdictClaim({cell: facts.verdict(cell)})


def claim_text(claim: Claim) -> str:
    """Write a claim in the strict form in which the prompt of its kind asks for it."""
    match claim:
        case VerdictClaim(verdicts, is_all) if is_all:
            return "; ".join(
                f"{name}: {_cells(cell for cell, says in verdicts.items() if says is verdict)}"
                for name, verdict in (("safe", Verdict.SAFE), ("mines", Verdict.MINE))
            )
        case ChanceClaim():
            return f"{claim.cell}: {claim.probability}"
        case ReasonClaim():
            says = VERDICT_WORDS[claim.verdict]
            sources = [str(clue) for clue in claim.clues]
            sources += ["mine count"] if claim.uses_total else []
            return f"{claim.cell} is {says} because {', '.join(sources) or 'nothing'}"
        case _:
            return str(claim)


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(str, cells)) or "none"

"""Boards and constraint systems as facts for the programs in `encodings/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue, Code
from logicsweep.board.names import SQUARE
from logicsweep.board.state import State
from logicsweep.board.topology_text import dimensions_of
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import BACKGROUND, TOTAL, Source, SourceKind
from logicsweep.formulas.rule_facts import (
    Fact,
    clue_facts,
    quoted,
    rule_facts,
    rule_programs,
    rule_sources,
)
from logicsweep.formulas.user_program import Program
from logicsweep.system.system import ConstraintSystem

# The predicates that a user's program can use on any board, even without such a fact.
_WORDS: Final = (
    *("covered/1", "flagged/1", "known_mine/1", "no_clue/1", "clue/2", "clue/3", "except/2"),
    *("total/1", "total/2", "size/2", "cell/1", "neighbour/2", "wrong/1"),
)
# The shipped program for grids of any dimensions; others are named after their topology.
DIMENSIONS: Final = "dimensions"


class SystemProgram(NamedTuple):
    """A logic program whose answer sets, projected on `mine/1`, are the models of a system.

    Attributes:
        facts: The facts.
        programs: The names of the shipped programs that use them.
        cells: The number of each covered cell by its term.
        sources: Each source by the term that switches it off.
        known: The terms of known mines.
        added: The user's program, if there is one.
    """

    facts: str
    programs: tuple[str, ...]
    cells: dict[str, int]
    sources: dict[str, Source]
    known: frozenset[str] = frozenset()
    added: Program | None = None


def system_program(system: ConstraintSystem) -> SystemProgram:
    """Return the program of a constraint system. Cells are numbers; `c(i)` is the i-th constraint.

    The mine count is one more constraint over its cells.
    """
    facts = [f"covered({cell})." for cell in system.cells]
    sources = {}
    for index, constraint in enumerate(system.constraints):
        term = f"c({index})"
        facts += constraint.facts(term, str)
        if constraint.source != BACKGROUND:  # the background cannot be switched off
            sources[term] = constraint.source
    programs = [constraint.program for constraint in system.constraints]
    return SystemProgram(
        facts="\n".join(facts),
        programs=tuple(dict.fromkeys(["minesweeper", *programs])),
        cells={str(cell): cell for cell in system.cells},
        sources=sources,
    )


def board_program(board: Board, program: Program | None = None) -> SystemProgram:
    """Return the program of a board, with cells as pairs (row,column), and a user's program."""
    beside = board.constraints
    sources = {str(cell): Source(SourceKind.CLUE, board.number(cell)) for cell in board.clues}
    facts = [fact.text for fact in (*board_facts(board), *constraint_facts(board, beside))]
    programs = [
        *board_programs(board),
        *[constraint.generalized().program for constraint in beside],
    ]
    sources |= {
        _term(number, constraint): constraint.source for number, constraint in enumerate(beside)
    }
    if program is not None:
        facts += [f"#defined {word}." for word in _WORDS]
    return SystemProgram(
        facts="\n".join(facts),
        programs=tuple(dict.fromkeys(programs)),
        cells={str(cell): board.number(cell) for cell in board.covered},
        sources=sources | rule_sources(board) | ({} if board.mines is None else {"total": TOTAL}),
        known=frozenset(map(str, board.known_mines)),
        added=program,
    )


def board_programs(board: Board) -> tuple[str, ...]:
    """Return the names of the shipped programs that the facts of a board need."""
    programs = ["minesweeper"]
    if board.mines is not None:
        programs.append("total")
    shipped = _neighbour_program(board)
    if shipped is not None:
        programs.append(shipped)
    if board.placed_rules is not None:
        programs += rule_programs(board.placed_rules)
    return tuple(programs)


def _neighbour_program(board: Board) -> str | None:
    """Name the shipped program that defines a board's neighbours; None if none does."""
    adjacency = board.own_adjacency
    if adjacency is None:
        return "grid"
    if adjacency.topology is None or adjacency.walls:
        return None
    return adjacency.topology if dimensions_of(adjacency.topology) is None else DIMENSIONS


def board_facts(board: Board) -> Iterator[Fact]:
    """Yield the facts of a board; neighbours too, unless a shipped program defines them."""
    yield Fact(f"size({board.height},{board.width}).")
    if board.placed_rules is not None:
        yield from rule_facts(board.placed_rules)
    width = board.width
    for number, state in enumerate(board.grid.ravel().tolist()):
        term = f"({number // width},{number % width})"
        if state >= 0:
            yield from _clue_facts(board, number, term)
            if board.liars:
                yield Fact(f"may_lie({term}).", Source(SourceKind.CLUE, number))
        elif state == State.KNOWN_MINE:
            yield Fact(f"known_mine({term}).")
        elif state == State.NO_CLUE:
            yield Fact(f"no_clue({term}).")
        else:
            yield Fact(f"covered({term}).")
            if state == State.FLAGGED:
                yield Fact(f"flagged({term}).")
    total = board.mines
    if total is not None:
        bounds = f"{total[0]},{total[1]}" if isinstance(total, tuple) else f"{total}"
        yield Fact(f"total({bounds}).", TOTAL)
    if board.liars:
        yield Fact(f"liars({board.liars}).")
    yield from _neighbour_facts(board)


def _neighbour_facts(board: Board) -> Iterator[Fact]:
    """Yield all neighbours, or the facts from which a shipped program defines them."""
    shipped = _neighbour_program(board)
    if shipped is None:
        yield Fact(f"cell((0..{board.height - 1},0..{board.width - 1})).")
        for cell in board.cells:
            for near in board.neighbours(cell):
                yield Fact(f"neighbour({cell},{near}).")
    grid = dimensions_of(board.adjacency.topology or SQUARE) if shipped == DIMENSIONS else None
    if grid is not None:
        for place, (size, joined) in enumerate(zip(*grid, strict=True), start=1):
            yield Fact(f"dimension({place},{size}).")
            if joined:
                yield Fact(f"joined({place}).")


def _clue_facts(board: Board, number: int, term: str) -> Iterator[Fact]:
    """Yield the facts of a clue; of an uncertain one its bounds and gaps."""
    placed, shown = board.placed_rules, int(board.grid.flat[number])
    clue: Code | Clue = board.uncertain_by_number.get(number, Code(shown))
    if placed is not None:
        ruled, clue = placed.of(clue)
        if not ruled.rules.clue.is_standard:
            yield from clue_facts(board, placed, ruled, number, clue)
            return
    source = Source(SourceKind.CLUE, number)
    if not isinstance(clue, Clue):
        yield Fact(f"clue({term},{clue}).", source)
        return
    most = len(board.adjacency.neighbours(number))
    yield Fact(f"clue({term},{clue.lower},{min(clue.upper, most)}).", source)
    for mines in range(clue.lower, clue.upper):
        if not clue.allows(mines):
            yield Fact(f"except({term},{mines}).", source)


def constraint_facts(board: Board, constraints: Iterable[Constraint]) -> Iterator[Fact]:
    """Yield the facts of constraints beside a board for `relations.lp` and `regions.lp`.

    Each has a term with its name; a cardinality constraint is a sum with coefficients of 1.
    """
    for number, constraint in enumerate(constraints):
        term = _term(number, constraint)
        facts = constraint.generalized().facts(term, lambda cell: str(board.cell(cell)))
        yield from [Fact(fact, constraint.source) for fact in facts]


def _term(number: int, constraint: Constraint) -> str:
    """Return the term of a constraint beside a board; it is no cell, lest it looks like a clue."""
    return f"constraint({number},{quoted(constraint.source.name or '')})"

"""Boards and constraint systems as facts for the programs in `encodings/`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.constraints.system import TOTAL, ConstraintSystem, Source, SourceKind
from logicsweep.formulas.user_program import Program

# What a user's program can ask of any board, whether or not there is such a fact.
_WORDS: Final = (
    *("covered/1", "flagged/1", "known_mine/1", "no_clue/1", "clue/2", "clue/3", "except/2"),
    *("total/1", "total/2", "size/2", "cell/1", "neighbour/2", "wrong/1"),
)


class Fact(NamedTuple):
    """One line of facts, and the source that it states, if it states one."""

    text: str
    source: Source | None = None


class SystemProgram(NamedTuple):
    """A logic program whose answer sets, projected on `mine/1`, are the models of a system.

    `programs` are names of shipped programs, `facts` what they work on. `cells` gives the number of
    each covered cell by its term, `sources` each source by the term that switches it off, `known`
    the terms of known mines. `choice` is the program that lets sources be switched off, and
    `switch` the atom that says so of one (see `encodings/explain.lp` and `encodings/ignore.lp`).
    `added` is a user's program, if there is one.
    """

    facts: str
    programs: tuple[str, ...]
    cells: dict[str, int]
    sources: dict[str, Source]
    known: frozenset[str] = frozenset()
    added: Program | None = None
    choice: str = "explain"
    switch: str = "off"


def system_program(system: ConstraintSystem) -> SystemProgram:
    """The program of a constraint system. Cells are their numbers; `c(i)` is the i-th constraint.

    The total is one more constraint, over the cells it is about.
    """
    facts = [f"covered({cell})." for cell in system.cells]
    sources = {}
    for index, constraint in enumerate(system.constraints):
        cells, lower, upper, source, _ = constraint
        facts.append(f"clue(c({index}),{lower},{upper}).")
        facts += [f"except(c({index}),{number})." for number in constraint.gaps]
        facts += [f"neighbour(c({index}),{cell})." for cell in cells]
        sources[f"c({index})"] = source
    return SystemProgram(
        facts="\n".join(facts),
        programs=("minesweeper",),
        cells={str(cell): cell for cell in system.cells},
        sources=sources,
    )


def board_program(board: Board, program: Program | None = None, *, lies: int = 0) -> SystemProgram:
    """The program of a whole board, cells as pairs (row,column), with a user's program.

    Up to `lies` clues may be wrong.
    """
    sources = {str(cell): Source(SourceKind.CLUE, board.number(cell)) for cell in board.clues}
    facts = [fact.text for fact in board_facts(board)]
    programs = board_programs(board)
    if lies:
        facts.append(f"lies({lies}).")
        programs = (*programs, "liars")
    if program is not None:
        facts += [f"#defined {word}." for word in _WORDS]
    return SystemProgram(
        facts="\n".join(facts),
        programs=programs,
        cells={str(cell): board.number(cell) for cell in board.covered},
        sources=sources | ({} if board.total_mines is None else {"total": TOTAL}),
        known=frozenset(map(str, board.known_mines)),
        added=program,
        choice="ignore" if lies else "explain",
        switch="ignored" if lies else "off",
    )


def board_programs(board: Board) -> tuple[str, ...]:
    """The shipped programs that the facts of a board are made for."""
    programs = ["minesweeper"]
    if board.total_mines is not None:
        programs.append("total")
    if board.has_eight_neighbours:
        programs.append("grid")
    return tuple(programs)


def board_facts(board: Board) -> Iterator[Fact]:
    """What a board shows, one fact a line; its neighbours too, unless `grid.lp` says them."""
    yield Fact(f"size({board.height},{board.width}).")
    width = board.width
    for number, state in enumerate(board.grid.ravel().tolist()):
        term = f"({number // width},{number % width})"
        if state >= 0:
            yield from _clue_facts(board, number, term)
        elif state == State.KNOWN_MINE:
            yield Fact(f"known_mine({term}).")
        elif state == State.NO_CLUE:
            yield Fact(f"no_clue({term}).")
        else:
            yield Fact(f"covered({term}).")
            if state == State.FLAGGED:
                yield Fact(f"flagged({term}).")
    total = board.total_mines
    if total is not None:
        bounds = f"{total[0]},{total[1]}" if isinstance(total, tuple) else f"{total}"
        yield Fact(f"total({bounds}).", TOTAL)
    if not board.has_eight_neighbours:
        yield Fact(f"cell((0..{board.height - 1},0..{board.width - 1})).")
        for cell in board.cells:
            for near in board.neighbours(cell):
                yield Fact(f"neighbour({cell},{near}).")


def _clue_facts(board: Board, number: int, term: str) -> Iterator[Fact]:
    """A clue; an uncertain one by its bounds and what it rules out between them."""
    source = Source(SourceKind.CLUE, number)
    clue = board.uncertain_by_number.get(number)
    if clue is None:
        yield Fact(f"clue({term},{board.grid.flat[number]}).", source)
        return
    most = len(board.adjacency.neighbours(number))
    yield Fact(f"clue({term},{clue.lower},{min(clue.upper, most)}).", source)
    for mines in range(clue.lower, clue.upper):
        if not clue.allows(mines):
            yield Fact(f"except({term},{mines}).", source)

"""Boards as answer set programs for clingo: facts alone, facts with programs, or grounded.

The language is that of clingo (Gebser, Kaminski, Kaufmann and Schaub 2019).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.rows import render_rows
from logicsweep.board.total import total_words
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.errors import LimitError, ProgramError
from logicsweep.formulas.base import Encoding, Group, clues_around, scope_of, source_words
from logicsweep.formulas.facts import board_facts, board_programs, constraint_facts
from logicsweep.formulas.names import FACTS, LP, LP_GROUND
from logicsweep.formulas.rule_facts import LINES, REGIONS, WINDOWS, Fact, program_text
from logicsweep.formulas.user_program import Program, without_comments
from logicsweep.limits import FOLLOW, timeout_of

_CLINGO: Final = f"""{FOLLOW}
import runpy
runpy.run_module("clingo", run_name="__main__", alter_sys=True)
"""
# The lines that count as a literal of a ground rule, and as a rule.
_LITERAL: Final = re.compile(r"\b(?:mine|wrong|off)\(")
_RULE: Final = re.compile(r":-|^\{")


class ProgramEncoding(Encoding):
    """A board as a logic program; the variable of a cell is its atom `mine((row,column))`.

    - `facts`: the facts of the board, for programs of your own.
    - `lp`: the facts, the shipped programs that they need, and a user's program, ready to run.
    - `lp-ground`: the same, grounded by clingo; a ground line has no source.

    The statements are the facts, in `lp-ground` the ground lines.
    """

    def __init__(
        self,
        board: Board,
        to: str,
        *,
        cell: tuple[int, int] | None,
        program: Program | None,
        constraints: Sequence[Constraint],
        note: str | None,
        time_limit: float | None,
    ) -> None:
        """Ground a board's program. Raises `ProgramError` and `LimitError`."""
        clues = None if cell is None else clues_around(board, cell)
        more = {number for further in constraints for number in further.cells}
        facts = list(board_facts(board) if clues is None else _facts_around(board, clues, more))
        facts += constraint_facts(board, constraints)
        left_out = () if clues is None else ("total", WINDOWS, LINES, REGIONS)
        names = [name for name in board_programs(board) if name not in left_out]
        for constraint in constraints:
            name = constraint.generalized().program
            if name not in names:
                names.append(name)
        self._names = names
        self._program = program
        self._note = note
        if to == LP_GROUND:
            text = "\n".join([*map(program_text, names), *(fact.text for fact in facts)])
            facts = list(map(Fact, _grounded(text, program, time_limit).splitlines()))
        near = scope_of(board, clues or ())
        covered = map(board.number, board.covered)
        cells = more.union([cell for cell in covered if clues is None or cell in near])
        atoms = {cell: f"mine({board.cell(cell)})" for cell in sorted(cells)}
        super().__init__(board, to, tuple(_groups(board, facts)), atoms)
        self._facts = facts

    def lines(self, *, annotate: bool = False) -> Iterator[str]:
        board = self.board
        yield f"% A board of {board.width}x{board.height}; a cell is (row,column), counted from 0."
        if self.to != FACTS:
            yield "% `clingo FILE` finds a layout; `clingo FILE 0` lists all, which may never end."
        if self._note is not None:
            yield f"% {self._note}"
        if annotate:
            rows = render_rows(
                board.grid, board.uncertain, adjacency=board.own_adjacency, ruled=board.placed_rules
            )
            yield from (f"%     {row}" for row in rows)
        for fact in self._facts:
            comment = f"  % {source_words(board, fact.source)}" if annotate and fact.source else ""
            yield fact.text + comment
        if self.to == LP:
            for name in self._names:
                yield f"% encodings/{name}.lp"
                yield from _code(program_text(name), annotate=annotate)
            if self._program is not None:
                yield f"% {' '.join(self._program.name.split())}"
                yield from _code(self._program.text, annotate=annotate)


def _facts_around(board: Board, clues: frozenset[int], more: Iterable[int]) -> Iterator[Fact]:
    """Yield the facts of some clues, their neighbours and more cells, and those of the board."""
    numbers = clues.union(more, scope_of(board, clues))
    terms = {str(board.cell(number)) for number in numbers if number < board.grid.size}
    for fact in board_facts(board):
        if fact.source is None:
            # A fact about a cell begins with its term; others are about the whole board.
            about_cell = re.match(r"\w+\((\(\d+,\d+\))", fact.text)
            if about_cell is None or about_cell[1] in terms:
                yield fact
        elif fact.source.cell in clues or fact.source.name == board.rules.clue.keyed.name:
            # All clues share the key. The total and the rules for layouts are about other cells as
            # well: the total is left out, and the rules come as constraints.
            yield fact


def _groups(board: Board, facts: Iterable[Fact]) -> Iterator[Group]:
    """Yield the facts by source; those without one come first."""
    by_source: dict[Source | None, list[str]] = {None: []}
    for fact in facts:
        by_source.setdefault(fact.source, []).append(fact.text)
    for source, lines in by_source.items():
        if source is None:
            says = "lines that belong to no clue"
        elif source.name is not None:
            says = str(source) if source.kind is SourceKind.RULE else f"the constraint {source}"
        elif source.cell is None:
            says = total_words(board.mines)
        else:
            says = f"shows {board.sign(board.cell(source.cell))}"
        literals = sum([len(_LITERAL.findall(line)) for line in lines if _RULE.search(line)])
        auxiliary = sum([line.startswith("wrong(") for line in lines])
        yield Group(source, says, tuple(lines), auxiliary, literals)


def _code(text: str, *, annotate: bool) -> Iterator[str]:
    """Yield the lines of a program; `annotate` keeps the comments."""
    source = text if annotate else without_comments(text)
    return (line.rstrip() for line in source.splitlines() if line.strip())


def _grounded(text: str, program: Program | None, time_limit: float | None) -> str:
    """Return the ground program by clingo, run in a separate process, which can be stopped.

    Raises `ProgramError` for what clingo finds wrong in the program, and `LimitError`.
    """
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-P", "-c", _CLINGO, str(os.getpid())]
        command += ["--text", "--warn=none", "-"]
        file = Path(folder, "program.lp")
        if program is not None:
            file.write_text(without_comments(program.text), encoding="utf-8")
            command.append(str(file))
        try:
            done = subprocess.run(  # noqa: S603
                command,
                input=text,
                capture_output=True,
                encoding="utf-8",
                timeout=timeout_of(time_limit),
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise LimitError(f"clingo did not ground the program within {time_limit:g} s") from None
        if ": error: " in done.stderr:
            name = "the program" if program is None else program.name
            # After clingo's messages Python says where it stopped.
            report = re.split(r"^(?:Traceback|\*\*\* ERROR)", done.stderr, flags=re.MULTILINE)[0]
            raise ProgramError(report.strip().replace(str(file), name))
        if done.returncode:  # such as a kill by the system, for want of memory
            raise LimitError(f"clingo ended without an answer (exit {done.returncode})")
    return done.stdout

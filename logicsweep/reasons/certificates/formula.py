"""The texts of formulas: the sources of a verdict by their titles, and the denial, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.checker.folder import verdict_words
from logicsweep.checker.sources import DENIAL, KEY, LIARS, MINE_COUNT
from logicsweep.checker.sums import AtLeast
from logicsweep.constraints.clauses import Clause
from logicsweep.constraints.factors import BACKGROUND, TOTAL, Source, SourceKind
from logicsweep.system.hidden import hidden_of
from logicsweep.system.statements import Statements

_FIRST: Final = "logicsweep certificate: these {} cannot all be true, so {}"


class Proved(NamedTuple):
    """A verdict on a covered cell of a board."""

    board: Board
    cell: Cell
    verdict: Verdict

    def __str__(self) -> str:
        return f"{self.cell} is {verdict_words(self.verdict.value)}"

    @property
    def variable(self) -> int:
        """The variable of the cell."""
        return self.board.number(self.cell) + 1

    @property
    def denial(self) -> int:
        """The literal that says the opposite."""
        return self.variable if self.verdict is Verdict.SAFE else -self.variable


class Counter(NamedTuple):
    """Variables that count literals, from `first` on; see the format of certificates."""

    first: int
    most: int
    literals: tuple[int, ...]

    def variable(self, seen: int, count: int) -> int:
        """Return the variable that says: at least `count` of the first `seen` literals."""
        full = min(seen - 1, self.most)
        before = full * (full + 1) // 2 + (seen - 1 - full) * self.most
        return self.first + before + count - 1

    @property
    def last(self) -> int:
        """The last of the variables."""
        return self.variable(len(self.literals), min(len(self.literals), self.most))


class Titles:
    """The titles of sources on a board, and the names of variables."""

    def __init__(self, board: Board, statements: Statements) -> None:
        self._board = board
        self._hidden = hidden_of(board)
        self._cells = {said.source: said.cells for said in statements.others}
        # The first variable that no cell of the board, the key or a wrong clue has.
        self.first_free = self._hidden.size + self._hidden.cells + 1

    def of(self, source: Source) -> str:
        """Return the title of a source."""
        if source == TOTAL:
            return MINE_COUNT
        if source == BACKGROUND:
            return LIARS
        if source.kind is SourceKind.CLUE and source.cell is not None:
            return f"clue{self._board.cell(source.cell)}"
        if source.kind is SourceKind.CONSTRAINT:
            return f"constraint {source}"
        if source.name == self._board.rules.clue.keyed.name:
            return KEY
        cells = " ".join([str(self._board.cell(number)) for number in self._cells[source]])
        return f"rule {source.name}[{cells}]"

    def name(self, variable: int) -> str:
        """Return the name of a variable."""
        number = variable - 1
        if number < self._hidden.size:
            return f"mine{self._board.cell(number)}"
        if number < self._hidden.first_wrong:
            return f"marked({number - self._hidden.size})"
        return f"wrong{self._board.cell(number - self._hidden.first_wrong)}"


def cnf_lines(
    proved: Proved,
    titles: Titles,
    groups: Mapping[str, Sequence[Clause]],
    counters: Sequence[Counter],
) -> Iterator[str]:
    """Yield the lines of clauses in DIMACS, by the title of their source; the denial comes last."""
    every = {**groups, f"{DENIAL}{proved}": [(proved.denial,)]}
    clauses = [clause for group in every.values() for clause in group]
    used = {abs(literal) for clause in clauses for literal in clause}
    named = {variable for variable in used if variable < titles.first_free}
    named.update(abs(literal) for counter in counters for literal in counter.literals)
    yield f"c {_FIRST.format('clauses', proved)}"
    yield from [f"c {variable} = {titles.name(variable)}" for variable in sorted(named)]
    for counter in counters:
        listed = " ".join(map(str, counter.literals))
        yield f"c {counter.first} to {counter.last} = counter to {counter.most} of {listed}"
    sizes = [(title, len(group)) for title, group in every.items()]
    yield from [f"c {words}" for words in _ranges("clause", sizes)]
    yield f"p cnf {max(used)} {len(clauses)}"
    for clause in clauses:
        yield " ".join([*map(str, clause), "0"])


def opb_lines(
    proved: Proved, titles: Titles, groups: Mapping[str, Sequence[AtLeast]]
) -> Iterator[str]:
    """Yield the lines of inequalities in OPB, by the title of their source; the denial is last."""
    literal = proved.denial
    denial = AtLeast(((abs(literal), 1 if literal > 0 else -1),), int(literal > 0))
    every = {**groups, f"{DENIAL}{proved}": [denial]}
    rows = [row for group in every.values() for row in group]
    used = sorted({variable for row in rows for variable, _ in row.terms})
    yield f"* #variable= {used[-1]} #constraint= {len(rows)}"
    yield f"* {_FIRST.format('constraints', proved)}"
    yield from [f"* x{variable} = {titles.name(variable)}" for variable in used]
    ranges = _ranges("constraint", [(title, len(group)) for title, group in every.items()])
    for words, group in zip(ranges, every.values(), strict=True):
        yield f"* {words}"
        for terms, bound in group:
            yield f"{' '.join([f'{value} x{each}' for each, value in terms])} >= {bound} ;"


def _ranges(unit: str, sizes: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield the numbers of the lines of each source, with its title."""
    first = 1
    for title, size in sizes:
        last = first + size - 1
        which = f"{unit} {first}" if size == 1 else f"{unit}s {first} to {last}"
        yield f"{which}: {title}"
        first = last + 1

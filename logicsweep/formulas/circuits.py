"""Boards as circuits: the text of c2d, in which each layout is one model."""

from __future__ import annotations

from collections.abc import Iterator

from logicsweep.board.board import Board, Cell
from logicsweep.circuits.compiling import circuit_of
from logicsweep.circuits.nnf import nnf_lines
from logicsweep.formulas.base import Encoding, Group, Variable, atoms_of
from logicsweep.formulas.formulas import MEANING
from logicsweep.formulas.names import NNF


class CircuitEncoding(Encoding):
    """A board as a circuit (d-DNNF): the variable of a cell is its number plus one.

    Open cells and known mines are literals of the circuit, so that every counter finds the number
    of layouts. Readers of this format know no comments; only `annotate` writes some, at the top.
    """

    def __init__(self, board: Board, *, time_limit: float | None) -> None:
        """Make the circuit. Raises `LimitError`, and ValueError as `circuit_of` does."""
        self._circuit = circuit_of(board, time_limit=time_limit)
        self._header, *nodes = nnf_lines(self._circuit)
        size = len(self._circuit.nodes)
        says = f"a circuit of {size:,} nodes and {self._circuit.edges:,} edges"
        super().__init__(board, NNF, (Group(None, says, tuple(nodes), 0, self._circuit.edges),))

    def variable(self, cell: tuple[int, int]) -> int:
        """See `Encoding.variable`: the number of the cell plus one."""
        number = self.board.number(cell)
        if not self.board.is_covered(cell):
            raise KeyError(f"{Cell.of(cell)} is not in the encoding")
        return number + 1

    def cell(self, variable: Variable) -> Cell | None:
        if isinstance(variable, str) or not 1 <= variable <= self.board.grid.size:
            return None
        cell = self.board.cell(variable - 1)
        return cell if self.board.is_covered(cell) else None

    def _cells_in_use(self) -> int:
        wrong = len(self.board.clues) if self.board.liars else 0
        return len(self.board.covered) + wrong

    def lines(self, *, annotate: bool = False) -> Iterator[str]:
        if annotate:
            yield f"c {MEANING}"
            numbers = range(self._circuit.variables)
            for number, atom in zip(numbers, atoms_of(self.board, numbers), strict=True):
                yield f"c {number + 1} = {atom}"
        yield self._header
        yield from map(str, self.groups[0].clauses)

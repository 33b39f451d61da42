"""From the constraints of a board to its circuit, along the order of an elimination.

The boxes come one after the other, component by component, along a line (see `line_order`). Between
two boxes stands a table; its rows are the states of the open constraints, and of the mine count.
Here every row becomes a node: a choice of the number of mines in the next box, each of which leads
to a row of the next table. So the circuit is the trace of the elimination (as Huang and Darwiche
2007 keep the trace of a search). After the last box the mine count is left, and the cells beside no
clue.

Many rows lead nowhere. What a constraint rules out at once has no edge; a row from which all ways
end becomes a node without a model. Such a dead row is the same whatever the mine count says, and
has one node. Where the mine count is needed, the last node is `Nodes.false_by_total`, by which a
checker knows. In a certificate these nodes stay, so that a checker can follow why no layout is left
out; any other circuit is smooth without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from logicsweep.board.board import Board, expect_board
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.diagram import Layer, layers
from logicsweep.constraints.factors import TOTAL
from logicsweep.constraints.relation import Relation
from logicsweep.errors import LimitError
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget, limited_to
from logicsweep.system.hidden import hidden_of
from logicsweep.system.partition import components
from logicsweep.system.signature import signature_of
from logicsweep.system.statements import statements_of
from logicsweep.tables.circuit import Circuit, Nodes
from logicsweep.tables.frontier_order import line_order

# Rows of all tables together.
_MOST_ROWS: Final = 1_000_000
# Rows between two looks at the clock.
_WORK: Final = 1 << 10

# The states of the open constraints, by number: as in their layers, the first of which has one.
_Row = tuple[tuple[int, int], ...]
# For each row the rows after it, by the mines in the box.
_Table = dict[_Row, list[tuple[int, _Row]]]
# A row and the numbers of mines that the mine count still allows, as bits; None if it allows all.
_Reached = tuple[_Row, int | None]


class _Level(NamedTuple):
    """A box, and how its mines move the constraints that it is in.

    Attributes:
        cells: The cells of the box.
        moves: For each constraint its number, whether it ends here, and its layer.
        is_hidden: Whether they are hidden cells, which are no mines.
        left: The number of cells on the board that come later.
    """

    cells: tuple[int, ...]
    moves: Sequence[tuple[int, bool, Layer]]
    is_hidden: bool
    left: int

    def counting(self, total: int | None, mines: int) -> int | None:
        """Return what the mine count allows after so many mines in the box; 0 for nothing."""
        return total if total is None or self.is_hidden else _allowed(total >> mines, self.left)


def circuit_of(
    board: Board,
    *,
    refutations: bool = False,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Circuit:
    """Make the circuit of all layouts that agree with a board.

    Guaranteed: the models of the circuit, restricted to the cells, are these layouts, each once.
    It is decomposable, deterministic and, without refutations, smooth. The same board always gives
    the same circuit.

    Args:
        board: The board. Its density plays no part in which layouts there are.
        refutations: Whether nodes without a model stay, by which `check_circuit` follows why no
            layout is left out.
        time_limit: The seconds that it may take; None for no limit.

    Raises:
        ValueError: The layouts are no plain set: clues have likelihoods, there are constraints on
            regions, or a rule has a hidden key. Or the time limit is not positive.
        LimitError: The time limit was reached, or the circuit would be too large.
        TypeError: It is not a `Board`.
    """
    expect_board(board)
    budget = Budget(time_limit)
    with limited_to(budget):
        system = statements_of(board, budget).system_of(board)
        compiler = _Compiler(board, system.cells, _plain(board, system.constraints), budget)
        return compiler.circuit(refutations=refutations)


def _plain(board: Board, constraints: Sequence[Constraint]) -> list[Cardinality | Relation]:
    """Return the constraints. Raises ValueError if no plain set of assignments satisfies them."""
    plain: list[Cardinality | Relation] = []
    if board.rules.clue.key is not None:
        name = board.rules.clue.name
        raise ValueError(f"a circuit has no key; expected no rule such as {name}")
    for constraint in constraints:
        if not isinstance(constraint, Cardinality | Relation):
            raise ValueError(  # noqa: TRY004  # the board is at fault, not its type
                f"a circuit cannot hold constraints on regions, such as {constraint.source}"
            )
        if constraint.is_weighted:
            source = constraint.source
            place = "" if source.cell is None else f" at {board.cell(source.cell)}"
            raise ValueError(
                f"a circuit cannot weigh layouts by likelihoods, such as those of {source}{place}"
            )
        plain.append(constraint)
    return plain


class _Compiler:
    """The tables of one board, and the nodes of their rows."""

    def __init__(
        self,
        board: Board,
        cells: Sequence[int],
        constraints: Sequence[Cardinality | Relation],
        budget: Budget,
    ) -> None:
        self._board = board
        self._cells = cells
        self._budget = budget
        self._rows = 0
        self._nodes = Nodes()
        self._hidden = hidden_of(board)
        self._on_board = [cell for cell in cells if cell < board.grid.size]
        self._total: int | None = None
        for item in constraints:
            if item.source == TOTAL:
                bits = sum([1 << mines for mines in item.counts_allowed or ()])
                self._total = _allowed(bits, len(self._on_board))
        others = [item for item in constraints if item.source != TOTAL]
        self._levels = self._planned([item for item in others if item.cells])
        self._is_possible = self._total != 0 and all(
            item.cells or item.weight(frozenset()) for item in others
        )
        boxed = {cell for level in self._levels for cell in level.cells}
        self._interior = tuple([cell for cell in self._on_board if cell not in boxed])

    def _planned(self, constraints: Sequence[Constraint]) -> list[_Level]:
        """Return the boxes in the order of elimination."""
        order: list[tuple[tuple[int, ...], list[int]]] = []
        numbered: list[Constraint] = []
        parts = components(constraints, hidden_from=self._hidden.first, budget=self._budget)
        for component in parts:
            places = line_order(signature_of(component), self._budget)
            for box in map(component.boxes.__getitem__, places):
                touching = [len(numbered) + number for number in box.constraints]
                order.append((box.cells, touching))
            numbered += component.system.constraints
        at_of: list[list[int]] = [[] for _ in numbered]  # the places of the boxes
        for place, (_, touching) in enumerate(order):
            for number in touching:
                at_of[number].append(place)
        moves: list[list[tuple[int, bool, Layer]]] = [[] for _ in order]
        for number, (constraint, at) in enumerate(zip(numbered, at_of, strict=True)):
            relation = constraint.generalized()
            if not isinstance(relation, Relation):
                raise TypeError("a constraint on regions has no layers")
            place_of = {cell: place for place, cell in enumerate(relation.cells)}
            groups = [[place_of[cell] for cell in order[place][0]] for place in at]
            for place, layer in zip(at, layers(relation.diagram, groups), strict=True):
                moves[place].append((number, place == at[-1], layer))
        left = len(self._on_board)
        levels = []
        for (cells, _), moves_here in zip(order, moves, strict=True):
            is_hidden = cells[0] >= self._board.grid.size
            left -= 0 if is_hidden else len(cells)
            levels.append(_Level(cells, moves_here, is_hidden, left))
        return levels

    def circuit(self, *, refutations: bool) -> Circuit:
        """Make the circuit: the cells that are known, and then the rest."""
        nodes = self._nodes
        unknown = set(self._cells)
        flat = self._board.grid.ravel()
        every = flat.size + self._hidden.cells
        known = [
            nodes.literal(cell, mine=cell < flat.size and flat[cell] == State.KNOWN_MINE)
            for cell in range(every)
            if cell not in unknown
        ]
        rest = self._from_tables() if self._is_possible else nodes.false
        root = nodes.conjunction([*known, rest])
        kept = nodes.last(root) if refutations else nodes.without_refutations(root)
        return Circuit(self._board, kept, every)

    def _from_tables(self) -> int:
        """Make the nodes of all rows, from the last table to the first; return that of the first.

        Nodes of dead rows are made once, whatever the mine count allows there.
        """
        tables, alive = self._tables()
        reached = self._reached(tables, alive)
        nodes = self._nodes
        dead: dict[_Row, int] = {}
        made = {
            (row, total): nodes.among(self._interior, -1 if total is None else total)
            for row, total in reached[-1]
        }
        live = set(made)
        for place in range(len(self._levels) - 1, -1, -1):
            level, table, goes_on = self._levels[place], tables[place], alive[place + 1]
            here: dict[_Reached, int] = {}
            live_here: set[_Reached] = set()
            for row, total in reached[place]:
                self._look()
                branches, too_many, is_live = [], [], False
                for mines, after in table[row]:
                    if after not in goes_on:
                        branches.append((mines, dead[after]))
                        continue
                    allowed = level.counting(total, mines)
                    if allowed == 0:
                        too_many.append(mines)
                        continue
                    is_live = is_live or (after, allowed) in live
                    branches.append((mines, made[after, allowed]))
                if is_live:
                    live_here.add((row, total))
                else:
                    branches += [(mines, nodes.false_by_total) for mines in too_many]
                here[row, total] = nodes.decision(level.cells, sorted(branches))
            dead = {
                row: nodes.decision(
                    level.cells,
                    [(mines, dead[after]) for mines, after in ways] or [(0, nodes.false)],
                )
                for row, ways in table.items()
                if row not in alive[place]
            }
            made, live = here, live_here
        return made[(), self._total] if () in alive[0] else dead[()]

    def _tables(self) -> tuple[list[_Table], list[set[_Row]]]:
        """Make the tables without the mine count, and the rows in each that lead to the end."""
        rows: dict[_Row, None] = {(): None}
        tables: list[_Table] = []
        for level in self._levels:
            table: _Table = {}
            reached: dict[_Row, None] = {}
            for row in rows:
                self._look()
                table[row] = ways = list(_ways(level, row))
                reached |= dict.fromkeys([after for _, after in ways])
            tables.append(table)
            rows = reached
        alive = [set(rows)]
        for table in reversed(tables):
            goes_on = alive[-1]
            alive.append(
                {row for row, ways in table.items() if any(after in goes_on for _, after in ways)}
            )
        alive.reverse()
        return tables, alive

    def _reached(
        self, tables: Sequence[_Table], alive: Sequence[set[_Row]]
    ) -> list[dict[_Reached, None]]:
        """Return the rows before each box and after the last, with what the mine count allows."""
        reached: list[dict[_Reached, None]] = [{(row, self._total): None for row in alive[0]}]
        for level, table, goes_on in zip(self._levels, tables, alive[1:], strict=True):
            after_level: dict[_Reached, None] = {}
            for row, total in reached[-1]:
                self._look()
                for mines, after in table[row]:
                    if after in goes_on:
                        allowed = level.counting(total, mines)
                        if allowed != 0:
                            after_level[after, allowed] = None
            reached.append(after_level)
        return reached

    def _look(self) -> None:
        """Count a row. Raises `LimitError` for too many, and when the time is over."""
        self._rows += 1
        if self._rows > _MOST_ROWS:
            raise LimitError(f"a circuit from tables of more than {_MOST_ROWS:,} rows")
        if not self._rows % _WORK:
            self._budget.check()


def _ways(level: _Level, row: _Row) -> Iterator[tuple[int, _Row]]:
    """Yield the numbers of mines that a box may have in a row, with the rows after it."""
    states = dict(row)
    for mines in range(len(level.cells) + 1):
        after = states.copy()
        for number, is_last, layer in level.moves:
            state = layer.after[after.pop(number, 0)][mines]
            if state < 0:
                break
            if not is_last:
                after[number] = state
        else:
            yield mines, tuple(sorted(after.items()))


def _allowed(bits: int, size: int) -> int | None:
    """Return the numbers of mines in so many cells that are allowed; None if all are."""
    every = (1 << size + 1) - 1
    return None if bits & every == every else bits & every

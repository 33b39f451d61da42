"""A position that somebody plays on: the board, perhaps a program, and the clues to come."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from logicsweep.board.board import Board
from logicsweep.board.total import bounds_of, checked_density
from logicsweep.formulas.user_program import Program
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.board_ledger import BoardLedger
from logicsweep.knowledge.proofs import ledger_of
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ASP, ELIMINATION
from logicsweep.strategy.parts import CellsByComponent, Part, counted_of, parts_of
from logicsweep.strategy.sight import Sight
from logicsweep.system.statements import statements_of
from logicsweep.tables.counted import CountedComponents
from logicsweep.tables.layouts import Layouts
from logicsweep.tables.listing import Weighed
from logicsweep.tables.model_count import ModelCount


class Situation:
    """A consistent position to play on, with its knowledge base, parts and clues to come.

    Everything raises `LimitError` and `UncountableError`.

    Attributes:
        board: The board.
        density: The prior probability of a mine in a cell, which counts without a mine count.
        program: The program that layouts must satisfy as well; None without one.
        statements: The statements of the board.
        is_ordinary: Whether there is nothing but clues that count neighbours, and the mine count.
        sight: The clues to come.
    """

    def __init__(
        self,
        position: KnowledgeBase | Board,
        *,
        density: Fraction | str | None = None,
        time_limit: float | None = None,
    ) -> None:
        """Take a position. Raises ValueError for a density or a time limit that is out of range."""
        self.board: Board = position if isinstance(position, Board) else position.board
        self.density = self.board.density if density is None else checked_density(density)
        self.budget = Budget(time_limit)
        self.program: Program | None = None
        if not isinstance(position, Board):
            self.program = position.program
        self.statements = statements_of(self.board, self.budget.renewed())
        self.is_ordinary = self.statements.are_ordinary and self.program is None
        self.sight = Sight(self.board)

    @cached_property
    def kb(self) -> KnowledgeBase:
        """A knowledge base of the position, which reasons by elimination if there is no program."""
        return KnowledgeBase(
            self.board,
            reasoner=ELIMINATION if self.program is None else ASP,
            program=self.program,
            time_limit=self.budget.seconds,
        )

    @cached_property
    def _ledger(self) -> BoardLedger:
        engine = engine_of(ELIMINATION if self.program is None else ASP)
        return ledger_of(self.board, self.statements, self.program, engine)

    def layouts(self, budget: Budget) -> Layouts:
        """Return the layouts, with their hidden cells."""
        self._ledger.settle(budget)
        return self._ledger.layouts(self.board, self.density, budget)

    @property
    def has_components(self) -> bool:
        """Whether components are independent, since no hidden cell or program ties them.

        Cells must not have densities of their own either, which are not counted with a component.
        """
        statements = self.statements
        return self.program is None and not statements.hidden.cells and not statements.odds

    @cached_property
    def count(self) -> ModelCount:
        """The layouts, counted by the knowledge base. Raises `InconsistentBoardError`."""
        return self.kb.count(density=self.density)

    @cached_property
    def counted(self) -> CountedComponents:
        """The components, counted exactly; see `has_components`."""
        if "count" in self.__dict__:  # which has counted them, or can spare loading the board
            components = self.count.components(self.budget.renewed())
            if components is not None:
                return components
        return counted_of(self.board, self.budget.renewed(), self.statements)

    @cached_property
    def by_component(self) -> CellsByComponent:
        """The cells by component; see `has_components`."""
        return CellsByComponent(self.board, self.counted)

    def parts(self, budget: Budget) -> list[Part]:
        """Return the parts that can be played by themselves."""
        if self.has_components:
            layouts = self.count.total if "count" in self.__dict__ else None
            return parts_of(self.board, self.by_component, budget, self.density, layouts)
        count = self.count
        risks = {self.board.number(cell): risk for cell, risk in count.fractions().items()}
        cells = tuple([cell for cell, risk in risks.items() if risk < 1])
        if not cells:
            return []
        bounds = bounds_of(self.board.mines)

        def weighed(limit: int, budget: Budget) -> Weighed:
            return self.layouts(budget).weighed(limit)

        return [
            Part(
                cells,
                tuple([cell for cell in cells if risks[cell]]),
                count.total,
                bounds is not None and bounds[0] == bounds[1],
                weighed,
            )
        ]

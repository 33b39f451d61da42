"""Reasoning by SAT, the only place that uses PySAT's solvers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from logicsweep.constraints.cardinality import Cardinality, Constraint, sources_of
from logicsweep.constraints.factors import Source
from logicsweep.errors import LimitError, UnknownSolverError, expect
from logicsweep.formulas.cardinality import (
    DEFAULT_ENCODING,
    ENCODINGS,
    EncodingName,
    check_encoding,
    encoded,
)
from logicsweep.formulas.names import CNF_FILE, is_command
from logicsweep.limits import Budget, budget_of, watched
from logicsweep.reason.solvers.names import (
    DEFAULT_SOLVER,
    NATIVE_SOLVERS,
    SOLVERS,
    SolverName,
)
from logicsweep.reason.solvers.protocol import NOTHING, Backbone, Closing, Solver, Status
from logicsweep.system.system import A_SYSTEM, ConstraintSystem, Decided

if TYPE_CHECKING:
    from logicsweep.reason.solvers.recorder import Recorder

# Native constraints cannot be switched on and off one by one, so cores come from clauses.
_CORE_SOLVER: Final = "glucose4"
# PySAT's class of each solver.
_CLASSES: Final[Mapping[SolverName, str]] = {
    "cadical153": "Cadical153",
    "cadical195": "Cadical195",
    "gluecard4": "Gluecard4",
    "glucose4": "Glucose4",
    "glucose42": "Glucose42",
    "maplechrono": "MapleChrono",
    "mergesat3": "Mergesat3",
    "minicard": "Minicard",
    "minisat22": "Minisat22",
    "minisat-gh": "MinisatGH",
}
# Cells of a constraint that native solvers hold as it is, and the most that an encoding has of them
# and of the sums that it names, multiplied.
_SHORT: Final = 30
_MOST_ENCODED: Final = 20_000
# Candidates of a backbone that are tried at once.
_GROUP: Final = 40
# The conflicts to allow between two looks at the clock; some milliseconds of search.
_CONFLICTS: Final = 2000


class SatReasoner(Closing):
    """A constraint system held by a SAT solver; a `Reasoner`.

    Native solvers (`minicard`, `gluecard4`) hold cardinality constraints as they are. For the
    others a small constraint becomes clauses over its cells alone, and a large one (the mine count)
    goes through the cardinality encoding.

    Args:
        system: The constraints.
        solver: One of `SOLVERS`, or the command of a program, as in `KnowledgeBase`.
        cardinality: The encoding of large constraints, one of `ENCODINGS`.
        budget: The limits for all questions together; by default there is no time limit.
        recorder: Keeps every question, if there is one.

    Raises:
        UnknownSolverError: The solver is neither one of `SOLVERS` nor a command.
        CommandError: The program of a command is not there. Questions raise it, too.
        UnknownNameError: The encoding is not one of `ENCODINGS`.
    """

    def __init__(
        self,
        system: ConstraintSystem,
        *,
        solver: SolverName | str = DEFAULT_SOLVER,
        cardinality: EncodingName = DEFAULT_ENCODING,
        budget: Budget | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        expect("system", system, ConstraintSystem, A_SYSTEM)
        check_solver(solver)
        check_encoding(cardinality, ENCODINGS)
        self._system = system
        self._name = solver
        self._cardinality = cardinality
        self._budget = budget_of(budget)
        self._recorder = recorder
        # Numbered densely from 1, since a solver's model lists every variable up to the largest.
        self._variables = {cell: index for index, cell in enumerate(system.cells, start=1)}
        self._engine: Solver | None = None
        # The largest variable of that solver.
        self._top = 0
        self._entailed: list[int] = []
        self._selecting: tuple[Solver, dict[Source, int]] | None = None
        self._closed = False

    def close(self) -> None:
        """Delete the solvers."""
        if self._engine is not None:
            self._engine.delete()
        if self._selecting is not None:
            self._selecting[0].delete()
        self._engine = self._selecting = None
        self._closed = True

    def prepare(self) -> None:
        """Hand the system to a solver; otherwise the first question does so."""
        self._main()

    def solve(self, assuming: Mapping[int, bool] = NOTHING) -> Status:
        """Tell whether a model exists under the assumptions (see `Reasoner.solve`).

        Raises:
            KeyError: A cell is not in the system.
        """
        try:
            has_model = self._search(self._main(), self._literals(assuming))
        except LimitError:
            return Status.UNKNOWN
        return Status.SATISFIABLE if has_model else Status.UNSATISFIABLE

    def model(
        self, assuming: Mapping[int, bool] = NOTHING, sources: Collection[Source] | None = None
    ) -> frozenset[int] | None:
        """Return the mines of a model (see `Reasoner.model`).

        Raises:
            KeyError: A cell or source is not in the system.
            LimitError: The budget is spent.
        """
        assumptions = self._literals(assuming)
        if sources is None:
            engine = self._main()
        else:
            engine, selectors = self._with_selectors()
            assumptions += tuple([selectors[source] for source in sources])
        if not self._search(engine, assumptions):
            return None
        return self._mines(engine.get_model()[: len(self._system.cells)])

    def refutes(self, decided: Mapping[int, bool]) -> bool:
        """Tell whether cells have these values in every model (see `Reasoner.refutes`).

        One question for all of them: a clause says that one is otherwise, under an assumption.

        Raises:
            KeyError: A cell is not in the system.
            LimitError: The budget is spent.
        """
        literals = self._literals(decided)
        engine = self._main()
        self._top += 1
        engine.add_clause([*[-literal for literal in literals], -self._top])
        return not self._search(engine, (self._top,))

    def consequences(self) -> Backbone | None:
        """Return the backbone (see `Reasoner.consequences` and `BackboneSearch`)."""
        engine = self._main()
        self._entailed.clear()
        if not self._search(engine, ()):
            return None
        search = BackboneSearch(
            engine, partial(self._search, engine), len(self._system.cells), self._entailed
        )
        search.run()
        return Backbone(*self.proved_so_far(), tuple(map(self._mines, search.models)))

    def proved_so_far(self) -> Decided[frozenset[int]]:
        """Return the part of the backbone that `consequences` proved before a limit stopped it."""
        cells = self._system.cells
        return Decided(
            frozenset([cells[literal - 1] for literal in self._entailed if literal > 0]),
            frozenset([cells[-literal - 1] for literal in self._entailed if literal < 0]),
        )

    def models(self, limit: int | None = None) -> Iterator[frozenset[int]]:
        """Yield the models (see `Reasoner.models`).

        A new solver gets a blocking clause for each model. Blocking clauses are over cells only, so
        that auxiliary variables do not repeat a model.
        """
        engine, _ = self._load()
        count = len(self._system.cells)
        given = 0
        try:
            while (limit is None or given < limit) and self._search(engine, ()):
                model = engine.get_model()[:count]
                given += 1
                yield self._mines(model)
                if not model:
                    return
                engine.add_clause([-literal for literal in model])
        finally:
            engine.delete()

    def mus(
        self, assuming: Mapping[int, bool] = NOTHING, sources: Collection[Source] | None = None
    ) -> tuple[Source, ...] | None:
        """Return a minimal unsatisfiable subset (see `Reasoner.mus`).

        A clausal solver with one selector for each source finds a first core, which deletion makes
        minimal: a source stays if the others have a model. If they have none, their core is kept.
        """
        engine, selectors = self._with_selectors()
        fixed = self._literals(assuming)
        names = {selector: source for source, selector in selectors.items()}
        kept = [
            selector
            for source, selector in selectors.items()
            if sources is None or source in sources
        ]
        if self._search(engine, (*fixed, *kept)):
            return None
        kept = _within(engine.get_core(), kept)
        for selector in tuple(kept):
            if selector not in kept:
                continue
            rest = [candidate for candidate in kept if candidate != selector]
            if not self._search(engine, (*fixed, *rest)):
                kept = _within(engine.get_core(), rest)
        return tuple(names[selector] for selector in kept)

    def _literals(self, assuming: Mapping[int, bool]) -> tuple[int, ...]:
        expect("assuming", assuming, Mapping, "a mapping from cell numbers to whether it is a mine")
        return tuple(
            self._variables[cell] if mine else -self._variables[cell]
            for cell, mine in assuming.items()
        )

    def _mines(self, model: list[int]) -> frozenset[int]:
        cells = self._system.cells
        return frozenset([cells[literal - 1] for literal in model if literal > 0])

    def _search(self, engine: Solver, assumptions: Sequence[int]) -> bool:
        """Tell whether a model exists under assumptions. Raises `LimitError`."""
        return has_model(engine, assumptions, self._budget)

    def _main(self) -> Solver:
        if self._engine is None:
            self._engine, self._top = self._load()
        return self._engine

    def _new_engine(self, name: SolverName | str) -> Solver:
        if self._closed:
            raise ValueError("the reasoner is closed")
        if name not in SOLVERS:
            from logicsweep.reason.solvers.command import CommandSolver

            return CommandSolver(name, self._system.cells, self._budget)
        return new_solver(name)

    def _load(self) -> tuple[Solver, int]:
        """Load a new solver that holds the system; return it and its largest variable."""
        engine = self._new_engine(self._name)
        if self._recorder is not None:
            engine = self._recorder.listening(engine, self._name, self._system.cells)
        native = self._name in NATIVE_SOLVERS
        top = len(self._system.cells)
        if top:
            # Names the last cell, so that models list every cell, also one without constraints.
            engine.add_clause([top, -top])
        for constraint in watched(self._system.constraints, self._budget):
            if self._recorder is not None:
                self._recorder.about(constraint)
            is_native = native and not _is_better_encoded(constraint)
            at_most = constraint.at_most(self._of(constraint)) if is_native else None
            for literals, bound in at_most or ():
                engine.add_atmost(literals, bound)
            if at_most is None:
                clauses, top = self._clauses(constraint, top)
                for clause in clauses:
                    engine.add_clause(clause)
        return engine, top

    def _clauses(self, constraint: Constraint, top: int) -> tuple[list[tuple[int, ...]], int]:
        encode = partial(encoded, encoding=self._cardinality)
        return constraint.clauses(self._of(constraint), top, encode)

    def _of(self, constraint: Constraint) -> list[int]:
        """Return the variables of the cells of a constraint."""
        variables = self._variables
        return [variables[cell] for cell in constraint.cells]

    def _with_selectors(self) -> tuple[Solver, dict[Source, int]]:
        """Return a clausal solver in which each source's clauses hold only under its selector."""
        if self._selecting is None:
            name = _CORE_SOLVER if self._name in NATIVE_SOLVERS else self._name
            engine = self._new_engine(name)
            try:
                self._selecting = engine, self._load_with_selectors(engine)
            except BaseException:
                engine.delete()
                raise
        return self._selecting

    def _load_with_selectors(self, engine: Solver) -> dict[Source, int]:
        """Have a solver hold the system, each source under a selector; returns the selectors.

        The background has none: it always holds.
        """
        top = len(self._system.cells)
        if top:
            engine.add_clause([top, -top])  # as in `_load`
        selectors: dict[Source, int] = {}
        for source in sources_of(self._system.constraints):
            top += 1
            selectors[source] = top
        for constraint in self._system.constraints:
            clauses, top = self._clauses(constraint, top)
            selector = selectors.get(constraint.source)
            unless = [] if selector is None else [-selector]
            for clause in clauses:
                engine.add_clause([*clause, *unless])
        return selectors


class BackboneSearch:
    """The search for the backbone over the first variables of a formula that has a model.

    A literal is a candidate while every model so far has it. Groups of candidates are tried
    otherwise, all at once: in a model of that all of them fall away; else the core of the
    refutation is one candidate, which is entailed and becomes a unit clause, or several, which are
    tried one by one. That is the core-based search of Janota, Lynce and Marques-Silva (2015), by
    groups. These are spread over the variables, which stand for cells in their order, so that
    nearly every core is one candidate, and a question is answered near it.

    Attributes:
        entailed: The literals of the backbone that are proved so far.
        models: The models so far, each as its literals over the first variables.
    """

    def __init__(
        self,
        formula: Solver,
        has_model: Callable[[Sequence[int]], bool],
        count: int,
        entailed: list[int],
    ) -> None:
        """Take a formula whose last question had a model; `count` is the number of variables.

        `has_model` asks it under assumptions. Proved literals are appended to `entailed`.
        """
        self._formula = formula
        self._has_model = has_model
        self._count = count
        self.entailed = entailed
        self.models = [formula.get_model()[:count]]
        self._candidates = dict.fromkeys(self.models[0])

    def run(self) -> None:
        """Find all of the backbone. Raises what `has_model` raises."""
        while self._candidates:
            literals = list(self._candidates)
            group = [-literal for literal in literals[:: -(-len(literals) // _GROUP)]]
            while group and not self._is_possible(group):
                core = set(self._formula.get_core() or ()).intersection(group)
                if len(core) == 1:
                    self._entail(-min(core))
                else:
                    self._try_each(core)
                group = [opposite for opposite in group if opposite not in core]

    def _is_possible(self, opposites: Sequence[int]) -> bool:
        """Tell whether candidates can be otherwise; a model of that rules out others as well."""
        if not self._has_model(opposites):
            return False
        model = self._formula.get_model()[: self._count]
        self.models.append(model)
        for literal in model:
            self._candidates.pop(-literal, None)
        return True

    def _try_each(self, opposites: set[int]) -> None:
        for opposite in sorted(opposites, key=abs):
            if -opposite in self._candidates and not self._is_possible([opposite]):
                self._entail(-opposite)

    def _entail(self, literal: int) -> None:
        del self._candidates[literal]
        self.entailed.append(literal)
        self._formula.add_clause([literal])


def _is_better_encoded(constraint: Constraint) -> bool:
    """Tell whether proofs about a constraint are shorter if a native solver gets it as clauses.

    A sum of many cells hides the sums of its parts, which an encoding names, so that a solver can
    learn them. That components of 130 cells hold no fewer mines took 20 to 140 ms with a totalizer,
    and more than a minute without. An encoding that is very large does not pay.
    """
    if not isinstance(constraint, Cardinality) or len(constraint.cells) <= _SHORT:
        return False
    count = len(constraint.cells)
    return count * min(constraint.upper, count - constraint.lower) <= _MOST_ENCODED


def new_solver(name: SolverName) -> Solver:
    """Make an empty solver of PySAT. It has to be deleted."""
    from pysat import solvers  # PySAT is loaded with the first solver, not before

    # The class itself: through `solvers.Solver` every call takes twice as long.
    made: Solver = getattr(solvers, _CLASSES[name])()
    if name.startswith("cadical"):
        search_without_signals(made, name)
    return made


def has_model(solver: Solver, assumptions: Sequence[int], budget: Budget) -> bool:
    """Tell whether a solver finds a model; look at the clock after every batch of conflicts.

    Raises `LimitError` when the budget is spent.
    """
    literals = list(assumptions)
    while True:
        budget.check()
        solver.conf_budget(_CONFLICTS)
        answer = solver.solve_limited(literals, expect_interrupt=True)
        if answer is not None:
            return answer


def search_without_signals(cadical: Any, name: str) -> None:
    """Replace a CaDiCaL's limited search by one in which PySAT does not catch SIGINT.

    PySAT's handler jumps out of the solver, which may then hang when it is deleted, even where the
    signal is ignored; and it stays, so that Python hears of no later SIGINT. Other solvers have a
    parameter against it.
    """
    import pysolvers

    search = getattr(pysolvers, f"{name}_solve_lim")

    def solve_limited(assumptions: Sequence[int], expect_interrupt: bool) -> bool | None:
        del expect_interrupt
        status = search(cadical.cadical, assumptions, 0)  # as if outside of the main thread
        cadical.status = None if status == 0 else status > 0
        cadical.prev_assumps = assumptions
        return cadical.status  # type: ignore[no-any-return]

    cadical.solve_limited = solve_limited


def check_solver(name: str) -> None:
    """Raise an error unless `name` is one of `SOLVERS`, or a command whose program is there."""
    if name in SOLVERS:
        return
    if not is_command(name, CNF_FILE):
        raise UnknownSolverError(name, SOLVERS)
    from logicsweep.formulas.command import command_of

    command_of(name, CNF_FILE, "solver")


def _within(core: list[int] | None, selectors: Sequence[int]) -> list[int]:
    """Return the selectors that stand in a core; none when the core is empty."""
    members = set(core or ())
    return [selector for selector in selectors if selector in members]

"""Reasoning by SAT, the only place that uses PySAT's solvers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from logicsweep.constraints.cardinality import Cardinality, Constraint, sources_of
from logicsweep.constraints.factors import Source
from logicsweep.errors import expect
from logicsweep.formulas.cardinality import (
    DEFAULT_ENCODING,
    ENCODINGS,
    EncodingName,
    check_encoding,
    encoded,
)
from logicsweep.limits import Budget, budget_of, watched
from logicsweep.reason.solvers.names import (
    DEFAULT_SOLVER,
    NATIVE_SOLVERS,
    SOLVERS,
    SolverName,
    check_solver,
)
from logicsweep.reason.solvers.protocol import NOTHING, Backbone, Reasoner, Solver
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


class SatReasoner(Reasoner):
    """A constraint system held by a SAT solver.

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

    def model(
        self, assuming: Mapping[int, bool] = NOTHING, sources: Collection[Source] | None = None
    ) -> frozenset[int] | None:
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
        """See `Reasoner.refutes`.

        One question for all of them: a clause says that one is otherwise, under an assumption.
        """
        literals = self._literals(decided)
        engine = self._main()
        self._top += 1
        engine.add_clause([*[-literal for literal in literals], -self._top])
        return not self._search(engine, (self._top,))

    def consequences(self) -> Backbone | None:
        """Return the backbone (see `Reasoner.consequences`).

        A literal is a candidate while every model so far has it. Groups of candidates are tried
        otherwise, all at once: in a model of that all of them fall away; else the core of the
        refutation is one candidate, which is entailed and becomes a unit clause, or several, which
        are tried one by one. That is the core-based search of Janota, Lynce and Marques-Silva
        (2015), by groups. These are spread over the variables, which stand for cells in their
        order, so that nearly every core is one candidate, and a question is answered near it.
        """
        engine, count = self._main(), len(self._system.cells)
        self._entailed.clear()
        if not self._search(engine, ()):
            return None
        models = [engine.get_model()[:count]]
        candidates = dict.fromkeys(models[0])

        def is_possible(opposites: Sequence[int]) -> bool:
            """Tell whether candidates can be otherwise; a model of that rules out others too."""
            if not self._search(engine, opposites):
                return False
            models.append(engine.get_model()[:count])
            for literal in models[-1]:
                candidates.pop(-literal, None)
            return True

        while candidates:
            group = [-literal for literal in [*candidates][:: -(-len(candidates) // _GROUP)]]
            while group and not is_possible(group):
                core = set(engine.get_core() or ()).intersection(group)
                for opposite in sorted(core, key=abs):
                    is_tried = len(core) > 1
                    if -opposite in candidates and not (is_tried and is_possible([opposite])):
                        del candidates[-opposite]
                        self._entailed.append(-opposite)
                        engine.add_clause([-opposite])
                group = [opposite for opposite in group if opposite not in core]
        return Backbone(*self.proved_so_far(), tuple(map(self._mines, models)))

    def proved_so_far(self) -> Decided[frozenset[int]]:
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
        engine, _, _ = self._load(self._name)
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

    def _sources(self) -> Iterable[Source]:
        return sources_of(self._system.constraints)

    def _core(self, assuming: Mapping[int, bool], sources: list[Source]) -> list[Source] | None:
        engine, selectors = self._with_selectors()
        held = [selectors[source] for source in sources]
        if self._search(engine, (*self._literals(assuming), *held)):
            return None
        core = set(engine.get_core() or ())
        return [source for source in sources if selectors[source] in core]

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
        """Tell whether a model exists; look at the clock after every batch of conflicts.

        Raises `LimitError` when the budget is spent.
        """
        literals = list(assumptions)
        while True:
            self._budget.check()
            engine.conf_budget(_CONFLICTS)
            answer = engine.solve_limited(literals, expect_interrupt=True)
            if answer is not None:
                return answer

    def _main(self) -> Solver:
        if self._engine is None:
            self._engine, self._top, _ = self._load(self._name)
        return self._engine

    def _with_selectors(self) -> tuple[Solver, dict[Source, int]]:
        """Return a clausal solver in which each source's clauses hold only under its selector."""
        if self._selecting is None:
            name = _CORE_SOLVER if self._name in NATIVE_SOLVERS else self._name
            engine, _, selectors = self._load(name, selects=True)
            self._selecting = engine, selectors
        return self._selecting

    def _new_engine(self, name: SolverName | str) -> Solver:
        """Make an empty solver. It has to be deleted."""
        if self._closed:
            raise ValueError("the reasoner is closed")
        if name not in SOLVERS:
            from logicsweep.reason.solvers.command import CommandSolver

            return CommandSolver(name, self._system.cells, self._budget)
        from pysat import solvers  # PySAT is loaded with the first solver, not before

        # The class itself: through `solvers.Solver` every call takes twice as long.
        made: Solver = getattr(solvers, _CLASSES[name])()
        if name.startswith("cadical"):
            search_without_signals(made, name)
        return made

    def _load(
        self, name: SolverName | str, *, selects: bool = False
    ) -> tuple[Solver, int, dict[Source, int]]:
        """Load a new solver that holds the system.

        Returns it, its largest variable, and if it `selects` the selectors of the sources, under
        which their clauses hold; the background has none.
        """
        engine, recorder = self._new_engine(name), None if selects else self._recorder
        if recorder is not None:
            engine = recorder.listening(engine, name, self._system.cells)
        top = len(self._system.cells)
        if top:
            # Names the last cell, so that models list every cell, also one without constraints.
            engine.add_clause([top, -top])
        selectors: dict[Source, int] = {}
        for source in self._sources() if selects else ():
            top += 1
            selectors[source] = top
        for constraint in watched(self._system.constraints, self._budget):
            if recorder is not None:
                recorder.about(constraint)
            is_native = name in NATIVE_SOLVERS and not _is_better_encoded(constraint)
            at_most = constraint.at_most(self._of(constraint)) if is_native else None
            for literals, bound in at_most or ():
                engine.add_atmost(literals, bound)
            if at_most is None:
                clauses, top = self._clauses(constraint, top)
                selector = selectors.get(constraint.source)
                unless = [] if selector is None else [-selector]
                for clause in clauses:
                    engine.add_clause([*clause, *unless])
        return engine, top, selectors

    def _clauses(self, constraint: Constraint, top: int) -> tuple[list[tuple[int, ...]], int]:
        encode = partial(encoded, encoding=self._cardinality)
        return constraint.clauses(self._of(constraint), top, encode)

    def _of(self, constraint: Constraint) -> list[int]:
        """Return the variables of the cells of a constraint."""
        variables = self._variables
        return [variables[cell] for cell in constraint.cells]


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

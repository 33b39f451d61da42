"""Logic programs that are grounded and solved: the only user of clingo's Control."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from logicsweep.constraints.factors import Source
from logicsweep.errors import LimitError, ProgramError, ProgramWarning, expect
from logicsweep.formulas.facts import SystemProgram
from logicsweep.formulas.user_program import without_comments
from logicsweep.limits import Budget
from logicsweep.reason.solvers.trial import Trials

if TYPE_CHECKING:
    import clingo

    from logicsweep.reason.solvers.recorder import Recorder

# Seconds between two looks at the clock.
_STEP: Final = 0.05
# Seconds that an abandoned grounder has to end.
_PATIENCE: Final = 1.0

_Seen = Callable[["clingo.Model"], None]


class _Literals(NamedTuple):
    """Clingo's literals: of mines by cell number, and of the atoms that switch sources off.

    The `fixed` ones hold on whatever a user's program added to the clues.
    """

    cells: dict[int, int]
    off: dict[Source, list[int]]
    fixed: list[int]


class Grounded:
    """A grounded program that can be solved again and again."""

    def __init__(
        self,
        text: str,
        program: SystemProgram,
        budget: Budget,
        trials: Trials,
        recorder: Recorder | None = None,
    ) -> None:
        self._budget = budget
        self._text, self._program, self._recorder = text, program, recorder
        if program.added is not None:
            bare = without_comments(program.added.text)
            budget.check(ahead=trials.ground(text, bare, budget=budget))
        self._control = _ground(text, program, budget)
        self._literals = _literals_in(self._control, program)

    def literals(self, assuming: Mapping[int, bool]) -> list[int]:
        """Turn what is assumed of cells into literals."""
        expect("assuming", assuming, Mapping, "a mapping from cell numbers to whether it is a mine")
        cells = self._literals.cells
        return [cells[cell] if mine else -cells[cell] for cell, mine in assuming.items()]

    def model(
        self, assumptions: Sequence[int], sources: Collection[Source] | None = None
    ) -> frozenset[int] | None:
        """Return the mines of some answer set; with `sources` only these have to be satisfied."""
        held = [] if sources is None else self._held(sources)
        mines = self._last([*assumptions, *held], "auto", 1)
        self._record("", assumptions, mines)
        return mines

    def consequences(self, mode: str) -> frozenset[int]:
        """Find the cautious or brave consequences among the mines; an answer set must exist."""
        mines = self._last((), mode, 0) or frozenset()
        self._record(mode, (), mines)
        return mines

    def _record(self, mode: str, assumptions: Sequence[int], mines: frozenset[int] | None) -> None:
        """Have the recorder keep a question and its answer, if there is one."""
        if self._recorder is not None:
            number_of = {literal: cell for cell, literal in self._literals.cells.items()}
            assumed = {number_of[abs(literal)]: literal > 0 for literal in assumptions}
            self._recorder.asked_clingo(self._text, self._program, mode, assumed, mines)

    def conflict(self, fixed: Sequence[int], sources: Sequence[Source]) -> list[Source] | None:
        """Find the sources in a core of the search, in their order; None if there is a model."""
        core = self._run([*fixed, *self._held(sources)], "auto", 1, lambda _: None)
        if core is None:
            return None
        members = set(core)
        off = self._literals.off
        return [source for source in sources if any(-literal in members for literal in off[source])]

    def _held(self, sources: Collection[Source]) -> list[int]:
        """Assume the sources, and whatever a user's program added to the clues."""
        off = self._literals.off
        return [*self._literals.fixed, *[-literal for source in sources for literal in off[source]]]

    def models(self, limit: int) -> Iterator[frozenset[int]]:
        """Yield the answer sets projected on the cells, each once; 0 for no limit."""
        self._configure("auto", limit, project="project")
        cells = self._literals.cells.values()
        self._control.replace_project([literal for literal in cells if literal > 1])
        with self._control.solve(yield_=True, async_=True) as handle:
            while True:
                self._budget.check()
                handle.resume()
                while not handle.wait(_STEP):
                    self._budget.check()
                model = handle.model()
                if model is None:
                    return
                yield self._mines(model)

    def _mines(self, model: clingo.Model) -> frozenset[int]:
        is_true = model.is_true
        return frozenset(
            [cell for cell, literal in self._literals.cells.items() if is_true(literal)]
        )

    def _last(self, assumptions: Sequence[int], mode: str, limit: int) -> frozenset[int] | None:
        """Return the mines of the last model that a search reports."""
        last: list[frozenset[int]] = []

        def seen(model: clingo.Model) -> None:
            last[:] = [self._mines(model)]

        self._run(assumptions, mode, limit, seen)
        return last[0] if last else None

    def _run(
        self, assumptions: Sequence[int], mode: str, limit: int, seen: _Seen
    ) -> list[int] | None:
        """Search, and call `seen` for each model; return a core of the assumptions if none exists.

        Checks the budget while it waits.
        """
        self._configure(mode, limit, project="no")
        self._budget.check()
        with self._control.solve(assumptions, on_model=seen, async_=True) as handle:
            while not handle.wait(_STEP):
                self._budget.check()
            result = handle.get()
            if result.unsatisfiable:
                return list(handle.core())
            if not result.satisfiable:
                raise KeyboardInterrupt  # the only thing that stops a search from outside
            return None

    def _configure(self, mode: str, limit: int, *, project: str) -> None:
        solve: Any = self._control.configuration.solve  # a section; its type allows for less
        solve.enum_mode = mode
        solve.models = limit
        solve.project = project


def _ground(text: str, program: SystemProgram, budget: Budget) -> clingo.Control:
    """Ground a program, with the user's program if any, and pass on clingo's messages."""
    import clingo
    from clingo.ast import ProgramBuilder

    messages: list[str] = []
    control = clingo.Control(
        ["--opt-mode=ignore"], logger=lambda _, message: messages.append(message)
    )
    control.add("base", [], text)
    added = program.added
    if added is None:
        _await(control, budget)
        return control
    with ProgramBuilder(control) as builder:
        added.add_to(builder)
    try:
        _await(control, budget)
    except RuntimeError as error:
        problem = "\n".join(map(added.own, messages)) or f"{added.name}: error: {error}"
        raise ProgramError(problem) from None
    for message in messages:
        warnings.warn(added.own(message), ProgramWarning, stacklevel=2)
    return control


def _await(control: clingo.Control, budget: Budget) -> None:
    """Ground in another thread, so that neither limits nor Ctrl-C have to wait for it.

    Raises what grounding raises, and `LimitError`. The abandoned grounder then ends with the next
    rule that it makes. A user's program may never make one: see `trial`.
    """
    import clingo

    class Watcher(clingo.Observer):
        """Hears of every ground rule."""

        def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
            del choice, head, body
            if abandoned.is_set():
                raise LimitError("nobody waits for it")

    abandoned = Event()
    control.register_observer(Watcher())
    errors: list[BaseException] = []
    done = Event()  # and not `join`, which takes a thread for ended when Ctrl-C interrupts it

    def attempt() -> None:
        try:
            control.ground()
        except BaseException as error:  # noqa: BLE001  # it is raised again where somebody waits
            errors.append(error)
        finally:
            done.set()

    Thread(target=attempt, daemon=True).start()
    try:
        while not done.wait(_STEP):
            budget.check()
    except BaseException:
        abandoned.set()
        done.wait(_PATIENCE)  # a thread that dies with the interpreter takes it down
        raise
    if errors:
        raise errors[0]


def _literals_in(control: clingo.Control, program: SystemProgram) -> _Literals:
    """Find the literals of cells and sources in a grounded program.

    Raises `ProgramError` for a mine in anything else than a covered cell.
    """
    cells: dict[int, int] = {}
    for atom in control.symbolic_atoms.by_signature("mine", 1):
        term = str(atom.symbol.arguments[0])
        if term in program.cells:
            cells[program.cells[term]] = atom.literal
        elif term not in program.known:
            name = program.added.name if program.added else "the program"
            raise ProgramError(
                f"{name}: there can be a mine in {term}, which is not a covered cell"
            )
    off: dict[Source, list[int]] = {source: [] for source in program.sources.values()}
    fixed = []
    for atom in control.symbolic_atoms.by_signature("off", 1):
        source = program.sources.get(str(atom.symbol.arguments[0]))
        if source is None:
            fixed.append(-atom.literal)
        else:
            off[source].append(atom.literal)
    return _Literals(cells, off, fixed)

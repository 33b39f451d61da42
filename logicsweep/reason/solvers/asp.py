"""Reasoning by answer sets, with clingo.

It runs the programs in `encodings/` unchanged, and shares no solving code with SAT.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from logicsweep.constraints.factors import Source
from logicsweep.errors import expect
from logicsweep.formulas.facts import SystemProgram, system_program
from logicsweep.formulas.rule_facts import program_text
from logicsweep.limits import Budget, budget_of
from logicsweep.reason.solvers.grounded import Grounded
from logicsweep.reason.solvers.protocol import NOTHING, Backbone, Reasoner
from logicsweep.reason.solvers.trial import Trials
from logicsweep.system.system import A_SYSTEM, ConstraintSystem, Decided

if TYPE_CHECKING:
    from logicsweep.reason.solvers.recorder import Recorder


class AspReasoner(Reasoner):
    """A constraint system held by clingo.

    A user's program is grounded in another process first, which is killed when it takes too long.
    clingo's warnings about such a program are issued as `ProgramWarning`. Its questions raise
    `ProgramError` when the program cannot be grounded, or can put a mine where no covered cell is.

    Args:
        system: The constraints.
        program: A logic program that has the models of the system, or fewer when a user's program
            is in it; by default it is made from the system.
        budget: The limits for all questions together; by default there is no time limit.
        trials: The process that grounds programs first, if there is one already.
        recorder: Keeps every question about verdicts, if there is one.
    """

    def __init__(
        self,
        system: ConstraintSystem,
        *,
        program: SystemProgram | None = None,
        budget: Budget | None = None,
        trials: Trials | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        expect("system", system, ConstraintSystem, A_SYSTEM)
        if program is not None:
            wanted = "a SystemProgram, as of board_program(board), or None"
            expect("program", program, SystemProgram, wanted)
        self._system = system
        self._program = system_program(system) if program is None else program
        self._budget = budget_of(budget)
        self._trials = trials or Trials()
        self._recorder = recorder
        self._main: Grounded | None = None
        self._selecting: Grounded | None = None
        self._proved: Decided[frozenset[int]] = Decided(frozenset(), frozenset())
        self._closed = False

    def close(self) -> None:
        """Release the grounded programs."""
        self._main = self._selecting = None
        self._closed = True

    def prepare(self) -> None:
        """Ground the program; otherwise the first question does so."""
        self._grounded()

    def model(
        self, assuming: Mapping[int, bool] = NOTHING, sources: Collection[Source] | None = None
    ) -> frozenset[int] | None:
        grounded = self._grounded() if sources is None else self._with_choice()
        return grounded.model(grounded.literals(assuming), sources)

    def consequences(self) -> Backbone | None:
        """Return the backbone (see `Reasoner.consequences`).

        The mines are the cautious consequences of `mine/1`, the safe cells are those outside the
        brave ones. The witnesses are answer sets found under assumptions.
        """
        self._proved = Decided(frozenset(), frozenset())
        grounded = self._grounded()
        first = grounded.model([])
        if first is None:
            return None
        cells = frozenset(self._system.cells)
        mines = grounded.consequences("cautious")
        self._proved = Decided(mines, frozenset())
        brave = grounded.consequences("brave")
        self._proved = Decided(mines, cells - brave)
        witnesses = [first]
        never, always = (brave - mines) - first, first - mines  # of the witnesses so far
        while never or always:
            literals = grounded.literals({min(never): True} if never else {min(always): False})
            witness = grounded.model(literals)
            if witness is None:
                raise RuntimeError("clingo's consequences and its models disagree")
            witnesses.append(witness)
            never -= witness
            always &= witness
        return Backbone(*self._proved, tuple(witnesses))

    def proved_so_far(self) -> Decided[frozenset[int]]:
        return self._proved

    def models(self, limit: int | None = None) -> Iterator[frozenset[int]]:
        """Yield answer sets projected on the cells, by a clingo of its own."""
        if limit is None or limit > 0:
            yield from self._ground().models(limit or 0)

    def _sources(self) -> Iterable[Source]:
        return dict.fromkeys(self._program.sources.values())

    def _core(self, assuming: Mapping[int, bool], sources: list[Source]) -> list[Source] | None:
        grounded = self._with_choice()
        return grounded.conflict(grounded.literals(assuming), sources)

    def _grounded(self) -> Grounded:
        if self._main is None:
            self._main = self._ground()
        return self._main

    def _with_choice(self) -> Grounded:
        """Return the program in which every source can be switched off."""
        if self._selecting is None:
            self._selecting = self._ground("explain")
        return self._selecting

    def _ground(self, *more: str) -> Grounded:
        """Ground the program of the system with some more rules."""
        if self._closed:
            raise ValueError("the reasoner is closed")
        programs = [*self._program.programs, *more]
        text = "\n".join([*map(program_text, programs), self._program.facts])
        recorder = None if more else self._recorder
        return Grounded(text, self._program, self._budget, self._trials, recorder)

"""Every reasoner, against all models of small systems."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from contextlib import suppress

import pytest

from logicsweep import LimitError
from logicsweep.constraints import Source
from logicsweep.errors import UnknownNameError, UnknownSolverError
from logicsweep.formulas.cardinality import ENCODINGS
from logicsweep.limits import Budget
from logicsweep.reason import SatReasoner, Status
from logicsweep.system import ConstraintSystem, constraints_of
from tests.conftest import seeds, some
from tests.judges.interrupts import StopError, interrupted
from tests.judges.making import opened_at_random, random_board
from tests.judges.reasoners import EVERY, reasoner_of
from tests.judges.refusals import refused
from tests.judges.systems import models, pigeons, random_system


@pytest.mark.few(11)
@pytest.mark.parametrize("solver", EVERY)
@pytest.mark.parametrize("seed", seeds(range(60)))
def test_answers_are_those_of_all_models(seed: int, solver: str) -> None:
    system = random_system(seed)
    expected = models(system)
    with reasoner_of(solver, system) as reasoner:
        assert set(reasoner.models()) == expected
        assert len(list(reasoner.models())) == len(expected)
        assert len(list(reasoner.models(2))) == min(2, len(expected))
        backbone = reasoner.consequences()
        assert (reasoner.solve() is Status.SATISFIABLE) == bool(expected)
        for cell in system.cells:
            for mine in (True, False):
                possible = any((cell in model) == mine for model in expected)
                status = reasoner.solve({cell: mine})
                assert (status is Status.SATISFIABLE) == possible
                assert (status is Status.UNSATISFIABLE) == (not possible)
    if not expected:
        assert backbone is None
        return
    assert backbone is not None
    assert backbone.mines == frozenset.intersection(*expected)
    assert backbone.safe == set(system.cells) - frozenset.union(*expected)
    assert set(backbone.witnesses) <= expected
    for cell in set(system.cells) - backbone.mines - backbone.safe:
        assert {cell in witness for witness in backbone.witnesses} == {True, False}


@pytest.mark.few(8)
@pytest.mark.parametrize("solver", ["minicard", "cadical195", "minisat22", "clingo"])
@pytest.mark.parametrize("seed", seeds(range(150)))
def test_cores_are_minimal(seed: int, solver: str) -> None:
    system = random_system(seed)
    rng = random.Random(seed)
    assuming = {cell: rng.random() < 0.5 for cell in system.cells if rng.random() < 0.2}
    allowed = [row.source for row in system.constraints if rng.random() < 0.8]

    def possible(sources: list[Source]) -> bool:
        rows = tuple(row for row in system.constraints if row.source in sources)
        return any(
            all((cell in model) == mine for cell, mine in assuming.items())
            for model in models(ConstraintSystem(system.cells, rows))
        )

    with reasoner_of(solver, system) as reasoner:
        core = reasoner.mus(assuming, allowed)
        again = reasoner.mus(assuming, allowed)
    assert (core is None) == possible(allowed)
    assert (again is None) == (core is None)
    if core is not None:
        assert list(core) == [row.source for row in system.constraints if row.source in core]
        assert set(core) <= set(allowed)
        assert not possible(list(core))
        for source in core:
            assert possible([other for other in core if other != source])


def test_every_solver_and_encoding_gives_the_same_consequences() -> None:
    for seed in range(2):
        print("seed", seed)
        system = constraints_of(opened_at_random(seed, 9, 9, 10, 0.4))
        answers = set()
        for solver in EVERY:
            for encoding in ENCODINGS if solver == "glucose4" else ENCODINGS[:1]:
                options = {} if solver == "clingo" else {"cardinality": encoding}
                with reasoner_of(solver, system, **options) as reasoner:
                    backbone = reasoner.consequences()
                    assert backbone is not None
                    answers.add(backbone[:2])
        assert len(answers) == 1


@pytest.mark.few(4)
@pytest.mark.parametrize("solver", EVERY)
def test_a_limit_is_never_an_answer(solver: str) -> None:
    with reasoner_of(solver, pigeons(11), budget=Budget(0.05)) as reasoner:
        assert reasoner.solve() is Status.UNKNOWN
        with refused(LimitError):
            reasoner.consequences()
        with pytest.raises(LimitError):
            list(reasoner.models())
        with pytest.raises(LimitError):
            reasoner.mus()
        assert reasoner.proved_so_far() == (frozenset(), frozenset())


def interrupting(script: str) -> subprocess.Popen[bytes]:
    """Ctrl-C from outside: a thread of ours would wait for solvers that hold Python's lock."""
    return subprocess.Popen(["/bin/sh", "-c", script.replace("INT", f"kill -INT {os.getpid()}")])


@pytest.mark.parametrize("solver", ["minicard", "glucose4", "cadical195"])
@pytest.mark.parametrize("seed", seeds(range(40)))
def test_a_core_is_sound_after_an_interrupt(seed: int, solver: str) -> None:
    rng = random.Random(seed)
    system = random_system(seed)
    with reasoner_of(solver, system) as reasoner:
        lines = interrupted(reasoner.mus, None, ["solvers/sat"])
        expected = reasoner.mus()
    for _ in range(4):
        with reasoner_of(solver, system) as reasoner:
            with suppress(StopError):
                interrupted(reasoner.mus, rng.randint(1, lines), ["solvers/sat"])
            found = reasoner.mus()
        assert (found is None) == (expected is None)
        if found is not None:
            rows = tuple(row for row in system.constraints if row.source in found)
            assert not models(system._replace(constraints=rows))


@pytest.mark.few(1)
@pytest.mark.usefixtures("hears_sigint")
@pytest.mark.parametrize("solver", some(EVERY, every=3))
def test_ctrl_c_during_a_search(solver: str) -> None:
    with reasoner_of(solver, pigeons(12)) as reasoner, interrupting("sleep 0.2; INT"):
        with pytest.raises(KeyboardInterrupt):
            reasoner.solve()
        with pytest.raises(KeyboardInterrupt):  # the next one is heard as well
            signal.raise_signal(signal.SIGINT)


@pytest.mark.few(1)
@pytest.mark.usefixtures("hears_sigint")
@pytest.mark.parametrize("solver", ["minicard", "glucose4", "clingo"])
def test_where_ctrl_c_is_ignored_searches_go_on(solver: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ten = "for i in 0 1 2 3 4 5 6 7 8 9; do INT; sleep 0.01; done"
    with reasoner_of(solver, pigeons(12), budget=Budget(0.2)) as reasoner:
        with interrupting(ten) as sender:
            assert reasoner.solve() is Status.UNKNOWN
        assert sender.returncode == 0


@pytest.mark.few(6)
@pytest.mark.parametrize("solver", ["minicard", "clingo"])
@pytest.mark.parametrize("looks", range(1, 36, 5))
def test_what_was_proved_before_the_limit_is_kept(looks: int, solver: str) -> None:
    system = constraints_of(opened_at_random(5, 9, 9, 10, 0.5))
    with reasoner_of(solver, system) as reasoner:
        complete = reasoner.consequences()
    assert complete is not None

    class Countdown(Budget):
        left = looks

        def check(self) -> None:
            self.left -= 1
            if self.left < 0:
                raise LimitError("the countdown")

    with reasoner_of(solver, system, budget=Countdown(None)) as reasoner:
        try:
            reasoner.consequences()
        except LimitError as error:
            assert error.limit == "the countdown"
        else:
            # Answer sets need few looks: all mines come with one search, all safe cells by another.
            assert solver == "clingo"
            assert looks > 3
        mines, safe = reasoner.proved_so_far()
    assert mines <= complete.mines
    assert safe <= complete.safe
    if solver == "minicard":
        assert len(mines) + len(safe) < looks


@pytest.mark.parametrize("solver", ["minicard", "clingo"])
def test_a_closed_reasoner_answers_no_more(solver: str) -> None:
    reasoner = reasoner_of(solver, random_system(0))
    reasoner.close()
    for question in (reasoner.solve, reasoner.consequences, reasoner.mus):
        with refused(ValueError):
            question()


def test_unknown_names_list_the_known_ones() -> None:
    system = constraints_of(random_board(0))
    with refused(UnknownSolverError, name="kissat404"):
        SatReasoner(system, solver="kissat404")
    with refused(UnknownNameError, kind="cardinality encoding", name="pairwise"):
        SatReasoner(system, cardinality="pairwise")


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_time_limit_is_a_positive_number(seconds: float) -> None:
    with refused(ValueError):
        Budget(seconds)

"""How hard the families of instances are: times of solvers and counters, by scale.

    python examples/studies/instances.py               ten minutes
    python examples/studies/instances.py --limit 10    less

Each number is the median over seeds, in seconds; `-` means that more than half of them took longer
than the limit. Needs the extra `ganak` for counts.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Callable
from importlib import import_module
from statistics import median
from time import perf_counter
from typing import Any

from logicsweep.lab.instances.families import family_of
from logicsweep.lab.instances.instance import Instance, instance_of

SEEDS = 5
CASES = (
    ("expert", "cnf", (None,)),
    ("expert", "lp", (None,)),
    ("expert", "mcc", (None,)),
    ("expert-total", "cnf", (None,)),
    ("expert-total", "lp", (None,)),
    ("expert-total", "mcc", (None,)),
    ("square", "cnf", (16, 32, 64)),
    ("square", "lp", (16, 32, 64)),
    ("square", "mcc", (8, 12, 16, 20)),
    ("torus", "cnf", (16, 32, 64)),
    ("torus", "mcc", (8, 12, 16, 20)),
    ("liars", "wcnf", (8, 16, 24, 32)),
)


def decide(instance: Instance) -> str:
    """CaDiCaL on clauses, clingo on a program."""
    if instance.to == "lp":
        import clingo

        control = clingo.Control(["--warn=none"])
        control.add("base", [], instance.text)
        control.ground([("base", [])])
        return "SAT" if control.solve().satisfiable else "UNSAT"
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver("cadical195", bootstrap_with=CNF(from_string=instance.text)) as solver:
        return "SAT" if solver.solve() else "UNSAT"


def count(instance: Instance) -> str:
    """Ganak."""
    from pysat.formula import CNF

    formula = CNF(from_string=instance.text)
    shown = next(line for line in instance.text.splitlines() if line.startswith("c p show"))
    counter = import_module("pyganak").Counter()
    counter.new_vars(formula.nv)
    counter.add_clauses(formula.clauses)
    counter.set_sampling_set([int(word) for word in shown.split()[3:-1]])
    return str(counter.count())


def optimize(instance: Instance) -> str:
    """RC2."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    with RC2(WCNF(from_string=instance.text)) as solver:
        solver.compute()
        return str(solver.cost)


SOLVERS: dict[str, tuple[str, Callable[[Instance], str]]] = {
    "decide": ("CaDiCaL", decide),
    "count": ("ganak", count),
    "optimum": ("RC2", optimize),
}


def _work(solve: Callable[[Instance], str], instance: Instance, queue: Any) -> None:
    start = perf_counter()
    said = solve(instance)
    queue.put((perf_counter() - start, said))


def within(instance: Instance, limit: float) -> float | None:
    """The seconds that it took, or None; another answer than the expected one is an error."""
    context = multiprocessing.get_context("spawn")
    queue = context.SimpleQueue()
    solve = SOLVERS[instance.question][1]
    process = context.Process(target=_work, args=(solve, instance, queue))
    process.start()
    process.join(limit + 2)
    if process.is_alive() or queue.empty():
        process.kill()
        process.join()
        return None
    seconds, said = queue.get()
    if said != instance.expected:
        raise SystemExit(
            f"{instance.family} {instance.to} {instance.seed}: {said} for {instance.expected}"
        )
    return float(seconds)


def main() -> None:
    """Measure all of them."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--limit", type=float, default=30, help="seconds for each (default: 30)")
    limit = options.parse_args().limit
    print("family        format  scale  variables  clauses  logicsweep  other")
    for name, to, scales in CASES:
        for scale in scales:
            ours, others, sizes = [], [], []
            for seed in range(1, SEEDS + 1):
                start = perf_counter()
                made = instance_of(family_of(name), seed, to, scale=scale)  # type: ignore[arg-type]
                ours.append(perf_counter() - start)
                sizes.append((made.variables, made.clauses))
                others.append(within(made, limit))
            variables, clauses = (int(median(column)) for column in zip(*sizes, strict=True))
            done = sorted(limit * 9 if taken is None else taken for taken in others)[SEEDS // 2]
            other = "-" if done > limit else f"{done:.2f}"
            solver = "clingo" if to == "lp" else SOLVERS[made.question][0]
            size = "" if scale is None else str(scale)
            print(
                f"{name:13} {to:6} {size:>6} {variables:10,} {clauses:8,} {median(ours):10.2f}  "
                f"{solver} {other}",
                flush=True,
            )


if __name__ == "__main__":
    main()

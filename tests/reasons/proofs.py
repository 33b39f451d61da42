"""Clauses and proofs for tests, whole and damaged ones."""

from __future__ import annotations

import random

from pysat.solvers import Solver

from logicsweep.errors import CertificateError
from logicsweep.reasons import check_proof
from logicsweep.reasons.certificates.counters import Clause


def is_proof(clauses: tuple[Clause, ...], lines: tuple[str, ...]) -> bool:
    try:
        check_proof(clauses, lines)
    except CertificateError:
        return False
    return True


def random_cnf(rng: random.Random) -> tuple[Clause, ...]:
    """Clauses over a few variables, most often without a model."""
    top = rng.randint(3, 7)
    return tuple(
        tuple(rng.choice((-1, 1)) * var for var in rng.sample(range(1, top + 1), rng.randint(1, 3)))
        for _ in range(rng.randint(3 * top, 6 * top))
    )


def mutated(rng: random.Random, lines: tuple[str, ...]) -> tuple[str, ...]:
    """A proof with a line dropped, changed, or swapped with another."""
    own = list(lines)
    place = rng.randrange(len(own))
    kind = rng.randrange(3)
    if kind == 0 or len(own) == 1:
        del own[place]
    elif kind == 1:
        own[place] = f"{rng.choice((-1, 1)) * rng.randint(1, 7)} 0"
    else:
        other = rng.randrange(len(own))
        own[place], own[other] = own[other], own[place]
    return tuple(own)


def has_model(clauses: tuple[Clause, ...], known: dict[int, bool]) -> bool:
    """Whether clauses have a model in which some variables have these values."""
    with Solver("glucose4", bootstrap_with=[list(clause) for clause in clauses]) as solver:
        values = [variable if value else -variable for variable, value in known.items()]
        found: bool = solver.solve(assumptions=values)
        return found

"""Clauses and proofs for tests, whole and damaged ones."""

from __future__ import annotations

import random

from logicsweep.errors import CertificateError
from logicsweep.explain import check_proof
from logicsweep.explain.certificates.counters import Clause


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
    """Whether clauses have a model; the known variables decide the others one by one.

    A counter's variables are forced to true, or may be false.
    """
    values = dict(known)
    while True:
        units = set()
        for clause in clauses:
            if any(values.get(abs(one)) is (one > 0) for one in clause):
                continue
            left = [one for one in clause if abs(one) not in values]
            if not left:
                return False
            if len(left) == 1:
                units.add(left[0])
        if not units:
            # All that is left can be false: every clause with nothing true has a negative literal.
            return all(
                any(values.get(abs(one), False) is (one > 0) for one in clause)
                for clause in clauses
            )
        for literal in units:
            if values.setdefault(abs(literal), literal > 0) is not (literal > 0):
                return False

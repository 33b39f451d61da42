"""Every reasoner under one name each."""

from __future__ import annotations

from typing import Any

from logicsweep.reason import SOLVERS, AspReasoner, Reasoner, SatReasoner
from logicsweep.system import ConstraintSystem

# Every engine under one name each.
EVERY = [*SOLVERS, "clingo"]


def reasoner_of(name: str, system: ConstraintSystem, **options: Any) -> SatReasoner | AspReasoner:
    """A reasoner of an engine, held to the protocol by its type."""
    reasoner = (
        AspReasoner(system, **options)
        if name == "clingo"
        else SatReasoner(system, solver=name, **options)
    )
    judged: Reasoner = reasoner
    assert judged is reasoner
    return reasoner

"""The choice between bucket elimination and frontier elimination."""

from __future__ import annotations

from logicsweep.eliminate.buckets import BucketPlanner
from logicsweep.eliminate.frontier import FrontierPlanner
from logicsweep.eliminate.plan import Plan
from logicsweep.eliminate.signature import Signature
from logicsweep.limits import Budget


def plan(signature: Signature, budget: Budget) -> Plan:
    """Plan the elimination of a signature; every factor has to have weights.

    Raises `LimitError` when the budget is spent.
    """
    planner = FrontierPlanner if signature.has_regions else BucketPlanner
    return planner(signature).plan(budget)

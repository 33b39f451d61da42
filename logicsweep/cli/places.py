"""Workers that share the work: processes here, or a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from logicsweep.cli.common import not_both, refusing
from logicsweep.games import executors


@contextmanager
def place_for(where: str | None, workers: int | None) -> Iterator[executors.Place]:
    """Start so many processes, by default one for each processor, or reach a cluster."""
    if where is not None and workers is not None:
        raise not_both("--workers", "--cluster")
    with ExitStack() as stack:
        if where is None:
            place = stack.enter_context(executors.processes(workers or os.cpu_count() or 1))
        else:
            with refusing("--cluster"):
                place = stack.enter_context(executors.cluster(where))
        yield place

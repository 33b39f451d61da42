"""Where work is spread to: processes here, or a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from logicsweep.cli.common import USAGE, fail

if TYPE_CHECKING:
    from logicsweep.games.executors import Place

ClusterOption = Annotated[
    str | None,
    typer.Option(
        metavar="WHERE",
        help="Work on a Dask cluster: tcp://host:port, or local:N for N processes here.",
    ),
]


@contextmanager
def place_for(where: str | None, workers: int | None) -> Iterator[Place]:
    """So many processes, by default one for each processor, or a cluster."""
    if where is not None and workers is not None:
        raise fail("--workers and --cluster cannot be combined; expected one of them", USAGE)
    from logicsweep.games import executors

    if where is None:
        with executors.processes(workers or os.cpu_count() or 1) as place:
            yield place
        return
    with ExitStack() as stack:
        try:
            place = stack.enter_context(executors.cluster(where))
        except ValueError as error:
            raise fail(f"--cluster: {error}", USAGE) from None
        yield place

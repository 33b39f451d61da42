"""`logicsweep instances`: families of formulas for solvers and counters, with their answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, cast

from logicsweep.cli.common import command, fail, print_json, refusing
from logicsweep.cli.completion import completing
from logicsweep.cli.lazy import lazily
from logicsweep.errors import LimitError, counted
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.cli.cells import span_of
    from logicsweep.cli.files import writing
    from logicsweep.cli.terminal import print_table
    from logicsweep.cli.working import counting
    from logicsweep.formulas.names import FormulaFormat
    from logicsweep.lab.instances import families
    from logicsweep.lab.instances.as_json import listed_families
    from logicsweep.lab.instances.families import Family, family_of
    from logicsweep.lab.instances.folder import Manifest, write_instances
    from logicsweep.render.asked import Asked


# A test holds them to `families.py`, which loads numpy.
FAMILIES: Final = ("expert", "expert-total", "square", "torus", "density", "liars")
_FORMATS: Final = ("cnf", "opb", "wcnf", "mcc", "lp")
_MOST: Final = 100_000


@command
def instances(
    *,
    family: Annotated[str | None, completing(*FAMILIES)] = None,
    seeds: str = "1-10",
    scale: int | None = None,
    to: Annotated[str | None, completing(*_FORMATS)] = None,
    output: Path | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> None:
    """Write a family of instances for SAT solvers, model counters, MaxSAT solvers or grounders.

    The manifest has the exact answer of each, and a checksum. The same
    seeds always give the same files.

    Args:
        family (NAME): The family: {names}. Without one, the families are listed.
        seeds (N|N-M): The seeds, one instance for each.
        scale (N): The number of rows and columns, in families of any size.
        to (NAME): The format: cnf, opb and lp to be decided, mcc to be counted, wcnf to be
            optimized. Default: the first one of the family.
        output (--out, -o DIR): The folder to write. Default: the family.

    Example: logicsweep instances --family square --seeds 1-20 --to mcc -o square
    """
    if family is None:
        if any(option is not None for option in (to, scale, output)):
            raise fail(f"--family is missing; expected one of {', '.join(FAMILIES)}")
        _list(as_json=json)
        return

    with refusing("--family"):
        chosen = family_of(family)
    form = to or chosen.formats[0]
    if form not in chosen.formats:
        formats = ", ".join(chosen.formats)
        raise fail(f"--to is {form[:40]!r}; expected {formats} for the family {family}")
    with refusing("--scale"):
        chosen.size(scale)
    numbers = _seeds(seeds)
    folder = output or Path(family)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise fail(f"--out: {folder} is there already; expected a new or an empty folder")
    manifest = _written(folder, chosen, numbers, form, scale=scale, time_limit=time_limit)
    if json:
        print_json(manifest)
        return
    verbs = {"decide": "decide", "count": "count", "weighted-count": "weigh", "optimum": "optimize"}
    number = counted(len(manifest.instances), "instance")
    print(f"{folder}: {number} to {verbs[manifest.question]}, and manifest.json")


def _written(
    folder: Path, family: Family, seeds: range, to: str, *, scale: int | None, time_limit: float
) -> Manifest:
    """Write the instances. Exits with a message if they cannot be written."""
    form = cast("FormulaFormat", to)
    try:
        with counting("instances", len(seeds), "instances") as step, writing(folder):
            return write_instances(
                folder, family, seeds, form, scale=scale, time_limit=time_limit, watch=step
            )
    except LimitError as error:
        raise LimitError(f"{error.limit}; a smaller --scale takes less") from None


def _seeds(text: str) -> range:
    seeds = span_of(text, "-", digits=15)
    if seeds is None:
        raise fail(f"--seeds is {text[:40]!r}; expected a number, or a range such as 1-100")
    first, last = seeds
    if not first <= last < first + _MOST:
        raise fail(f"--seeds is {text}; expected 1 to {_MOST:,} seeds, ascending")
    return range(first, last + 1)


def _list(*, as_json: bool) -> None:
    """List the families."""
    known = families.FAMILIES.values()
    if as_json:
        print_json(listed_families(Asked("instances"), known))
        return
    rows = [
        (family.name, str(family.scale or ""), " ".join(family.formats), family.about)
        for family in known
    ]
    print_table(("family", "scale", "formats", "what its boards are"), rows)

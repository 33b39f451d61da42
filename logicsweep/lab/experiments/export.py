"""Tables of an experiment as files: its games, a row each, and the means of their groups."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO, StringIO
from itertools import islice
from typing import Any, Final

from msgspec import UNSET, structs

from logicsweep.games.keys import Condition
from logicsweep.lab.experiments.metrics import METRICS, RECORDED
from logicsweep.lab.experiments.records import GameRow
from logicsweep.lab.experiments.summary import Groups
from logicsweep.lab.parquet import pyarrow

COLUMNS: Final[dict[str, type]] = {
    **dict.fromkeys(("agent", "seed", *Condition.__struct_fields__, "mine_range"), str),
    **dict.fromkeys(("seed", "height", "width", "mines", "liars", "playouts"), int),
    **dict.fromkeys(METRICS, float),
    **dict.fromkeys((name for name in RECORDED if name not in METRICS), int),
    **dict.fromkeys(("openings", "certain", "opened", "detonated"), int),
    **dict.fromkeys(("flood", "forced_survival", "is_won", "is_cut"), bool),
    **dict.fromkeys(("cause", "error"), str),
}
"""The columns of games in their order, with the type of what they hold."""
# Rows that are held at once.
_BATCH: Final = 20_000
# Columns that `summary.csv` has only if some board has the like.
_RARE: Final = ("rules", "density", "liars", "constraints", "judge", "playouts", "start")


def row_of(record: GameRow) -> list[Any]:
    """Return the values of a record, by `COLUMNS`; None where it has none. Moves are left out."""
    condition = record.condition
    total = condition.mines
    fields = structs.asdict(condition) | record.values
    fields |= {
        "agent": record.agent,
        "seed": record.seed,
        "mines": (total if isinstance(total, int) else None)
        if record.mines is UNSET
        else record.mines,
        "mine_range": condition.counts if isinstance(total, tuple) else None,
        "constraints": "\n".join(condition.constraints),
        "cause": None if record.cause is UNSET else record.cause.value,
        "error": record.error or None,
    }
    given = {name: value for name, value in fields.items() if value is not None}
    return [kind(given[name]) if name in given else None for name, kind in COLUMNS.items()]


def csv_parts(records: Iterable[GameRow]) -> Iterator[bytes]:
    """Yield the games as CSV, in parts: a line of names, then a line for each game.

    Fields are empty where a game has no such value; truth values are `true` and `false`.
    """
    yield _csv([list(COLUMNS)])
    for rows in _batches(records):
        yield _csv([[_written(value) for value in row] for row in rows])


def parquet_parts(records: Iterable[GameRow]) -> Iterator[bytes]:
    """Yield the games as Parquet, in parts; null where a game has no such value.

    Raises `MissingLibraryError`.
    """
    pa, parquet = pyarrow()
    kinds = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    schema = pa.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    made = BytesIO()
    with parquet.ParquetWriter(made, schema) as writer:
        for rows in _batches(records):
            columns = [
                pa.array(column, field.type)
                for column, field in zip(zip(*rows, strict=True), schema, strict=True)
            ]
            writer.write_table(pa.table(columns, schema=schema))
    yield made.getvalue()


FORMATS: Final = {"csv": csv_parts, "parquet": parquet_parts}


def load(form: str) -> None:
    """Load what a format needs. Raises `MissingLibraryError`."""
    if form == "parquet":
        pyarrow()


def summary_of(groups: Groups) -> bytes:
    """Write `summary.csv`: a row for each condition and agent, with means and their intervals.

    Means of percentages are shares. Where no game has a metric, its three fields are empty.
    """
    absent = {name for name in _RARE if not any(getattr(under, name) for under, _ in groups)}
    keys = [name for name in Condition.__struct_fields__ if name not in absent]
    metrics = groups.metrics
    numbers = [f"{name}{end}" for name in metrics for end in ("", "_low", "_high")]
    rows = [[*keys, "agent", "games", "unfinished", *numbers]]
    for (condition, agent), group in groups.items():
        fields = structs.asdict(condition) | {
            "mines": condition.counts,
            "constraints": "\n".join(condition.constraints),
        }
        row = [*(fields[name] for name in keys), agent, group.games, group.errors.total()]
        for mean in map(group.estimate, metrics):
            ends = () if mean is None else (mean.mean, mean.low, mean.high)
            row += [f"{number:.6g}" for number in ends] or [""] * 3
        rows.append(row)
    return _csv(rows)


def _csv(rows: Iterable[Sequence[Any]]) -> bytes:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _batches(records: Iterable[GameRow]) -> Iterator[Sequence[list[Any]]]:
    rows = map(row_of, records)
    while batch := list(islice(rows, _BATCH)):
        yield batch


def _written(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value

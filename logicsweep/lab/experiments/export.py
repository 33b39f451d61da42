"""The games of a folder as a table, a row each: CSV, or Parquet by pyarrow (extra `parquet`)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO, StringIO
from itertools import islice
from typing import Any, Final

from msgspec import UNSET, structs

from logicsweep.games.keys import Condition
from logicsweep.games.told.causes import Cause
from logicsweep.lab.experiments.records import Record, Survived, key_of
from logicsweep.lab.parquet import pyarrow

# The columns in their order, with the type of what they hold. Those of games with forced survival
# are empty for others, and the other way round.
COLUMNS: Final[dict[str, type]] = {
    "agent": str,
    "seed": int,
    **dict.fromkeys(("height", "width", "mines"), int),
    **dict.fromkeys(("rule", "first_click"), str),
    "flood": bool,
    **dict.fromkeys(("clues", "file", "layout"), str),
    "forced_survival": bool,
    **dict.fromkeys(("topology", "rules", "mine_range", "density", "judge"), str),
    "playouts": int,
    "liars": int,
    **dict.fromkeys(("constraints", "start"), str),
    "is_won": bool,
    "seconds": float,
    **dict.fromkeys(("cells", "opened", "detonated", "right_flags", "wrong_flags"), int),
    **dict.fromkeys(("moves", "openings", "certain"), int),
    "cause": str,
    "chance": float,
    "guesses": int,
    "replaced": int,
    "is_cut": bool,
    "cost": float,
    "differing": int,
    "error": str,
}
# Rows that are held at once.
_BATCH: Final = 20_000


def row_of(record: Record) -> list[Any]:
    """Return the values of a record, by `COLUMNS`; None where it has none.

    For guesses it is their number; traces are left out.
    """
    condition, agent, seed = key_of(record)
    fields: dict[str, Any] = {"agent": agent, "seed": seed, **structs.asdict(condition)}
    fields["mines"] = record.mines
    fields["mine_range"] = condition.counts if isinstance(condition.mines, tuple) else None
    fields["density"], fields["liars"] = condition.density or None, condition.liars or None
    fields["constraints"] = "\n".join(condition.constraints) or None
    fields["judge"], fields["playouts"] = condition.judge or None, condition.playouts or None
    fields["start"] = condition.start or None
    recorded = [
        name for name in COLUMNS if name not in Condition.__struct_fields__ and name not in fields
    ]
    for name in recorded:
        value = getattr(record, name, None)
        fields[name] = None if value is UNSET else value
    if isinstance(fields["cause"], Cause):
        fields["cause"] = fields["cause"].value
    if isinstance(record, Survived):
        fields["guesses"] = len(record.guesses)
    return [fields[name] for name in COLUMNS]


def csv_parts(records: Iterable[Record]) -> Iterator[bytes]:
    """Yield the games as CSV, in parts: a line of names, then a line for each game.

    Fields are empty where a game has no such value; truth values are `true` and `false`.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for rows in _batches(records):
        writer.writerows([[_written(value) for value in row] for row in rows])
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()
    yield text.getvalue().encode()


def parquet_parts(records: Iterable[Record]) -> Iterator[bytes]:
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


def _batches(records: Iterable[Record]) -> Iterator[Sequence[list[Any]]]:
    rows = map(row_of, records)
    while batch := list(islice(rows, _BATCH)):
        yield batch


def _written(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def load(form: str) -> None:
    """Load what a format needs. Raises `MissingLibraryError`."""
    if form == "parquet":
        pyarrow()

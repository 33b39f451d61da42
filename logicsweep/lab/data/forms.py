"""Files of positions: arrays as npz of numpy or as Parquet by pyarrow (extra `parquet`), or lines.

Equal positions make equal bytes with the same versions of numpy, zlib and pyarrow: no file holds
the time at which it was made.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from logicsweep.games.setting import Setting
from logicsweep.lab.data.bulk import Positions, positions
from logicsweep.lab.data.columns import Arrays, arrays_of, positions_of
from logicsweep.lab.data.from_lines import positions_of_lines
from logicsweep.lab.data.manifest import Form, GameKeys, Header
from logicsweep.lab.data.pieces import FilesOrder, Piece, joined
from logicsweep.lab.parquet import pyarrow

# What has the header in a file: an array of characters, and metadata.
_HEADER: Final = "header"
_METADATA: Final = b"logicsweep"
# What numpy and its libraries raise for a broken file.
_BROKEN: Final = (
    *(BadZipFile, zlib.error, OSError, EOFError),
    *(ValueError, KeyError, RuntimeError),  # with NotImplementedError
)


def encode(order: FilesOrder, pieces: Sequence[Piece]) -> tuple[bytes, int]:
    """Return the content of a file, and the number of its positions.

    Raises `MissingLibraryError`.
    """
    if order.form == "jsonl":
        content = b"".join(piece.content for piece in pieces if isinstance(piece.content, bytes))
        unanswered = sum(len(piece.unanswered) for piece in pieces)
        return content, content.count(b"\n") - unanswered
    parts = [piece.content for piece in pieces if isinstance(piece.content, Positions)]
    if not parts:  # every position reached a limit
        parts = [positions(0, order.setting, answers=order.answers)]
    made = joined(parts)
    rules = None if made.reasons is None else made.reasons.rules
    keys = GameKeys.of(order.setting)
    header = Header(format="logicsweep-positions/1", setting=keys, rules=rules).encode()
    write = _npz if order.form == "npz" else _parquet
    return write(arrays_of(made), header), len(made)


def decode(form: Form, data: bytes, setting: Setting | None = None) -> Positions:
    """Return the positions of a file; the setting is for lines, arrays have theirs with them.

    Raises ValueError if it is not such a file, `MissingLibraryError`.
    """
    if form == "jsonl" and setting is not None:
        return positions_of_lines(data, setting)
    arrays, text = (_of_npz if form == "npz" else _of_parquet)(data)
    header = Header.decode(text)
    named = header.setting.setting()
    if form == "parquet":
        arrays = _shaped(arrays, named)
    return positions_of(arrays, named, header.rules)


def load(form: Form) -> None:
    """Load what a format needs. Raises `MissingLibraryError`."""
    if form == "parquet":
        pyarrow()


def _npz(arrays: Arrays, header: str) -> bytes:
    stream = BytesIO()
    # numpy dates all of it 1980. Text is an array of no dimension.
    named: dict[str, Any] = {_HEADER: np.array(header), **arrays}
    np.savez_compressed(stream, **named)
    return stream.getvalue()


def _of_npz(data: bytes) -> tuple[dict[str, NDArray[Any]], str]:
    try:
        with np.load(BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except _BROKEN as error:
        raise ValueError(f"numpy cannot read it: {error}") from None
    header = arrays.pop(_HEADER, None)
    if header is None:
        raise ValueError("it has no header; expected a file that logicsweep wrote")
    return arrays, str(header)


def _parquet(arrays: Arrays, header: str) -> bytes:
    pa, parquet = pyarrow()
    named = {name: array for name, array in arrays.items() if not name.startswith("reasons_")}
    columns = {name: _column(pa, array) for name, array in named.items()}
    if "reasons_cells" in arrays:
        columns["reasons"] = _nested(pa, arrays)
    table = pa.table(columns).replace_schema_metadata({_METADATA: header.encode()})
    stream = BytesIO()
    parquet.write_table(table, stream, compression="zstd", write_page_checksum=True)
    return stream.getvalue()


def _column(pa: Any, array: NDArray[Any]) -> Any:
    """Return a column with a list of fixed size in each row, if there is more than one number."""
    flat = pa.array(array.ravel())
    if array.ndim == 1:
        return flat
    return pa.FixedSizeListArray.from_arrays(flat, int(np.prod(array.shape[1:])))


def _nested(pa: Any, arrays: Arrays) -> Any:
    """Return a column with the reasons of each position."""
    sources = pa.LargeListArray.from_arrays(
        pa.array(arrays["reasons_offsets"]), pa.array(arrays["reasons_sources"])
    )
    fields = {
        "cell": pa.array(arrays["reasons_cells"]),
        "mine": pa.array(arrays["reasons_mines"]),
        "sources": sources,
    }
    rows = pa.StructArray.from_arrays([*fields.values()], names=[*fields])
    places = np.arange(len(arrays["seeds"]) + 1)
    firsts = np.searchsorted(arrays["reasons_positions"], places)
    return pa.LargeListArray.from_arrays(pa.array(firsts.astype(np.int64)), rows)


def _of_parquet(data: bytes) -> tuple[dict[str, NDArray[Any]], str]:
    """Return the columns, flat, and the header."""
    pa, parquet = pyarrow()
    try:
        source = pa.BufferReader(data)
        table = parquet.read_table(source, page_checksum_verification=True)
    except (pa.ArrowException, OSError) as error:
        raise ValueError(f"pyarrow cannot read it: {error}") from None
    header = (table.schema.metadata or {}).get(_METADATA)
    if header is None:
        raise ValueError("it has no header; expected a file that logicsweep wrote")
    arrays: dict[str, NDArray[Any]] = {}
    for name in table.column_names:
        column = table.column(name).combine_chunks()
        if name == "reasons":
            arrays |= _flat_reasons(column)
        else:
            flat = column.flatten() if pa.types.is_fixed_size_list(column.type) else column
            arrays[name] = flat.to_numpy(zero_copy_only=False)
    return arrays, header.decode(errors="replace")


def _flat_reasons(column: Any) -> dict[str, NDArray[Any]]:
    counts = np.diff(column.offsets.to_numpy())
    rows = column.flatten()
    if [field.name for field in rows.type] != ["cell", "mine", "sources"]:
        raise ValueError(f"its reasons are {rows.type}; expected cell, mine and sources")
    sources = rows.field("sources")
    return {
        "reasons_positions": np.repeat(np.arange(len(counts), dtype=np.int64), counts),
        "reasons_cells": rows.field("cell").to_numpy(),
        "reasons_mines": rows.field("mine").to_numpy(zero_copy_only=False),
        "reasons_offsets": sources.offsets.to_numpy().astype(np.int64),
        "reasons_sources": sources.flatten().to_numpy(),
    }


def _shaped(arrays: Arrays, setting: Setting) -> dict[str, NDArray[Any]]:
    """Return flat columns with the dimensions that they have in Python. Raises ValueError."""
    count = len(arrays.get("seeds", ()))
    shapes = dict.fromkeys(
        ("boards", "layouts", "chances", "verdicts"), (count, setting.height, setting.width)
    )
    return {
        name: array.reshape(shapes.get(name, (count, 2) if name == "best" else array.shape))
        for name, array in arrays.items()
    }

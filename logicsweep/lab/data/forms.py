"""Files of positions: arrays as npz of numpy, or as Parquet by pyarrow (extra `parquet`).

Equal positions make equal bytes with the same versions of numpy, zlib and pyarrow: no file holds
the time at which it was made.
"""

from __future__ import annotations

import zlib
from io import BytesIO
from typing import Any, Final, Literal
from zipfile import BadZipFile

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from logicsweep.lab.data.columns import COLUMNS, Arrays, Positions, positions_of
from logicsweep.lab.data.manifest import Form, GameKeys
from logicsweep.lab.parquet import pyarrow

# What has the header in a file: an array of characters, and metadata.
_HEADER: Final = "header"
_METADATA: Final = b"logicsweep"
# What numpy and its libraries raise for a broken file.
_BROKEN: Final = (
    *(BadZipFile, zlib.error, OSError, EOFError),
    *(ValueError, KeyError, RuntimeError),  # with NotImplementedError
)


class Header(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The part of a file of arrays that is no array."""

    format: Literal["logicsweep-positions/1"]
    setting: GameKeys


def encode(form: Form, made: Positions) -> bytes:
    """Return the content of a file. Raises `MissingLibraryError`."""
    header = Header(format="logicsweep-positions/1", setting=GameKeys.of(made.setting))
    text = msgspec.json.encode(header).decode()
    return (_npz if form == "npz" else _parquet)(made.arrays, text)


def decode(form: Form, data: bytes) -> Positions:
    """Return the positions of a file.

    Raises ValueError if it is not such a file, `MissingLibraryError`.
    """
    arrays, text = (_of_npz if form == "npz" else _of_parquet)(data)
    if text is None:
        raise ValueError("it has no header; expected a file that logicsweep wrote")
    try:
        header = msgspec.json.decode(text, type=Header)
    except msgspec.MsgspecError as error:
        raise ValueError(f"its header is wrong: {error}") from None
    setting = header.setting.setting()
    if form == "parquet":  # whose columns are flat
        sides = {name: column.shape.sides(setting) for name, column in COLUMNS.items()}
        arrays = {name: array.reshape(-1, *sides.get(name, ())) for name, array in arrays.items()}
    return positions_of(setting, arrays)


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


def _of_npz(data: bytes) -> tuple[dict[str, NDArray[Any]], str | None]:
    try:
        with np.load(BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except _BROKEN as error:
        raise ValueError(f"numpy cannot read it: {error}") from None
    header = arrays.pop(_HEADER, None)
    return arrays, None if header is None else str(header)


def _parquet(arrays: Arrays, header: str) -> bytes:
    pa, parquet = pyarrow()
    columns = {name: _column(pa, array) for name, array in arrays.items()}
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


def _of_parquet(data: bytes) -> tuple[dict[str, NDArray[Any]], str | None]:
    """Return the columns, flat, and the header."""
    pa, parquet = pyarrow()
    try:
        source = pa.BufferReader(data)
        table = parquet.read_table(source, page_checksum_verification=True)
    except (pa.ArrowException, OSError) as error:
        raise ValueError(f"pyarrow cannot read it: {error}") from None
    header = (table.schema.metadata or {}).get(_METADATA)
    arrays: dict[str, NDArray[Any]] = {}
    for name in table.column_names:
        column = table.column(name).combine_chunks()
        flat = column.flatten() if pa.types.is_fixed_size_list(column.type) else column
        arrays[name] = flat.to_numpy(zero_copy_only=False)
    return arrays, None if header is None else header.decode(errors="replace")

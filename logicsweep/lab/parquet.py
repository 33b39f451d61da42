"""pyarrow, which writes and reads Parquet files (extra `parquet`)."""

from __future__ import annotations

from typing import Any

from logicsweep.errors import MissingLibraryError


def pyarrow() -> tuple[Any, Any]:
    """Return the modules `pyarrow` and `pyarrow.parquet`. Raises `MissingLibraryError`."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise MissingLibraryError("pyarrow", extra="parquet", purpose="a Parquet file") from None
    return pa, parquet

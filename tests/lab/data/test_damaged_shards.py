"""Files of data sets that are damaged, tampered with or of another kind."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from logicsweep.errors import ArgumentTypeError, DatasetError, MissingLibraryError
from logicsweep.lab.data import read_positions, read_shards
from logicsweep.lab.data.columns import ANSWERS, joined
from logicsweep.lab.data.manifest import MANIFEST, Form
from tests.conftest import seeds
from tests.judges.refusals import refused
from tests.lab.data.sharding import make, order


def listed(change: dict[str, Any]) -> Callable[[dict[str, Any]], None]:
    return lambda manifest: manifest["shards"][1].update(change)


def twice(manifest: dict[str, Any]) -> None:
    manifest["shards"].append(manifest["shards"][0])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (listed({"file": "../shard-00001.npz"}), "is no file of this data set, or is listed twice"),
        (listed({"seeds": [2, 4]}), "is no file of this data set, or is listed twice"),
        (twice, "is no file of this data set, or is listed twice"),
        (listed({"sha256": "0" * 64}), "its checksum does not hold; the same command makes it"),
        (listed({"bytes": 3}), r"bytes; expected 3; the same command makes it again"),
        (listed({"positions": 1}), "holds other positions than its manifest says"),
        (lambda m: m["setting"].update(mines=5), "holds other positions than its manifest says"),
        (lambda m: m["columns"].pop(), "holds other positions than its manifest says"),
        (lambda m: m["columns"][4].update(dtype="float32"), "holds other positions than its mani"),
        (lambda m: m["setting"].update(mines=50), "is no manifest of a data set: 50 mines do not"),
        (lambda m: m["setting"].update(more=5), "is no manifest of a data set: Object contains"),
        (lambda m: m.update(shard_size=0), "is no manifest of a data set: Expected `int` >= 1"),
        (lambda m: m.update(seeds=[5, 1]), "the seeds are 5 to 1, 2 a file; expected 1 to 10,000"),
        (lambda m: m.update(seeds=[1, 10**9]), "the seeds are 1 to 1000000000, 2 a file; expected"),
        (lambda m: m.update(form="npy"), "is no manifest of a data set: Invalid enum value 'npy'"),
        (lambda m: m.pop("version"), "is no manifest of a data set: Object missing required"),
    ],
)
def test_a_tampered_manifest_is_refused(
    change: Callable[[dict[str, Any]], object], says: str, tmp_path: Path
) -> None:
    make(tmp_path, order(), 4)
    manifest = json.loads((tmp_path / MANIFEST).read_bytes())
    change(manifest)
    (tmp_path / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    with pytest.raises(DatasetError, match=says):
        list(read_shards(tmp_path))


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff", b"\0" * 99])
def test_a_manifest_that_is_none(text: bytes, tmp_path: Path) -> None:
    make(tmp_path, order(), 4)
    (tmp_path / MANIFEST).write_bytes(text)
    for read in (read_shards, lambda folder: make(folder, order(), 4)):
        with pytest.raises(DatasetError, match=r"manifest\.json is no manifest of a data set"):
            read(tmp_path)


@pytest.mark.parametrize("form", ["npz", pytest.param("parquet", marks=pytest.mark.slow)])
def test_a_damaged_shard_is_not_read(form: Form, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    make(tmp_path, order(form), 4)
    path = tmp_path / f"shard-00001.{form}"
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    shards = read_shards(tmp_path)
    assert len(shards[0]) == 2
    with pytest.raises(DatasetError, match=rf"shard-00001\.{form}: its checksum does not hold"):
        shards[1]
    path.write_bytes(data[:-1])
    with pytest.raises(DatasetError, match=f"has {len(data) - 1:,} bytes; expected {len(data):,};"):
        read_shards(tmp_path)
    path.unlink()
    with pytest.raises(DatasetError, match="no such file or directory; the same command makes it"):
        read_shards(tmp_path)
    with pytest.raises(DatasetError, match="no such file or directory; the same command makes it"):
        shards[1]
    path.write_bytes(data)
    assert [len(part) for part in read_shards(tmp_path)] == [2, 2]


def test_folders_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"cannot read .*manifest\.json: no such file"):
        read_shards(tmp_path)
    with refused(ArgumentTypeError, argument="folder"):
        read_shards(5)  # type: ignore[arg-type]
    with refused(ArgumentTypeError, argument="file"):
        read_positions(5)  # type: ignore[arg-type]
    with pytest.raises(DatasetError, match=r"a\.csv is no file of arrays; expected one ending in"):
        read_positions("a.csv")
    with pytest.raises(DatasetError, match=r"cannot read a\.npz: no such file"):
        read_positions("a.npz")


def npz(**arrays: Any) -> bytes:
    stream = BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda arrays: arrays.pop("header"), "it has no header; expected a file that logicsweep"),
        (lambda arrays: arrays.update(header=np.array("{}")), "its header is wrong: "),
        (lambda arrays: arrays.pop("boards"), "the array boards is missing"),
        (lambda arrays: arrays.pop("seeds"), "the array seeds is missing"),
        (
            lambda arrays: arrays.update(chances=arrays["chances"][:1]),
            r"the array chances is float64 of shape \(1, 4, 5\); expected float64 of shape \(2, 4",
        ),
        (
            lambda arrays: arrays.update(boards=arrays["boards"].astype(int)),
            r"the array boards is int64 of shape \(2, 4, 5\); expected int8 of",
        ),
        (lambda arrays: arrays.update(more=np.zeros(2)), "the array more is one too many"),
    ],
)
def test_arrays_that_are_others(
    change: Callable[[dict[str, Any]], object], says: str, tmp_path: Path
) -> None:
    make(tmp_path, order(), 2)
    with np.load(tmp_path / "shard-00000.npz") as file:
        arrays = dict(file)
    path = tmp_path / "a.npz"
    path.write_bytes(npz(**arrays))
    assert len(read_positions(path)) == 2
    change(arrays)
    path.write_bytes(npz(**arrays))
    with pytest.raises(DatasetError, match=says):
        read_positions(path)


@pytest.mark.parametrize("seed", seeds(range(20), fast=1))
@pytest.mark.parametrize("form", ["npz", pytest.param("parquet", marks=pytest.mark.slow)])
def test_broken_files_are_no_tracebacks(form: Form, seed: int, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    make(tmp_path, order(form, ANSWERS), 2)
    data = (tmp_path / f"shard-00000.{form}").read_bytes()
    whole = joined([*read_shards(tmp_path)])
    rng = np.random.default_rng(seed)
    path = tmp_path / f"a.{form}"
    refused = 0
    for turn in range(100):
        changed = bytearray(data)
        for place in rng.integers(0, len(data), 1 + turn % 3).tolist():
            changed[place] ^= int(rng.integers(1, 256))
        path.write_bytes(changed[: len(data) - (turn % 5 == 0) * int(rng.integers(len(data)))])
        try:
            made = read_positions(path)
        except DatasetError as error:
            refused += 1
            assert str(path) in str(error)
        else:  # a byte that nobody reads
            np.testing.assert_array_equal(made.boards, whole.boards)
            np.testing.assert_array_equal(made.chances, whole.chances)
    assert refused > 60


@pytest.mark.slow("pyarrow")
def test_a_library_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    make(tmp_path, order("parquet"), 2)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for read in (
        lambda: read_shards(tmp_path),
        lambda: read_positions(tmp_path / "shard-00000.parquet"),
    ):
        with refused(MissingLibraryError, library="pyarrow", extra="parquet"):
            read()

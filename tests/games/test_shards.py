"""Files of data sets: what they hold, how folders are continued, and what is refused."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import numpy as np
import pytest
from msgspec import structs

from logicsweep import positions
from logicsweep.board.first_click import FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.errors import DatasetError, ExperimentError, MissingLibraryError
from logicsweep.games import Positions, read_positions, read_shards
from logicsweep.games.dataset import forms, pieces
from logicsweep.games.dataset.bulk import ANSWERS, Answer
from logicsweep.games.dataset.manifest import MANIFEST, Form, checksum, read_manifest
from logicsweep.games.dataset.pieces import (
    OF_LINES,
    QUICK,
    FilesOrder,
    given_up,
    joined,
    piece_of,
    pieces_of,
)
from logicsweep.games.dataset.shards import MOST_SHARDS, OneFile, ShardFolder
from logicsweep.games.setting import Setting
from tests.conftest import seeds
from tests.games.making import bare
from tests.judges.answers import validator

SMALL = bare(height=4, width=5, mines=4, first_click=FirstClick.SAFE)
RULED = bare(height=4, width=4, mines=4, first_click=FirstClick.SAFE, rules=Rules.of("1M Q"))
OPEN = bare(height=4, width=4, mines=(2, 4), first_click=FirstClick.SAFE)
PLAIN = ("seeds", "boards", "layouts", "total_mines")
OF_REASONS = ("positions", "cells", "mines", "offsets", "sources")


def order(
    form: Form = "npz",
    answers: tuple[Answer, ...] = QUICK,
    setting: Setting = SMALL,
    *,
    time_limit: float | None = None,
) -> FilesOrder:
    asked = OF_LINES if form == "jsonl" else answers
    return FilesOrder(setting, form, asked, symmetries=False, time_limit=time_limit)


def make(folder: Path, wanted: FilesOrder, number: int, size: int = 2, seed: int = 1) -> None:
    """Make a folder, or continue it."""
    with ShardFolder(folder, wanted, range(seed, seed + number), size) as shards:
        list(shards.fill(map(piece_of, shards.tasks())))


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def check_same(found: Positions, expected: Positions, answers: tuple[Answer, ...]) -> None:
    """The same values of the same types; chances may differ in their last digit."""
    assert found.setting == expected.setting
    for name in (*PLAIN, *answers):
        if name == "reasons":
            assert found.reasons is not None
            assert expected.reasons is not None
            assert found.reasons.rules == expected.reasons.rules
            pairs = [
                (getattr(found.reasons, key), getattr(expected.reasons, key)) for key in OF_REASONS
            ]
        else:
            pairs = [(getattr(found, name), getattr(expected, name))]
        for array, wanted in pairs:
            assert array.dtype == wanted.dtype, name
            np.testing.assert_allclose(array, wanted, rtol=1e-13, err_msg=name)
    for name in set(ANSWERS) - {*answers}:
        assert getattr(found, name) is None


@pytest.mark.parametrize("setting", [SMALL, RULED, OPEN], ids=["plain", "ruled", "open"])
@pytest.mark.parametrize("form", ["npz", "parquet", "jsonl"])
def test_files_hold_the_positions(form: Form, setting: Setting, tmp_path: Path) -> None:
    """Those of one call for all: shards and pieces are cut elsewhere."""
    if form == "parquet":
        pytest.importorskip("pyarrow")
    answers = OF_LINES if form == "jsonl" or setting is RULED else ANSWERS
    number, size = (6, 4) if setting is RULED else (24, 13)
    make(tmp_path, order(form, answers, setting), number, size, seed=3)
    shards = read_shards(tmp_path)
    assert (len(shards), shards.positions, shards.setting) == (2, number, setting)
    expected = positions(number, setting, 3, answers=answers)
    check_same(joined([*shards]), expected, answers)
    check_same(shards[-1], expected[size:], answers)
    assert [len(part) for part in shards[:]] == [size, number - size]
    assert repr(shards) == f"<Shards: {number} positions in 2 files of {tmp_path}>"
    with pytest.raises(IndexError):
        shards[2]


@pytest.mark.parametrize("form", ["npz", "parquet"])
def test_the_manifest_describes_the_files(form: Form, tmp_path: Path) -> None:
    """By numpy and pyarrow alone."""
    parquet = pytest.importorskip("pyarrow.parquet")
    make(tmp_path, order(form, ANSWERS), 5, size=3)
    manifest = json.loads((tmp_path / MANIFEST).read_bytes())
    validator("shards").validate(manifest)
    assert manifest["setting"] == {
        "height": 4,
        "width": 5,
        "mines": 4,
        "rule": "classic",
        "first_click": "safe",
        "flood": False,
    }
    assert (manifest["seeds"], manifest["answers"]) == ([1, 5], list(ANSWERS))
    for shard, count in zip(manifest["shards"], (3, 2), strict=True):
        data = (tmp_path / shard["file"]).read_bytes()
        assert (shard["bytes"], shard["sha256"]) == (len(data), checksum(data))
        assert shard["positions"] == shard["seeds"][1] - shard["seeds"][0] + 1 == count
        if form == "npz":
            with np.load(tmp_path / shard["file"]) as file:
                arrays = {name: file[name] for name in file if name != "header"}
            sides = {"N": count, "R": len(arrays["reasons_cells"])}
            sides |= {"R + 1": sides["R"] + 1, "S": len(arrays["reasons_sources"])}
            described = {
                column["name"]: (
                    column["dtype"],
                    tuple(sides.get(side) or int(side) for side in column["shape"]),
                )
                for column in manifest["columns"]
            }
            assert {n: (a.dtype.name, a.shape) for n, a in arrays.items()} == described
        else:
            table = parquet.read_table(tmp_path / shard["file"])
            assert table.column_names == [column["name"] for column in manifest["columns"]]
            assert len(table) == count
            rows = table.to_pylist()
            made = read_positions(tmp_path / shard["file"])
            assert made.reasons is not None
            at = made.reasons.positions.tolist()
            assert [len(row["reasons"]) for row in rows] == [*map(at.count, range(count))]
            assert [row["verdicts"] for row in rows] == made.verdicts.reshape(count, 20).tolist()  # type: ignore[union-attr]


def test_lines_have_seeds_below_0(tmp_path: Path) -> None:
    """Arrays have the seed from 0 on that makes the same position."""
    make(tmp_path, order("jsonl"), 4, size=9, seed=-2)
    (found,) = read_shards(tmp_path)
    assert found.seeds.tolist() == [2**64 - 2, 2**64 - 1, 0, 1]
    check_same(found[:2], positions(2, SMALL, 2**64 - 2, answers=OF_LINES), OF_LINES)


@pytest.mark.parametrize("form", ["npz", "parquet"])
def test_copies_follow_their_positions(form: Form, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    make(tmp_path, order(form, ANSWERS)._replace(symmetries=True), 12, size=11)
    shards = read_shards(tmp_path)
    assert [len(part) for part in shards] == [44, 4]
    assert [shard.positions for shard in shards.manifest.shards] == [44, 4]
    check_same(
        joined([*shards]), positions(12, SMALL, 1, answers=ANSWERS, symmetries=True), ANSWERS
    )


def test_npz_files_have_no_time(tmp_path: Path) -> None:
    make(tmp_path, order(), 2)
    with ZipFile(tmp_path / "shard-00000.npz") as file:
        assert {entry.date_time for entry in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize("seed", seeds(range(40), fast=2))
def test_pieces_are_joined_as_one_call_makes_them(seed: int) -> None:
    """Where reasons name rules in another order in each of them, too."""
    rng = np.random.default_rng(seed)
    cuts = sorted({0, 6, *rng.integers(0, 7, 3).tolist()})
    answers: tuple[Answer, ...] = ("verdicts", "reasons")
    setting = bare(height=4, width=4, mines=4, first_click=FirstClick.SAFE, rules=Rules.of("Q B"))
    whole = positions(6, setting, seed * 6, answers=answers)
    parts = [
        positions(end - start, setting, seed * 6 + start, answers=answers)
        for start, end in pairwise(cuts)
    ]
    check_same(joined(parts), whole, answers)


@pytest.mark.parametrize("form", ["npz", "parquet", "jsonl"])
def test_damaged_shards_are_made_again(form: Form, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    make(tmp_path / "whole", order(form), 7)
    whole = content(tmp_path / "whole")
    folder = tmp_path / "own"
    make(folder, order(form), 7)
    files = [folder / f"shard-0000{number}.{form}" for number in range(4)]
    files[0].unlink()
    files[1].write_bytes(files[1].read_bytes()[:-9])
    changed = bytearray(files[3].read_bytes())
    changed[len(changed) // 2] ^= 1
    files[3].write_bytes(changed)
    (folder / ".logicsweep.0123.part").write_bytes(b"half")  # of a run that was killed
    with ShardFolder(folder, order(form), range(1, 8), 2) as shards:
        assert [(one.file, one.why.split(";")[0]) for one in shards.damaged] == [
            (files[0].name, "it is missing"),
            (files[1].name, f"it has {len(whole[files[1].name]) - 9:,} bytes"),
            (files[3].name, "its checksum does not hold"),
        ]
        assert (shards.left, shards.manifest.positions) == (5, 2)
        list(shards.fill(map(piece_of, shards.tasks())))
    assert content(folder) == whole


@pytest.mark.parametrize("stop", range(1, 4))
def test_a_run_that_ended_early_is_continued(stop: int, tmp_path: Path) -> None:
    make(tmp_path / "whole", order(), 7)
    folder = tmp_path / "own"
    with ShardFolder(folder, order(), range(1, 8), 2) as shards:
        filling = shards.fill(map(piece_of, shards.tasks()))
        for _ in range(stop):
            next(filling)
        filling.close()
    assert len(read_manifest(folder).shards) == stop - 1
    with pytest.raises(DatasetError, match=f"has {stop - 1} of 4 shards; the command that"):
        read_shards(folder)
    make(folder, order(), 7)
    assert content(folder) == content(tmp_path / "whole")


def test_a_folder_can_be_made_longer(tmp_path: Path) -> None:
    make(tmp_path / "long", order(), 7)
    make(tmp_path / "own", order(), 5)
    with ShardFolder(tmp_path / "own", order(), range(1, 8), 2) as shards:
        assert (shards.left, shards.manifest.positions, shards.damaged) == (3, 4, [])
        list(shards.fill(map(piece_of, shards.tasks())))
    assert content(tmp_path / "own") == content(tmp_path / "long")


OTHERS: list[tuple[FilesOrder, range, int, str]] = [
    (order("jsonl"), range(1, 6), 2, "with files of another format"),
    (order(answers=("level",)), range(1, 6), 2, "with other answers"),
    (order(setting=RULED), range(1, 6), 2, "with positions of other games"),
    (order()._replace(symmetries=True), range(1, 6), 2, "with another choice of --symmetries"),
    (order(), range(1, 6), 3, "with shards of another size"),
    (order(), range(2, 6), 2, "holds a data set of the seeds 1 to 5; expected the same first seed"),
    (order(), range(1, 5), 2, "holds a data set of the seeds 1 to 5; expected the same first seed"),
]


@pytest.mark.parametrize(("wanted", "asked", "size", "says"), OTHERS)
def test_a_folder_of_another_order_is_refused(
    wanted: FilesOrder, asked: range, size: int, says: str, tmp_path: Path
) -> None:
    make(tmp_path, order(), 5)
    before = content(tmp_path)
    with pytest.raises(DatasetError, match=says):
        ShardFolder(tmp_path, wanted, asked, size)
    assert content(tmp_path) == before


def test_other_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("mine")
    with pytest.raises(DatasetError, match="holds other files; expected a new or empty folder"):
        make(tmp_path, order(), 2)
    with pytest.raises(DatasetError, match=r"a\.txt is no folder; expected one, or a new name"):
        make(tmp_path / "a.txt", order(), 2)
    assert content(tmp_path) == {"a.txt": b"mine"}
    with pytest.raises(ValueError, match="2 positions a shard make too many; expected 3 or more"):
        make(tmp_path / "many", order(), 2 * MOST_SHARDS + 1)
    assert not (tmp_path / "many").exists()
    with pytest.raises(ValueError, match="there are no seeds"):
        make(tmp_path / "none", order(), 0)


def test_another_version_is_refused(tmp_path: Path) -> None:
    make(tmp_path, order(), 2)
    structs.replace(read_manifest(tmp_path), version="0.1.0").write(tmp_path)
    with pytest.raises(DatasetError, match=r"was made by logicsweep 0\.1\.0, and this is "):
        make(tmp_path, order(), 2)
    assert len(read_shards(tmp_path)) == 1


def test_two_runs_cannot_write_one_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        ShardFolder(tmp_path, order(), range(2)),
        pytest.raises(ExperimentError, match="another run is writing to"),
    ):
        ShardFolder(tmp_path, order(), range(2))
    make(tmp_path, order(), 2, size=10_000, seed=0)


def test_a_full_disk_loses_no_finished_shard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "whole", order(), 5)
    folder = tmp_path / "own"
    real = Path.open

    def full(path: Path, *arguments: Any, **options: Any) -> Any:
        """The third shard is one too many."""
        if (folder / "shard-00001.npz").exists() and path.suffix == ".part":
            return real(Path("/dev/full"), "wb", buffering=0)
        return real(path, *arguments, **options)

    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with ShardFolder(folder, order(), range(1, 6), 2) as shards, monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        with pytest.raises(OSError, match="No space left"):
            list(shards.fill(map(piece_of, shards.tasks())))
    assert set(content(folder)) == {MANIFEST, "shard-00000.npz", "shard-00001.npz"}
    make(folder, order(), 5)
    assert content(folder) == content(tmp_path / "whole")


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
        (listed({"bytes": 3}), r"bytes; expected 3 bytes; the command that made it makes it again"),
        (listed({"positions": 1}), "holds other positions than its manifest says"),
        (lambda m: m["setting"].update(mines=5), "holds other positions than its manifest says"),
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


@pytest.mark.parametrize("form", ["npz", "parquet", "jsonl"])
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
    with pytest.raises(DatasetError, match=f"has {len(data) - 1:,} bytes; expected {len(data):,}"):
        read_shards(tmp_path)
    path.unlink()
    with pytest.raises(DatasetError, match=f"is missing; expected {len(data):,} bytes"):
        read_shards(tmp_path)
    with pytest.raises(DatasetError, match="it is missing; the same command makes it again"):
        shards[1]
    path.write_bytes(data)
    assert [len(part) for part in read_shards(tmp_path)] == [2, 2]


def test_folders_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"cannot read .*manifest\.json: no such file"):
        read_shards(tmp_path)
    with pytest.raises(TypeError, match="folder is an int; expected the path of a folder"):
        read_shards(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="file is an int; expected the path of a file"):
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
@pytest.mark.parametrize("form", ["npz", "parquet"])
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


@pytest.mark.parametrize("form", ["npz", "jsonl"])
def test_a_limit_is_no_answer(form: Form, tmp_path: Path) -> None:
    """It leaves no row of arrays, and is tried again."""
    hard = bare(height=16, width=30, mines=99)
    (task,) = pieces_of(order(form, setting=hard, time_limit=1e-6), range(3, 5))
    piece = piece_of(task)
    assert [seed for seed, _ in piece.unanswered] == [3, 4]
    assert all("within" in why for _, why in piece.unanswered)
    make(tmp_path, order(form, setting=hard, time_limit=1e-6), 2, seed=3)
    (shard,) = read_manifest(tmp_path).shards
    assert (shard.positions, shard.unanswered) == (0, (3, 4))
    assert len(read_shards(tmp_path)[0]) == 0
    make(tmp_path, order(form, setting=hard), 2, seed=3)
    (shard,) = read_manifest(tmp_path).shards
    assert (shard.positions, shard.unanswered) == (2, ())


def test_one_position_at_a_limit_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    real = pieces.positions

    def limited(n: int, setting: Setting, seed: int, **options: Any) -> Positions:
        if seed <= 2 < seed + n:
            raise pieces.LimitError("no complete answer within 1 s")
        return real(n, setting, seed, **options)

    monkeypatch.setattr(pieces, "positions", limited)
    (task,) = pieces_of(order(), range(1, 5))
    piece = piece_of(task)
    assert piece.unanswered == ((2, "no complete answer within 1 s"),)
    assert isinstance(piece.content, Positions)
    assert piece.content.seeds.tolist() == [1, 3, 4]


@pytest.mark.parametrize("form", ["npz", "jsonl"])
def test_a_piece_that_was_given_up(form: Form) -> None:
    (task,) = pieces_of(order(form), range(1, 3))
    piece = given_up(task, "its worker died 3 times")
    assert piece.unanswered == ((1, "its worker died 3 times"), (2, "its worker died 3 times"))
    data, count = forms.encode(order(form), [piece])
    assert (count, len(forms.decode(form, data, SMALL))) == (0, 0)


def test_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(b"old")
    with pytest.raises(DatasetError, match=r"a\.npz is there already; expected a new file"):
        OneFile(path, order(), range(1, 6))
    assert path.read_bytes() == b"old"
    path.unlink()
    file = OneFile(path, order(), range(1, 6))
    assert (file.left, file.damaged) == (5, ())
    filling = file.fill(map(piece_of, file.tasks()))
    next(filling)
    assert not path.exists()
    list(filling)
    check_same(read_positions(path), positions(5, SMALL, 1), QUICK)
    assert file.manifest.positions == 5
    file.close()


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
        with pytest.raises(MissingLibraryError, match=r"a Parquet file needs pyarrow, which"):
            read()

"""Files of data sets: what they hold, how folders are continued, and which are refused."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from msgspec import structs

from logicsweep import positions
from logicsweep.board.first_click import FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.errors import DatasetError, ExperimentError
from logicsweep.games.setting import Setting
from logicsweep.lab.data import Positions, forms, manifest as manifests, read_positions, read_shards
from logicsweep.lab.data.columns import ANSWERS, Answer, joined
from logicsweep.lab.data.manifest import (
    MANIFEST,
    MOST_SHARDS,
    FilesOrder,
    Form,
    checksum,
    read_manifest,
)
from logicsweep.lab.data.shards import files_at
from tests.conftest import seeds
from tests.games.making import bare
from tests.judges.answers import validator
from tests.lab.data.sharding import OPEN, RULED, SMALL, check_same, content, make, order

PARQUET = pytest.param("parquet", marks=pytest.mark.slow)


@pytest.fixture(autouse=True)
def _has_its_library(request: pytest.FixtureRequest) -> None:
    if "parquet" in request.node.name:
        pytest.importorskip("pyarrow")


@pytest.mark.parametrize("setting", [SMALL, RULED, OPEN], ids=["plain", "ruled", "open"])
@pytest.mark.parametrize("form", ["npz", PARQUET])
def test_files_hold_the_positions(form: Form, setting: Setting, tmp_path: Path) -> None:
    """Those of one call for all: shards and pieces are cut elsewhere."""
    answers: tuple[Answer, ...] = ("chances", "verdicts", "level") if setting is RULED else ANSWERS
    number, size = (2, 1) if setting is RULED else (12, 7)
    make(tmp_path, order(form, answers, setting), number, size, seed=3)
    shards = read_shards(tmp_path)
    assert (len(shards), shards.positions, shards.setting) == (2, number, setting)
    expected = positions(setting, n=number, seed=3, answers=answers)
    check_same(joined([*shards]), expected)
    check_same(shards[-1], expected[size:])
    assert [len(part) for part in shards[:]] == [size, number - size]
    assert repr(shards) == f"<Shards: {number} positions in 2 files of {tmp_path}>"
    with pytest.raises(IndexError):
        shards[2]


@pytest.mark.parametrize("form", ["npz", PARQUET])
def test_the_manifest_describes_the_files(form: Form, tmp_path: Path) -> None:
    """By numpy and pyarrow alone."""
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
            described = {
                column["name"]: (
                    column["dtype"],
                    tuple(count if side == "N" else int(side) for side in column["shape"]),
                )
                for column in manifest["columns"]
            }
            assert {n: (a.dtype.name, a.shape) for n, a in arrays.items()} == described
        else:
            parquet = pytest.importorskip("pyarrow.parquet")
            table = parquet.read_table(tmp_path / shard["file"])
            assert table.column_names == [column["name"] for column in manifest["columns"]]
            assert len(table) == count
            rows = table.to_pylist()
            made = read_positions(tmp_path / shard["file"])
            assert [row["verdicts"] for row in rows] == made.verdicts.reshape(count, 20).tolist()  # type: ignore[union-attr]


@pytest.mark.parametrize("form", ["npz", PARQUET])
def test_copies_follow_their_positions(form: Form, tmp_path: Path) -> None:
    make(tmp_path, order(form, ANSWERS)._replace(symmetries=True), 12, size=11)
    shards = read_shards(tmp_path)
    assert [len(part) for part in shards] == [44, 4]
    assert [shard.positions for shard in shards.manifest.shards] == [44, 4]
    check_same(joined([*shards]), positions(SMALL, n=12, seed=1, answers=ANSWERS, symmetries=True))


@pytest.mark.parametrize("form", ["npz", PARQUET])
def test_chances_are_kept_as_float32(form: Form, tmp_path: Path) -> None:
    wanted = order(form, floats="float32")
    make(tmp_path, wanted, 5, size=3)
    make(tmp_path, wanted, 7, size=3)
    shards = read_shards(tmp_path)
    assert {column.name: column.dtype for column in shards.manifest.columns}["chances"] == "float32"
    check_same(joined([*shards]), positions(SMALL, n=7, seed=1, floats="float32"))


def test_npz_files_have_no_time(tmp_path: Path) -> None:
    make(tmp_path, order(), 2)
    with ZipFile(tmp_path / "shard-00000.npz") as file:
        assert {entry.date_time for entry in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize("seed", seeds(range(40), fast=1))
def test_pieces_are_joined_as_one_call_makes_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    number = 2 if seed == 0 else 4
    cuts = sorted({0, 1, number, *rng.integers(0, number, 2).tolist()})
    answers: tuple[Answer, ...] = ("chances", "verdicts", "level")
    setting = bare(height=4, width=4, mines=4, first_click=FirstClick.SAFE, rules=Rules.of("Q B"))
    whole = positions(setting, n=number, seed=seed * number, answers=answers)
    parts = [
        positions(setting, n=end - start, seed=seed * number + start, answers=answers)
        for start, end in pairwise(cuts)
    ]
    check_same(joined(parts), whole)


@pytest.mark.parametrize("form", ["npz", PARQUET])
def test_damaged_shards_are_made_again(form: Form, tmp_path: Path) -> None:
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
    with files_at(folder, order(form), range(1, 8), 2) as shards:
        size = len(whole[files[1].name])
        assert shards.damaged == (
            f"cannot read {files[0]}: no such file or directory; it is made again",
            f"{files[1]}: it has {size - 9:,} bytes; expected {size:,}; it is made again",
            f"{files[3]}: its checksum does not hold; it is made again",
        )
        assert (shards.left, shards.manifest.positions) == (5, 2)
        list(shards.fill(map(shards.order.piece, shards.parts())))
    assert content(folder) == whole


@pytest.mark.parametrize("stop", range(1, 4))
def test_a_run_that_ended_early_is_continued(stop: int, tmp_path: Path) -> None:
    make(tmp_path / "whole", order(), 7)
    folder = tmp_path / "own"
    with files_at(folder, order(), range(1, 8), 2) as shards:
        filling = shards.fill(map(shards.order.piece, shards.parts()))
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
    with files_at(tmp_path / "own", order(), range(1, 8), 2) as shards:
        assert (shards.left, shards.manifest.positions, shards.damaged) == (3, 4, ())
        list(shards.fill(map(shards.order.piece, shards.parts())))
    assert content(tmp_path / "own") == content(tmp_path / "long")


OTHERS: list[tuple[FilesOrder, range, int, str]] = [
    (order("parquet"), range(1, 6), 2, "with files of another format"),
    (order(answers=("level",)), range(1, 6), 2, "with other answers"),
    (order(floats="float32"), range(1, 6), 2, "with floats of another type"),
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
    with pytest.raises(DatasetError, match=says), files_at(tmp_path, wanted, asked, size):
        pass
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
        files_at(tmp_path, order(), range(2)),
        pytest.raises(ExperimentError, match="another run is writing to"),
        files_at(tmp_path, order(), range(2)),
    ):
        pass
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
    with files_at(folder, order(), range(1, 6), 2) as shards, monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        with pytest.raises(OSError, match="No space left"):
            list(shards.fill(map(shards.order.piece, shards.parts())))
    assert set(content(folder)) == {MANIFEST, "shard-00000.npz", "shard-00001.npz"}
    make(folder, order(), 5)
    assert content(folder) == content(tmp_path / "whole")


def test_a_limit_is_no_answer(tmp_path: Path) -> None:
    """It leaves no row of arrays, and is tried again."""
    hard = bare(height=16, width=30, mines=99)
    piece = order(setting=hard, time_limit=1e-6).piece(range(3, 5))
    assert [seed for seed, _ in piece.unanswered] == [3, 4]
    assert all("within" in why for _, why in piece.unanswered)
    make(tmp_path, order(setting=hard, time_limit=1e-6), 2, seed=3)
    (shard,) = read_manifest(tmp_path).shards
    assert (shard.positions, shard.unanswered) == (0, (3, 4))
    assert len(read_shards(tmp_path)[0]) == 0
    make(tmp_path, order(setting=hard), 2, seed=3)
    (shard,) = read_manifest(tmp_path).shards
    assert (shard.positions, shard.unanswered) == (2, ())


def test_one_position_at_a_limit_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    real = manifests.positions

    def limited(setting: Setting, *, n: int, seed: int, **options: Any) -> Positions:
        if seed <= 2 < seed + n:
            raise manifests.LimitError("no complete answer within 1 s")
        return real(setting, n=n, seed=seed, **options)

    monkeypatch.setattr(manifests, "positions", limited)
    piece = order().piece(range(1, 5))
    assert piece.unanswered == ((2, "no complete answer within 1 s"),)
    assert piece.positions.seeds.tolist() == [1, 3, 4]


@pytest.mark.parametrize("form", ["npz", PARQUET])
def test_a_piece_that_was_given_up(form: Form) -> None:
    piece = order(form).given_up(range(1, 3), "its worker died 3 times")
    assert piece.unanswered == ((1, "its worker died 3 times"), (2, "its worker died 3 times"))
    check_same(forms.decode(form, forms.encode(form, piece.positions)), positions(SMALL, n=0))


def test_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(b"old")
    with (
        pytest.raises(DatasetError, match=r"a\.npz is there already; expected a new file"),
        files_at(path, order(), range(1, 6), None),
    ):
        pass
    assert path.read_bytes() == b"old"
    path.unlink()
    with files_at(path, order(), range(1, 6), None) as file:
        assert (file.left, file.damaged) == (5, ())
        filling = file.fill(map(file.order.piece, file.parts()))
        next(filling)
        assert not path.exists()
        list(filling)
    check_same(read_positions(path), positions(SMALL, n=5, seed=1))
    assert file.manifest.positions == 5
    assert content(tmp_path).keys() == {path.name}

"""`dataset` with files of arrays and folders of shards."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import numpy as np
import pytest

from logicsweep import positions
from logicsweep.board.first_click import FirstClick
from logicsweep.games.setting import Setting
from logicsweep.lab.data import drawn, read_positions, read_shards, shards
from logicsweep.lab.data.manifest import MANIFEST
from tests.cli.command import HEARING, WORDS, end_of, names_all, python, with_words
from tests.cli.test_rules_options import check_a_look_is_told
from tests.conftest import Run
from tests.judges.answers import validator
from tests.judges.processes import first_line_of

SMALL = ("dataset", "--size", "5x4", "--mines", "4", "--first-click", "safe", "--seed", "3")
SETTING = Setting(height=4, width=5, mines=4, first_click=FirstClick.SAFE)


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# What takes a library that need not be installed.
PARQUET = pytest.param("parquet", marks=pytest.mark.slow("pyarrow"))


@pytest.mark.parametrize("form", ["npz", PARQUET])
def test_a_folder(form: str, logicsweep: Run, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    words = (*SMALL, "--to", form, "--shard-size", "4", "-n")
    name = "dataset-5x4-4-3-9"
    done = logicsweep(*words, "7", folder=tmp_path)
    assert (done.stdout, done.stderr) == (f"7 positions made, 0 recorded before: {name}\n", "")
    whole = content(tmp_path / name)
    assert sorted(whole) == [MANIFEST, f"shard-00000.{form}", f"shard-00001.{form}"]
    made = np.concatenate([part.boards for part in read_shards(tmp_path / name)])
    np.testing.assert_array_equal(made, positions(SETTING, n=7, seed=3, answers=()).boards)
    done = logicsweep(*words, "7", folder=tmp_path)
    assert done.stdout == f"0 positions made, 7 recorded before: {name}\n"
    (tmp_path / name / f"shard-00000.{form}").write_bytes(b"other")
    done = logicsweep(*words, "7", "--json", folder=tmp_path)
    assert done.stderr == (
        f"logicsweep: {name}/shard-00000.{form}: it has 5 bytes; expected "
        f"{len(whole[f'shard-00000.{form}']):,}; it is made again\n"
    )
    printed = json.loads(done.stdout)
    validator("shards").validate(printed)
    assert printed == json.loads(whole[MANIFEST])
    assert content(tmp_path / name) == whole


@pytest.mark.parametrize("form", ["npz", PARQUET])
def test_one_file(form: str, logicsweep: Run, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"train.{form}"
    more = ("--answers", "best, level", "-n", "7", "-o", path)
    done = logicsweep(*SMALL, *more)
    assert done.stdout == f"7 positions made, 0 recorded before: {path}\n"
    made = read_positions(path)
    expected = positions(SETTING, n=7, seed=3, answers=("level", "best"))
    np.testing.assert_array_equal(made.best, expected.best)
    np.testing.assert_array_equal(made.level, expected.level)
    assert made.chances is None
    before = path.read_bytes()
    done = logicsweep(*SMALL, *more)
    assert (done.returncode, path.read_bytes()) == (2, before)
    assert f"{path} is there already; expected a new file" in " ".join(done.stderr.split())
    path.unlink()
    printed = json.loads(logicsweep(*SMALL, *more, "--json").stdout)
    validator("shards").validate(printed)
    assert (printed["shards"][0]["file"], printed["shards"][0]["seeds"]) == (path.name, [3, 9])
    assert printed["answers"] == ["level", "best"]
    assert content(tmp_path) == {path.name: before}


def test_chances_as_float32(logicsweep: Run, tmp_path: Path) -> None:
    """The manifest says so, and a folder with other floats is not continued."""
    words = (*SMALL, "--to", "npz", "-n", "3", "-o", "made")
    printed = json.loads(
        logicsweep(*words, "--floats", "float32", "--json", folder=tmp_path).stdout
    )
    (said,) = (column for column in printed["columns"] if column["name"] == "chances")
    assert (said["dtype"], said["shape"]) == ("float32", ["N", "4", "5"])
    (part,) = read_shards(tmp_path / "made")
    expected = positions(SETTING, n=3, seed=3, floats="float32")
    np.testing.assert_array_equal(part.chances, expected.chances)
    assert part.chances.dtype == np.float32  # type: ignore[union-attr]
    done = logicsweep(*words, folder=tmp_path)
    assert done.returncode == 2
    assert names_all(done.stderr, "made holds a data set with floats of another type")


def test_what_is_refused(subtests: pytest.Subtests, logicsweep: Run, tmp_path: Path) -> None:
    for words, says in [
        (("-o", "a.csv"), "--output 'a.csv' .jsonl .npz .parquet"),
        (("-o", "new"), "--output 'new' .jsonl .npz .parquet"),
        (("-o", "a.npz", "--shard-size", "3"), "--shard-size --output 'a.npz'"),
        (("-o", "a.npz", "--to", "jsonl"), "--output 'a.npz' .jsonl"),
        (("--answers", "level"), "--answers --to"),
        (("--floats", "float32"), "--floats --to"),
        (("--to", "npz", "--floats", "float16"), "'--floats' 'float16'"),
        (("--shard-size", "3"), "--shard-size --to"),
        (("--to", "jsonl", "--shard-size", "3"), "--shard-size --to"),
        (("--to", "jsonl", "-o", "new"), "--output 'new' .jsonl"),
        (("--to", "npz", "--rules", "Q", "--symmetries"), "--symmetries rules"),
        (("-o", "a.jsonl", "--symmetries"), "--symmetries --to"),
        (("--to", "npz", "--answers", "risks"), "--answers 'risks'"),
        (("--to", "npz", "--answers", ""), "--answers"),
        (("--to", "npz", "--shard-size", "0"), "'0' 10,000,000"),
        (("--to", "npz", "--shard-size", "-3"), "'-3'"),
        (("--to", "npz", "--shard-size", "2.5"), "'2.5'"),
        (("--to", "npz", "--shard-size", "2", "-n", "20001"), "--shard-size"),
        (("--to", "npz", "--seed", "-1"), "--seed"),
        (("--to", "csv"), "'--to' 'csv'"),
        (("--to", "npz", "-o", "there.txt"), "there.txt"),
        (("--to", "npz", "-o", "full"), "full holds other files; expected a new or empty"),
        (("--to", "npz", "-o", "there.txt/new"), "there.txt"),
        (("-o", "no/a.npz"), "no/a.npz"),
    ]:
        with subtests.test(words=words):
            (tmp_path / "there.txt").write_text("text")
            (tmp_path / "full").mkdir(exist_ok=True)
            (tmp_path / "full" / "a").write_text("text")
            done = logicsweep(*SMALL, *words, folder=tmp_path)
            assert (done.returncode, done.stdout) == (2, "")
            assert names_all(done.stderr, says)
            assert "Traceback" not in done.stderr
            assert sorted(content(tmp_path / "full")) == ["a"]
            assert sorted(path.name for path in tmp_path.iterdir()) == ["full", "there.txt"]


def test_a_folder_of_another_order(logicsweep: Run, tmp_path: Path) -> None:
    words = (*SMALL, "-n", "4", "--to", "npz", "-o", "made")
    logicsweep(*words, folder=tmp_path)
    before = content(tmp_path / "made")
    for more in (("--mines", "3"), ("--answers", "level"), ("--seed", "4"), ("-n", "3")):
        done = logicsweep(*with_words(words, more), "--json", folder=tmp_path)
        assert done.returncode == 2
        assert "made holds " in json.loads(done.stdout)["error"]
    assert content(tmp_path / "made") == before


def test_a_full_disk(logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, _: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(shards, "write_file", full)
    words = (*SMALL, "-n", "4", "--to", "npz", "-o", "made")
    done = logicsweep(*words, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "logicsweep: cannot write made: no space left on device\n"
    assert sorted(content(tmp_path / "made")) == [MANIFEST]


def test_a_limit_that_is_reached(logicsweep: Run, tmp_path: Path) -> None:
    words = ("dataset", "--size", "expert", "--seed", "1", "-n", "3", "--to", "npz", "-o", "made")
    done = logicsweep(*words, "--time-limit", "0.000001", folder=tmp_path)
    assert done.returncode == 3
    assert done.stdout == "0 positions made, 0 recorded before: made\n"
    assert done.stderr.startswith("logicsweep: seed 1: limit reached: ")
    assert len(done.stderr.splitlines()) == 3
    done = logicsweep(*words, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "3 positions made, 0 recorded before: made\n"


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("form", ["npz", PARQUET])
def test_the_same_bytes_whoever_does_the_work(form: str, logicsweep: Run, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    words = (*SMALL, "--to", form, "--shard-size", "8", "-n", "20", "-o")
    for name, workers in [("alone", "1"), ("two", "2"), ("three", "3")]:
        assert logicsweep(*words, str(tmp_path / name), "--workers", workers).returncode == 0
        assert content(tmp_path / name) == content(tmp_path / "alone")


@pytest.mark.night
def test_the_same_bytes_wherever_the_work_is_done(logicsweep: Run, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    words = (*SMALL, "--to", "npz", "--shard-size", "12", "-n", "30", "-o")
    for name, more in [
        ("alone", ()),
        ("processes", ("--workers", "2")),
        ("cluster", ("--cluster", "local:2")),
    ]:
        assert logicsweep(*words, str(tmp_path / name), *more).returncode == 0
        assert content(tmp_path / name) == content(tmp_path / "alone")


# The command, but it waits for a signal once it has written the second shard, of which the list of
# all shards says nothing yet.
STOPPING = f"""{HEARING}
from logicsweep.lab.data import shards
from logicsweep.__main__ import main

write = shards.write_file

def stop(path, parts):
    write(path, parts)
    if path.name.startswith("shard-00001"):
        print("writing", flush=True)
        signal.pause()

shards.write_file = stop
main()
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pause"), reason="needs signals as on Unix")
@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.night)]
)
def test_a_run_that_was_killed_is_continued(
    number: signal.Signals, logicsweep: Run, tmp_path: Path
) -> None:
    words = (*SMALL, "-n", "20", "--to", "npz", "--shard-size", "4", "--workers", "1", "-o")
    folder = tmp_path / "killed"
    work = python(STOPPING, *words, folder)
    assert first_line_of(work) == "writing\n"
    work.send_signal(number)
    code, said, told = end_of(work)
    if number == signal.SIGKILL:
        assert (code, said) == (-number, "")
    else:
        assert (code, said, told) == (128 + number, "", f"logicsweep: {WORDS[number]}\n")
    there = content(folder)
    assert sorted(there) == [MANIFEST, "shard-00000.npz", "shard-00001.npz"]
    assert len(json.loads(there[MANIFEST])["shards"]) == 1
    (folder / ".logicsweep.0123456789abcdef.part").write_bytes(b"half")
    done = logicsweep(*words, folder)
    assert done.stdout == f"16 positions made, 4 recorded before: {folder}\n"
    assert logicsweep(*words, tmp_path / "whole").returncode == 0
    assert content(folder) == content(tmp_path / "whole")


def test_a_look_at_the_rules_is_told(logicsweep: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    command = "dataset --json -n 1"
    check_a_look_is_told(command, drawn, "check_dataset", logicsweep, monkeypatch)

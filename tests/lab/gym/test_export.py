"""The games of an experiment as a table: CSV and Parquet against the lines of games.jsonl."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from logicsweep.errors import MissingLibraryError
from logicsweep.games.keys import Condition
from logicsweep.lab.experiments import export
from logicsweep.lab.experiments.records import failed, key_of, line_of
from logicsweep.lab.experiments.store import GAMES, read_games
from logicsweep.lab.gym import register
from tests.conftest import Run
from tests.judges.refusals import refused

# What a line leaves out.
DEFAULTS = {
    name: default
    for name, default in zip(
        Condition.__struct_fields__[::-1], Condition.__struct_defaults__[::-1], strict=False
    )
    if name != "constraints"
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Plain games, games with forced survival, one that was not finished, and some with rules."""
    from logicsweep.lab.experiments.game_run import play_game
    from logicsweep.lab.experiments.toml import parse_specification

    out = tmp_path_factory.mktemp("games")
    records = []
    for more in ("", "forced_survival = true\n", 'rules = "1M Q"\ntopology = "torus"\n'):
        text = (
            'agents = ["exact", "single-point"]\ngames = 3\nfirst_click = ["safe"]\n'
            'boards = [{ size = "5x4", mines = 9 }]\n'
        )
        text = text.replace(', "single-point"', "") if "rules" in more else text
        tasks = parse_specification(text + more, out / "x.toml").tasks()
        records += [play_game(task) for task in tasks]
    records.append(failed(key_of(records[0])._replace(seed=99), 'it said "no",\nand left'))
    (out / GAMES).write_bytes(b"".join(map(line_of, records)))
    return out


def lines(folder: Path) -> list[dict[str, Any]]:
    """The games as they are in the file, with what rows have for what is absent."""
    found = []
    for line in (folder / GAMES).read_text().splitlines():
        game = json.loads(line)
        under = {**DEFAULTS, "constraints": "", **game.pop("condition")}
        found.append({**under, **game, **game["values"]})
        for key in ("format", "values", "costs"):
            found[-1].pop(key, None)
    return found


def test_csv_has_what_the_lines_have(folder: Path, logicsweep: Run, tmp_path: Path) -> None:
    done = logicsweep("experiment", "export", folder, "-o", tmp_path / "a.csv")
    assert done.stdout == f"wrote 16 games: {tmp_path / 'a.csv'}\n"
    with (tmp_path / "a.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    games = lines(folder)
    assert len(rows) == len(games) == 16
    assert {key for game in games for key in game} <= set(export.COLUMNS)
    for row, game in zip(rows, games, strict=True):
        assert list(row) == list(export.COLUMNS)
        for name, text in row.items():
            value = game.get(name)
            if value is None:
                assert text == ""
            elif isinstance(value, str):
                assert text == value
            else:
                assert json.loads(text) == value
    piped = logicsweep("experiment", "export", folder, "-o", "-")
    assert piped.stdout == (tmp_path / "a.csv").read_text()


@pytest.mark.slow("pyarrow")
def test_parquet_has_the_same(folder: Path, logicsweep: Run, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "a.parquet"
    words = ["experiment", "export", folder, "--to", "parquet", "-o", path, "--json"]
    value = json.loads(logicsweep(*words).stdout)
    assert (value["file"], value["games"]) == (str(path), 16)
    assert value["columns"] == list(export.COLUMNS)
    table = parquet.read_table(path)
    for row, game in zip(table.to_pylist(), lines(folder), strict=True):
        assert row == {name: game.get(name) for name in export.COLUMNS}
    kinds = {"string": str, "int64": int, "double": float, "bool": bool}
    assert {field.name: kinds[str(field.type)] for field in table.schema} == export.COLUMNS


def test_many_rows_are_written_in_parts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = b"".join(export.csv_parts(read_games(folder)))
    monkeypatch.setattr(export, "_BATCH", 5)
    parts = list(export.csv_parts(read_games(folder)))
    assert len(parts) > 3
    assert b"".join(parts) == whole


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with refused(MissingLibraryError, library="pyarrow", extra="parquet"):
        export.load("parquet")
    export.load("csv")


def test_what_is_refused(folder: Path, logicsweep: Run, tmp_path: Path) -> None:
    found = logicsweep("experiment", "export", folder, "--to", "cvs")
    assert found.returncode == 2
    assert "--to: unknown format 'cvs' (did you mean csv?)" in found.stderr
    found = logicsweep("experiment", "export", tmp_path / "nowhere", "-o", tmp_path / "x")
    assert found.returncode == 2
    assert "nowhere is not a folder; expected one that `experiment run` filled" in found.stderr
    assert not (tmp_path / "x").exists()
    (tmp_path / GAMES).write_text("{}\n")
    found = logicsweep("experiment", "export", tmp_path)
    assert "this is not a record of a game" in found.stderr
    assert [path.name for path in tmp_path.iterdir()] == [GAMES]
    found = logicsweep("experiment", "export", folder, "--json", "-o", "-")
    assert "--json and --output - cannot be combined" in found.stdout + found.stderr


def test_without_gymnasium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with refused(MissingLibraryError, library="gymnasium", extra="gym"):
        register()

"""The page of the five reports: every row has an answer, and every command of it runs."""

from __future__ import annotations

import re
import shlex
import tomllib
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Run
from tests.judges.pages import run_command
from tests.lab.experiments.small import here

PAGE = (ROOT / "docs" / "results" / "reports.md").read_text(encoding="utf-8")
EXPERIMENT = re.compile(r"logicsweep experiment run (examples/experiments/[\w-]+\.toml)(.*)")


def rows() -> list[list[str]]:
    """The cells of each row of the tables, without heads."""
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    cut = [re.split(r"(?<!\\)\|", line.strip()[1:-1]) for line in lines]
    return [[cell.strip() for cell in row] for row in cut if row[0].strip() != "item"]


def commands() -> list[str]:
    """The commands of the page, each once, in order; those of remarks come first in their row."""
    found = [
        code.replace("\\|", "|")
        for row in rows()
        for cell in reversed(row)
        for code in re.findall(r"`([^`]+)`", cell)
    ]
    begin = ("logicsweep ", "printf ", "python ")
    return list(dict.fromkeys(code for code in found if code.startswith(begin)))


def smallest(path: Path) -> str:
    """An experiment file with one game of each agent on its smallest board."""
    keys = tomllib.loads(path.read_text(encoding="utf-8"))
    sized = [board for board in keys["boards"] if "height" in board]
    board = min(sized or keys["boards"], key=lambda one: one.get("height", 0) * one.get("width", 0))
    if "densities" in board:
        board["densities"] = board["densities"][:1]
    clues = keys.get("clues", "exact")
    kept = ("agents", "rule", "first_click", "flood", "metrics", "trace", "time_limit")
    left: dict[str, Any] = {key: keys[key] for key in kept if key in keys}
    left |= {"boards": [board | {"games": 1}], "games": 1}
    left["clues"] = clues if isinstance(clues, str) else clues[:1]
    return "".join(f"{key} = {toml(value)}\n" for key, value in left.items())


def toml(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml(each)}' for key, each in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def test_every_item_has_an_answer() -> None:
    assert len(rows()) > 90
    for item, theirs, ours, command, _ in rows():
        assert item
        assert theirs, item
        assert ours, item
        assert re.search("`(logicsweep|printf|python) ", command), item


def test_every_experiment_of_a_report_is_on_the_page() -> None:
    names = {path.stem for path in (ROOT / "examples" / "experiments").glob("[a-e]-*.toml")}
    assert names <= set(re.findall(r"experiments/([\w-]+)\.toml", PAGE))


@pytest.mark.slow
def test_all_commands_run(logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Experiments play one game of each agent on their smallest board, in threads."""
    for name in ("gymnasium", "matplotlib", "pyarrow", "scipy"):
        pytest.importorskip(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "logicsweep.lab.experiments.running.place_for", lambda *_: nullcontext(here())
    )
    for name in ("docs", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.syspath_prepend(str(tmp_path))
    for command in commands():
        experiment = EXPERIMENT.fullmatch(command)
        if experiment is None:
            assert run_command(command, tmp_path, logicsweep) == 0, command
            continue
        spec = Path(Path(experiment[1]).name)
        spec.write_text(smallest(ROOT / experiment[1]), encoding="utf-8")
        options = shlex.split(re.sub(r"--(workers|games|out) \S+", "", experiment[2]))
        done = logicsweep("experiment", "run", spec, "--no-report", *options, folder=tmp_path)
        assert done.returncode == 0, (command, done.stderr)

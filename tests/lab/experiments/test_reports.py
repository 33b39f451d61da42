"""The page of the five reports: every row has an answer, and its command prints the figure."""

from __future__ import annotations

import re
import shlex
import tomllib
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Run
from tests.judges.pages import said_by
from tests.lab.experiments.small import here

PAGE = (ROOT / "docs" / "results" / "reports.md").read_text(encoding="utf-8")
EXPERIMENT = re.compile(r"logicsweep experiment run (examples/experiments/[\w-]+\.toml)(.*)")


def rows() -> list[list[str]]:
    """The cells of each row of the tables, without heads."""
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    cut = [re.split(r"(?<!\\)\|", line.strip()[1:-1]) for line in lines]
    return [[cell.strip() for cell in row] for row in cut if row[0].strip() != "item"]


def commands(cell: str) -> list[str]:
    """The commands in a cell of a table."""
    codes = [code.replace("\\|", "|") for code in re.findall(r"`([^`]+)`", cell)]
    return [code for code in codes if code.startswith(("logicsweep ", "printf ", "python "))]


def smallest(path: Path) -> str:
    """An experiment file with one game of each agent on its smallest board."""
    keys = tomllib.loads(path.read_text(encoding="utf-8"))
    sized = [board for board in keys["boards"] if "height" in board]
    board = min(sized or keys["boards"], key=lambda one: one.get("height", 0) * one.get("width", 0))
    if "densities" in board:
        board["densities"] = board["densities"][:1]
    for key in {"file", "folder"} & board.keys():  # they are beside the experiment
        board[key] = str(path.parent / board[key])
    clues = keys.get("clues", "exact")
    kept = ("agents", "rule", "first_click", "flood", "metrics", "trace", "time_limit", "plots")
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
    assert len(rows()) > 130
    for item, theirs, ours, command, printed, _ in rows():
        assert item
        assert theirs, item
        assert ours, item
        assert printed, item
        assert len(commands(command)) == 1, item


def test_every_experiment_of_a_report_is_on_the_page() -> None:
    names = {path.stem for path in (ROOT / "examples" / "experiments").glob("[a-e]-*.toml")}
    assert names <= set(re.findall(r"experiments/([\w-]+)\.toml", PAGE))


def output_of(command: str, folder: Path, logicsweep: Run) -> str:
    """What a command prints, with the report and the summary of an experiment at its smallest."""
    for name in re.findall(r"results/([\w-]+)", command.partition(" -o ")[0]):
        output_of(f"logicsweep experiment run examples/experiments/{name}.toml", folder, logicsweep)
    experiment = EXPERIMENT.fullmatch(command)
    if experiment is None:
        return said_by(command, folder, logicsweep)
    out, spec = folder / "results" / Path(experiment[1]).stem, Path(Path(experiment[1]).name)
    (folder / spec).write_text(smallest(ROOT / experiment[1]), encoding="utf-8")
    options = shlex.split(re.sub(r"--(workers|games|out) \S+", "", experiment[2]))
    logicsweep("experiment", "run", spec, "-o", out, *options, folder=folder).check_returncode()
    return "".join((out / name).read_text("utf-8") for name in ("report.md", "summary.csv"))


# A fixed twentieth of the rows is for CI, the others are for the night.
PARTS = 20
PLACES = [pytest.param(0, marks=pytest.mark.slow)]
PLACES += [pytest.param(place, marks=pytest.mark.night) for place in range(1, PARTS)]


@pytest.mark.parametrize("place", PLACES)
def test_each_command_prints_its_figure(
    place: int, logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Experiments play one game of each agent on their smallest board, in threads."""
    for library in ("matplotlib", "scipy"):
        pytest.importorskip(library)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "logicsweep.lab.experiments.running.place_for", lambda *_: nullcontext(here())
    )
    for name in ("docs", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.syspath_prepend(str(tmp_path))
    seen: dict[str, str] = {}
    missing = []
    for item, _, _, command, printed, remark in rows()[place::PARTS]:
        for told in commands(remark):  # it makes what the row's own command reads
            output_of(told, tmp_path, logicsweep)
        [code] = commands(command)
        if code not in seen:
            seen[code] = output_of(code, tmp_path, logicsweep)
        if printed.lower().replace("`", "") not in seen[code].lower():
            missing.append((item, printed))
    assert not missing

"""What a command loads before it does anything: no more than it needs."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType, UnionType
from typing import NamedTuple

import pytest

from logicsweep.cli.commands import GROUPS
from logicsweep.kernel.library import kernel_in_use
from tests.conftest import Run

ROOT = Path(__file__).parent.parent.parent
SMALL = "example:small"
# Heavy libraries, and rooms of the house.
WATCHED = {
    "numpy",
    "rich",
    "click",
    "pydantic",
    "pysat",
    "clingo",
    "scipy",
    "matplotlib",
    "msgspec",
}
SOURCES = [*(ROOT / "logicsweep").rglob("*.py")]
ROOMS = {path.name for path in (ROOT / "logicsweep").iterdir() if path.is_dir()}
# Commands that take a BOARD, or list what one may have.
BOARD_COMMANDS = [
    *("show", "list", "solve", "count", "explain", "hint"),
    *("diagnose", "certify", "check", "best", "encode", "decode"),
]
GAME_COMMANDS = [
    *("deal", "puzzle", "play", "review", "dataset", "compare", "serve", "tasks"),
    *(f"experiment {name}" for name in ("run", "report", "export", "list")),
]
COMMANDS = {entry.name for entry in chain.from_iterable(GROUPS.values())}
GAME_COMMANDS = [name for name in GAME_COMMANDS if name.split()[0] in COMMANDS]

# Of each list of commands, in a state in which nothing is imported: what each has loaded of which
# those before it had no need, with its code and what it printed.
LOADED = """
import io, json, os, sys

def load(commands):
    from logicsweep.__main__ import main
    answers, before = [], set()
    for words, variables in commands:
        sys.argv[1:] = words
        os.environ.update(variables)
        sys.stdout = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace")
        try:
            code = main()
        except SystemExit as done:
            code = done.code
        sys.stdout.flush()
        said = sys.stdout.buffer.getvalue().decode("utf-8")
        answers.append([code or 0, said, sorted({*sys.modules} - before)])
        before = {*sys.modules}
        for name in variables:
            del os.environ[name]
    return answers

for commands in json.loads(sys.argv[1]):
    if hasattr(os, "fork") and os.fork():
        os.wait()
    else:
        sys.__stdout__.write(json.dumps(load(commands)) + "\\n")
        sys.__stdout__.flush()
        os._exit(0)
"""
HELPS = [
    ["--help"],
    ["-h"],
    *([*name.split(), "--help"] for name in GAME_COMMANDS + BOARD_COMMANDS),
]
BEGINNINGS = ["", "s", "ex", "--v"]
# Among the bytes of a name there may be some that are no text.
NAME = "caf\udce9.jsonl"
WORKING = [
    ["show", SMALL],
    ["show", SMALL, "--json"],
    ["solve", SMALL],
    ["judge", "example:only-total", "layouts: 11", "--move-time", "5"],
    ["tasks", "move", "-n", "1", "-o", f"tasks-{NAME}"],
    [*("dataset", "-n", "1", "--to", "jsonl", "-o", NAME, "--first-click", "safe")],
    [*("play", "--seed", "3", "--quiet", "--size", "beginner", "--first-click", "opening")],
]


class Loads(NamedTuple):
    """What a list of commands has loaded, one after the other: see `LOADED`."""

    new: dict[str, set[str]]  # heavy libraries and rooms
    said: dict[str, str]
    folder: Path


@pytest.fixture(scope="module")
def loads(tmp_path_factory: pytest.TempPathFactory) -> Loads:
    """What is asked here, of one process: where it can, it forks before it imports anything."""
    folder = tmp_path_factory.mktemp("start")
    completing = [
        (
            [],
            {
                "_LOGICSWEEP_COMPLETE": "bash_complete",
                "COMP_WORDS": f"logicsweep {beginning}",
                "COMP_CWORD": "1",
            },
        )
        for beginning in BEGINNINGS
    ]
    groups = [
        [(words, {}) for words in (["--version"], ["-V"])],
        [(words, {}) for words in HELPS] + completing,
        [(words, {}) for words in WORKING],
    ]
    lines = []
    for given in [groups] if hasattr(os, "fork") else [[group] for group in groups]:
        done = subprocess.run(
            [sys.executable, "-c", LOADED, json.dumps(given)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=True,
        )
        lines += done.stdout.splitlines()
    loads = Loads({}, {}, folder)
    for group, line in zip(groups, lines, strict=True):
        for (words, variables), (code, said, modules) in zip(group, json.loads(line), strict=True):
            name = " ".join(words) or variables["COMP_WORDS"]
            assert not code, name
            own = {module.split(".")[1] for module in modules if module.startswith("logicsweep.")}
            loads.new[name] = WATCHED & {*modules} | own & ROOMS
            loads.said[name] = said
    return loads


def test_the_version_loads_nothing_but_the_kernel(loads: Loads) -> None:
    assert loads.new["--version"] == {"cli", "kernel"}
    assert not loads.new["-V"]


def test_help_loads_no_command(loads: Loads) -> None:
    assert loads.new["--help"] == {"click", "cli"}
    assert not loads.new["-h"]


def test_help_about_games_loads_no_numpy(loads: Loads) -> None:
    """All of what these load together, so none of them does."""
    new = {name: loads.new[f"{name} --help"] for name in GAME_COMMANDS}
    assert set().union(*new.values()) <= {"cli", "board", "formats", "lab"}, new


def test_help_of_a_command_loads_nothing_to_work_with(loads: Loads) -> None:
    new = {name: loads.new[f"{name} --help"] for name in GAME_COMMANDS + BOARD_COMMANDS}
    assert not set().union(*new.values()) & {*WATCHED - {"click"}, "knowledge", "games"}, new


def test_what_is_imported_lazily_can_be_used_so() -> None:
    """Modules, functions and types alone: a constant would be taken for its name."""
    lazy = [
        (path.name, name.name, statement.module)
        for path in (ROOT / "logicsweep").glob("**/*.py")
        if "lazily()" in (text := path.read_text("utf-8"))
        for block in ast.walk(ast.parse(text))
        if isinstance(block, ast.With) and ast.unparse(block.items[0]) == "lazily()"
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for name in statement.names
    ]
    assert lazy
    for file, name, module in lazy:
        value = getattr(import_module(str(module)), name, None)
        if value is None:
            import_module(f"{module}.{name}")
        else:
            assert callable(value) or isinstance(value, (ModuleType, UnionType)), (file, name)


def test_show_loads_what_reads_and_draws_a_board(loads: Loads) -> None:
    words_for_clues = "reasons"
    rooms = {"cli", "board", "constraints", "formats", "answers", "render", words_for_clues}
    assert loads.new[f"show {SMALL}"] == {"click", "numpy"} | rooms
    assert loads.new[f"show {SMALL} --json"] <= {"msgspec"} | rooms


# What each feature of a position or of a knowledge base is made of, by the beginnings of modules.
FEATURES = {
    "rules": ["board.rules."],
    "constraints": ["constraints.", "board.constraint_"],
    "native text": ["board.text", "board.rows", "board.clue_text", "board.topology_text"],
    "clue models": ["board.clue_models"],
    "layouts": ["board.layout"],
    "pictures": [f"board.picture.{name}" for name in ("picture", "drawing", "placing", "signs")],
    "proofs": ["knowledge.proofs", "knowledge.board_ledger", "knowledge.agreement", "system."],
    "tables": ["tables.", "kernel.component", "kernel.exact"],
    "reasoners": [
        f"reason.{name}" for name in ("components", "ledger", "mus", "proving", "settle")
    ],
    "solvers": [f"reason.solvers.{name}" for name in ("sat", "asp", "calls", "protocol")],
    "explanations": ["reasons."],
    "formulas": [f"formulas.{name}" for name in ("cardinality", "cnf", "command", "base")],
}
ORDINARY = """
import json, sys
import numpy as np
from logicsweep import Board, KnowledgeBase
imported = {*sys.modules}
KnowledgeBase(Board(np.full((9, 9), -1), mines=10)).probabilities()
print(json.dumps([sorted(imported), sorted({*sys.modules} - imported)]))
"""


def test_an_ordinary_board_loads_no_feature_that_it_does_not_have() -> None:
    """Nor do its probabilities, which the kernel has at once."""
    done = subprocess.run(
        [sys.executable, "-c", ORDINARY], capture_output=True, text=True, cwd=ROOT, check=True
    )
    imported, asked = (
        {name.removeprefix("logicsweep.") for name in names if name.startswith("logicsweep.")}
        for names in json.loads(done.stdout)
    )
    modules = {
        ".".join(path.relative_to(ROOT / "logicsweep").with_suffix("").parts) for path in SOURCES
    }
    for feature, beginnings in FEATURES.items():
        for begins in beginnings:
            assert any(name.startswith(begins) for name in modules), begins
            assert not [name for name in imported if name.startswith(begins)], feature
    assert not asked or kernel_in_use() == "python"


def test_proving_loads_no_other_engine(loads: Loads) -> None:
    assert not loads.new[f"solve {SMALL}"] & {"clingo", "rich", "scipy", "games"}


def test_choices_and_paths_are_read_without_pydantic(loads: Loads) -> None:
    new = [loads.new[" ".join(words)] for words in WORKING]
    assert "pydantic" not in set().union(*new), new
    assert {path.name for path in loads.folder.iterdir()} == {NAME, f"tasks-{NAME}"}


def test_every_command_that_is_listed_is_there(logicsweep: Run) -> None:
    listed = [entry for group in GROUPS.values() for entry in group]
    shown = logicsweep("--help").stdout
    for title in GROUPS:
        assert f"\n{title}:\n" in shown
    for entry in listed:
        assert f"\n  {entry.name:<10}  {entry.help}\n" in shown  # on one line of 80 columns
        done = logicsweep(entry.name, "--help")
        assert done.returncode == 0
        assert done.stdout.startswith(f"Usage: logicsweep {entry.name} ")
        assert "<str" not in done.stdout
        assert "<list" not in done.stdout
        assert "Example: logicsweep " in done.stdout or entry.name == "experiment"


def test_the_name_of_the_command_does_not_depend_on_how_python_was_started(
    logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As under `python -m pytest`, where the main module belongs to another package."""
    monkeypatch.setattr(sys.modules["__main__"], "__package__", "elsewhere")
    assert logicsweep("solve", "--help").stdout.startswith("Usage: logicsweep solve ")
    assert "Usage: logicsweep solve " in logicsweep("solve", "--no-such-option").stderr


def test_the_shell_completes_commands(loads: Loads) -> None:
    names = [entry.name for group in GROUPS.values() for entry in group]
    for beginning in BEGINNINGS:
        options = ["--version"] if beginning == "--v" else []
        words = [name for name in names if name.startswith(beginning)] + options
        said = loads.said[f"logicsweep {beginning}"].splitlines()
        assert said == [f"plain,{word}" for word in words], beginning
        assert "numpy" not in loads.new[f"logicsweep {beginning}"]

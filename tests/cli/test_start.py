"""What a command loads before it does anything: no more than it needs."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType, UnionType

import pytest

from logicsweep.cli.commands import GROUPS
from tests.conftest import Run

ROOT = Path(__file__).parent.parent.parent
SMALL = "examples/boards/small.board"
# Heavy libraries, and rooms of the house.
WATCHED = {
    "numpy",
    "rich",
    "typer",
    "pydantic",
    "pysat",
    "clingo",
    "scipy",
    "matplotlib",
    "msgspec",
}
ROOMS = {path.name for path in (ROOT / "logicsweep").iterdir() if path.is_dir()}
# Commands that take a BOARD, or list what one may have.
BOARD_COMMANDS = [
    *("show", "render", "example", "rules", "solve", "count", "explain", "hint", "rate"),
    *("diagnose", "certify", "check", "best", "encode", "decode", "convert", "formats", "schema"),
]

LOADED = """
import atexit, json, sys
from logicsweep.__main__ import main
atexit.register(lambda: sys.stderr.write(json.dumps(sorted(sys.modules))))
main()
"""


def loaded_by(*words: str) -> set[str]:
    """The heavy libraries and the rooms that a command has loaded when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        capture_output=True,
        text=True,
        errors="replace",
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    modules = json.loads(done.stderr)
    own = {name.split(".")[1] for name in modules if name.startswith("logicsweep.")}
    return WATCHED & set(modules) | own & ROOMS


@pytest.mark.parametrize("words", [["--version"], ["-V"]])
def test_the_version_loads_nothing_but_the_kernel(words: list[str]) -> None:
    assert loaded_by(*words) == {"cli", "kernel"}


@pytest.mark.parametrize("words", [["--help"], ["-h"]])
def test_help_loads_no_command(words: list[str]) -> None:
    assert loaded_by(*words) == {"typer", "cli"}


@pytest.mark.parametrize("name", BOARD_COMMANDS)
def test_help_of_a_command_loads_nothing_to_work_with(name: str) -> None:
    assert not loaded_by(name, "--help") & {*WATCHED - {"typer"}, "knowledge", "games"}


def test_what_is_imported_lazily_can_be_used_so() -> None:
    """Modules, functions and types alone: a constant would be taken for its name."""
    lazy = [
        (path.name, name.name, statement.module)
        for path in (ROOT / "logicsweep" / "cli").glob("*.py")
        for block in ast.walk(ast.parse(path.read_text("utf-8")))
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


def test_show_loads_what_reads_and_draws_a_board() -> None:
    rooms = {
        "cli",
        "board",
        "constraints",
        "formats",
        "render",
        "explain",
    }  # words for clues: explain
    assert loaded_by("show", SMALL) == {"typer", "numpy"} | rooms
    assert loaded_by("show", SMALL, "--json") <= {"typer", "numpy", "msgspec"} | rooms


def test_proving_loads_no_other_engine() -> None:
    assert not loaded_by("solve", SMALL) & {"clingo", "rich", "scipy", "games"}


@pytest.mark.parametrize(
    "words",
    [
        ("judge", "example:only-total", "layouts: 11", "--interface", "agent"),
        ("tasks", "move", "-n", "1", "--out", "{}"),
        ("dataset", "-n", "1", "--format", "jsonl", "--out", "{}", "--first-click", "safe"),
        ("play", "--seed", "3", "--quiet", "--size", "beginner", "--first-click", "opening"),
    ],
)
def test_choices_and_paths_are_read_without_pydantic(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    # Among the bytes of a name there may be some that are no text.
    out = f"{tmp_path}/caf\udce9.jsonl"
    assert "pydantic" not in loaded_by(*[word.format(out) for word in words])
    assert [path.name for path in tmp_path.iterdir()] == ["caf\udce9.jsonl"] * ("{}" in words)


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


@pytest.mark.parametrize("beginning", ["", "s", "ex", "--v"])
def test_the_shell_completes_commands(beginning: str) -> None:
    code = "import sys; from logicsweep.cli.app import app; app(prog_name='logicsweep')"
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "_LOGICSWEEP_COMPLETE": "complete_bash",
            "COMP_WORDS": f"logicsweep {beginning}",
            "COMP_CWORD": "1",
        },
        check=False,
    )
    names = [entry.name for group in GROUPS.values() for entry in group]
    options = ["--version"] if beginning == "--v" else []
    assert done.stdout.split() == [name for name in names if name.startswith(beginning)] + options
    assert "numpy" not in done.stderr


@pytest.mark.parametrize(
    "command",
    ["deal", "puzzle", "play", "agents", "review", "dataset", "compare", "instances", "serve"]
    + ["tasks", "episodes"]
    + [f"experiment {name}" for name in ("run", "report", "export", "list")],
)
def test_help_about_games_loads_no_numpy(command: str) -> None:
    assert loaded_by(*command.split(), "--help") <= {"typer", "cli", "board", "formats"}

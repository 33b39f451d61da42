"""The lab can be cut off, and each slice of it with those above: by `rm -r` and a few lines.

Those lines are the entries of its commands in `cli/commands.py` and of its names in the package's
stub. By night the tests that are left run in each such copy.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree

import pytest

from logicsweep.cli.commands import GROUPS
from tests.conftest import ROOT
from tests.house.modules import SLICES

# By the lowest slice that goes: "play", the first, is the whole lab.
CUTS = SLICES
# Tests of all commands, or of the whole checkout with its pages: they need every slice.
OF_ALL = [
    *(f"--ignore=tests/house/test_{name}.py" for name in ("benchmarks", "budget", "docs")),
    *(f"--ignore=tests/house/test_{name}.py" for name in ("examples", "meanings", "reference")),
    *("--ignore=tests/house/test_skips.py", "--ignore=tests/cli/test_json.py"),
    *("--ignore=tests/cli/test_start.py", "--ignore=tests/cli/test_help.py"),
    *(
        f"--deselect=tests/cli/{case}"
        for case in (
            "test_defects.py::test_no_engine_that_breaks_is_a_wrong_argument[dataset",
            "test_rules_options.py::test_the_time_limit_is_that_of_a_look_at_the_rules[dataset]",
            "test_streams.py::test_bytes_are_counted_while_they_are_read[experiment",
            "test_streams.py::test_an_experiment_file_that_is_a_pipe_is_waited_for_aloud",
        )
    ),
]
PARTS = ("logicsweep", "tests", "tools", "docs", "examples", "encodings", "benchmarks")
FILES = ("pyproject.toml", "README.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md")


def cut(folder: Path, lowest: str) -> list[str]:
    """Make a copy of the project without some slices; returns those that went."""
    gone = SLICES[SLICES.index(lowest) :]
    for name in PARTS:
        copytree(ROOT / name, folder / name, ignore=ignore_patterns("__pycache__"))
    for name in FILES:
        (folder / name).write_bytes((ROOT / name).read_bytes())
    for room in ("logicsweep", "tests"):
        for name in gone if lowest != SLICES[0] else [""]:
            rmtree(folder / room / "lab" / name)
    for path in ("logicsweep/cli/commands.py", "logicsweep/__init__.pyi"):
        drop_lines(folder / path, gone)
    return gone


def drop_lines(path: Path, gone: list[str]) -> None:
    """Drop the entries of commands, and the imports of names, that lead to slices."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    for node in sorted(ast.walk(ast.parse(text)), key=lambda node: -getattr(node, "lineno", 0)):
        match node:
            case ast.Call(args=[*_, ast.Constant(value=str(home))]):
                pass
            case ast.ImportFrom(module=str(home), level=1):
                pass
            case _:
                continue
        if home.startswith(tuple(f"lab.{name}." for name in gone)):
            del lines[node.lineno - 1 : node.end_lineno]
    path.write_text("\n".join([*lines, ""]), "utf-8")


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


IMPORTING = """
import pkgutil, sys, logicsweep
assert logicsweep.__file__.startswith(sys.argv[1])
for module in pkgutil.walk_packages(logicsweep.__path__, "logicsweep."):
    if module.name not in ("logicsweep.__main__", "logicsweep.kernel.native"):  # which is in C
        __import__(module.name)
for name in logicsweep.__all__:
    getattr(logicsweep, name)
"""


@pytest.mark.slow
def test_the_core_does_without_the_lab(tmp_path: Path) -> None:
    cut(tmp_path, SLICES[0])
    done = run(tmp_path, "-c", IMPORTING, str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    told = run(tmp_path, "-m", "logicsweep", "--help").stdout
    for entry in (entry for group in GROUPS.values() for entry in group):
        assert (f"\n  {entry.name} " in told) == (not entry.module.startswith("lab."))
    done = run(tmp_path, "-m", "logicsweep", "list", "schemas")
    assert "\nsolve " in done.stdout
    assert "\ndataset " not in done.stdout


@pytest.mark.night
@pytest.mark.parametrize("lowest", CUTS)
def test_the_tests_of_what_is_left_pass(lowest: str, tmp_path: Path) -> None:
    cut(tmp_path, lowest)
    words = ["-m", "pytest", "-q", "-n", "auto", "-p", "no:cacheprovider", *OF_ALL, "tests"]
    done = run(tmp_path, *words)
    assert done.returncode == 0, done.stdout[-5000:]

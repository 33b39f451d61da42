"""What users install: the wheel's contents, the public names."""

from __future__ import annotations

import inspect
import os
import pickle
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
import yaml

import logicsweep
from logicsweep import Game, Setting, errors, limits, play
from logicsweep.games.keys import Condition
from logicsweep.kernel import kernel_in_use
from tests.conftest import ROOT
from tools.compiling import LIBRARY, WASM, is_current_wasm

ROOMS = [
    import_module(".".join(stub.parent.relative_to(ROOT).parts))
    for stub in sorted((ROOT / "logicsweep").glob("*/**/__init__.pyi"))
]
# The environments of Gymnasium take that library: `tests/lab/gym` looks at their names.
ROOMS = [room for room in ROOMS if room.__name__ != "logicsweep.lab.gym"]
# Names of two rooms: of what a certificate says, and of what somebody says about a board.
SHARED = {"Claim"}


def test_public_names() -> None:
    for face in [logicsweep, *ROOMS]:
        check_public_names(face)


def check_public_names(face: ModuleType) -> None:
    """They are sorted, come once and are described."""
    assert dir(face) == face.__all__ == sorted(set(face.__all__))
    for name in face.__all__:
        found = getattr(face, name)
        if inspect.isclass(found) or inspect.isfunction(found):
            assert found.__doc__, name
            assert found.__module__.startswith("logicsweep."), name


def test_the_package_has_what_most_people_need() -> None:
    """And rooms have the rest, each name once."""
    assert len(logicsweep.__all__) <= 45
    homes = [name for room in ROOMS for name in room.__all__]
    assert {name for name in homes if homes.count(name) > 1} <= SHARED
    for name in logicsweep.__all__:
        found = getattr(logicsweep, name)
        assert name in homes or found.__module__ == "logicsweep.errors", name


def test_modules_are_found_by_who_imports_the_package_alone() -> None:
    code = "import logicsweep; print(logicsweep.errors.LimitError, logicsweep.board.Board)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "LimitError" in done.stdout
    with pytest.raises(AttributeError, match=r"attribute 'a\.b'$"):
        getattr(logicsweep, "a.b")
    with pytest.raises(AttributeError, match=r"attribute 'boards' \(did you mean Board\?\)$"):
        _ = logicsweep.boards  # type: ignore[attr-defined]


def test_the_error_says_where_a_public_name_is() -> None:
    homes = [(room, name) for room in ROOMS for name in room.__all__]
    homes += [(errors, "CertificateError"), (errors, "UnknownSolverError")]
    homes += [(limits, "CancelScope"), (limits, "MAX_ENTRIES")]
    for home, name in homes:
        if name not in (*logicsweep.__all__, *SHARED):
            says = rf"attribute '{name}'; it is {re.escape(home.__name__)}\.{name}$"
            with pytest.raises(AttributeError, match=says):
                getattr(logicsweep, name)
    with pytest.raises(AttributeError, match=r"attribute 'Final'$"):  # an import of that module
        _ = logicsweep.Final  # type: ignore[attr-defined]


def test_to_say_where_a_name_is_loads_nothing_heavy() -> None:
    code = "import logicsweep, sys; hasattr(logicsweep, 'NoGuess'); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "logicsweep.games" in loaded
    assert not loaded & {"numpy", "pysat", "clingo", "msgspec", "logicsweep.board.board"}


def test_the_rooms_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not hasattr(logicsweep, "NoGuess")
    # To pickle a condition asks every module for a function of C: pickle does not know of which.
    record = Condition(8, 8, 10, "classic", "safe", True)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "glob", lambda *_: pytest.fail("looks for the rooms again"))
        assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 our own


def test_changelog_names_the_version() -> None:
    assert f"## {logicsweep.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_citation_is_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == logicsweep.__version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["repository-code"] == project["urls"]["Source"]
    assert citation["authors"] == project["authors"]
    assert citation["license"] == project["license"]


def test_a_plain_install_can_serve_the_page() -> None:
    """No extra is needed for what the modules of the page import."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = {re.split(r"[^\w-]", line)[0] for line in project["dependencies"]}
    modules = [
        *(ROOT / "logicsweep" / "site").glob("*.py"),
        ROOT / "logicsweep" / "cli" / "serve.py",
    ]
    lines = "\n".join(module.read_text(encoding="utf-8") for module in modules)
    imported = set(
        re.findall(r"^ *(?:from|import) (\w+)[\w.]*(?: import .*)?$", lines, re.MULTILINE)
    )
    others = {name.replace("_", "-") for name in imported - sys.stdlib_module_names}
    assert {"starlette", "uvicorn"} <= others <= required | {"logicsweep"}


@pytest.mark.slow
def test_wheel(tmp_path: Path) -> None:
    """It holds the package, its kernel with headers, types, programs, boards and agents alone."""
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT],
        check=True,
        timeout=300,
    )
    (wheel,) = tmp_path.glob("logicsweep-*.whl")
    assert wheel.stem.endswith("-py3-none-any") == (kernel_in_use() == "python")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        _check_links(archive.read(metadata).decode())
        archive.extractall(tmp_path / "there")
    package = ROOT / "logicsweep"
    names_of_data = ("site/catalogue.json", "strategy/optima.jsonl", "lab/tasks/benchmark.json")
    data = [package / name for name in (*names_of_data, "formats/pastes.toml", "render/shell.css")]
    sources = [path for end in ("py", "pyi", "h") for path in package.rglob(f"*.{end}")]
    sources += data
    for browser in ("site/browser", "render/modules"):  # what a browser gets
        sources += (path for path in (package / browser).rglob("*") if path.is_file())
    expected = {str(path.relative_to(ROOT)) for path in sources}
    for folder in (
        *("encodings", "examples/agents/published"),
        *("examples/boards", "examples/games"),
    ):
        files = [path.name for path in (ROOT / folder).iterdir() if path.is_file()]
        expected |= {f"logicsweep/{folder}/{name}" for name in files}
    if kernel_in_use() == "native":
        expected.add(LIBRARY.relative_to(ROOT).as_posix())
    if is_current_wasm():
        expected.add(WASM.relative_to(ROOT).as_posix())
    assert names == {*expected, "logicsweep/py.typed"}
    _check_agents(tmp_path / "there")


PLAYED = """\
import sys
from logicsweep import Game, Setting, play
from logicsweep.games import AGENTS
for kind in AGENTS.values():
    assert sys.modules[kind.__module__].__file__.startswith(sys.argv[1]), kind
print(play(Game(Setting(height=6, width=6, mines=6), seed=3), "rref-brute"))
"""


def _check_agents(there: Path) -> None:
    """All agents come from the unpacked wheel, and a shipped example plays the same game there."""
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, there],
        cwd=there,
        env={**os.environ, "PYTHONPATH": str(there)},
        capture_output=True,
        text=True,
        check=True,
    )
    here = play(Game(Setting(height=6, width=6, mines=6), seed=3), "rref-brute")
    assert done.stdout == f"{here}\n"


def _check_links(readme: str) -> None:
    """The README of a package index leads to files of this checkout, by addresses of their own."""
    links = re.findall(r"\]\(([^)\s]+)\)", readme)
    assert len(links) > 10
    source = rf"https://(?:github\.com|raw\.githubusercontent\.com)/(\w+/\w+)(?:/blob)?/v{re.escape(logicsweep.__version__)}/(\S+)"
    for link in links:
        found = re.fullmatch(source, link)
        assert found, link
        assert found[1] == "logicsweep/logicsweep"
        assert (ROOT / found[2].partition("#")[0]).is_file(), link

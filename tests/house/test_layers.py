"""The house looks only down: imports are read from the source and held against the rooms' order."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.house.modules import MODULES, ORDER, PACKAGE, ROOMS, SLICES, name_of

# Who may import what, by room.
HOMES = {
    "pysat": {"formulas", "reason.solvers"},
    "pysolvers": {"reason.solvers"},
    "pyganak": {"reason.counters"},  # in the text of a process: it writes to standard output
    "clingo": {"formulas", "reason.solvers"},
    "ctypes": {"kernel"},
    "scipy": {"lab.experiments"},
    "matplotlib": {"lab.experiments"},
    "distributed": {"games.executors"},
    "gymnasium": {"lab.gym"},
    "pyarrow": {"lab.parquet"},
    "reasoning_gym": {"lab.tasks.reasoning_gym"},
    "msgspec": {
        *("cli", "formats", "games.agents.program"),
        *("games.dealing.records", "games.keys", "games.puzzles.records", "games.records"),
        *("games.review", "lab", "answers", "site"),
    },
    "starlette": {"site"},
    "uvicorn": {"cli.serve"},
    "resvg_py": {"render"},
    "PIL": {"render"},
    "rich": {"render", "cli"},
    "click": {"cli", *(f"lab.{name}" for name in SLICES)},
}
# An import as ruff formats it; each one is parsed then.
IMPORT = re.compile(
    r"^[ \t]*((?:import|from [\w.]+ import) (?:\((?:[^()#]|#.*)*\)|.*))", re.MULTILINE
)
# What several slices use that do not stand one on the other.
SHARED_IN_THE_LAB = {"lab.parquet"}
FACES = [path for path in PACKAGE.rglob("__init__.py") if path.parent != PACKAGE]


def import_statements(text: str) -> Iterator[ast.stmt]:
    """Every import, wherever in a file, and in the texts of processes that it starts.

    A sentence that begins with such words is none.
    """
    for statement in IMPORT.findall(text):
        with suppress(SyntaxError):
            yield from ast.parse(statement).body


@cache
def imports(path: Path) -> set[str]:
    """Every module that a file names in an import, wherever in the file."""
    found = set()
    for node in import_statements(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
            assert "logicsweep" not in found, f"{path}: imports the whole package"
        elif isinstance(node, ast.ImportFrom):
            # The checker works beside a copy of its folder alone.
            is_copied = path.parent.name == "checker"
            assert node.level <= is_copied, f"{path}: relative import"
            module = f"{'logicsweep.checker.' * node.level}{node.module or ''}"
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                is_module = inner.removeprefix("logicsweep.") in MODULES
                is_public = module == "logicsweep" and not is_module
                assert not is_public or alias.name == "__version__", f"{path}: {inner} is no module"
                found.add(inner if is_module else module)
    return found


def of_ours(path: Path) -> set[str]:
    """The modules of the package that a file imports, by their names within it."""
    return {
        module.removeprefix("logicsweep").removeprefix(".")
        for module in imports(path)
        if module.split(".")[0] == "logicsweep"
    }


@pytest.mark.parametrize(
    "line",
    ["import logicsweep", "import logicsweep as whole"]
    + [f"from logicsweep import {name}" for name in ("KnowledgeBase", "board, Game", "*")]
    + ["from .board import Board"],
)
def test_no_import_hides_its_module(line: str, tmp_path: Path) -> None:
    """Through the names that the package exports every room could reach every other."""
    path = tmp_path / "planted.py"
    path.write_text(f"if True:\n    {line}\n")
    with pytest.raises(AssertionError, match=r"planted\.py: "):
        imports(path)


def room_of(name: str) -> str:
    return name.split(".", maxsplit=1)[0]


def test_there_is_nothing_but_rooms() -> None:
    entries = {path.stem for path in PACKAGE.iterdir() if path.name != "__pycache__"}
    assert entries - {"__init__", "__main__", "py"} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_imports_point_down(room: str) -> None:
    below = ROOMS[: ROOMS.index(room) + 1]
    for name, path in MODULES.items():
        if room_of(name) == room:
            for module in of_ours(path) - {""}:  # the package itself has the version
                assert room_of(module) in below, (name, module)


def test_slices_of_the_lab_point_down() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("lab/*/__init__.py")}
    assert folders <= set(ORDER)
    for name, path in MODULES.items():
        if name.startswith("lab."):
            part = name.split(".")[1]
            below = SLICES[: SLICES.index(part) + 1] if part in SLICES else []
            for module in of_ours(path):
                if module.startswith("lab.") and module not in SHARED_IN_THE_LAB:
                    assert module.split(".")[1] in below, (name, module)


# A picture draws itself for notebooks: it loads what draws it then, which knows it as a type.
DRAWS_ITSELF = "board.picture.picture", "board.picture.drawing"


def test_no_circle_in_a_room() -> None:
    upper, lower = DRAWS_ITSELF
    for room in ROOMS:
        inside = {name: path for name, path in MODULES.items() if room_of(name) == room}
        below = {name: set(of_ours(path)) for name, path in inside.items()}
        below.get(upper, set()).discard(lower)
        tuple(TopologicalSorter(below).static_order())


def test_modules_import_modules_and_no_faces() -> None:
    """Else whoever needs one name of a room depends on all of it."""
    faces = {name_of(path) for path in FACES}
    for name, path in MODULES.items():
        assert not faces & of_ours(path), name


REGISTERING = """\
from contextlib import suppress
from logicsweep.errors import MissingLibraryError
from logicsweep.lab.gym.registration import register
from logicsweep.stubs import names_of
"""
REGISTERED = """\
with suppress(MissingLibraryError):
    register()
"""


def test_rooms_say_what_they_are_for(subtests: pytest.Subtests) -> None:
    """In at most ten lines; they hold no code and export names of their own modules."""
    for face in FACES:
        with subtests.test(name_of(face)):
            check_face(face)


def check_face(face: Path) -> None:
    """A room has a docstring, and nothing else but names of its modules."""
    docstring, *code = ast.parse(face.read_text(encoding="utf-8")).body
    assert isinstance(docstring, ast.Expr)
    assert isinstance(docstring.value, ast.Constant)
    text = str(docstring.value.value)
    assert text.strip().count("\n") < 10
    assert re.search(r"\b([Oo]pen\s`|to open first)", text)
    for name in re.findall(r"`([\w/]+\.py)`", text):
        assert (face.parent / name).exists() or (PACKAGE / name).exists(), name
    stub = face.with_suffix(".pyi")
    assert bool(code) == stub.exists()
    if code:
        attach = "__getattr__, __dir__ = names_of(__name__, __file__)"
        lines = ["from logicsweep.stubs import names_of", attach]
        if name_of(face) == "lab.gym":  # Gymnasium imports it, and looks in its registry then
            lines = [REGISTERING, attach, REGISTERED]
        assert ast.dump(ast.Module(code, [])) == ast.dump(ast.parse("\n".join(lines)))
        for line in ast.parse(stub.read_text(encoding="utf-8")).body:
            assert isinstance(line, ast.ImportFrom)
            assert line.level == 1


def test_libraries_stay_in_their_homes() -> None:
    faults = [
        f"{name} imports {library}"
        for name, path in MODULES.items()
        for library in HOMES.keys() & {module.split(".")[0] for module in imports(path)}
        if not f"{name}.".startswith(tuple(f"{home}." for home in HOMES[library]))
    ]
    assert not faults


def test_only_the_loop_knows_the_game() -> None:
    users = {name for name, path in MODULES.items() if "games.game" in of_ours(path)}
    lab = {"play.forced", "exams.exam", "experiments.game_run", "gym.vector", "tasks.episode"}
    assert {name for name in users if not name.startswith("lab.")} == {
        *("games.loop", "cli.dealing", "cli.person", "cli.play", "site.game"),
    }
    assert {name.removeprefix("lab.") for name in users if name.startswith("lab.")} == {
        name for name in lab if name.partition(".")[0] in SLICES
    }


PUBLISHED = ROOT / "examples" / "agents" / "published"
# What agents among the examples use of the package that is not public.
NOT_PUBLIC = {
    "constraints.cardinality": {"shares"},
    "reasons.wording": {"enumerate", "posterior", "rref_enumerate", "search_exact", "subset"},
    "tables.component_counts": {"shares"},
    "system.partition": {"simplex"},
}


def test_agents_among_the_examples_use_the_public_package() -> None:
    """Its names, and the classes of agents; never the game, which knows where the mines are."""
    rooms = {name_of(face) for face in FACES} | {"", "errors", "limits"}
    agents = {f"games.agents.{name}" for name in ("deducing", "logic")}
    used: dict[str, set[str]] = {}
    for path in PUBLISHED.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and not node.level:
                top, _, module = (node.module or "").partition(".")
                names = {alias.name for alias in node.names}
                assert not names & {"Game", "Solution", "play"}, path
                if top == "logicsweep" and module not in rooms | agents:
                    used.setdefault(module, set()).add(path.stem)
    assert used == NOT_PUBLIC


def test_only_the_command_line_prints() -> None:
    """That is its room, and the commands of the lab, which stand on it."""
    names = {"print", "input", "exit", "quit"}
    for name, path in MODULES.items():
        text = path.read_text(encoding="utf-8")
        is_command = any(module.startswith("cli.") for module in of_ours(path))
        is_command |= name in ("cli", "checker.__main__")
        if not (name.startswith("cli.") or is_command) and any(
            f" {called}(" in text for called in names
        ):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    assert node.func.id not in names, name


def test_files_stay_small() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, path


def test_the_kernel_looks_only_down() -> None:
    """In C a file calls functions of files that `kernel.h` lists before it."""
    kernel = PACKAGE / "kernel"
    order = re.findall(r"(\w+)\.c", (kernel / "kernel.h").read_text().partition("#ifndef")[0])
    assert sorted(order) == sorted(path.stem for path in kernel.glob("*.c"))
    known: set[str] = set()
    everywhere = "".join(path.read_text() for path in kernel.glob("*.c"))
    defined = set(re.findall(r"^\w[\w *]*\b(ls_\w+)\(", everywhere, re.MULTILINE))
    for name in order:
        text = (kernel / f"{name}.c").read_text()
        known |= set(re.findall(r"^\w[\w *]*\b(ls_\w+)\(", text, re.MULTILINE))
        calls = set(re.findall(r"\b(ls_\w+)\(", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)))
        assert calls & defined <= known, name


def test_the_oracle_starts_from_the_board_alone() -> None:
    judges = ROOT / "tests" / "judges"
    assert of_ours(judges / "oracle.py") == {"board.board", "board.state"}
    assert of_ours(judges / "rules.py") == of_ours(judges / "rules_at_once.py") == set()


def test_the_checker_is_a_part_of_its_own() -> None:
    """It takes nothing from the package, and writers take only its words and records."""
    for name, path in MODULES.items():
        taken = {each.split(".")[-1] for each in of_ours(path) if each.startswith("checker")}
        if name.startswith("checker"):
            assert of_ours(path) <= {each for each in MODULES if each.startswith("checker")}
        elif name.startswith("reasons.certificates.by_"):
            assert taken <= {"folder", "sources", "sums"}, name


def test_solvers_are_loaded_when_they_are_used() -> None:
    code = (
        "import sys, logicsweep.cli.app\n"
        "heavy = {'pysat', 'pysolvers', 'clingo'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=300)

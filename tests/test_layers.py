"""The house looks only down: imports are read from the source and held against one order."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "logicsweep"

# From the ground up. A module may import from those before it, and from nothing else of ours.
ORDER = [
    "errors",
    "limits",
    "total",
    "files",
    "adjacency",
    "clues",
    "clue_models",
    "clue_tokens",
    "state",
    "rows",
    "pictures.markup",
    "pictures.themes",
    "pictures.signs",
    "pictures.drawing",
    "notation",
    "board",
    "layout",
    "formats.dealt",
    "formats.base",
    "formats.text",
    "formats.mine",
    "formats.dialect",
    "formats.binary",
    "formats.objects",
    "formats.links",
    "formats.native",
    "formats.json",
    "formats.metasweeper",
    "formats.csv",
    "formats.matrix",
    "formats.ms_toollib",
    "formats.numpy",
    "formats.minesweepr",
    "formats.minesolve",
    "formats.gecode",
    "formats.tatham",
    "formats.sat",
    "formats.tatham_id",
    "formats.zini",
    "formats.analysis",
    "formats.cs3510",
    "formats.minegauler",
    "formats.mbf",
    "formats.rawvf",
    "formats.avf",
    "formats.evf",
    "formats.registry",
    "constraints",
    "partition",
    "encoding.cardinality",
    "encoding.cnf",
    "encoding.programs",
    "encoding.arithmetic",
    "encoding.rules",
    "encoding.facts",
    "encoding.base",
    "encoding.formulas",
    "encoding.logic_programs",
    "encoding.formats",
    "encoding.answers",
    "count.shape",
    "count.order",
    "count.elimination",
    "count.possible",
    "count.total",
    "count.polynomial",
    "count.tables",
    "count.means",
    "count.ways",
    "count.decided",
    "reason.protocol",
    "reason.hitting",
    "reason.proof",
    "reason.propagate",
    "reason.sat",
    "reason.trial",
    "reason.grounded",
    "reason.asp",
    "reason.mine_counts",
    "reason.engine",
    "reason.local",
    "reason.pieces",
    "clash",
    "explain.rules",
    "explain.cores",
    "parts",
    "count.census",
    "count.tally",
    "count.mixture",
    "count.chances",
    "count.joined",
    "count.weight",
    "count.labels",
    "count.sampling",
    "count.enumeration",
    "count.ganak",
    "verdicts",
    "model_count",
    "layouts",
    "ledger",
    "explain.deduction",
    "explain.wording",
    "explain.explanation",
    "explain.steps",
    "explain.pairs",
    "diagnosis",
    "enumerated",
    "independent",
    "mixed",
    "plain",
    "whole",
    "ruled",
    "lying",
    "evidence",
    "certificates.formula",
    "certificates.checker",
    "certificates.certificate",
    "certificates.folder",
    "knowledge",
    "setting",
    "view",
    "agents.base",
    "agents.random",
    "agents.equations",
    "agents.single_point",
    "agents.pairwise",
    "agents.subset",
    "agents.matrix",
    "agents.rref",
    "agents.shares",
    "agents.enumerate",
    "agents.rref_brute",
    "agents.rref_enumerate",
    "agents.risk_gain",
    "agents.explore",
    "agents.logic",
    "agents.exact",
    "agents.search_exact",
    "agents.simplex",
    "agents.posterior",
    "agents.registry",
    "game",
    "play",
    "experiments.records",
    "experiments.game_run",
    "experiments.metrics",
    "experiments.specification",
    "experiments.tables",
    "experiments.reading",
    "experiments.store",
    "experiments.runner",
    "experiments.executors",
    "experiments.statistics",
    "experiments.summary",
    "experiments.plots",
    "experiments.markdown",
    "experiments.report",
    "comparison",
    "",  # the package itself: the public names
    "render.colours",
    "render.picture",
    "render.chances",
    "render.words",
    "render.counts",
    "render.sizes",
    "render.answers",
    "render.suspects",
    "render.marked",
    "render.reasons",
    "render.games",
    "render.svg",
    "render.png",
    "render.page",
    "render.details",
    "cli.ending",
    "cli.common",
    "cli.cells",
    "cli.boards",
    "cli.reasoning",
    "cli.terminal",
    "cli.show",
    "cli.solve",
    "cli.count",
    "cli.diagnose",
    "cli.encode",
    "cli.decode",
    "cli.explain",
    "cli.hint",
    "cli.certify",
    "cli.convert",
    "cli.render",
    "cli.dealing",
    "cli.person",
    "cli.play",
    "cli.experiment",
    "cli.app",
    "__main__",
]
EMPTY = [
    "pictures",
    "formats",
    "encoding",
    "reason",
    "count",
    "explain",
    "certificates",
    "agents",
    "experiments",
    "render",
    "cli",
]
HOMES = {
    "scipy": {"agents.simplex", "experiments.statistics"},
    "matplotlib": {"experiments.plots"},
    "distributed": {"experiments.executors"},
    "resvg_py": {"render.png"},
    "pysat": {"encoding.cardinality", "reason.hitting", "reason.proof", "reason.sat"},
    "pysolvers": {"reason.hitting", "reason.proof", "reason.sat"},
    "pyganak": set(),  # it writes to standard output, and works in a process of its own
    "clingo": {"encoding.arithmetic", "encoding.rules", "reason.grounded"},
    "rich": {
        "render.chances",
        "render.colours",
        "render.marked",
        "render.picture",
        "render.reasons",
        "cli.common",
        "cli.terminal",
        "cli.play",
        "cli.experiment",
    },
    "typer": {
        "cli.common",
        "cli.cells",
        "cli.boards",
        "cli.convert",
        "cli.reasoning",
        "cli.render",
        "cli.show",
        "cli.solve",
        "cli.count",
        "cli.diagnose",
        "cli.encode",
        "cli.decode",
        "cli.explain",
        "cli.hint",
        "cli.certify",
        "cli.play",
        "cli.experiment",
        "cli.app",
    },
}


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in PACKAGE.rglob("*.py")}


@cache
def imports(path: Path) -> set[str]:
    """Every module that a file names in an import, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                is_module = inner.removeprefix("logicsweep.") in MODULES
                found.add(inner if is_module else module)
    return found


def test_every_module_has_its_place() -> None:
    assert sorted(MODULES) == sorted(ORDER + EMPTY)


@pytest.mark.parametrize("name", ORDER)
def test_imports_point_down(name: str) -> None:
    below = ORDER[: ORDER.index(name)]
    for module in imports(MODULES[name]):
        if module == "logicsweep" or module.startswith("logicsweep."):
            assert module.removeprefix("logicsweep").removeprefix(".") in below


@pytest.mark.parametrize("name", EMPTY)
def test_folders_hold_no_code(name: str) -> None:
    body = ast.parse(MODULES[name].read_text(encoding="utf-8")).body
    assert len(body) == 1
    assert isinstance(body[0], ast.Expr)


@pytest.mark.parametrize("library", HOMES)
def test_libraries_stay_in_their_homes(library: str) -> None:
    users = {
        name
        for name, path in MODULES.items()
        if any(module.split(".")[0] == library for module in imports(path))
    }
    assert users <= HOMES[library]


def test_only_the_loop_knows_the_game() -> None:
    users = {name for name, path in MODULES.items() if "logicsweep.games.game" in imports(path)}
    assert users == {
        "play",
        "experiments.game_run",
        "cli.dealing",
        "cli.person",
        "cli.play",
    }


def test_only_the_command_line_prints() -> None:
    for name, path in MODULES.items():
        calls = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert name.startswith("cli.") or not calls & {"print", "input", "exit", "quit"}, name


def test_files_stay_small() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, path


def test_the_oracle_starts_from_the_board_alone() -> None:
    ours = {module for module in imports(ROOT / "tests" / "oracle.py") if "logicsweep" in module}
    assert ours == {"logicsweep.board.board"}


def test_solvers_are_loaded_when_they_are_used() -> None:
    code = (
        "import sys, logicsweep.cli.app\n"
        "heavy = {'pysat', 'pysolvers', 'clingo'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=60)

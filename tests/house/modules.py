"""The rooms of the package, and all of its modules."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import ROOT

PACKAGE = ROOT / "logicsweep"
# The slices of the lab, which stand one on the other as well. Nothing else imports them.
ORDER = ["play", "experiments", "data", "gym", "judging", "tasks", "exams"]
SLICES = [name for name in ORDER if (PACKAGE / "lab" / name).exists()]  # see `test_cut.py`
# From the ground up. A module imports from its own room and those before it.
ROOMS = [
    "stubs",
    "errors",
    "arguments",
    "limits",
    "checker",
    "constraints",
    "board",
    "formats",
    "system",
    "linear",
    "kernel",
    "tables",
    "formulas",
    "reason",
    "reasons",
    "knowledge",
    "strategy",
    "games",
    "answers",
    "render",
    "site",
    "cli",
    *(["lab"] if SLICES else []),
]


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in PACKAGE.rglob("*.py")}

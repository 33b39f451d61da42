"""The budget of the house: how many lines each room and slice has, and how many things there are.

It only sinks. A change that needs more in one place lowers another by as much, and says so in its
commit; a change that needs less lowers its line in `budget.toml`, which
`python -m tests.house.test_budget` prints as the numbers are now.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec import Struct

from tests.conftest import ROOT
from tests.house.modules import PACKAGE, ROOMS, SLICES, name_of

BUDGET: Final = Path(__file__).with_name("budget.toml")
# So far a number may lie below its budget: who takes away less need not touch the file.
SLACK: Final = 40


def lines(paths: Iterable[Path]) -> int:
    return sum(len(path.read_bytes().splitlines()) for path in paths)


def python(folder: Path) -> int:
    """The lines of Python of a room: a folder, or one file."""
    alone = folder.with_suffix(".py")
    return lines([alone] if alone.exists() else folder.rglob("*.py"))


def options() -> set[str]:
    """The names of all options of all commands."""
    from logicsweep.cli.app import app

    todo, names = [app], set[str]()
    while todo:
        command = todo.pop()
        names |= {name for param in command.params for name in param.opts if name[:2] == "--"}
        inner = getattr(command, "list_commands", lambda _: [])(None)
        todo += [command.get_command(None, name) for name in inner]  # type: ignore[attr-defined]
    return names


def commands() -> int:
    from logicsweep.cli.commands import GROUPS

    return len([*chain.from_iterable(GROUPS.values())])


def structs() -> int:
    """The number of structures that exist for JSON alone: those declared in `answers`, and in the
    files `as_json.py` of the lab.

    Records of the library that are written as they are, are not counted.
    """
    paths = [*(PACKAGE / "answers").glob("*.py"), *PACKAGE.glob("lab/*/as_json.py")]
    return sum(
        isinstance(kind, type) and issubclass(kind, Struct) and kind.__module__ == module.__name__
        for module in [import_module(f"logicsweep.{name_of(path)}") for path in paths]
        for kind in vars(module).values()
    )


def counted() -> dict[str, dict[str, int]]:
    """Every number of the budget as it is."""
    rooms = {room: python(PACKAGE / room) for room in ROOMS if room != "lab"}
    rooms["the package itself"] = lines(PACKAGE.glob("__*__.py"))
    slices = {name: python(PACKAGE / "lab" / name) for name in SLICES}
    slices["shared"] = lines((PACKAGE / "lab").glob("*.py"))
    kernel = [path for end in ("c", "h") for path in PACKAGE.glob(f"kernel/*.{end}")]
    return {
        "rooms": rooms,
        "slices": slices,
        "others": {
            "C of the kernel": lines(kernel),
            "JavaScript": lines(PACKAGE.rglob("*.js")),
            "tests": lines((ROOT / "tests").rglob("*.py")),
        },
        "things": {"commands": commands(), "options": len(options()), "structs": structs()},
    }


def test_no_number_is_above_its_budget() -> None:
    budget = tomllib.loads(BUDGET.read_text("utf-8"))
    for table, numbers in counted().items():
        for name, number in numbers.items():
            most = budget[table][name]
            assert number <= most, f"{name} has {number}, and may have {most}: lower it or another"
            least = most - (0 if table == "things" else SLACK)
            assert number >= least, f"{name} has {number}: lower {most} in budget.toml"


def test_the_parts_are_as_many_as_the_whole_may_have() -> None:
    """Who raises a part lowers another."""
    budget = tomllib.loads(BUDGET.read_text("utf-8"))
    parts = chain(budget["rooms"].values(), budget["slices"].values())
    assert sum(parts) <= budget["most"]["package"]
    assert sum(budget["rooms"].values()) <= budget["most"]["core"]
    for table, numbers in counted().items():
        assert set(budget[table]) >= set(numbers)


def main(say: Callable[[str], object] = print) -> None:
    """Print the budget as the numbers are now."""
    now = counted()
    core, lab = (sum(now[table].values()) for table in ("rooms", "slices"))
    say(f"[most]\npackage = {core + lab}\ncore = {core}")
    for table, numbers in now.items():
        say(f"\n[{table}]")
        for name, number in numbers.items():
            say(f"{name} = {number}" if name.isidentifier() else f'"{name}" = {number}')


if __name__ == "__main__":
    main()

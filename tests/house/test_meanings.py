"""One meaning a name: classes and files that share theirs with another are listed; none is added.

`meanings.txt` has them with how many there are. Rename one, and lower its line.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from pathlib import Path

import logicsweep
from logicsweep.cli.commands import GROUPS
from tests.house.modules import MODULES, ROOMS

_CLASS = re.compile(r"^class (\w+)", re.MULTILINE)
LISTED = Path(__file__).with_name("meanings.txt")


def classes() -> Counter[str]:
    """How many classes at the top of a module have each name, leading underscores apart."""
    texts = (path.read_text("utf-8") for name, path in MODULES.items() if is_met(name))
    names = chain.from_iterable(_CLASS.findall(text) for text in texts)
    return Counter(name.lstrip("_") for name in names)


def files() -> Counter[str]:
    paths = [path for name, path in MODULES.items() if is_met(name)]
    return Counter(path.name for path in paths if path.name != "__init__.py")


def is_met(name: str) -> bool:
    """Not in the checker, which has its own reading of boards and rules on purpose."""
    return not name.startswith("checker")


def shared() -> dict[str, int]:
    return {name: number for name, number in (classes() + files()).items() if number > 1}


def test_no_name_has_one_more_meaning() -> None:
    rows = (line.split() for line in LISTED.read_text("utf-8").splitlines())
    listed = {name: int(number) for name, number in rows}
    now = shared()
    more = {name: number for name, number in now.items() if number > listed.get(name, 1)}
    assert not more, "give it a name of its own"
    less = {name: number for name, number in listed.items() if number > now.get(name, 1)}
    assert not less, f"lower these in {LISTED.name}"


def test_no_room_is_called_like_a_function() -> None:
    """Of the public names, or like a command, which shall have a function of its name."""
    commands = {entry.name for entry in chain.from_iterable(GROUPS.values())}
    assert not {*ROOMS} & (commands | {*logicsweep.__all__})

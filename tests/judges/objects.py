"""How many bytes objects take, by asking each of them; shared ones count once."""

from __future__ import annotations

from collections.abc import Iterator
from sys import getsizeof


def size_of(*things: object) -> int:
    """The bytes of the numbers, tuples, lists and dictionaries in some objects, and of theirs.

    Of objects with attributes and slots what is in those counts. Others, such as functions and
    classes, do not.
    """
    seen: set[int] = set()
    waiting = list(things)
    total = 0
    while waiting:
        one = waiting.pop()
        if id(one) in seen or one is None or isinstance(one, type):
            continue
        seen.add(id(one))
        if not callable(one):
            total += getsizeof(one)
            waiting += _inside(one)
    return total


def _inside(one: object) -> Iterator[object]:
    if isinstance(one, dict):
        yield from one.keys()
        yield from one.values()
    elif isinstance(one, (tuple, list, set)):
        yield from one
    else:
        names = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
        yield from (getattr(one, name) for name in names if hasattr(one, name))
        yield from vars(one).values() if hasattr(one, "__dict__") else ()

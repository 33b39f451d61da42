"""The public names of the package and of its rooms, each of which is loaded on first use.

A stub `__init__.pyi` says which module has a name, in lines such as
`from .base import Agent as Agent`. Type checkers read it, and so does this module once a name is
asked for: to import a room parses nothing. The libraries for this parse each stub at import, a
tenth of the time that `from logicsweep import KnowledgeBase` takes beside numpy.
"""

from __future__ import annotations

import sys
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class _Room(ModuleType):
    """A package in which a public name stays what it is when a module of that name is loaded."""

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, ModuleType) and hasattr(value, name) and name in self.__all__:
            value = getattr(value, name)
        super().__setattr__(name, value)


def names_of(package: str, file: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package.

    The first one gives `__all__` as well. It raises AttributeError for a name that the stub does
    not list.

    Args:
        package: Its name, as `__name__`.
        file: Its file, as `__file__`; the stub is beside it.
    """
    homes: dict[str, str] = {}
    room = sys.modules[package]
    room.__class__ = _Room

    def listed() -> dict[str, str]:
        if not homes:
            import re

            with open(f"{file}i", encoding="utf-8") as stub:  # noqa: PTH123
                lines = re.findall(r"(?m)^from (\.[\w.]+) import (\([^)]*\)|.*)", stub.read())
            for module, names in lines:
                homes.update(dict.fromkeys(re.findall(r"(\w+) as ", names), module))
        return homes

    def load(name: str) -> object:
        from importlib import import_module

        if name == "__all__":
            return sorted(listed())
        if name not in listed():
            raise AttributeError(f"{package} has no attribute {name!r}", name=name, obj=room)
        value = getattr(import_module(homes[name], package), name)
        setattr(room, name, value)  # so that it is looked up once
        return value

    return load, lambda: sorted(listed())

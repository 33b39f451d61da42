"""Imports that load nothing before they are used, so that help and completion start fast."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from threading import get_ident
from typing import Any


@contextmanager
def lazily() -> Iterator[None]:
    """Have `from module import name` load the module when the name is first used.

    For modules, functions and classes, which are called, asked for an attribute or given to
    `isinstance`. Constants and exceptions are imported as usual. So is whatever other threads
    import meanwhile.
    """
    usual = builtins.__import__
    thread = get_ident()

    def note(
        name: str,
        among: Mapping[str, object] | None = None,
        within: Mapping[str, object] | None = None,
        names: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        if get_ident() != thread:
            return usual(name, among, within, names, level)
        return _Module(name)

    builtins.__import__ = note  # type: ignore[assignment]
    try:
        yield
    finally:
        builtins.__import__ = usual


class _Module:
    """A module from which names are imported lazily."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> _Later:
        return _Later(self._name, name)


class _Later:
    """A module, function or class that is loaded when it is used."""

    __slots__ = ("_at",)

    def __init__(self, module: str, name: str) -> None:
        self._at = module, name

    def _load(self) -> Any:
        module, name = self._at
        try:
            return getattr(import_module(module), name)
        except AttributeError:
            return import_module(f"{module}.{name}")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._load(), name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._load()(*args, **kwargs)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._load())

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, self._load())

"""logicsweep: proofs about Minesweeper positions.

`KnowledgeBase(board).consequences()` finds every covered cell that is provably safe or provably a
mine; `.count()` gives the exact probability of a mine in all others. Importing the package loads no
solver.
"""

# The public names are those of `__init__.pyi`. Each is loaded on first use, and what loads them as
# well: this runs before a command can handle Ctrl-C, so that it imports nothing, not even
# `functools` for its cache. Two lists, empty until they are asked for, keep what is read once.

TYPE_CHECKING = False  # `typing` would be imported for it
if TYPE_CHECKING:
    from collections.abc import Callable

    Stub = tuple[Callable[[str], object], Callable[[], list[str]], list[str]]

_STUBS: "list[Stub]" = []
_ROOMS: "list[str]" = []

__version__ = "0.2.0"


def __getattr__(name: str) -> object:
    """Load a public name, or a room of the package, on first use; else say where the name is."""
    from importlib import import_module
    from importlib.util import find_spec

    if name == "__all__":
        value: object = _stub()[2]
    elif name in _stub()[2]:
        value = _stub()[0](name)
    elif name.isidentifier() and find_spec(f"{__name__}.{name}"):
        return import_module(f"{__name__}.{name}")
    else:
        home = None if name.startswith("_") else _home(name)
        elsewhere = "" if home is None else f"; it is {home}.{name}"
        message = f"{__name__} has no attribute {name!r}{elsewhere}"
        raise AttributeError(message, name=name, obj=import_module(__name__))
    globals()[name] = value  # so that it is looked up once
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return _stub()[1]()


def _stub() -> "Stub":
    """Read the public names: what loads one of them, what lists them, and their list."""
    if not _STUBS:
        import lazy_loader

        _STUBS.append(lazy_loader.attach_stub(__name__, __file__))
    return _STUBS[0]


def _rooms() -> "list[str]":
    """Return the rooms that have public names.

    Their files are looked for once: whoever pickles a function of C, as a record of a game does,
    asks every module for it.
    """
    if not _ROOMS:
        from pathlib import Path

        top = Path(__file__).parent
        stubs = sorted(top.glob("**/__init__.pyi"))
        _ROOMS.extend(".".join((__name__, *stub.parent.relative_to(top).parts)) for stub in stubs)
    return _ROOMS


def _home(name: str) -> str | None:
    """Return the room or the module of a public name. To ask the rooms loads nothing heavy."""
    from importlib import import_module

    for room in _rooms():
        if name in import_module(room).__all__:
            return room
    for module in (f"{__name__}.errors", f"{__name__}.limits"):
        value = vars(import_module(module)).get(name)
        if value is not None and getattr(value, "__module__", module) == module:
            return module
    return None

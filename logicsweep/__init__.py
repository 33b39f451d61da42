"""logicsweep: proofs about Minesweeper positions.

`KnowledgeBase(board).consequences()` finds every covered cell that is provably safe or provably a
mine; `.count()` gives the exact probability of a mine in all others. Importing the package loads no
solver.
"""

# The public names are those of `__init__.pyi`. Each is loaded on first use, so that a command can
# handle Ctrl-C before anything heavy is imported.

import lazy_loader

__version__ = "0.2.0"

_public, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """Load a public name, or a room of the package, on first use; else say where the name is."""
    from importlib import import_module
    from importlib.util import find_spec

    if name in __all__:
        return _public(name)
    if name.isidentifier() and find_spec(f"{__name__}.{name}"):
        return import_module(f"{__name__}.{name}")
    home = None if name.startswith("_") else _home(name)
    elsewhere = "" if home is None else f"; it is {home}.{name}"
    message = f"{__name__} has no attribute {name!r}{elsewhere}"
    raise AttributeError(message, name=name, obj=import_module(__name__))


def _home(name: str) -> str | None:
    """The room or the module that has a public name. To ask the rooms loads nothing heavy."""
    from importlib import import_module
    from pathlib import Path

    top = Path(__file__).parent
    for stub in sorted(top.glob("**/__init__.pyi")):
        room = ".".join((__name__, *stub.parent.relative_to(top).parts))
        if name in import_module(room).__all__:
            return room
    for module in (f"{__name__}.errors", f"{__name__}.limits"):
        value = vars(import_module(module)).get(name)
        if value is not None and getattr(value, "__module__", module) == module:
            return module
    return None

"""logicsweep: proofs about Minesweeper positions.

`KnowledgeBase(Board.parse(text)).consequences()` gives every covered cell that is proved safe or a
mine, `.count()` the exact chance of a mine in all others. Importing the package loads no solver.

The public names are those of `__init__.pyi`, each loaded when it is first asked for: a command can
hear of Ctrl-C before that.
"""

import lazy_loader

__version__ = "0.2.0"

_public, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """A public name, or a room for whoever imported the package alone."""
    from importlib import import_module
    from importlib.util import find_spec

    if name in __all__ or not name.isidentifier() or not find_spec(f"{__name__}.{name}"):
        return _public(name)
    return import_module(f"{__name__}.{name}")

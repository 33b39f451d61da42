"""logicsweep: proofs about Minesweeper positions.

`KnowledgeBase(board).consequences()` finds every covered cell that is provably safe or provably a
mine; `.count()` gives the exact probability of a mine in all others. Importing the package loads no
solver.
"""

# This runs before a command can handle Ctrl-C, so that it imports nothing. Two lists, empty until
# they are asked for, keep what is looked up once.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Names = tuple[Callable[[str], object], Callable[[], list[str]]]

_NAMES: "list[Names]" = []
_ROOMS: "list[str]" = []

__version__ = "0.2.0"


def __getattr__(name: str) -> object:
    """Load a public name, or a room of the package, on first use; else say where the name is."""
    from importlib import import_module
    from importlib.util import find_spec

    try:
        return _names()[0](name)
    except AttributeError as error:
        if name.isidentifier() and find_spec(f"{__name__}.{name}"):
            return import_module(f"{__name__}.{name}")
        home = None if name.startswith("_") else _home(name)
        elsewhere = "" if home is None else f"; it is {home}.{name}"
        if home is None and not name.startswith("_"):
            from logicsweep.errors import nearest_words

            elsewhere = nearest_words(name, __dir__())
        raise AttributeError(f"{error}{elsewhere}", name=name, obj=error.obj) from None


def __dir__() -> list[str]:
    """List the public names."""
    return _names()[1]()


def _names() -> "Names":
    """Return what loads one of the public names, and what lists them."""
    if not _NAMES:
        from logicsweep.stubs import names_of

        _NAMES.append(names_of(__name__, __file__))
    return _NAMES[0]


def _home(name: str) -> str | None:
    """Return the room or the module of a public name. To ask the rooms loads nothing heavy."""
    from importlib import import_module
    from pathlib import Path

    if not _ROOMS:  # looked for once: whoever pickles a function of C asks every module for it
        top = Path(__file__).parent
        stubs = sorted(top.glob("**/__init__.pyi"))
        _ROOMS.extend(".".join((__name__, *stub.parent.relative_to(top).parts)) for stub in stubs)
    for room in _ROOMS:
        if name in import_module(room).__all__:
            return room
    for module in (f"{__name__}.errors", f"{__name__}.limits"):
        value = vars(import_module(module)).get(name)
        if value is not None and getattr(value, "__module__", module) == module:
            return module
    return None

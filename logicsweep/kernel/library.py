"""The native library of the kernel: where it is, whether it can be used, loading it once.

The environment variable LOGICSWEEP_KERNEL decides. With `python` no library is loaded; `native`
requires one. If it is not set, the library is used if there is one that works. `--version` asks
this module, so it imports little.
"""

from __future__ import annotations

import os
import sys
from ctypes import CDLL
from functools import cache

from logicsweep.kernel import headers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, Literal

CHOICE: Final = "LOGICSWEEP_KERNEL"
# Names another file to load in place of the package's, such as one built with sanitizers.
FILE: Final = "LOGICSWEEP_KERNEL_FILE"

_ENDINGS: Final = {"darwin": ".dylib", "win32": ".dll"}
# The library that is built with the package, in the folder of this file.
PATH: Final = os.path.join(  # noqa: PTH118
    os.path.dirname(os.path.abspath(__file__)),  # noqa: PTH100, PTH120
    f"native{_ENDINGS.get(sys.platform, '.so')}",
)


class _Library(CDLL):
    """A library whose functions have the signatures of the headers from their first use on."""

    def __getitem__(self, name_or_ordinal: str) -> Any:
        function = super().__getitem__(name_or_ordinal)
        function.restype, function.argtypes = headers.SIGNATURES[name_or_ordinal]
        return function


@cache
def library() -> CDLL | None:
    """Return the native library, or None if Python does the work.

    The first call loads it; later changes of the environment have no effect. A library that does
    not load, or has another version of the interface, counts as none. Calls into it release the
    GIL. Raises `KernelError` if LOGICSWEEP_KERNEL is `native` and no library can be used, and
    `UnknownNameError` if the variable has a value other than `native` and `python`.
    """
    choice = os.environ.get(CHOICE, "")
    if choice not in ("", "native", "python"):
        from logicsweep.errors import UnknownNameError

        raise UnknownNameError(f"value of {CHOICE}", choice, ("native", "python"))
    if choice == "python":
        return None
    try:
        return _load(os.environ.get(FILE) or PATH)
    except ImportError as error:
        if choice == "native":
            from logicsweep.errors import KernelError

            raise KernelError(f"{CHOICE}=native, but {error}") from None
        return None


def kernel_in_use() -> Literal["native", "python"]:
    """Tell whether the native library does the work, or Python. Raises what `library` raises."""
    return "python" if library() is None else "native"


def _load(path: str) -> CDLL:
    """Load a library. Raises ImportError if it does not load or has another interface."""
    if not os.path.isfile(path):  # noqa: PTH113
        raise ImportError(f"there is no file {path}")
    try:
        loaded = _Library(os.path.abspath(path))  # noqa: PTH100
        abi = loaded.ls_abi()
    except (OSError, AttributeError) as error:
        raise ImportError(f"{path} does not load: {error}") from None
    expected = headers.LS_ABI
    if abi != expected:
        raise ImportError(f"{path} has version {abi} of the interface; expected version {expected}")
    return loaded

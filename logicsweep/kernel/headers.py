"""The declarations of the kernel, read from its C headers: functions, structures and numbers.

Structures that functions take and whole numbers have the names of the headers here:
`headers.ls_numbers` is a class, `headers.LS_OK` a number. A pointer to a structure is one in
Python; all others are addresses, as integers. Arrays there are C-contiguous, of the type and the
shape that the header says, and the caller keeps them alive during the call.
"""

from __future__ import annotations

import os
import re
from ctypes import POINTER, Structure, c_char_p, c_double, c_int32, c_int64, c_uint64, c_void_p

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    def __getattr__(name: str) -> Any: ...


# Those that say what functions take and give.
_HEADERS: Final = ("kernel.h", "door.h", "decide.h", "play.h")
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_STRUCTURE: Final = re.compile(r"^typedef struct \{([^}]*)\} (\w+);", re.MULTILINE)
_FUNCTION: Final = re.compile(r"^LS_API ([^(;]+)\(([^)]*)\);", re.MULTILINE)
# By #define, or in an enum.
_NUMBER: Final = re.compile(
    r"^(?:#define|   ) (LS_\w+) (?:= )?\(?(-?\d+(?:e\d)?)\)?,? *$", re.MULTILINE
)
_SCALARS: Final = {
    "void": None,
    "double": c_double,
    "int32_t": c_int32,
    "int64_t": c_int64,
    "uint64_t": c_uint64,
}


def _without_comments() -> str:
    folder = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
    texts = []
    for name in _HEADERS:
        with open(os.path.join(folder, name), encoding="utf-8") as header:  # noqa: PTH118, PTH123
            texts.append(header.read())
    return _COMMENT.sub("", "\n".join(texts))


_TEXT: Final = _without_comments()
_FIELDS: Final = {name: fields for fields, name in _STRUCTURE.findall(_TEXT)}
_STRUCTURES: Final[dict[str, Any]] = {}


def _structure(name: str) -> Any:
    """Return the class of a structure, made once."""
    if name not in _STRUCTURES:
        declarations = _FIELDS[name].split(";")[:-1]
        fields = [variable for text in declarations for variable in _variables(text)]
        _STRUCTURES[name] = type(name, (Structure,), {"_fields_": fields})
    return _STRUCTURES[name]


def _variables(declaration: str) -> list[tuple[str, Any]]:
    """Return the names and types that a declaration such as `const double *one, *other` has."""
    kind, _, names = declaration.replace("const ", "").strip().partition(" ")
    return [(name.strip(" *"), _type(kind, "*" in name)) for name in names.split(",") if name]


def _type(kind: str, is_pointer: bool) -> Any:
    """Return the type of values of a kind, or of pointers to them."""
    if is_pointer and kind not in _FIELDS:  # an array, or what only the library knows
        return c_char_p if kind == "char" else c_void_p
    made = _SCALARS[kind] if kind in _SCALARS else _structure(kind)
    return POINTER(made) if is_pointer else made


def _signature(function: str, arguments: str) -> tuple[str, tuple[Any, list[Any]]]:
    [(name, result)] = _variables(function)
    return name, (result, [kind for text in arguments.split(",") for _, kind in _variables(text)])


# By function the type of its result and those of its arguments.
SIGNATURES: Final = dict([_signature(*texts) for texts in _FUNCTION.findall(_TEXT)])
globals().update(_STRUCTURES)
globals().update({name: int(float(value)) for name, value in _NUMBER.findall(_TEXT)})

"""Standard streams whose encoding lacks a sign, and names of files that are not UTF-8.

What that takes is loaded only when there is such a sign, since every command loads this.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, Final, cast

from logicsweep.cli.lazy import lazily

if TYPE_CHECKING:
    from logicsweep.board.cell_names import Counting

with lazily():
    from logicsweep.board import cell_names
    from logicsweep.formats.files import escaped, in_unicode


# How the names of our error handlers begin; the name of the one before follows.
_SPELLING: Final = "logicsweep-"
# Error handlers in whose place ours spells a sign out: the usual ones of the two streams.
_USUAL: Final = ("strict", "backslashreplace")


def spelled(value: Any) -> Any:
    """Convert the content of a JSON answer so that names of files are in Unicode."""
    match value:
        case str():
            return in_unicode(value)
        case dict():
            return {key: spelled(item) for key, item in value.items()}
        case list() | tuple():
            return [spelled(item) for item in value]
    return value


@contextmanager
def spelling_out() -> Iterator[None]:
    r"""Write signs that the encodings of standard output and error lack in other signs.

    A root is then as it may be typed, `3r2`; all else is escaped, as `\xe9` or `\u65e5`. Where
    the user has named another error handler (PYTHONIOENCODING), that writes all but roots.
    """
    before: list[tuple[TextIOWrapper, str]] = []
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            errors = stream.errors or "strict"
            if not errors.startswith(_SPELLING):
                before.append((stream, errors))
                stream.reconfigure(errors=_handler(errors))
    try:
        yield
    finally:
        for stream, errors in before:
            with suppress(OSError, ValueError):  # it was closed, or nobody reads it any more
                stream.reconfigure(errors=errors)


class _Recounting:
    """Standard output or error with cells counted in another way."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; each comes with whole cells."""
        self._stream.write(cell_names.recounted(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def counting_cells(counting: object, *, prints: bool) -> Iterator[None]:
    """Count cells as --cells says where they are read, in messages, and where text is printed."""
    if counting is None:
        yield
        return
    token = cell_names.COUNTING.set(cast("Counting", counting))
    before = sys.stdout, sys.stderr
    try:
        sys.stdout = cast("Any", _Recounting)(before[0]) if prints else before[0]
        sys.stderr = cast("Any", _Recounting)(before[1])
        yield
    finally:
        sys.stdout, sys.stderr = before
        cell_names.COUNTING.reset(token)


def _handler(otherwise: str) -> str:
    """Return the name of the error handler that spells signs out before another is asked."""
    give_up = codecs.lookup_error(otherwise)

    def spell(error: UnicodeError) -> tuple[str | bytes, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        from logicsweep.board.rules.clue_rule import AS_TYPED

        end = error.start + 1
        sign = error.object[error.start : end]
        typed = sign.translate(AS_TYPED)
        if typed != sign:
            return typed, end
        if otherwise not in _USUAL:
            alone = UnicodeEncodeError(error.encoding, error.object, error.start, end, error.reason)
            with suppress(UnicodeEncodeError):
                return give_up(alone)
        return escaped(sign), end

    name = f"{_SPELLING}{otherwise}"
    codecs.register_error(name, spell)
    return name

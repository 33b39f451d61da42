"""What is refused: the kind of an error and its place, not its words.

The words that people read are in `tests/messages`, one table for each room.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def refused(
    kind: type[Exception] | tuple[type[Exception], ...], /, **place: object
) -> Iterator[pytest.ExceptionInfo[Exception]]:
    """Expect an error of a kind, whose attributes (`line`, `argument`, ...) say so and so.

    One of several kinds has to be the kind itself, not one that is derived from it.
    """
    with pytest.raises(kind) as caught:
        yield caught
    kinds = kind if isinstance(kind, tuple) else (kind,)
    assert type(caught.value) in kinds, f"{caught.value!r} is a more special kind"
    said = {name: getattr(caught.value, name) for name in place}
    assert said == place, str(caught.value)

"""One question at a time, whichever thread asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from logicsweep.limits import turn

Own = TypeVar("Own", bound="InTurn")
Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


class InTurn:
    """An object that answers one question after the other.

    Its copies and pickles have what `_state` says, and each of them a lock of its own.
    """

    def __init__(self) -> None:
        self._lock = RLock()

    def _state(self) -> dict[str, Any]:
        """Return the state for a copy, while no other thread has a question running."""
        return dict(self.__dict__)

    def copy(self) -> Self:
        made = type(self).__new__(type(self))
        made.__setstate__(self.__getstate__())
        return made

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        with turn(self._lock):
            state = self._state()
        del state["_lock"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = RLock()


def one_at_a_time(
    question: Callable[Concatenate[Own, Parameters], Answer],
) -> Callable[Concatenate[Own, Parameters], Answer]:
    """Return a method that waits until the questions of other threads are answered.

    Who waits in a `CancelScope` waits only until that is cancelled.
    """

    @wraps(question)
    def ask(self: Own, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Answer:
        with turn(self._lock):
            return question(self, *args, **kwargs)

    return ask

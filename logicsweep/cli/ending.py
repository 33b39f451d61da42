"""The end of a command by a signal: unfinished files go, one line is said, children are ended.

The exit code is 128 + the signal: 130 for Ctrl-C. Nothing heavy is imported here, so that a command
can be interrupted before the rest of it is loaded.
"""

from __future__ import annotations

import _thread
import atexit
import os
import signal
import sys
from contextlib import suppress
from time import monotonic, sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any, Final, NoReturn

INTERRUPTED: Final = 128 + signal.SIGINT

_WORDS: Final = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "hung up"}
# Within so many seconds a signal that comes again is the one before: who is in a hurry presses
# Ctrl-C twice. After that whoever sends it does not want to wait for what is being put away.
_PATIENCE: Final = 2.0
# After so many seconds a signal of which nothing came is sent again: libraries in C drop exceptions
# here and there, so that the work would go on.
_LOST: Final = 1.0


def guarded(work: Callable[[], object]) -> None:
    """Do the work of a process, and end the process when a signal ends the work.

    The first signal raises KeyboardInterrupt, whichever it is, so that what was begun is put away
    on the way out. Signals that the parent ignores, as `nohup` does, stay ignored. Call it in the
    main thread.
    """
    ending = _Ending()
    try:
        ending.listen()
        work()
    except SystemExit as done:
        # As a solver says it that hears of Ctrl-C before Python.
        if ending.number is not None or done.code == INTERRUPTED:
            ending.leave()
        raise
    except BaseException as error:
        if ending.number is not None or isinstance(error, KeyboardInterrupt):
            ending.leave()
        raise
    finally:
        if ending.number is None:
            ending.finish()


class _Ending:
    """The signal that has come, and the reaction to it."""

    def __init__(self) -> None:
        self.number: int | None = None
        self._since = 0.0
        self._is_said = False
        self._is_leaving = False

    def listen(self) -> None:
        atexit.register(self._end)
        for number in _signals():
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._hear)
        sys.unraisablehook = self._hear_again

    def finish(self) -> None:
        """Let a signal end the process at once: all is done, and nothing is left to put away."""
        for number in _signals():
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._hear_late)

    def leave(self) -> NoReturn:
        """Say why, and end the process."""
        self.number = self.number or signal.SIGINT
        # What was torn may complain, and so may threads: two of a pool may close the same pipe.
        # Before anything is written, since other threads run meanwhile.
        if "logging" in sys.modules:
            import logging

            logging.disable()
        if "threading" in sys.modules:
            import threading

            threading.excepthook = _keep_quiet
        with suppress(Exception):  # nobody may read it any more
            sys.stdout.flush()
        self._say()
        self._is_leaving = True
        atexit._run_exitfuncs()  # noqa: SLF001 and no destructors: `_end` is the last of them
        raise SystemExit(128 + self.number)  # which nobody sees

    def _end(self) -> None:
        """Do the last of all, since the interpreter may complain of what it then tears down.

        It also takes handlers away, after which a signal would end the process without a word.
        """
        if not self._is_leaving:
            for number in _signals():
                signal.signal(number, signal.SIG_IGN)
        if self._is_leaving and self.number is not None:
            if self.number == signal.SIGINT and any(map(os.isatty, range(3))):
                # For any shell this is code 130 as well; some go on with a loop unless they see
                # that Ctrl-C was what ended the command.
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                signal.raise_signal(signal.SIGINT)
            os._exit(128 + self.number)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self.number is None and _is_under(frame, _Ending._hear_again):
            self._send_later(number)  # nothing can be raised there
        elif self.number is None:
            self.number, self._since = number, monotonic()
            # Without `threading`, whose locks may be held by what the signal interrupts.
            _thread.start_new_thread(self._watch, (_thread.get_ident(), number))
            raise KeyboardInterrupt
        elif monotonic() - self._since > _PATIENCE:
            self._say()
            os._exit(128 + self.number)

    def _watch(self, main: int, number: int) -> None:
        """Send a signal again if nothing is being put away although nothing has ended."""
        sleep(_LOST)
        if self.number == number and not self._is_said and not _is_interrupted(main):
            self.number = None
            os.kill(os.getpid(), number)

    def _hear_late(self, number: int, _: object) -> None:
        self.number = number
        self._say()
        os._exit(128 + number)

    def _hear_again(self, unraisable: Any) -> None:
        """Have a signal come again that came where nothing can be raised, as in a destructor."""
        if self.number is None:
            sys.__unraisablehook__(unraisable)
        elif unraisable.exc_type is KeyboardInterrupt and not self._is_leaving:
            self._send_later(self.number)

    def _send_later(self, number: int) -> None:
        """Have a signal come again, in a thread that nobody waits for."""
        _thread.start_new_thread(self._send, (number,))

    def _send(self, number: int) -> None:
        sleep(0.01)
        self.number = None
        os.kill(os.getpid(), number)

    def _say(self) -> None:
        if self.number is not None and not self._is_said:
            self._is_said = True
            word = _WORDS[signal.Signals(self.number).name]
            with suppress(OSError):  # the terminal may have gone
                os.write(2, f"logicsweep: {word}\n".encode())


def _is_under(frame: FrameType | None, function: Any) -> bool:
    """Tell whether a frame is of a function, or of what that called."""
    while frame is not None and frame.f_code is not function.__code__:
        frame = frame.f_back
    return frame is not None


def _is_interrupted(thread: int) -> bool:
    """Tell whether a thread handles a KeyboardInterrupt, or an error that came of one."""
    error: Any = sys._current_exceptions().get(thread)  # noqa: SLF001 documented so
    return is_of_interrupt(error[1] if isinstance(error, tuple) else error)  # before Python 3.12


def is_of_interrupt(error: BaseException | None) -> bool:
    """Tell whether an error is a KeyboardInterrupt, or came of one."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__context__
    return False


def is_ending() -> bool:
    """Tell whether a signal has come that ends the command.

    Modules in C may drop what it raised while they were loaded, and raise something else.
    """
    heard = [getattr(signal.getsignal(number), "__self__", None) for number in _signals()]
    return any(isinstance(ending, _Ending) and ending.number is not None for ending in heard)


def _keep_quiet(_: object) -> None:
    """Say nothing of what a thread raised."""


def _signals() -> list[signal.Signals]:
    """Return the signals that end a command, of those the system has: Windows has no SIGHUP."""
    return [getattr(signal, name) for name in _WORDS if hasattr(signal, name)]

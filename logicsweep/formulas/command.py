"""A program of one's own that reads an exported file: its command, and a run of it."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import IO, Final, NamedTuple

from logicsweep.errors import ArgumentError, LimitError, quoted
from logicsweep.formulas.command_errors import MOST_QUOTED, CommandError
from logicsweep.limits import MOST_BYTES, Budget

# Seconds between two looks at the clock, at most.
_STEP: Final = 0.05
# Seconds to wait for the end of a stream whose writers have ended.
_PATIENCE: Final = 1.0
_PART: Final = 1 << 16


class Output(NamedTuple):
    """The end of a run: the exit code, standard output, and the last line that was written."""

    code: int
    text: str
    last: str

    @property
    def ending(self) -> str:
        """The last line that the program wrote, as the end of a message."""
        return f"; its last line: {quoted(self.last, MOST_QUOTED)}" if self.last else ""


class _Reader(Thread):
    """A thread that reads what a program writes, up to a limit."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self._parts: list[bytes] = []
        self.is_full = False

    def run(self) -> None:
        """Read until the stream ends or the limit is passed."""
        room = MOST_BYTES
        while self._stream is not None and (part := self._stream.read(_PART)):
            self._parts.append(part)
            room -= len(part)
            if room < 0:
                self.is_full = True
                return

    def close(self) -> None:
        """Release the stream, once the program and its process group have ended."""
        if self.ident is not None:  # else it was not started
            self.join(_PATIENCE)  # a process outside of the group may hold the stream open
        if self._stream is not None and not self.is_alive():
            self._stream.close()

    def text(self) -> str:
        """Return what was written."""
        return b"".join(self._parts).decode("utf-8", "replace")


class Command(NamedTuple):
    """A command in words; `file` stands in them for the path of the file that it reads."""

    text: str
    words: tuple[str, ...]
    file: str

    def run(self, formula: str, budget: Budget) -> Output:
        """Run the program on a file with this text, which is removed afterwards.

        No shell is run, standard input is empty, and the program and all that it has started in its
        process group are ended in any case, also when the run is interrupted.

        Raises:
            LimitError: The budget was spent before the program ended.
            CommandError: The program cannot be started, was ended by a signal, or writes too much.
        """
        with self._file(formula) as path:
            words = [word.replace(self.file, path) for word in self.words]
            readers: list[_Reader] = []
            started: list[subprocess.Popen[bytes]] = []
            try:
                started.append(self._start(words))  # within the block: an interrupt may come next
                (process,) = started
                readers += [_Reader(stream) for stream in (process.stdout, process.stderr)]
                for reader in readers:
                    reader.start()
                self._wait(process, readers, budget)
            finally:
                for program in started:
                    _end(program)
                for reader in readers:
                    reader.close()
        texts = [reader.text() for reader in readers]
        lines = [line.strip() for text in texts for line in text.splitlines()]
        last = next((line for line in reversed(lines) if line), "")
        output = Output(process.returncode, texts[0], last)
        if output.code < 0:
            raise self.failed(f"was ended by {_signal_name(-output.code)}{output.ending}")
        return output

    def failed(self, text: str) -> CommandError:
        """Make the error that names this command."""
        return CommandError(text, command=self.text)

    @contextmanager
    def _file(self, formula: str) -> Iterator[str]:
        """Write a file, which is there while the block runs; yield its path."""
        fault = "cannot be run: no temporary file can be written"
        try:
            folder = TemporaryDirectory(prefix="logicsweep-", ignore_cleanup_errors=True)
        except OSError as error:
            raise self.failed(f"{fault}: {error.strerror or error}") from None
        with folder as name:
            path = Path(name, "formula.cnf")
            try:
                path.write_text(formula, encoding="ascii")
            except OSError as error:
                raise self.failed(f"{fault}: {error.strerror or error}") from None
            yield str(path)

    def _start(self, words: list[str]) -> subprocess.Popen[bytes]:
        """Start the program, in a process group of its own."""
        try:
            return subprocess.Popen(  # noqa: S603
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # a Ctrl-C of the terminal ends this process first
            )
        except OSError as error:
            raise self.failed(f"cannot be run: {error.strerror or error}") from None
        except ValueError as error:  # a character that no path can have
            raise self.failed(f"cannot be run: {error}") from None

    def _wait(
        self, process: subprocess.Popen[bytes], readers: Sequence[_Reader], budget: Budget
    ) -> None:
        """Wait until the program ends. Raises `LimitError`, and `CommandError` for much output."""
        while True:
            try:
                budget.check()
            except LimitError as error:
                still = f"the program {quoted(self.text, MOST_QUOTED)} was still running"
                raise LimitError(f"{error.limit}; {still}") from None
            left = budget.left()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_STEP if left is None else min(left, _STEP))
            if any(reader.is_full for reader in readers):
                raise self.failed(f"writes more than {MOST_BYTES:,} bytes")
            if process.returncode is not None:
                return


def command_of(text: str, file: str, argument: str) -> Command:
    """Split a command into words as a shell does, without running one.

    Args:
        text: The command.
        file: The placeholder for the path of the file, such as `{cnf}`.
        argument: The name of the argument, for messages.

    Raises:
        ArgumentError: The quotes are not closed, or no program comes before the file.
        CommandError: There is no such program.
    """
    shown = f"{argument} is {quoted(text, MOST_QUOTED)}"
    try:
        words = shlex.split(text)
    except ValueError as error:
        fault = str(error)
        raise ArgumentError(argument, f"{shown}: {fault[:1].lower()}{fault[1:]}") from None
    if not words[0] or file in words[0]:
        raise ArgumentError(argument, f"{shown}; expected a program before {file}")
    if "\0" in text or not any(file in word for word in words):
        raise ArgumentError(argument, f"{shown}; expected a program and {file}")
    if shutil.which(words[0]) is None:
        is_there = os.path.exists(words[0]) and os.sep in words[0]  # noqa: PTH110 may be any text
        fault = "is no program that can be run" if is_there else "is not found"
        raise CommandError(f"cannot be run: {quoted(words[0], MOST_QUOTED)} {fault}", command=text)
    return Command(text, tuple(words), file)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program and its process group, and wait for it."""
    try:
        if hasattr(os, "killpg"):
            # The group outlives a program that has ended if it left others behind.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
    finally:
        process.kill()
        process.wait()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

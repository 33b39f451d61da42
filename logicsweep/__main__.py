"""`python -m logicsweep`, and the command `logicsweep`."""

# Signals end the command from here on, also while the rest of it is being loaded. Before that,
# nothing is imported that Python has not loaded itself: not `signal`, which takes `enum`.
import _signal  # type: ignore[import-not-found]
import os
import sys


def _listen() -> None:
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _leave)


def main() -> None:
    """Run the command line."""
    _listen()
    from logicsweep.cli.ending import guarded

    guarded(_run)


def _leave(*_: object) -> None:
    """End the process before anything is begun: the same as in `cli/ending.py`, in small."""
    os.write(2, b"logicsweep: interrupted\n")
    os._exit(130)


def _run() -> None:
    # No matrix here is large enough to be multiplied by many threads, and to start them takes numpy
    # as long as all the rest of it. Whoever wants them sets the variable.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.argv[1:] in (["--version"], ["-V"]) and _tell_version():
        return
    from logicsweep.cli.app import main as run

    run()


def _tell_version() -> bool:
    """Print the version, with little loaded; False if that cannot be, which others explain."""
    from logicsweep.cli.version import tell_version

    try:
        tell_version()
    except (OSError, ImportError, ValueError):  # of which the last two are about the kernel
        return False
    return sys.stdout is not None


# The script of an installation compiles a regular expression before it calls `main`. Whoever
# imports this module for something else keeps the signals.
if os.path.basename("".join(sys.argv[:1])).startswith("logicsweep"):  # noqa: PTH119 nothing is imported
    _listen()
if __name__ == "__main__":
    main()

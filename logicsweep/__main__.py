"""`python -m logicsweep`, and the command `logicsweep`."""

from __future__ import annotations

import os


def main() -> None:
    """Run the command line; signals end it from here on, also while it is being loaded."""
    try:
        from logicsweep.cli.ending import guarded
    except KeyboardInterrupt:  # the same in small
        os.write(2, b"logicsweep: interrupted\n")
        os._exit(130)
    guarded(_run)


def _run() -> None:
    from logicsweep.cli.app import main as run

    run()


if __name__ == "__main__":
    main()

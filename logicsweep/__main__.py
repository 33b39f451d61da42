"""`python -m logicsweep`, and the command `logicsweep`."""

from __future__ import annotations

from logicsweep.cli.ending import guarded


def main() -> None:
    """Run the command line; signals end it from here on, also while it is being loaded."""
    guarded(_run)


def _run() -> None:
    from logicsweep.cli.app import main as run

    run()


if __name__ == "__main__":
    main()

"""What `--version` prints; nothing is loaded for that."""

from __future__ import annotations

from logicsweep import __version__


def tell_version() -> None:
    """Print the version."""
    print(f"logicsweep {__version__}", flush=True)

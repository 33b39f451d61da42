"""`python -m checker FOLDER --board FILE`: check certificates, with nothing but this folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .faults import MOST_BYTES, CheckError, CheckLimitError
from .folder import BOARD, check_folder


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not seconds > 0:
        raise argparse.ArgumentTypeError("expected a number of seconds above 0")
    return seconds


def main() -> int:
    """Check a folder; returns 0 if all is proved, 1 for a fault, 2 for bad usage, 3 at a limit."""
    parser = argparse.ArgumentParser(prog="checker", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of certificates")
    parser.add_argument("--board", type=Path, help="the board, in native text (default: its own)")
    parser.add_argument("--seconds", type=_seconds, help="the time limit (default: none)")
    given = parser.parse_args()
    board = None
    if given.board is not None:
        try:
            # As bytes: the text mode would take a lone carriage return for the end of a line.
            with given.board.open("rb") as stream:
                content = stream.read(MOST_BYTES)
            board = content.decode("utf-8-sig").removesuffix("\n").split("\n")
        except (OSError, UnicodeDecodeError) as error:
            problem = error.strerror if isinstance(error, OSError) else "not UTF-8"
            print(f"checker: {given.board}: {problem}", file=sys.stderr)
            return 2
    try:
        claims = list(check_folder(given.folder, board, seconds=given.seconds))
    except CheckError as fault:
        where = "" if fault.file is None else f"{given.folder / fault.file}"
        line = "" if fault.line is None else f":{fault.line}"
        print(f"checker: {where}{line}{': ' if where else ''}{fault.text}", file=sys.stderr)
        return 1
    except CheckLimitError as limit:
        print(f"checker: {limit}", file=sys.stderr)
        return 3
    about = given.board or given.folder / BOARD
    for claim in claims:
        print(f"{claim}.")
    print(f"{len(claims)} {'claim' if len(claims) == 1 else 'claims'} proved for {about}.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

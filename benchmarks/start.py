"""How long commands take to start: CPU time as a multiple of an interpreter that does nothing.

    python benchmarks/start.py [ROUNDS]

User and system time of a process, the least of so many rounds (20) in which all commands take
turns. Modules are compiled before, as they are where the package is installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Final

from timing import parser, seconds

BOARD: Final = str(Path(__file__).parent.parent / "examples" / "boards" / "expert.board")
NOTHING: Final = ("-c", "pass")
# What a command may take at most, where there is a limit.
COMMANDS: Final[dict[tuple[str, ...], int | None]] = {
    NOTHING: None,
    ("-c", "import numpy"): None,
    ("-c", "import click"): None,
    ("-m", "logicsweep", "--version"): 8,
    ("-m", "logicsweep", "--help"): 8,
    ("-m", "logicsweep", "show", BOARD): 20,
    ("-m", "logicsweep", "show", "--help"): None,
    ("-m", "logicsweep", "solve", "--help"): None,
    ("-m", "logicsweep", "solve", BOARD): None,
    ("-c", "from logicsweep import Board, KnowledgeBase"): None,
}
# What one may take at most as a multiple of another in the same run.
RATIOS: Final[tuple[tuple[tuple[str, ...], tuple[str, ...], float], ...]] = (
    (("-m", "logicsweep", "solve", "--help"), ("-m", "logicsweep", "--help"), 1.2),
    (("-m", "logicsweep", "solve", BOARD), ("-c", "import numpy"), 2.3),
    (("-c", "from logicsweep import Board, KnowledgeBase"), ("-c", "import numpy"), 1.4),
)


def cpu_seconds(words: tuple[str, ...]) -> float:
    """The user and system time of a process of Python with these arguments."""
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, *words]
    work = partial(subprocess.run, command, stdout=subprocess.DEVNULL, env=environment, check=True)
    return seconds(work, children_time)


def children_time() -> float:
    """The user and system time of all processes that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print a line for each command."""
    options = parser(__doc__)
    options.add_argument("rounds", nargs="?", type=int, default=20, help="(default 20)")
    rounds = options.parse_args().rounds
    for words in COMMANDS:
        cpu_seconds(words)
    least = {
        words: min(times)
        for words, *times in zip(
            COMMANDS,
            *([cpu_seconds(words) for words in COMMANDS] for _ in range(rounds)),
            strict=True,
        )
    }
    print(f"python -c pass: {1000 * least[NOTHING]:.0f} ms; as multiples of that:")
    for words, limit in COMMANDS.items():
        shown = " ".join(Path(word).name for word in words[1:])
        most = "" if limit is None else f" (at most {limit})"
        print(f"{least[words] / least[NOTHING]:6.1f}  {shown}{most}")
    print("as multiples of each other:")
    for words, other, ratio in RATIOS:
        shown, base = (" ".join(Path(word).name for word in line[1:]) for line in (words, other))
        print(f"{least[words] / least[other]:6.2f}  {shown} / {base} (at most {ratio})")


if __name__ == "__main__":
    main()

"""How long files of ten megabytes take to be read or refused, and how much memory.

    python benchmarks/reading.py [FORMAT ...]

For every format a large file that is right, one that is broken at its end, and files made to take
long: many short rows, nothing but separators, deep brackets, sizes that no memory holds. Each is
read in a process of its own, whose peak memory is told less what it had before; `detected` stands
for a file whose format was not said.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from tempfile import NamedTemporaryFile

import numpy as np
from timing import parser

from logicsweep import Board, Layout, write_board

SIZE = 9_900_000
SEED = 8
READ = """
import resource, sys
from time import perf_counter
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.registry import read
data = open(sys.argv[1], "rb").read()
def peak():
    try:
        status = open("/proc/self/status").read()
        return int(status.partition("VmHWM:")[2].split()[0]) / 1000
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
before = peak()
start = perf_counter()
try:
    told = read(data, name=sys.argv[2] or None).form.name
except BoardSyntaxError as error:
    told = f"refused at {error.line}:{error.column}"
seconds = perf_counter() - start
print(f"{seconds:6.2f} s {peak() - before:6.0f} MB  {told}")
"""


def position(symbols: str, width: int = 3140) -> bytes:
    """Rows of random signs."""
    signs = np.frombuffer(symbols.encode(), dtype=np.uint8)
    rng = np.random.default_rng(SEED)
    rows = signs[rng.integers(0, len(signs), (SIZE // (width + 1), width))]
    return b"\n".join(row.tobytes() for row in rows) + b"\n"


def matrix(cell: str, width: int = 1000) -> bytes:
    row = f"[{','.join([cell] * width)}]"
    return f"[{','.join([row] * (SIZE // (len(row) + 1)))}]".encode()


def layout(name: str, cells: int) -> bytes:
    mask = np.random.default_rng(SEED).random((cells // 3000, 3000)) < 0.2
    return write_board(Layout(mask), name)


def headed(header: str, rows: bytes) -> bytes:
    return header.format(rows.count(b"\n")).encode() + rows


def links() -> bytes:
    grid = np.random.default_rng(SEED).integers(-2, 9, (2500, 2500))
    return write_board(Board(grid, mines=1), "analysis")


META = "# MINESWEEPER-BOARD v0.1\nrows: {}\ncolumns: 3140\nmines: 5\n[view]\n"
FILES: dict[str, list[Callable[[], bytes]]] = {
    "board": [
        lambda: position("?012345678F*_"),
        lambda: b"?????????\n" * (SIZE // 10),
        lambda: b"# 345678\n" * (SIZE // 10),
        lambda: b"? ? ? ? ?\n" * (SIZE // 10),
        lambda: b"0 1 1 1 0\n" * (SIZE // 10),
        lambda: (b">=2 " * 500 + b"\n") * 500,
        lambda: (b">=2 " * 1000 + b"\n") * (SIZE // 4001),
        lambda: (b"2:noisy(0.3) " * 500 + b"\n") * (SIZE // 6501),
    ],
    "json": [
        lambda: write_board(Board(np.full((3000, 3000), -1)), "json"),
        lambda: b"[" * SIZE,
        lambda: b'{"rows": [' + b"[1]," * (SIZE // 4) + b"1]}",
    ],
    "mine": [lambda: headed("3140x{}x5\n", position("HF012345678"))],
    "metasweeper": [lambda: headed(META, position("U012345678F"))],
    "csv": [
        lambda: (b"?," * 1499 + b"1\n") * (SIZE // 3000),
        lambda: (b'"?",' * 1000 + b'"1"\n') * (SIZE // 4004),
        lambda: b'"?","?",?\n' * (SIZE // 10),
        lambda: b"0, 0, 0  \n" * (SIZE // 10),
        lambda: b"," * SIZE,
        lambda: b"\n" * SIZE,
    ],
    "ms-toollib": [lambda: matrix("10"), lambda: matrix("1", 1), lambda: b"[" * SIZE],
    "minesweepr": [lambda: position("x.*12345678")],
    "minesolve": [lambda: position(".x? 012345678")],
    "gecode": [lambda: position(".012345678"), lambda: (b". 1 " * 999 + b".\n") * 2400],
    "tatham": [lambda: position("-?*!12345678")],
    "sat": [
        lambda: b"3000 1650\n" + (b"? " * 1649 + b"?\n") * 3000,
        lambda: b"980000 5\n" + b"? ? ? ? ?\n" * 980_000,
    ],
    "tatham-id": [lambda: layout("tatham-id", SIZE), lambda: b"9999x9999:m" + b"0" * SIZE],
    "zini": [
        lambda: layout("zini", SIZE),
        lambda: b"?b=30003300&m=" + b"0" * SIZE,
        lambda: b"?b=1&m=" + b"&a" * 4_000_000,
    ],
    "analysis": [links, lambda: b"?analysis=WnZoaaad" + b"lR" * (SIZE // 2)],
    "cs3510": [lambda: layout("cs3510", SIZE)],
    "minegauler": [lambda: layout("minegauler", 4_000_000)],
    "rawvf": [lambda: layout("rawvf", SIZE), lambda: b"Width: 3\n" * (SIZE // 9)],
    "mbf": [lambda: bytes([255, 255, 250, 0]) + bytes(SIZE)],
    "avf": [lambda: bytes([0, 0, 0, 0, 0, 6, 255, 255, 250, 0]) + bytes(SIZE)],
    "variants": [
        lambda: b"=" * 100 + b"\n\n[V]1000x2000\n" + (b"___\t1\t" * 1000 + b"\n") * 1000,
        lambda: b"=" * 100 + b"\n\n[1W]1000x2000\n" + (b"___\t1.1\t" * 1000 + b"\n") * 1000,
    ],
    "evf": [lambda: bytes([3, 0, 0, 255, 255, 0, 2, 20]) + b"a" * SIZE],
}


def cases(names: list[str]) -> Iterator[tuple[str, str, bytes]]:
    """What each file is called, the format it is read as, and the file."""
    for name in names or FILES:
        for number, make in enumerate(FILES[name], start=1):
            data = make()
            yield f"{name} {number}", name, data
            yield f"{name} {number} broken", name, data[:-3] + b"~" + data[-2:]
            yield f"{name} {number} detected", "", data
    if not names:
        noise = np.random.default_rng(SEED).integers(0, 256, SIZE, dtype=np.uint8)
        yield "noise", "", noise.tobytes()


def main() -> None:
    """Read every file in a process of its own, and print a line for each."""
    options = parser(__doc__)
    options.add_argument("formats", nargs="*", metavar="FORMAT", help=", ".join(FILES))
    for title, name, data in cases(options.parse_args().formats):
        with NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            command = [sys.executable, "-c", READ, file.name, name]
            done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
        print(f"{title:<24} {len(data) / 1e6:5.1f} MB {done.stdout}", end="")


if __name__ == "__main__":
    main()

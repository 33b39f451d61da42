"""Certificates by weighted sums beside certificates by clauses: how many bytes, how many lines.

    python examples/studies/sum_sizes.py --out results/linear-proofs
    python examples/studies/sum_sizes.py --out results/linear-proofs --share 0.01
    python examples/studies/sum_sizes.py --tables docs/results/linear-proofs

It takes two minutes of one core, and writes sizes.csv. The positions are the first of some kinds of
`sum_study.py`, and both certificates of a verdict have the sources of the same explanation. With
--tables, the tables of such a folder are printed as Markdown.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random
from statistics import median
from typing import Final, NamedTuple

from sum_study import LIMIT, MOST, options, populations, table

from logicsweep import (
    Board,
    Cell,
    InconsistentBoardError,
    KnowledgeBase,
    LimitError,
    LogicSweepError,
)

# The kinds of positions, and how many of each.
KINDS: Final[Mapping[str, int]] = {
    "9x9/10": 200,
    "16x16/40": 75,
    "30x16/99": 60,
    "16x16, with the mine count": 60,
    "a range of mine counts": 200,
    "one wrong clue": 150,
    "`1M`": 80,
    "`Q`": 80,
}
ORDINARY: Final = ("in play", "opened at random")
SOURCES: Final[Mapping[str, Callable[[int], bool]]] = {
    **{f"{number}": lambda size, number=number: size == number for number in (0, 1, 2, 3)},  # type: ignore[misc]
    "4 to 6": lambda size: 4 <= size <= 6,
    "7 and more": lambda size: size >= 7,
}
FILE: Final = "sizes.csv"


class Size(NamedTuple):
    """The sizes of a certificate: the bytes of its two files, and the lines of the proof."""

    formula: int
    proof: int
    lines: int


class Sizes(NamedTuple):
    """What is recorded of a verdict.

    Attributes:
        group: The group of the tables.
        name: The kind of position.
        sources: The number of sources of its explanation.
        clauses: The certificate by clauses; None where a limit was reached.
        sums: The certificate by a sum; None where there was no sum, or a limit was reached.
        falls_back: Whether the certificate that was asked for as a sum came by clauses.
    """

    group: str
    name: str
    sources: int
    clauses: Size | None
    sums: Size | None
    falls_back: bool


def size_of(files: Mapping[str, Sequence[str]]) -> Size:
    """The sizes of the two files of a certificate, as they are written."""
    formula, proof = ["".join([f"{line}\n" for line in lines]) for lines in files.values()]
    return Size(len(formula.encode()), len(proof.encode()), proof.count("\n"))


def sizes_of(group: str, name: str, kb: KnowledgeBase, cell: Cell) -> Sizes:
    """The certificates of a verdict, in both forms."""
    sources = kb.explain(cell).size
    clauses = sums = None
    falls_back = False
    with suppress(LimitError):
        clauses = size_of(kb.certificate(cell).files)
    with suppress(LimitError):
        certificate = kb.certificate(cell, proof="veripb")
        falls_back = certificate.kind == "drup"
        sums = None if falls_back else size_of(certificate.files)
    return Sizes(group, name, sources, clauses, sums, falls_back)


def of_board(group: str, name: str, board: Board, seed: int) -> Iterator[Sizes]:
    """The certificates of verdicts on a board; of very many, of some."""
    kb = KnowledgeBase(board, time_limit=LIMIT)
    try:
        proved = kb.consequences()
    except (LimitError, InconsistentBoardError):
        return
    cells = sorted(proved.safe | proved.mines)
    for cell in sorted(Random(seed).sample(cells, min(MOST, len(cells)))):
        yield sizes_of(group, name, kb, cell)


def measured(share: float) -> Iterator[Sizes]:
    """Every verdict."""
    for group, name, _, make in populations(1):
        if name in KINDS:
            print(name, flush=True)
            for at in range(max(1, int(share * KINDS[name]))):
                yield from of_board(group, name, make(at), at)


class Row(NamedTuple):
    """A row of a table. Where a verdict has both certificates it counts in all sizes.

    Attributes:
        table: The title of the table.
        name: What is in the first column.
        verdicts: The number of verdicts.
        falls_back: The number that have no sum.
        limits: The number for which one certificate reached a limit.
        both: The number that have both certificates.
        opb: The median of the bytes of the formulas with sums.
        pbp: The median of the bytes of the proofs with sums.
        cnf: The median of the bytes of the formulas in clauses.
        drup: The median of the bytes of the proofs in clauses.
        sums: All bytes with sums.
        clauses: All bytes in clauses.
        pbp_lines: The median of the lines of a proof with sums.
        pbp_most: The most lines of one.
        drup_lines: The median of the lines of a proof in clauses.
        drup_most: The most lines of one.
    """

    table: str
    name: str
    verdicts: int
    falls_back: int
    limits: int
    both: int
    opb: int
    pbp: int
    cnf: int
    drup: int
    sums: int
    clauses: int
    pbp_lines: int
    pbp_most: int
    drup_lines: int
    drup_most: int


def row_of(title: str, name: str, some: Sequence[Sizes]) -> Row:
    """The figures of some verdicts."""
    pairs = [(each.sums, each.clauses) for each in some if each.sums and each.clauses]
    sums, clauses = ([pair[at] for pair in pairs] for at in (0, 1))

    def middle(values: Sequence[int]) -> int:
        return round(median(values)) if values else 0

    return Row(
        title,
        name,
        verdicts=len(some),
        falls_back=sum([each.falls_back for each in some]),
        limits=sum([not each.clauses or not (each.sums or each.falls_back) for each in some]),
        both=len(pairs),
        opb=middle([size.formula for size in sums]),
        pbp=middle([size.proof for size in sums]),
        cnf=middle([size.formula for size in clauses]),
        drup=middle([size.proof for size in clauses]),
        sums=sum([size.formula + size.proof for size in sums]),
        clauses=sum([size.formula + size.proof for size in clauses]),
        pbp_lines=middle([size.lines for size in sums]),
        pbp_most=max([size.lines for size in sums], default=0),
        drup_lines=middle([size.lines for size in clauses]),
        drup_most=max([size.lines for size in clauses], default=0),
    )


def rows(sizes: Sequence[Sizes]) -> Iterator[Row]:
    """The rows of all tables: by the kind of position, and by the number of sources."""
    for name, some in groupby(sizes, key=lambda each: each.name):
        yield row_of("By position", name, list(some))
    ordinary = [each for each in sizes if each.group in ORDINARY]
    others = [each for each in sizes if each.group not in ORDINARY]
    for title, inside in (("Ordinary boards", ordinary), ("All others", others)):
        for words, holds in SOURCES.items():
            if chosen := [each for each in inside if holds(each.sources)]:
                yield row_of(f"{title}, by the number of sources", words, chosen)
    yield row_of("All verdicts", "all", sizes)


def tables(folder: Path) -> Iterator[str]:
    """All tables."""
    with (folder / FILE).open(encoding="utf-8", newline="") as stream:
        read = [
            Row(row["table"], row["name"], *[int(row[key]) for key in Row._fields[2:]])
            for row in csv.DictReader(stream)
        ]
    header = ["verdicts", "no sum", "limit", "formula, proof with sums", "in clauses"]
    header += ["all bytes, sums to clauses", "lines of a sum's proof", "of one in clauses"]
    for title, some in groupby(read, key=itemgetter(0)):
        first = "sources" if title.endswith("sources") else "positions"
        yield f"**{title}**\n"
        yield from table([first, *header], map(cells_of, some))
        yield ""


def cells_of(row: Row) -> list[object]:
    """What a table shows of a row."""
    ratio = f"{row.sums / row.clauses:.2f}" if row.clauses else ""
    return [
        row.name,
        f"{row.verdicts:,}",
        *[f"{number:,}" * bool(number) for number in (row.falls_back, row.limits)],
        f"{row.opb:,}, {row.pbp:,}",
        f"{row.cnf:,}, {row.drup:,}",
        ratio,
        f"{row.pbp_lines:,}, at most {row.pbp_most:,}",
        f"{row.drup_lines:,}, at most {row.drup_most:,}",
    ]


def write(folder: Path, made: Sequence[Row]) -> None:
    """Write the rows."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / FILE).open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(made)


def main() -> None:
    """Read the options; measure the certificates, or print tables."""
    parser = options(__doc__)
    given = parser.parse_args()
    if not 0 < given.share <= 1:
        parser.error("--share is above 0 and at most 1")
    if given.tables is not None:
        try:
            print("\n".join(tables(given.tables)).rstrip())
        except (OSError, ValueError, KeyError) as error:
            raise SystemExit(f"{given.tables} has no tables: {error!r}") from None
        return
    try:
        write(given.out, list(rows(list(measured(given.share)))))
    except (OSError, LogicSweepError) as error:
        raise SystemExit(f"{given.out / FILE} cannot be written: {error!r}") from None
    print(f"wrote {given.out / FILE}")


if __name__ == "__main__":
    main()

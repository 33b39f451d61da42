"""What the benchmark of tasks is made of, and how baselines score on it.

python examples/studies/arena.py seeds        find the seeds anew, after the strata have changed
python examples/studies/arena.py baselines    print the scores as a table; takes half a minute
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Final

from msgspec import to_builtins

from logicsweep.board.board import Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import LimitError
from logicsweep.games.agents.strategist import Strategist
from logicsweep.games.view import View
from logicsweep.lab.judging.claims import ReasonClaim
from logicsweep.lab.tasks import benchmark_tasks as benchmark
from logicsweep.lab.tasks.answer_files import answer_by, mark, read_answers
from logicsweep.lab.tasks.answerers import BASELINES, Answerer, without_flags
from logicsweep.lab.tasks.drawing import drawn
from logicsweep.lab.tasks.kinds import KINDS
from logicsweep.lab.tasks.lines import LINES
from logicsweep.lab.tasks.scoring import Tally

SEEDS: Final = Path(benchmark.__file__).with_name(benchmark.FILE)
# Seconds for a question about a position; a seed of which one takes longer is left out.
SOON: Final = 5.0
MOST_CLUES: Final = 3
PERCENT: Final = 100


class AtRandom(Answerer):
    """Answers without a look at the clues, to each question always the same."""

    def _rng(self, kind: str, cell: Cell | None = None) -> Random:
        return Random(f"{kind} {cell} {self.board}")

    def cell_to_open(self) -> Cell:
        """Return a random covered cell."""
        return self._rng("move").choice(without_flags(self.board))

    def certain(self) -> Mapping[Cell, Verdict]:
        """Return random verdicts."""
        rng = self._rng("certain")
        every = {cell: rng.choice(tuple(Verdict)) for cell in self.board.covered}
        return {cell: says for cell, says in every.items() if says is not Verdict.UNDETERMINED}

    def verdict(self, cell: Cell) -> Verdict:
        """Return a random verdict."""
        return self._rng("safe", cell).choice(tuple(Verdict))

    def chance(self, cell: Cell) -> Fraction:
        """Return a random percentage."""
        return Fraction(self._rng("chance", cell).randrange(PERCENT + 1), PERCENT)

    def reason(self, cell: Cell) -> ReasonClaim:
        """Name up to three random clues."""
        rng = self._rng("why", cell)
        clues = sorted(self.board.clues)
        named = rng.sample(clues, min(rng.randint(1, MOST_CLUES), len(clues)))
        return ReasonClaim(cell, self.facts.verdict(cell), named)


class AlwaysAlike(Answerer):
    """Answers in the same way whatever the position."""

    def cell_to_open(self) -> Cell:
        """Return the first covered cell."""
        return without_flags(self.board)[0]

    def certain(self) -> Mapping[Cell, Verdict]:
        """Call nothing certain."""
        return {}

    def verdict(self, cell: Cell) -> Verdict:
        """Call every cell undetermined."""
        del cell
        return Verdict.UNDETERMINED

    def chance(self, cell: Cell) -> Fraction:
        """Return 1/2."""
        del cell
        return Fraction(1, 2)

    def reason(self, cell: Cell) -> ReasonClaim:
        """Name all clues, and the mine count."""
        uses_total = self.board.mines is not None
        verdict = self.facts.verdict(cell)  # which the prompt tells
        return ReasonClaim(cell, verdict, self.board.clues, uses_total=uses_total)


class AsStrategist(Answerer):
    """Makes the move of the agent `strategist`, and answers all else exactly."""

    def cell_to_open(self) -> Cell:
        """Return the cell of the agent's move."""
        view = View(self.board)
        agent = Strategist(time_limit=self.facts.time_limit)
        agent.begin(view)
        return agent.choose(view).cell


# The weakest first.
ANSWERERS: Final[Mapping[str, type[Answerer]]] = {
    "random": AtRandom,
    "half": AlwaysAlike,
    "single-point": BASELINES["single-point"],
    "strategist": AsStrategist,
    "exact": BASELINES["exact"],
}


def main() -> None:
    """Write the seeds, or print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("seeds", "baselines"))
    if parser.parse_args().what == "seeds":
        write_seeds()
    else:
        print("\n".join(table()))


def table() -> Iterator[str]:
    """The mean scores of all answerers on the benchmark, by kind of task."""
    lines = [LINES.write(task) for task in benchmark.benchmark()]
    yield f"| baseline | {' | '.join(f'`{kind}`' for kind in KINDS)} | all |"
    yield "|---" * (len(KINDS) + 2) + "|"
    for name, answerer in ANSWERERS.items():
        tally = Tally()
        for marked in mark(answer_by(answerer, read_answers(lines)), strict=True):
            tally.add(marked)
        summary = tally.summary()
        scores = [group.score for group in (*summary.kinds, summary.whole) if group is not None]
        shown = [
            f"{score.mean:.3f} [{score.low:.3f}, {score.high:.3f}]"
            for score in scores
            if score is not None
        ]
        yield f"| `{name}` | {' | '.join(shown)} |"


def write_seeds() -> None:
    """Find the seeds of all kinds and strata."""
    strata = benchmark.read_strata()
    pairs = list(product(strata, KINDS))
    with ProcessPoolExecutor() as pool:
        seeds = dict(zip(pairs, pool.map(seeds_of, *zip(*pairs, strict=True)), strict=True))
    SEEDS.write_text("{\n" + ",\n".join(written(strata, seeds)) + "\n}\n", encoding="utf-8")


def written(
    strata: Mapping[str, benchmark.Stratum], seeds: Mapping[tuple[str, str], list[int]]
) -> Iterator[str]:
    """Write each stratum with its seeds, those of a kind in a line."""
    for name, stratum in strata.items():
        keys = to_builtins(stratum)
        del keys["seeds"]
        rows = [f'      "{kind}": {json.dumps(seeds[name, kind])}' for kind in KINDS]
        lines = [f'    "{key}": {json.dumps(value)}' for key, value in keys.items()]
        lines.append('    "seeds": {\n' + ",\n".join(rows) + "\n    }")
        yield f'  "{name}": {{\n' + ",\n".join(lines) + "\n  }"


def seeds_of(name: str, kind: str) -> list[int]:
    """Find the seeds of a stratum; no position comes twice, not even turned or mirrored."""
    stratum = benchmark.read_strata()[name]
    seeds: list[int] = []
    hashes: set[str] = set()
    for number in range(stratum.number):
        order = benchmark.Place(KINDS[kind], name, stratum, number).order
        order = replace(order, tries=1, time_limit=SOON)
        for seed in count(seeds[-1] + 1 if seeds else 0):
            try:
                position = drawn(order, seed).position_hash
            except LimitError:
                continue
            if position not in hashes:
                break
        hashes.add(position)
        seeds.append(seed)
        print(kind, name, number, seed, file=sys.stderr, flush=True)
    return seeds


if __name__ == "__main__":
    main()

"""Find the seeds of the benchmark's tasks anew, after its strata have changed.

python examples/studies/arena.py
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import Final

from logicsweep.lab.tasks import benchmark_tasks as benchmark
from logicsweep.lab.tasks.drawing import drawn
from logicsweep.lab.tasks.kinds import KINDS

SEEDS: Final = Path(benchmark.__file__).with_name("benchmark_seeds.py")


def main() -> int:
    """Write the seeds."""
    pairs = list(product(KINDS, benchmark.STRATA))
    with ProcessPoolExecutor() as pool:
        found = dict(zip(pairs, pool.map(seeds_of, *zip(*pairs, strict=True)), strict=True))
    seeds = {kind: {name: found[kind, name] for name in benchmark.STRATA} for kind in KINDS}
    head, _, _ = SEEDS.read_text(encoding="utf-8").partition(" = ")
    SEEDS.write_text(f"{head} = {seeds}\n", encoding="utf-8")
    return subprocess.run(["ruff", "format", SEEDS], check=False).returncode  # noqa: S603, S607


def seeds_of(kind: str, stratum: str) -> tuple[int, ...]:
    """Find the seeds of a stratum; no position comes twice, not even turned or mirrored."""
    seeds: list[int] = []
    hashes: set[str] = set()
    for place in benchmark.places():
        if (place.kind.name, place.stratum) != (kind, stratum):
            continue
        seed = seeds[-1] if seeds else -1
        while True:
            seed = benchmark.next_seed(place, seed + 1)
            position = drawn(place.order, seed).position_hash
            if position not in hashes:
                break
        hashes.add(position)
        seeds.append(seed)
        print(kind, stratum, place.number, seed, file=sys.stderr, flush=True)
    return tuple(seeds)


if __name__ == "__main__":
    raise SystemExit(main())

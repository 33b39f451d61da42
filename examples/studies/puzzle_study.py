"""Puzzles of every rule: made, solved and rated, and checked by another program: a study.

    python examples/studies/puzzle_study.py --out results/puzzles --judge elsewhere/bin/python

It takes about half an hour. Every puzzle is recorded in puzzles.jsonl as soon as it is judged; the
same command continues a run that was interrupted, and writes the report. With --judge, an
interpreter that has PyPI's `minesweepervariants` (Python 3.12 or later, in an environment of its
own), each puzzle is solved by that program as well, and once more with one of its clues covered:
it has to find one solution, and then several.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

from logicsweep import (
    Board,
    KnowledgeBase,
    Layout,
    LimitError,
    LogicSweepError,
    Setting,
    State,
)
from logicsweep.board import Rules
from logicsweep.formats import write_board
from logicsweep.games import Puzzle, puzzle
from logicsweep.games.lines import LineFile, read_lines
from logicsweep.games.setting import size_of

Row = dict[str, Any]
HERE = Path(__file__).parent
JUDGE = HERE / "puzzle_judge.py"
HIGHEST = 5  # levels from here on are one column
INTRODUCTION = """\
Each puzzle has one layout, which its clues, its rules and its mine count decide, and none of its
clues can be left out. Times are medians. A level is that of the hardest step; where it was not
found within {limit} s, the puzzle is not counted in the columns of levels.
"""


def asked_of_judge(board: Board, layout: Layout) -> str:
    """A puzzle as a line for `puzzle_judge.py`: in the names and signs of that program."""
    lines = write_board(board, "variants").decode().splitlines()
    title = next(at for at, line in enumerate(lines) if line.startswith("["))
    names = [name for name in re.findall(r"\[([^]]+)\]", lines[title]) if name[0] != "@"]
    first = title + 1 + (lines[title + 1] == "1")
    signs = {"___": None, "?": ""}
    rows = [line.split("\t")[: board.width] for line in lines[first : first + board.height]]
    return json.dumps(
        {
            "rules": names,
            "layout": layout.mask.astype(int).tolist(),
            "shown": [[signs.get(sign, sign) for sign in row] for row in rows],
        }
    )


def judged(python: Path, asked: list[str], folder: Path) -> list[int]:
    """What the other program says of some puzzles."""
    questions, answers = folder / "asked.jsonl", folder / "verdicts"
    questions.write_text("\n".join(asked) + "\n", encoding="utf-8")
    words = [python, JUDGE, questions, answers]
    subprocess.run(words, check=True, capture_output=True)  # noqa: S603
    found = [int(line) for line in answers.read_text().split()]
    questions.unlink()
    answers.unlink()
    return found


def with_a_clue_less(found: Puzzle) -> Board:
    """The puzzle without the first of its clues."""
    board = found.board
    first = next(cell for cell in board if not board.is_covered(cell))
    return board.replace({first: State.COVERED})


def solvers_agree(found: Puzzle) -> bool:
    """Whether SAT, answer sets and exhaustive tables all find the layout, and no other."""
    mines = frozenset(found.layout.mines)
    return all(
        KnowledgeBase(found.board, reasoner=reasoner).consequences().mines == mines
        for reasoner in ("sat", "asp", "elimination")
    )


def measured(rules: str, setting: Setting, seed: int, limit: float) -> tuple[Row, Puzzle]:
    """A puzzle, and what is recorded of it."""
    start = perf_counter()
    found = puzzle(setting, seed=seed)
    made = perf_counter() - start
    level, steps = None, None
    start = perf_counter()
    try:
        rated = KnowledgeBase(found.board, time_limit=limit).difficulty()
        level, steps = rated.level, len(rated.steps)
    except LimitError:
        pass
    row = {
        "rules": rules,
        "size": setting.size,
        "mines": setting.mines,
        "seed": seed,
        "clues": len(found.board.clues),
        "made": made,
        "level": level,
        "steps": steps,
        "rated": perf_counter() - start,
        "agree": solvers_agree(found),
    }
    return row, found


def kinds(study: Row) -> Iterator[tuple[str, Setting, int]]:
    """Every kind of puzzle, and how many are made of it."""
    for kind in study["kinds"]:
        height, width, _ = size_of(kind.get("size", study["size"]))
        number = kind.get("puzzles", study["puzzles"])
        for rules in kind["rules"]:
            own = Rules.of(rules)
            yield rules, Setting(height=height, width=width, mines=kind["mines"], rules=own), number


def run(study: Row, path: Path, judge: Path | None) -> None:
    """Make all puzzles that are not recorded yet."""
    with LineFile(path, path) as lines:
        lines.mend(b'{"rules": ')
        done = {(row["rules"], row["seed"]) for row in map(json.loads, read_lines(path))}
        for rules, setting, number in kinds(study):
            print(rules, flush=True)
            left = [seed for seed in range(number) if (rules, seed) not in done]
            some = [measured(rules, setting, seed, study["time_limit"]) for seed in left]
            if judge is not None and some:
                asked = [asked_of_judge(found.board, found.layout) for _, found in some]
                fewer = [asked_of_judge(with_a_clue_less(found), found.layout) for _, found in some]
                verdicts = judged(judge, [*asked, *fewer], path.parent)
                for (row, _), *own in zip(
                    some, verdicts[: len(some)], verdicts[len(some) :], strict=True
                ):
                    row["judge"] = own
            for row, _ in some:
                lines.append(json.dumps(row).encode() + b"\n")


def report(study: Row, path: Path) -> str:
    """The report of all puzzles that are recorded."""
    rows: dict[str, list[Row]] = {rules: [] for kind in study["kinds"] for rules in kind["rules"]}
    for row in map(json.loads, read_lines(path)):
        rows[row["rules"]].append(row)
    many = [f"level {level}" for level in range(1, HIGHEST)] + [f"{HIGHEST} or more"]
    header = ["rules", "board", "puzzles", "clues", "ms to make", "ms to rate", *many]
    header += ["all solvers agree", "judge: one", "judge: more with a clue less"]
    lines = []
    for rules, own in rows.items():
        if not own:
            continue
        found = Counter(min(row["level"], HIGHEST) for row in own if row["level"] is not None)
        given = [row["judge"] for row in own if "judge" in row]
        lines.append(
            [
                f"`{rules}`",
                f"{own[0]['size']}/{own[0]['mines']}",
                f"{len(own)}",
                f"{mean(row['clues'] for row in own):.1f}",
                f"{1000 * median(row['made'] for row in own):,.0f}",
                f"{1000 * median(row['rated'] for row in own):,.0f}",
                *[str(found[level] or "") for level in range(1, HIGHEST + 1)],
                f"{sum(row['agree'] for row in own)}",
                *[f"{sum(one[at] == at + 1 for one in given)} of {len(given)}" for at in (0, 1)],
            ]
        )
    rule = "|".join(["---"] * len(header))
    table = [f"| {' | '.join(cells)} |" for cells in (header, *lines)]
    text = INTRODUCTION.format(limit=study["time_limit"])
    return "\n".join([f"# {study['title']}\n", text, table[0], f"|{rule}|", *table[1:]]) + "\n"


def main() -> None:
    """Read the options, make the puzzles, and write the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("study", nargs="?", type=Path, default=HERE / "puzzle-study.toml")
    parser.add_argument("--out", type=Path, default=Path("results/puzzles"))
    parser.add_argument("--judge", type=Path, help="an interpreter with minesweepervariants")
    given = parser.parse_args()
    try:
        study = tomllib.loads(given.study.read_text(encoding="utf-8"))
        list(kinds(study))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SystemExit(f"{given.study} is no study: {error}") from None
    path = given.out / "puzzles.jsonl"
    try:
        given.out.mkdir(parents=True, exist_ok=True)
        run(study, path, given.judge)
    except subprocess.CalledProcessError as error:
        last = error.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise SystemExit(f"{given.judge} does not judge: {' '.join(last)}") from None
    except (OSError, ValueError, KeyError, LogicSweepError) as error:
        raise SystemExit(f"{path} cannot be continued: {error!r}") from None
    except KeyboardInterrupt:
        raise SystemExit("interrupted; the same command goes on") from None
    (given.out / "report.md").write_text(report(study, path), encoding="utf-8")
    print(f"wrote {given.out / 'report.md'}")


if __name__ == "__main__":
    main()

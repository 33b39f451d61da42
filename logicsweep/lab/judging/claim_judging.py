"""Judging claims about a board, as they are written on the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from logicsweep.board.cell_names import COUNTING, Counting
from logicsweep.cli.common import fail, refusing, show
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions
from logicsweep.errors import quoted

with lazily():
    from logicsweep.cli.boards import density_of
    from logicsweep.cli.reasoning import answering_conflicts, asked_about
    from logicsweep.cli.terminal import print_lines
    from logicsweep.cli.working import working
    from logicsweep.lab.judging import as_json as judging
    from logicsweep.lab.judging.judge import judge
    from logicsweep.lab.judging.judgements import Judgement
    from logicsweep.lab.judging.texts import read_claim
    from logicsweep.lab.judging.wordings import with_cells


class ClaimOptions(NamedTuple):
    """The options of judging claims about a board, and of reading it.

    Attributes:
        win: Also give the exact chance to win before and after an opening, where it can be known.
        opened (--open ROW,COLUMN): Open this cell of a whole layout. May be repeated.
    """

    win: bool = False
    form: str | None = None
    opened: list[str] | None = None
    covered: str | None = None
    cells: Counting | None = None


def judge_claims(
    name: str,
    claims: Sequence[str],
    options: BoardOptions,
    *,
    density: str | None,
    strict: bool,
    win: bool,
    as_json: bool,
    time_limit: float,
) -> None:
    """Judge claims about a board, and say what shows the truth.

    Exits with 2 if one of them cannot be read, with 1 if the board is inconsistent.
    """
    if not claims:
        raise fail(
            "no claim is given; expected BOARD CLAIM, such as 'open (3,4)', or an agent, as "
            "module:Class"
        )
    board, asked = asked_about("judge", name, options)
    prior = density_of(density, board)
    if prior is not None:
        board = board.altered(density=prior)
    if COUNTING.get() != "0-based":  # as JSON always counts
        first = int(COUNTING.get() == "1-based")
        with refusing("claim"):
            claims = [text if text[:1] == "{" else with_cells(text, first=first) for text in claims]
    for text in claims:
        with refusing(f"claim {quoted(text)}"):
            read_claim(text, board, strict=strict)
    judged: list[Judgement] = []
    with answering_conflicts(asked, board), working("judging", lambda: (len(judged), len(claims))):
        judged.extend(
            judge(board, text, strict=strict, win=win, time_limit=time_limit) for text in claims
        )
    answer = judging.judgements(asked, board, judged)
    show(answer, lambda: print_lines(_claim_lines(answer.judgements)), as_json=as_json)


def _claim_lines(judged: Sequence[judging.Judged]) -> Iterator[str]:
    """Yield each claim with its judgement, and what shows the truth."""
    for number, each in enumerate(judged):
        if number:
            yield ""
        yield f"{each.claim or each.answer}: {each.text}"
        if each.shown is not None:
            yield from each.shown.text.splitlines()

"""`logicsweep judge`: claims about a board, or the answers of a file, held against the proofs."""

from __future__ import annotations

from logicsweep.cli.answer_judging import AnswerOptions, judge_answers
from logicsweep.cli.claim_judging import judge_claims
from logicsweep.cli.common import command, fail, not_both
from logicsweep.cli.options import BoardOptions
from logicsweep.limits import DEFAULT_TIME_LIMIT


@command
def judge(
    board: str | None = None,
    claims: list[str] | None = None,
    *,
    answers: AnswerOptions,
    strict: bool = False,
    win: bool = False,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Judge claims about a board, or the answers of a file, by proof and by exact chances.

    A claim is a move, a verdict, a probability, a number of layouts or a reason. Luck plays no
    part. What shows the truth is an explanation, or two layouts. Of a file of answers, the scores
    are printed by kind and by level of task, with 95 % intervals; this needs the extra
    `experiments`.

    Args:
        claims (CLAIM): Claims, each in quotes, such as 'open (3,4)', '(3,4) is a mine',
            '(3,4): 1/3', 'layouts: 12' or '(3,4) is safe because (0,0)'.
        strict: Read a text only if it is nothing but a claim in one of the documented forms.
        win: Also give the exact chance to win before and after an opening, where it can be known.

    Example: logicsweep judge example:small 'open (0,0)'
    """
    if answers.answers is not None:
        if board is not None:
            raise not_both("--answers", "BOARD")
        if win or options.given:
            name = "--win" if win else options.given[0]
            raise not_both("--answers", name)
        judge_answers(answers, strict=strict, as_json=json, time_limit=time_limit)
        return
    if answers.out is not None or answers.baseline is not None:
        name = "--out" if answers.baseline is None else "--baseline"
        raise fail(f"{name} needs --answers FILE")
    if board is None:
        raise fail("nothing to judge; expected BOARD CLAIM, or --answers FILE")
    judge_claims(
        *(board, claims or [], options),
        strict=strict,
        win=win,
        as_json=json,
        time_limit=time_limit,
    )

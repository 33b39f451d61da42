"""`logicsweep judge`: claims, files of answers and agents, held against proofs and chances."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from logicsweep.cli.common import command, fail, not_both
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions, DealtOptions, GameOptions
from logicsweep.lab.exams.agent_judging import AgentJudgingOptions, judge_by_games
from logicsweep.lab.judging.claim_judging import ClaimOptions, judge_claims
from logicsweep.lab.tasks.answer_judging import AnswerOptions, judge_answers
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.games.agents.own import is_command, is_file, is_own

# Options of games that a board has as well, beside the density.
_OF_BOARDS: Final = ("mines", "topology", "rules", "liars", "constraints")
# Options that are not called as their fields.
_NAMES: Final = {"form": "from", "opened": "open"}


@command
def judge(
    board: str | None = None,
    claims: list[str] | None = None,
    *,
    claiming: ClaimOptions,
    strict: bool = False,
    answering: AnswerOptions,
    output: Path | None = None,
    judging: AgentJudgingOptions,
    options: DealtOptions,
    how: GameOptions,
    seed: int | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> None:
    """Judge claims about a board, the answers of a file, or an agent; luck plays no part.

    A claim is a move, a verdict, a probability, a number of layouts or a reason. What shows the
    truth is an explanation, or two layouts.

    Of a file of answers (--answers), the scores are printed by kind and by level of task, with 95 %
    intervals.

    An agent plays, and each of its claims is held against the exact verdicts. The report
    says whether every claim follows from what the agent was shown, up to which level of proof it
    misses nothing, and why games were lost. The agent runs in a process of its own, which knows no
    mines. Naming it runs its code. The exit code is 1 if some claim does not follow, or if the
    agent fails in some game: by an error, a limit, or a move that is not allowed.

    An agent is derived from logicsweep.Agent, is a program, or is a class with the methods of CS50:
    add_knowledge, make_safe_move, make_random_move, and the sets safes and mines. Such a class
    plays without flood, by default 8x8 with 8 mines and an unprotected first click.

    With BOARD, --mines, --density, --topology, --rules, --liars and --constraints are those of the
    board, as in other commands; else they are those of games.

    Args:
        board (BOARD|AGENT): A board; or an agent: module:Class, imported from the current folder,
            or a program, '| COMMAND'.
        claims (CLAIM): Claims, each in quotes, such as 'open (3,4)', '(3,4) is a mine',
            '(3,4): 1/3', 'layouts: 12' or '(3,4) is safe because (0,0)'.
        strict: Read a text only if it is nothing but a claim in one of the documented forms.
        output (-o, --output FILE): Write each answer of --answers with its judgement, a line of
            JSON each; or the report about an agent as a page (.html).
        time_limit (SECONDS): The time limit of each question about a position.

    Example: logicsweep judge example:small 'open (0,0)'
    """
    if board is not None and answering.answers is not None:
        raise not_both("BOARD", "--answers")
    if board is not None and (_is_agent(board) or (not claims and is_file(board))):
        if claims:
            raise fail(f"{board} is an agent, which plays; expected no CLAIM")
        _refuse("AGENT", claiming, answering, strict=strict)
        judge_by_games(
            board, judging, options, how, seed, html=output, as_json=json, time_limit=time_limit
        )
    elif answering.answers is not None:
        _refuse("--answers", claiming, judging, options, how, seed=seed)
        judge_answers(answering, output, strict=strict, as_json=json, time_limit=time_limit)
    elif board is not None:
        usual = {name: DealtOptions._field_defaults[name] for name in (*_OF_BOARDS, "density")}
        others = {"seed": seed, "output": output}
        _refuse("BOARD", answering, judging, options._replace(**usual), how, **others)
        told = {name: getattr(options, name) or None for name in _OF_BOARDS}
        judge_claims(
            board,
            claims or [],
            BoardOptions(claiming.form, claiming.opened, claiming.covered, **told),
            density=options.density,
            strict=strict,
            win=claiming.win,
            as_json=json,
            time_limit=time_limit,
        )
    else:
        raise fail("nothing to judge; expected BOARD CLAIM, AGENT or --answers FILE")


def _is_agent(word: str) -> bool:
    """Tell whether a word names an agent, a class or a program, and no file or example."""
    from logicsweep.formats.files import EXAMPLE

    is_named = is_own(word) and not word.startswith(EXAMPLE)
    return (is_named or is_command(word)) and not os.path.lexists(word)


def _refuse(way: str, *groups: Any, **options: object) -> None:
    """Exit with a message if an option is given that does not belong to this way of judging."""
    given = [name for name, value in options.items() if value is not None and value is not False]
    for group in groups:
        usual = group._field_defaults
        given += [
            name
            for name, value in group._asdict().items()
            if value != usual[name] and value != []  # an option that may be repeated
        ]
    for name in given:
        raise not_both(way, f"--{_NAMES.get(name, name.replace('_', '-'))}")

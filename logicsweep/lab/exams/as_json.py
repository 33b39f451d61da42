"""The JSON answer of `judge --agent`: the wrong claims of an agent, and the proofs it misses."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from logicsweep.games.told.causes import Cause
from logicsweep.lab.exams import report as exams, words
from logicsweep.lab.exams.messages import InterfaceName
from logicsweep.lab.judging.as_json import Judgements
from logicsweep.lab.tasks.as_json import JudgedAnswers, JudgedAnswersFaulty
from logicsweep.reasons.explanation import Counterexample
from logicsweep.render.asked import Asked
from logicsweep.render.json import base
from logicsweep.render.json.schemas import CONFLICT, Described

Position = Annotated[
    str,
    Meta(
        description="The position as native text, as far as the agent may know it: for `cs50` with "
        "a density in place of the mine count."
    ),
]
WrongKind = Annotated[
    Literal["wrong", "limit"],
    Meta(
        description="The kind of error: the agent is at fault (exit code 1), or no fault was seen, "
        "and a limit was reached (3)."
    ),
]


class WrongClaim(exams.Moment, kw_only=True, frozen=True):
    """A claim that does not follow from what the agent was shown.

    Attributes:
        cell: The cell.
        claim: The verdict that the agent claims.
        by: The place of the claim: a set of the agent, or a move that it calls certain.
        verdict: The true verdict; `open` stands for an open cell that is called a mine.
        layouts: The mines of a layout with a mine in the cell, and of one without, where the cell
            is undetermined; else null.
        clues: The clues that prove the opposite; none for an undetermined cell.
        text: The reason why the claim does not follow.
        hint: A slip from which it would follow; empty where none is known.
    """

    cell: base.Cell
    claim: Literal["safe", "mine"]
    by: Literal["set", "move"]
    verdict: Literal["undetermined", "safe", "mine", "open"]
    position: Position
    layouts: tuple[base.Cells, base.Cells] | None
    clues: base.Cells
    text: str
    hint: str


class Claims(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The claims of the agent about covered cells, each counted once in a game.

    Attributes:
        judged: The number of claims.
        wrong: The number of those that do not follow.
        games: The number of games with such a claim.
        first: The first of these; null if there is none.
    """

    judged: base.Number
    wrong: base.Number
    games: base.Number
    first: WrongClaim | None


class MissedProof(exams.Moment, kw_only=True, frozen=True):
    """A guess that was made although some cell was proved safe.

    Attributes:
        opened: The guess.
        cell: The nearest cell that has an easiest proof.
        level: The level of that proof.
        clues: The clues of a smallest proof.
        text: The same in words.
    """

    position: Position
    opened: base.Cell
    cell: base.Cell
    level: base.Number
    clues: base.Cells
    text: str


class Guesses(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The guesses of the agent.

    Attributes:
        made: The number of guesses.
        beside_safe: The number of those made although some cell was proved safe.
        first: The first of these; null if there is none.
        regret: The chance of survival that all openings together gave away against the safest
            cells.
    """

    made: base.Number
    beside_safe: base.Number
    first: MissedProof | None
    regret: base.NotNegative


class Results(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The numbers of games, by their end.

    Attributes:
        won: The number of games won.
        lost: The number of games lost.
        stuck: The number of games that the agent gave up.
        failed: The number of games that a fault of the agent ended.
        win_interval: The 95 % interval of the share of games won; null without games.
    """

    won: base.Number
    lost: base.Number
    stuck: base.Number
    failed: base.Number
    win_interval: tuple[base.Chance, base.Chance] | None


class Causes(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The numbers of lost games, by the cause of the loss.

    Attributes:
        first_click: The first cell was a mine.
        wrong: The agent called the cell safe.
        missed: Another cell was proved safe.
        forced: No cell was proved safe, and none was less likely a mine.
        avoidable: No cell was proved safe, but some cell was less likely a mine.
        unknown: A limit left that open.
    """

    first_click: base.Number
    wrong: base.Number
    missed: base.Number
    forced: base.Number
    avoidable: base.Number
    unknown: base.Number


class JudgedAgent(base.Answer, kw_only=True, frozen=True):
    """An agent whose claims were held against the exact verdicts, over some games.

    Attributes:
        agent: The class, as `module:Class`, or the program, as `| COMMAND`.
        interface: The interface of the class; `agent` for a program.
        setting: The games that were asked for, in words.
        seed: The seed of the first game; those of the others follow.
        wanted: The number of games that were asked for.
        games: The number of games that were begun, whatever their end.
        sound: Whether every claim follows; null where all judged ones do, and a failed game or a
            limit left others open.
        complete_to: The highest level up to which no verdict was missed, at most the highest of
            `levels`; null where that was not seen: where no verdict was proved, or a failed game or
            a limit left others open. A verdict of level 1 that was missed always makes it 0.
        claims: The claims, and those that do not follow.
        levels: The proved and the missed cells of each level, ascending.
        counts_mines: Whether `levels` counts proved mines beside safe cells, since the agent claims
            mines.
        openings: The number of moves that opened a cell.
        guesses: The guesses, and the chance of survival that they gave away.
        results: The numbers of games, by their end.
        causes: The causes of the losses.
        slowest: The slowest move; null if there was none.
        faults: The faults of the agent.
        printed: The number of characters that the agent printed; they are dropped.
        unjudged: The number of games in which a limit ended the judging early.
        stopped: The reason why the exam ended early; null if it did not.
        memory_limited: Whether the memory of the agent was limited.
    """

    agent: str
    interface: InterfaceName
    setting: str
    seed: int
    wanted: base.Positive
    games: base.Number
    sound: bool | None
    complete_to: base.Number | None
    claims: Claims
    levels: tuple[exams.LevelCount, ...]
    counts_mines: bool
    openings: base.Number
    guesses: Guesses
    results: Results
    causes: Causes
    slowest: exams.Slowest | None
    faults: tuple[exams.Fault, ...]
    printed: base.Number
    unjudged: base.Number
    stopped: str | None
    memory_limited: bool


class FaultyAgent(JudgedAgent, kw_only=True, frozen=True):
    """An agent that is at fault, or whose judging reached a limit; with all that was judged."""

    error: base.Message
    kind: WrongKind
    place: base.Nowhere


def judged_agent(asked: Asked, report: exams.AgentReport) -> JudgedAgent:
    """Answer about an agent."""
    names = {cause: cause.value for cause in Cause}
    return base.filled(
        JudgedAgent,
        report,
        format=base.format_of(asked.command),
        setting=words.asked_words(report),
        sound=report.is_sound,
        claims=Claims(
            judged=report.claims,
            wrong=report.wrong_claims,
            games=report.wrong_games,
            first=None if report.first_wrong is None else _wrong(report.first_wrong),
        ),
        levels=report.levels,
        guesses=Guesses(
            made=report.guesses,
            beside_safe=report.missed,
            first=None if report.first_missed is None else _missed(report.first_missed),
            regret=report.regret,
        ),
        results=Results(
            won=report.won,
            lost=report.lost,
            stuck=report.stuck,
            failed=len(report.faults),
            win_interval=report.win_interval,
        ),
        causes=Causes(**{name: report.causes.get(cause, 0) for cause, name in names.items()}),
        slowest=report.slowest,
        faults=report.faults,
        memory_limited=report.is_limited,
    )


def _wrong(claim: exams.WrongClaim) -> WrongClaim:
    witness = claim.witness
    more: dict[str, Any] = {"layouts": None, "clues": (), "verdict": "open"}
    if isinstance(witness, Counterexample):
        layouts = tuple(base.pairs(sorted(way.mines)) for way in (witness.mine, witness.safe))
        more |= {"layouts": layouts, "verdict": "undetermined"}
    elif witness is not None:
        more |= {"clues": base.pairs(witness.clues), "verdict": witness.verdict.value}
    return base.filled(
        WrongClaim,
        claim,
        **more,
        claim="mine" if claim.is_mine else "safe",
        by="move" if claim.is_move else "set",
        position=str(claim.board),
        text=words.why_words(claim),
        hint=words.slip_words(claim),
    )


def _missed(missed: exams.MissedProof) -> MissedProof:
    return base.filled(
        MissedProof,
        missed,
        position=str(missed.board),
        cell=base.plain(missed.proof.cell),
        clues=base.pairs(missed.proof.clues),
        text=words.missed_words(missed),
    )


FORMATS: Final = {
    "judge": Described(
        "Judged claims, the scores of answers, or an agent's report.",
        (
            *(Judgements, JudgedAnswers, JudgedAnswersFaulty),
            *(JudgedAgent, FaultyAgent, *CONFLICT),
        ),
        "judge",
    ),
}

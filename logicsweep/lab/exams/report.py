"""`AgentReport`: the report of an exam on an agent, which is also what is printed of it."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from logicsweep.answers import base
from logicsweep.board.board import Board, Cell
from logicsweep.lab.exams.messages import FaultName, InterfaceName
from logicsweep.reasons.explanation import Counterexample, Explanation

Position = Annotated[
    str,
    Meta(
        description="The position as native text, as far as the agent may know it: for `cs50` with "
        "a density in place of the mine count."
    ),
]


class Moment(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A moment of the games.

    Attributes:
        game: The number of the game, from 1.
        seed: The seed that dealt its mines.
        moves: The number of moves made before.
    """

    game: base.Positive
    seed: int
    moves: base.Number


class WrongClaim(Moment, kw_only=True, frozen=True):
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


# An exam counts in its claims, guesses and results, and makes its report when they are final.
class Claims(Struct, kw_only=True, forbid_unknown_fields=True):
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


class MissedProof(Moment, kw_only=True, frozen=True):
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


class Guesses(Struct, kw_only=True, forbid_unknown_fields=True):
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


class LevelCount(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Verdicts of one level, each counted once in a game.

    Attributes:
        level: The number of sources that the hardest step of the proof takes together.
        proved: The number of cells proved on this level when the agent claimed or opened them, or
            when it guessed without knowing them.
        missed: The number of those it did not know when it guessed.
    """

    level: base.Number
    proved: base.Number
    missed: base.Number


class Results(Struct, kw_only=True, forbid_unknown_fields=True):
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


class Fault(Moment, kw_only=True, frozen=True):
    """A fault of the agent, which ended a game.

    Attributes:
        fault: The kind of the fault: the agent raised or reported an error (`error`), wanted to end
            Python (`exit`), reached a limit (`memory`, `time`), its process ended (`crash`), it
            made no move or one that the game does not allow (`move`), or its sets hold something
            that is no cell (`claims`).
        text: The same in words, with the line of code where it is known.
    """

    fault: FaultName
    text: str


class Slowest(Moment, kw_only=True, frozen=True):
    """The move that took longest.

    Attributes:
        seconds: The processor time that it took.
        position: The position before it, as native text.
    """

    seconds: base.NotNegative
    position: str


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
    levels: tuple[LevelCount, ...]
    counts_mines: bool
    openings: base.Number
    guesses: Guesses
    results: Results
    causes: Causes
    slowest: Slowest | None
    faults: tuple[Fault, ...]
    printed: base.Number
    unjudged: base.Number
    stopped: str | None
    memory_limited: bool

    @property
    def is_all_judged(self) -> bool:
        """Whether the agent never failed and no limit was hit, so that every game was judged."""
        return not (self.faults or self.unjudged or self.stopped)

    @property
    def least_missed(self) -> int | None:
        """The lowest level on which a verdict was missed; None if nothing was missed at all."""
        return min([level.level for level in self.levels if level.missed], default=None)


class Slip(NamedTuple):
    """A clue from which the claim follows if the known mines around it are not subtracted.

    Attributes:
        clue: The cell of the clue.
        shows: The clue.
        mines: The cells around it that the agent knows to be mines.
        rest: The covered cells around it of which the agent knows nothing.
    """

    clue: Cell
    shows: int
    mines: tuple[Cell, ...]
    rest: tuple[Cell, ...]


class Refutation(NamedTuple):
    """The evidence that a claim does not follow.

    Attributes:
        board: The position, as far as the agent may know it.
        cell: The cell that the claim is about.
        witness: Two layouts, with a mine there and without, which both agree with the position, and
            with the mine count if that is possible; or the proof of the opposite; None for an open
            cell that is called a mine.
        slip: A slip from which the claim would follow, if one is known.
    """

    board: Board
    cell: Cell
    witness: Counterexample | Explanation | None
    slip: Slip | None


class AgentReport(NamedTuple):
    """A report on an agent; a value, made by `judge_agent`.

    Attributes:
        answer: The report as it is printed.
        refutation: The evidence against the first wrong claim; None if there is none.
        missed_proof: The proof, in steps, that the first guess beside a safe cell missed; None if
            there is no such guess.
        out_of_time: Whether the time limit of the exam ended it early.
    """

    answer: JudgedAgent
    refutation: Refutation | None
    missed_proof: Explanation | None
    out_of_time: bool

    def __repr__(self) -> str:
        claims = self.answer.claims
        wrong = f"{claims.wrong:,} of {claims.judged:,} claims do not follow"
        return f"<AgentReport: {self.answer.agent}, {wrong}>"

"""`AgentReport`: the report of an exam on an agent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import Struct

from logicsweep.board.board import Board, Cell
from logicsweep.games.setting import Setting
from logicsweep.games.told.causes import Cause
from logicsweep.lab.exams.messages import FaultName, InterfaceName
from logicsweep.lab.exams.slips import Slip
from logicsweep.lab.experiments.statistics import wilson
from logicsweep.reasons.explanation import Counterexample, Explanation
from logicsweep.render.json import base


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
        board: The position at that moment, as far as the agent may know it.
        cell: The cell.
        is_mine: Whether the agent called it a mine; else it called it safe.
        is_move: Whether the claim was a move, and in no set.
        witness: Two layouts, with a mine there and without, which both agree with the position, and
            with the mine count if that is possible; or the proof of the opposite; None for an open
            cell that is called a mine.
        slip: A slip from which the claim would follow, if one is known.
    """

    board: Board
    cell: Cell
    is_mine: bool
    is_move: bool
    witness: Counterexample | Explanation | None
    slip: Slip | None


class MissedProof(Moment, kw_only=True, frozen=True):
    """A guess that was made although some cell was proved safe.

    Attributes:
        board: The position at that moment, as far as the agent may know it.
        opened: The guess.
        level: The level of the proof.
        proof: The proof that a cell is safe, one of those with the lowest level, in steps.
    """

    board: Board
    opened: Cell
    level: int
    proof: Explanation


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


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentReport:
    """A report on an agent; a value, made by `judge_agent`.

    Attributes:
        agent: The class, as `module:Class`, or the program, as `| COMMAND`.
        interface: The interface of the class; `agent` for a program.
        setting: The setting of the games.
        seed: The seed of the first game.
        wanted: The number of games that were asked for.
        games: The number of games that were begun, whatever their end.
        claims: The number of claims about covered cells, each counted once a game.
        wrong_claims: The number of those that do not follow.
        wrong_games: The number of games with such a claim.
        first_wrong: The first of them; None if there is none.
        levels: The verdicts of each level, ascending; with mines if the agent claims any.
        counts_mines: Whether the levels count mines.
        openings: The number of moves that opened a cell.
        guesses: The number of guesses: openings that were neither claimed nor proved, and all
            moves of `make_random_move`. A first cell that the game keeps free is none.
        missed: The number of guesses made although some cell was proved safe.
        first_missed: The first of them; None if there is none.
        won: The number of games won.
        lost: The number of games lost.
        stuck: The number of games that the agent gave up.
        causes: The causes of the losses, with their numbers.
        regret: The chance of survival lost against the safest cells, summed over all openings.
        slowest: The slowest move; None if there was no move.
        faults: The faults of the agent, at most one a game.
        printed: The number of characters that the agent printed.
        unjudged: The number of games in which a limit kept a question open; what came after it was
            not judged.
        stopped: The reason why the exam ended early, in words; None if it did not.
        out_of_time: Whether that was the time limit of the exam.
        is_limited: Whether the memory of the agent was limited.
    """

    agent: str
    interface: InterfaceName
    setting: Setting
    seed: int
    wanted: int
    games: int
    claims: int
    wrong_claims: int
    wrong_games: int
    first_wrong: WrongClaim | None
    levels: tuple[LevelCount, ...]
    counts_mines: bool
    openings: int
    guesses: int
    missed: int
    first_missed: MissedProof | None
    won: int
    lost: int
    stuck: int
    causes: Mapping[Cause, int]
    regret: float
    slowest: Slowest | None
    faults: tuple[Fault, ...]
    printed: int
    unjudged: int
    stopped: str | None
    out_of_time: bool
    is_limited: bool

    def __repr__(self) -> str:
        claims = f"{self.wrong_claims:,} of {self.claims:,} claims do not follow"
        return f"<AgentReport: {self.agent}, {claims}>"

    @property
    def is_all_judged(self) -> bool:
        """Whether the agent never failed and no limit was hit, so that every game was judged."""
        return not (self.faults or self.unjudged or self.out_of_time)

    @property
    def is_sound(self) -> bool | None:
        """Whether every claim follows; None if all judged ones do, but not all were judged."""
        if self.wrong_claims:
            return False
        return True if self.is_all_judged else None

    @property
    def least_missed(self) -> int | None:
        """The lowest level on which a verdict was missed; None if nothing was missed at all."""
        return min([level.level for level in self.levels if level.missed], default=None)

    @property
    def complete_to(self) -> int | None:
        """The highest level up to which nothing was missed, at most the highest of `levels`.

        None where that was not seen: where no verdict was proved, or not all games were judged to
        their end. Only 0 is sure even then.
        """
        if self.least_missed == 1:
            return 0
        if not self.levels or not self.is_all_judged:
            return None
        return self.levels[-1].level if self.least_missed is None else self.least_missed - 1

    @property
    def win_interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the share of games won, by Wilson; None without games."""
        return wilson(self.won, self.games) if self.games else None

"""The examiner: the claims and the moves of one game after the other, held against the verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import fsum
from typing import Any

from msgspec.structs import asdict

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick
from logicsweep.board.total import Total
from logicsweep.board.verdicts import Consequences, Verdict
from logicsweep.errors import LimitError
from logicsweep.games.agents.base import Move
from logicsweep.games.told.causes import Cause, Course
from logicsweep.games.told.opening import by_distance, chances_of
from logicsweep.games.told.told import Told
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.exams.messages import HostedAnswer
from logicsweep.lab.exams.report import (
    Fault,
    LevelCount,
    MissedProof,
    Moment,
    WrongClaim,
)
from logicsweep.lab.exams.slips import slip_of
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.reasons.explanation import Counterexample, Explanation

# A claim about a cell: whether it is a mine.
Claim = tuple[Cell, bool]


class Tally:
    """The results of all games of an exam; its attributes are those of `AgentReport`."""

    def __init__(self) -> None:
        self.claims = 0
        self.wrong_claims = 0
        self.wrong_games = 0
        self.first_wrong: WrongClaim | None = None
        self.counts_mines = False
        self.openings = 0
        self.guesses = 0
        self.missed = 0
        self.first_missed: MissedProof | None = None
        self.won = self.lost = self.stuck = 0
        self.causes: Counter[Cause] = Counter()
        self.faults: list[Fault] = []
        self.unjudged = 0
        self._regrets: list[float] = []
        self._proved: Counter[int] = Counter()
        self._missed: Counter[int] = Counter()

    def add_level(self, level: int, *, is_missed: bool) -> None:
        """Count a verdict of a level."""
        self._proved[level] += 1
        self._missed[level] += is_missed

    def add_regret(self, regret: float) -> None:
        """Count the chance of survival that an opening gave away."""
        self._regrets.append(regret)

    def results(self) -> dict[str, Any]:
        """Return the results as arguments of `AgentReport`."""
        public = {name: value for name, value in vars(self).items() if not name.startswith("_")}
        levels = tuple(
            LevelCount(level=level, proved=number, missed=self._missed[level])
            for level, number in sorted(self._proved.items())
        )
        causes = {cause: self.causes[cause] for cause in Cause if self.causes[cause]}
        faults, regret = tuple(self.faults), fsum(self._regrets)
        more = {"levels": levels, "regret": regret, "causes": causes, "faults": faults}
        return {**public, **more}


class Examiner:
    """The judge of one game, which sees what the agent was shown and what it claims.

    Once a question reaches a limit, nothing of the game is judged any more, and it is counted.

    Args:
        start: The position before the first move, as far as the agent may know it.
        first_click: The guarantee for the first cell.
        tally: The results of the exam, which are added to.
        total: The mine count. Layouts that show a claim to be wrong have it if that is possible,
            whether the agent may know it or not.
        says_guesses: Whether each opening that the agent does not call certain is a guess, also
            that of a proved cell.
        time_limit: The seconds that a question may take; None for no limit.
    """

    def __init__(
        self,
        start: Board,
        first_click: FirstClick,
        tally: Tally,
        *,
        total: Total,
        says_guesses: bool,
        time_limit: float | None,
    ) -> None:
        self._tally = tally
        self._total = total
        self._says_guesses = says_guesses
        self._time_limit = time_limit
        self._told = Told(start, first_click, time_limit=time_limit)
        self._course = Course(start, first_click)
        self._claimed: set[Claim] = set()
        self._settled: set[Cell] = set()  # counted on their levels
        self._has_wrong = False
        self._is_left = False

    def judge(self, moment: Moment, answer: HostedAnswer, move: Move | None) -> bool:
        """Judge the claims of an answer, and its move before it is made, if that is allowed.

        Returns whether the agent calls the move certain, in whatever way. Raises ValueError for a
        claim about a cell off the board.
        """
        board = self._told.kb.board
        claims = _claims(board, answer)
        in_sets = move is not None and (move.cell, move.flags) in claims
        is_claimed = move is not None and (move.is_proved or in_sets)
        if move is not None and is_claimed:
            claims.add((move.cell, move.flags))

        def work() -> None:
            proved = self._told.kb.consequences()
            self._tally.counts_mines |= answer.mines is not None
            free = None
            if move is not None and not move.flags and self._told.is_protected:
                free = move.cell
            self._judge_claims(moment, claims, proved, None if in_sets else move, free)
            if move is not None and not move.flags and not self._told.is_protected:
                self._judge_opening(moment, move.cell, proved, claims, is_claimed=is_claimed)

        self._unless_left(work)
        self._claimed |= claims
        return is_claimed

    def tell(self, move: Move, shown: Mapping[Cell, int | Clue]) -> None:
        """Take in a move that was made, and the cells that it changed."""
        self._course.add(move)
        self._tally.openings += not move.flags
        self._unless_left(lambda: self._told.tell(move.cell, shown))

    def end(self, *, is_lost: bool) -> None:
        """End the game: count it, and the cause of a loss."""
        self._tally.wrong_games += self._has_wrong
        if not is_lost:
            return
        cause = Cause.UNKNOWN
        if not self._is_left:
            cause = self._course.cause(self._told.kb.board, time_limit=self._time_limit)
        self._tally.causes[cause] += 1

    def _unless_left(self, work: Callable[[], object]) -> None:
        """Do work, unless a limit was reached in this game."""
        if self._is_left:
            return
        try:
            work()
        except LimitError:
            self._is_left = True
            self._tally.unjudged += 1

    def _judge_claims(
        self,
        moment: Moment,
        claims: set[Claim],
        proved: Consequences,
        move: Move | None,
        free: Cell | None,
    ) -> None:
        """Count the new claims.

        `move` is the one that may be among them, in no set; `free` is the cell to be opened that
        the game keeps free.
        """
        tally, board = self._tally, self._told.kb.board
        # That an open cell is safe goes without saying.
        fresh = {
            (cell, mine) for cell, mine in claims - self._claimed if mine or board.is_covered(cell)
        }
        granted = {(free, False)} if free is not None else set()
        right = {
            (cell, mine)
            for cell, mine in fresh
            if cell in (proved.mines if mine else proved.safe) or (cell, mine) in granted
        }
        wrong = fresh - right
        tally.claims += len(fresh)
        tally.wrong_claims += len(wrong)
        self._settle({cell for cell, mine in right - granted if self._counts(mine)})
        if wrong:
            self._has_wrong = True
            if tally.first_wrong is None:
                tally.first_wrong = self._wrong(moment, wrong, self._claimed | right, move)

    def _judge_opening(
        self,
        moment: Moment,
        cell: Cell,
        proved: Consequences,
        claims: set[Claim],
        *,
        is_claimed: bool,
    ) -> None:
        """Judge an opening that no guarantee protects: is it a guess, and what did it cost?"""
        tally = self._tally
        is_proved = cell in proved.safe
        if is_claimed or (is_proved and not self._says_guesses):
            if is_proved:
                self._settle({cell})
        else:
            tally.guesses += 1
            counted = {(safe, False) for safe in proved.safe}
            counted |= {(mine, True) for mine in proved.mines if self._counts(mine=True)}
            unknown = {place for place, _ in counted - claims - self._claimed}
            self._settle(unknown, is_missed=True)
            if proved.safe:
                tally.missed += 1
                if tally.first_missed is None:
                    tally.first_missed = self._missed(moment, cell, proved)
        if not is_proved:
            chances = chances_of(self._told.facts, (cell,))
            tally.add_regret(float(chances.risk - chances.least.probability))

    def _counts(self, mine: bool) -> bool:
        return not mine or self._tally.counts_mines

    def _settle(self, cells: Iterable[Cell], *, is_missed: bool = False) -> None:
        """Count proved cells on their levels, each once."""
        for cell in set(cells) - self._settled:
            self._tally.add_level(self._told.levels()[cell], is_missed=is_missed)
            self._settled.add(cell)

    def _wrong(
        self, moment: Moment, wrong: set[Claim], right: set[Claim], move: Move | None
    ) -> WrongClaim:
        """Show that a claim does not follow: one with a slip, if there is one, else the first."""
        kb = self._told.kb
        board = kb.board
        mines = {cell for cell, mine in right if mine}
        safe = {cell for cell, mine in right if not mine}
        slips = {
            claim: slip_of(board, claim[0], mines=mines, safe=safe) if claim[1] else None
            for claim in sorted(wrong)
        }
        cell, is_mine = min(wrong, key=lambda claim: (slips[claim] is None, claim))
        witness = self._witness(cell) if board.is_covered(cell) else None
        is_move = move is not None and (move.cell, move.flags) == (cell, is_mine)
        return WrongClaim(
            **asdict(moment),
            board=board,
            cell=cell,
            is_mine=is_mine,
            is_move=is_move,
            witness=witness,
            slip=slips[cell, is_mine],
        )

    def _witness(self, cell: Cell) -> Counterexample | Explanation:
        """Return two layouts if a cell is undetermined, else the proof of the verdict."""
        kb = self._told.kb
        if kb.verdict(cell) is not Verdict.UNDETERMINED:
            return kb.explain(cell, smallest=True)
        if kb.board.total_mines is None and self._total is not None:
            board = kb.board.altered(total_mines=self._total, density=None)
            counting = KnowledgeBase(board, reasoner=ELIMINATION, time_limit=self._time_limit)
            if counting.verdict(cell) is Verdict.UNDETERMINED:
                return counting.counterexample(cell)
        return kb.counterexample(cell)

    def _missed(self, moment: Moment, opened: Cell, proved: Consequences) -> MissedProof:
        """Show the easiest proof that was missed, and of these the nearest."""
        kb, levels = self._told.kb, self._told.levels()
        cell = min(by_distance(proved.safe, opened), key=levels.__getitem__)
        return MissedProof(
            **asdict(moment),
            board=kb.board,
            opened=opened,
            level=levels[cell],
            proof=kb.explain(cell, steps=True),
        )


def _claims(board: Board, answer: HostedAnswer) -> set[Claim]:
    """Return the claims of sets. Raises ValueError for one about a cell off the board."""
    claims = set()
    for cells, mine in ((answer.safe, False), (answer.mines, True)):
        for cell in cells or ():
            try:
                claims.add((board.cell(board.number(cell)), mine))
            except ValueError as error:
                name = "mines" if mine else "safes"
                raise ValueError(f"{name}: {error}") from None
    return claims

"""The examiner: the claims and the moves of one game after the other, held against the verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set as AbstractSet
from math import fsum
from typing import Any

from msgspec.structs import asdict, replace

from logicsweep.answers import base
from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.verdicts import Consequences, Verdict
from logicsweep.errors import LimitError
from logicsweep.games.agents.base import Move
from logicsweep.games.setting import Setting
from logicsweep.games.told.causes import Cause, Course
from logicsweep.games.told.opening import by_distance, chances_of
from logicsweep.games.told.told import Told
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.exams.messages import FaultError, HostedAnswer
from logicsweep.lab.exams.report import (
    AgentReport,
    Causes,
    Claims,
    Fault,
    Guesses,
    JudgedAgent,
    LevelCount,
    MissedProof,
    Moment,
    Refutation,
    Results,
    Slip,
    WrongClaim,
)
from logicsweep.lab.exams.words import missed_words, slip_words, why_words
from logicsweep.lab.experiments.statistics import wilson
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.reasons.explanation import Counterexample, Explanation

# A claim about a cell: whether it is a mine.
Claim = tuple[Cell, bool]


class Tally:
    """The results of all games of an exam, which grow from game to game.

    Attributes:
        claims, openings, guesses, results, causes, faults, counts_mines, unjudged: As those of
            `JudgedAgent`.
        refutation, missed_proof: As those of `AgentReport`.
        regrets: The chance of survival that each opening gave away.
        proved: The numbers of proved cells, by level.
        missed: The numbers of those that were missed.
    """

    def __init__(self) -> None:
        self.claims = Claims(judged=0, wrong=0, games=0, first=None)
        self.guesses = Guesses(made=0, beside_safe=0, first=None, regret=0.0)
        self.results = Results(won=0, lost=0, stuck=0, failed=0, win_interval=None)
        self.causes: Counter[Cause] = Counter()
        self.openings = self.unjudged = 0
        self.faults: list[Fault] = []
        self.counts_mines = False
        self.refutation: Refutation | None = None
        self.missed_proof: Explanation | None = None
        self.regrets: list[float] = []
        self.proved: Counter[int] = Counter()
        self.missed: Counter[int] = Counter()

    def report(self, *, games: int, out_of_time: bool, **given: Any) -> AgentReport:
        """Return the report on so many games; `given` are the other keys of `JudgedAgent`."""
        self.guesses.regret = fsum(self.regrets)
        self.results.failed = len(self.faults)
        if games:
            self.results.win_interval = wilson(self.results.won, games)
        levels = tuple(
            LevelCount(level=level, proved=number, missed=self.missed[level])
            for level, number in sorted(self.proved.items())
        )
        answer = base.filled(
            JudgedAgent,
            self,
            format=base.format_of("judge"),
            games=games,
            sound=None,  # these two follow from the others
            complete_to=None,
            levels=levels,
            causes=Causes(**{cause.value: self.causes[cause] for cause in Cause}),
            faults=tuple(self.faults),
            **given,
        )
        sound = False if self.claims.wrong else True if answer.is_all_judged else None
        least, complete_to = answer.least_missed, None
        if least == 1:
            complete_to = 0
        elif levels and answer.is_all_judged:
            complete_to = levels[-1].level if least is None else least - 1
        answer = replace(answer, sound=sound, complete_to=complete_to)
        return AgentReport(answer, self.refutation, self.missed_proof, out_of_time)


class Examiner:
    """The judge of one game, which sees what the agent was shown and what it claims.

    Once a question reaches a limit, nothing of the game is judged any more, and it is counted.

    Args:
        start: The position before the first move, as far as the agent may know it.
        setting: The game. Layouts that show a claim to be wrong have its mine count if that is
            possible, whether the agent may know it or not.
        moment: The beginning of the game.
        tally: The results of the exam, which are added to.
        says_guesses: Whether each opening that the agent does not call certain is a guess, also
            that of a proved cell.
        time_limit: The seconds that a question may take; None for no limit.

    Attributes:
        moment: The present moment of the game.
    """

    def __init__(
        self,
        start: Board,
        setting: Setting,
        moment: Moment,
        *,
        tally: Tally,
        says_guesses: bool,
        time_limit: float | None,
    ) -> None:
        self.moment = moment
        self._tally = tally
        self._total = setting.mines
        self._says_guesses = says_guesses
        self._time_limit = time_limit
        self._told = Told(start, setting.first_click, time_limit=time_limit)
        self._course = Course(start, setting.first_click)
        self._claimed: set[Claim] = set()
        self._settled: set[Cell] = set()  # counted on their levels
        self._has_wrong = False
        self._is_left = False

    def judge(self, answer: HostedAnswer, move: Move | None) -> bool:
        """Judge the claims of an answer, and its move before it is made, if that is allowed.

        Returns whether the agent calls the move certain, in whatever way. Raises `FaultError` for a
        claim about a cell off the board.
        """
        claims = _claims(self._told.kb.board, answer)
        in_sets = move is not None and (move.cell, move.flags) in claims
        is_claimed = move is not None and (move.is_proved or in_sets)
        if move is not None and is_claimed:
            claims.add((move.cell, move.flags))

        def work() -> None:
            proved = self._told.kb.consequences()
            self._tally.counts_mines |= answer.mines is not None
            opened = None if move is None or move.flags else move.cell
            free = opened if self._told.is_protected else None
            self._judge_claims(claims, proved, None if in_sets else move, free)
            if opened is not None and free is None:
                self._judge_opening(opened, proved, claims, is_claimed=is_claimed)

        self._unless_left(work)
        self._claimed |= claims
        return is_claimed

    def tell(self, move: Move, shown: Mapping[Cell, int | Clue]) -> None:
        """Take in a move that was made, and the cells that it changed."""
        self.moment = replace(self.moment, moves=self.moment.moves + 1)
        self._course.add(move)
        self._tally.openings += not move.flags
        self._unless_left(lambda: self._told.tell(move.cell, shown))

    def end(self, *, is_lost: bool) -> None:
        """End the game: count it, and the cause of a loss."""
        self._tally.claims.games += self._has_wrong
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
        self, claims: set[Claim], proved: Consequences, move: Move | None, free: Cell | None
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
        tally.claims.judged += len(fresh)
        tally.claims.wrong += len(wrong)
        self._settle({cell for cell, mine in right - granted if self._counts(mine)})
        if wrong:
            self._has_wrong = True
            if tally.refutation is None:
                self._refute(wrong, self._claimed | right, move)

    def _judge_opening(
        self, cell: Cell, proved: Consequences, claims: set[Claim], *, is_claimed: bool
    ) -> None:
        """Judge an opening that no guarantee protects: is it a guess, and what did it cost?"""
        tally = self._tally
        is_proved = cell in proved.safe
        if is_claimed or (is_proved and not self._says_guesses):
            if is_proved:
                self._settle({cell})
        else:
            tally.guesses.made += 1
            counted = {(safe, False) for safe in proved.safe}
            counted |= {(mine, True) for mine in proved.mines if self._counts(mine=True)}
            unknown = {place for place, _ in counted - claims - self._claimed}
            self._settle(unknown, is_missed=True)
            if proved.safe:
                tally.guesses.beside_safe += 1
                if tally.missed_proof is None:
                    self._show_missed(cell, proved)
        if not is_proved:
            chances = chances_of(self._told.facts, (cell,))
            tally.regrets.append(float(chances.risk - chances.least.probability))

    def _counts(self, mine: bool) -> bool:
        return not mine or self._tally.counts_mines

    def _settle(self, cells: Iterable[Cell], *, is_missed: bool = False) -> None:
        """Count proved cells on their levels, each once."""
        for cell in set(cells) - self._settled:
            level = self._told.levels()[cell]
            self._tally.proved[level] += 1
            self._tally.missed[level] += is_missed
            self._settled.add(cell)

    def _refute(self, wrong: set[Claim], right: set[Claim], move: Move | None) -> None:
        """Show that a claim does not follow: one with a slip, if there is one, else the first."""
        board = self._told.kb.board
        mines = {cell for cell, mine in right if mine}
        safe = {cell for cell, mine in right if not mine}
        slips = {
            claim: _slip_of(board, claim[0], mines=mines, safe=safe) if claim[1] else None
            for claim in sorted(wrong)
        }
        cell, is_mine = min(wrong, key=lambda claim: (slips[claim] is None, claim))
        witness = self._witness(cell) if board.is_covered(cell) else None
        refutation = Refutation(board, cell, witness, slips[cell, is_mine])
        is_move = move is not None and (move.cell, move.flags) == (cell, is_mine)
        shown: dict[str, Any] = {"verdict": "open", "layouts": None, "clues": ()}
        if isinstance(witness, Counterexample):
            both = witness.layouts
            shown |= {"verdict": "undetermined", "layouts": (both.mine, both.safe)}
        elif witness is not None:
            shown |= {"verdict": witness.verdict.value, "clues": witness.clues}
        self._tally.refutation = refutation
        self._tally.claims.first = WrongClaim(
            **asdict(self.moment),
            **shown,
            cell=cell,
            claim="mine" if is_mine else "safe",
            by="move" if is_move else "set",
            position=str(board),
            text=why_words(refutation),
            hint=slip_words(refutation),
        )

    def _witness(self, cell: Cell) -> Counterexample | Explanation:
        """Return two layouts if a cell is undetermined, else the proof of the verdict."""
        kb = self._told.kb
        if kb.verdict(cell) is not Verdict.UNDETERMINED:
            return kb.explain(cell, smallest=True)
        if kb.board.mines is None and self._total is not None:
            board = kb.board.altered(mines=self._total, density=None)
            counting = KnowledgeBase(board, reasoner=ELIMINATION, time_limit=self._time_limit)
            if counting.verdict(cell) is Verdict.UNDETERMINED:
                return counting.counterexample(cell)
        return kb.counterexample(cell)

    def _show_missed(self, opened: Cell, proved: Consequences) -> None:
        """Show the easiest proof that was missed, and of these the nearest."""
        kb, levels = self._told.kb, self._told.levels()
        cell = min(by_distance(proved.safe, opened), key=levels.__getitem__)
        proof = kb.explain(cell, steps=True)
        self._tally.missed_proof = proof
        self._tally.guesses.first = MissedProof(
            **asdict(self.moment),
            position=str(kb.board),
            opened=opened,
            cell=cell,
            level=levels[cell],
            clues=proof.clues,
            text=missed_words(opened, levels[cell], proof),
        )


def _claims(board: Board, answer: HostedAnswer) -> set[Claim]:
    """Return the claims of sets. Raises `FaultError` for one about a cell off the board."""
    claims = set()
    for cells, mine in ((answer.safe, False), (answer.mines, True)):
        for cell in cells or ():
            try:
                claims.add((board.cell(board.number(cell)), mine))
            except ValueError as error:
                name = "mines" if mine else "safes"
                raise FaultError("claims", f"{name}: {error}") from None
    return claims


def _slip_of(
    board: Board, cell: Cell, *, mines: AbstractSet[Cell], safe: AbstractSet[Cell]
) -> Slip | None:
    """Find a clue that makes a cell a mine if known mines around it are not subtracted.

    `mines` and `safe` are the cells that the agent knows. None if there is no such clue.
    """
    for number in sorted(board.adjacency.neighbours(board.number(cell))):
        clue = board.cell(number)
        shows = board.value(clue)
        if not isinstance(shows, int):
            continue
        around = [board.cell(near) for near in sorted(board.adjacency.neighbours(number))]
        covered = [near for near in around if board.is_covered(near)]
        known = tuple(near for near in covered if near in mines)
        rest = tuple(near for near in covered if near not in mines and near not in safe)
        if known and cell in rest and shows == len(rest):
            return Slip(clue, shows, known, rest)
    return None

"""A report on an agent in words, for the command line, and for its page and its JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

import numpy as np
from msgspec.structs import asdict

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.errors import are, counted, listed
from logicsweep.games.setting import Setting
from logicsweep.lab.exams.messages import FAULTS
from logicsweep.lab.exams.report import (
    AgentReport,
    Causes,
    Guesses,
    JudgedAgent,
    Moment,
    Refutation,
    Slowest,
    WrongClaim,
)
from logicsweep.reasons.explanation import Counterexample, Explanation, Step
from logicsweep.reasons.wording import clue_words, listed_cells
from logicsweep.render.games import setting_words
from logicsweep.render.text_board import picture

CAUSES: Final = {
    "first_click": "at the first click",
    "wrong": "by a wrong claim",
    "missed": "by a guess beside a safe cell",
    "forced": "by a forced guess",
    "avoidable": "by a guess riskier than needed",
    "unknown": "for a reason that a limit left open",
}
"""The words for each of `Causes`."""
# Nobody asks how long moves take that are made in fewer seconds.
_LONG: Final = 0.5
_ALL_COLUMNS: Final = 10_000


def verdict_words(report: AgentReport) -> str:
    """Return the sentence about the claims: all follow, or some do not."""
    answer = report.answer
    judged, wrong, games = answer.claims.judged, answer.claims.wrong, answer.claims.games
    claims, of_games = counted(judged, "claim"), f"of {counted(answer.games, 'game')}"
    if wrong:
        do = "does" if wrong == 1 else "do"
        return f"{wrong:,} of {claims} {do} not follow, in {games:,} {of_games}."
    failed = answer.results.failed
    but = f", but it failed in {failed:,} {of_games}" if failed else ""
    if not judged:
        return f"It claimed nothing about covered cells, so that nothing could be wrong{but}."
    if answer.unjudged or report.out_of_time:
        return f"The {claims} that could be judged follow; a limit left others open{but}."
    return f"{f'All {claims} follow' if judged > 1 else 'Its only claim follows'}{but}."


def asked_words(setting: Setting, seed: int, games: int) -> str:
    """Name the games that were asked for, and their seeds, of which `seed` is the first."""
    return f"{counted(games, 'game')} on {setting_words(setting, range(seed, seed + games))}"


def moment_words(moment: Moment) -> str:
    """Name a moment: the game, and the number of moves made in it."""
    return f"game {moment.game} (seed {moment.seed}), after {counted(moment.moves, 'move')}"


def claim_words(claim: WrongClaim) -> str:
    """Name the claim, and the way in which it was made."""
    cell, is_mine = Cell.of(claim.cell), claim.claim == "mine"
    if claim.by == "move":
        return f"{cell} is {'flagged as a certain mine' if is_mine else 'opened as certainly safe'}"
    return f"{cell} is called {'a mine' if is_mine else 'safe'}"


def why_words(refutation: Refutation) -> str:
    """Explain that a claim does not follow."""
    board, cell, witness, _ = refutation
    if isinstance(witness, Counterexample):
        count = "" if board.mines is None else " and with the mine count"
        others = [place for place in witness.differing if place != cell]
        where = f"there and in {listed_cells(others)}" if others else "there"
        return (
            f"That does not follow. Two layouts agree with every open clue{count}: one has a mine "
            f"in {cell}, the other has none. They differ only {where}."
        )
    if witness is None:
        return "That is wrong: the cell is open."
    return f"The opposite is true. {witness.text}"


def slip_words(refutation: Refutation) -> str:
    """Describe the slip from which the claim would follow; empty if none is known."""
    board, cell, _, slip = refutation
    if slip is None:
        return ""
    single, left = len(slip.mines) == 1, slip.shows - len(slip.mines)
    mines = f"{'the known mine' if single else 'the known mines'} at {listed_cells(slip.mines)}"
    every = "both cells" if len(slip.rest) == 2 else f"all of the {len(slip.rest)} cells"
    rest = f"{every} {listed_cells(slip.rest)} would be mines"
    if len(slip.rest) == 1:
        rest = f"{cell} would be a mine"
    need = f"needs only {counted(left, 'more mine')}" if left else "needs no more mine"
    return (
        f"The claim would follow if {mines} were not subtracted from "
        f"{clue_words(board, slip.clue)}: then {rest}. With {'it' if single else 'them'} "
        f"subtracted, that clue {need}. Does the agent subtract the mines that it knows already "
        "when it adds a clue?"
    )


def missed_words(opened: Cell, level: int, proof: Explanation) -> str:
    """Describe a missed proof and its level, and name the cell that was opened as a guess."""
    steps = "; then ".join(proof_steps(level, proof))
    return f"{guess_words(opened, proof.cell)} (level {level}): {steps}."


def guess_words(opened: Cell, safe: Cell) -> str:
    """Name the guess and the cell that was proved safe, which may be the same."""
    if opened == safe:
        return f"{opened} was opened as a guess, and it was proved safe"
    return f"{opened} was guessed, and {safe} was proved safe"


def proof_steps(level: int, proof: Explanation) -> list[str]:
    """List the steps of a missed proof, or its reasons if the steps are of another level."""
    return [step.text for step in _steps(level, proof)] or ["; ".join(proof.reasons)]


def proof_clues(level: int, proof: Explanation) -> list[Cell]:
    """List the clues that `proof_steps` names as sources."""
    return sorted({clue for step in _steps(level, proof) for clue in step.clues} or proof.clues)


def _steps(level: int, proof: Explanation) -> tuple[Step, ...]:
    steps = proof.steps or ()
    return steps if max([step.level for step in steps], default=0) == level else ()


def completeness_words(answer: JudgedAgent) -> str:
    """Name the level up to which no verdict was missed."""
    what = "verdict" if answer.counts_mines else "safe cell"
    if answer.least_missed == 1:
        return f"Complete up to no level: it misses {what}s that single clues prove."
    if not answer.levels:
        words = f"No {what} was proved before a guess, so that none could be missed."
    elif answer.least_missed is None:
        words = f"No {what} was missed before a guess, on any level."
    else:
        level = answer.least_missed - 1
        words = f"Complete up to level {level} ({level_words(level)})."
    return words if answer.is_all_judged else f"As far as its games were judged: {words}"


def level_words(level: int) -> str:
    """Name the sources that proofs of a level take."""
    return "single clues" if level == 1 else f"{level} clues together"


def guesses_words(guesses: Guesses) -> str:
    """Give the number of guesses, and of those beside a proved safe cell."""
    if not guesses.made:
        return "It never guessed."
    guess = "guess" if guesses.made == 1 else "guesses"
    some = f"{guesses.beside_safe:,} of {guesses.made:,} {guess}"
    were = "was" if guesses.beside_safe == 1 else "were"
    return f"{some} {were} made although some cell was proved safe."


def result_words(answer: JudgedAgent) -> str:
    """Give the numbers of games by their end."""
    results = answer.results
    if results.win_interval is None:
        return "No game was played to an end."
    low, high = results.win_interval
    ends = {"lost": results.lost, "given up": results.stuck, "failed": results.failed}
    rest = "".join(f", {number:,} {end}" for end, number in ends.items() if number)
    share = 100 * results.won / answer.games
    interval = f"{share:.1f} %, 95 % interval {100 * low:.1f} to {100 * high:.1f}"
    return f"{results.won:,} of {counted(answer.games, 'game')} won ({interval}){rest}."


def losses_words(causes: Causes) -> str:
    """List the causes of losses; empty if no game was lost."""
    parts = [f"{times:,} {CAUSES[name]}" for name, times in asdict(causes).items() if times]
    return f"Lost {listed(parts)}." if parts else ""


def regret_words(guesses: Guesses) -> str:
    """Give the number of mines that safer openings would have spared."""
    if not guesses.regret:
        return "No opening was riskier than the safest cell."
    return (
        f"Its openings are expected to hit {guesses.regret:.2f} more mines than the safest cells "
        "would have."
    )


def faults_lines(answer: JudgedAgent) -> Iterator[str]:
    """Yield a sentence for each kind of fault: the number of games, and the first fault."""
    for kind in FAULTS:
        alike = [fault for fault in answer.faults if fault.fault == kind]
        if alike:
            first = alike[0]
            games = counted(len(alike), "game")
            yield f"In {games} {first.text}; first in {moment_words(first)}."


def notes_lines(answer: JudgedAgent) -> Iterator[str]:
    """Yield notes on the exam: games left out, limits, prints."""
    if answer.stopped is not None:
        left = answer.wanted - answer.games
        yield f"{counted(left, 'game')} {are(left)} left out: {answer.stopped}."
    if answer.unjudged:
        yield f"In {counted(answer.unjudged, 'game')} a limit ended the judging early."
    if answer.printed:
        yield f"It printed {counted(answer.printed, 'character')}, which are not shown."
    if not answer.memory_limited:
        yield "Its memory was not limited, since this system cannot do that."
    if answer.interface == "cs50":
        yield (
            "Such a class is told no mine count: the clues alone have to prove its claims, and "
            "probabilities take each cell for a mine with the density of the board."
        )


def slowest_words(slowest: Slowest | None) -> str:
    """Name the move that took longest; empty if none took long."""
    if slowest is None or slowest.seconds < _LONG:
        return ""
    return f"The slowest move took {slowest.seconds:.1f} s: {moment_words(slowest)}."


def placed(board: Board, layout: Layout) -> Board:
    """Return a position with the mines of a layout in its covered cells, and nothing in others."""
    mines, covered = layout.mask, board.covered_mask
    grid = np.where(covered, np.where(mines, State.KNOWN_MINE, State.NO_CLUE), board.grid)
    return board.without_total().with_grid(grid.astype(board.grid.dtype), board.uncertain)


def report_lines(report: AgentReport) -> Iterator[str]:
    """Yield the lines of a report."""
    answer, refutation = report.answer, report.refutation
    yield f"{answer.agent}: {answer.setting}"
    yield f"Sound: {_yes_or_no(answer)}. {verdict_words(report)}"
    claim = answer.claims.first
    if claim is not None and refutation is not None:
        board, cell, witness, _ = refutation
        boards = [("the position", board)]
        if isinstance(witness, Counterexample):
            boards.append((f"a mine in {cell}", placed(board, witness.mine)))
            boards.append((f"no mine in {cell}", placed(board, witness.safe)))
        yield f"The first: in {moment_words(claim)}, {claim_words(claim)}."
        yield from _beside(*boards)
        yield from filter(None, (claim.text, claim.hint))
    yield ""
    yield completeness_words(answer)
    if answer.levels:
        yield "level  proved  missed"
        for each in answer.levels:
            yield f"{each.level:>5}  {each.proved:>6,}  {each.missed:>6,}"
    yield guesses_words(answer.guesses)
    missed, proof = answer.guesses.first, report.missed_proof
    if missed is not None and proof is not None:
        yield f"The first: in {moment_words(missed)}, {missed.text}"
        yield from _beside(("the position", proof.board))
    yield ""
    yield result_words(answer)
    lost, regret = losses_words(answer.causes), regret_words(answer.guesses)
    yield from filter(None, (lost, regret, slowest_words(answer.slowest)))
    yield from faults_lines(answer)
    yield from notes_lines(answer)


def _yes_or_no(answer: JudgedAgent) -> str:
    if not answer.claims.judged:
        return "no claims"
    return {True: "yes, in these games", False: "no", None: "unknown"}[answer.sound]


def _beside(*boards: tuple[str, Board]) -> Iterator[str]:
    """Draw boards beside each other, below their titles."""
    blocks: list[Sequence[str]] = []
    for title, board in boards:
        drawn = picture(board, columns=_ALL_COLUMNS)
        blocks.append([title, *str(drawn).rstrip("\n").split("\n")])
    widths = [max(map(len, block)) for block in blocks]
    for row in zip_longest(*blocks, fillvalue=""):
        cells = (line.ljust(width) for line, width in zip(row, widths, strict=True))
        yield "   ".join(cells).rstrip()

"""A report on an agent in words, for the command line, and for its page and its JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.errors import are, counted, listed
from logicsweep.games.told.causes import Cause
from logicsweep.lab.exams.messages import FAULTS
from logicsweep.lab.exams.report import AgentReport, MissedProof, Moment, WrongClaim
from logicsweep.reasons.explanation import Counterexample, Step
from logicsweep.reasons.wording import clue_words, listed_cells
from logicsweep.render.games import setting_words
from logicsweep.render.text_board import picture

CAUSES: Final[dict[Cause, str]] = {
    Cause.FIRST_CLICK: "at the first click",
    Cause.WRONG: "by a wrong claim",
    Cause.MISSED: "by a guess beside a safe cell",
    Cause.FORCED: "by a forced guess",
    Cause.AVOIDABLE: "by a guess riskier than needed",
    Cause.UNKNOWN: "for a reason that a limit left open",
}
# Nobody asks how long moves take that are made in fewer seconds.
_LONG: Final = 0.5
_ALL_COLUMNS: Final = 10_000


def verdict_words(report: AgentReport) -> str:
    """Return the sentence about the claims: all follow, or some do not."""
    wrong, claims = report.wrong_claims, counted(report.claims, "claim")
    if wrong:
        do = "does" if wrong == 1 else "do"
        games = counted(report.games, "game")
        return f"{wrong:,} of {claims} {do} not follow, in {report.wrong_games:,} of {games}."
    failed = counted(report.games, "game")
    but = f", but it failed in {len(report.faults):,} of {failed}" if report.faults else ""
    if not report.claims:
        return f"It claimed nothing about covered cells, so that nothing could be wrong{but}."
    if report.unjudged or report.out_of_time:
        return f"The {claims} that could be judged follow; a limit left others open{but}."
    return f"{f'All {claims} follow' if report.claims > 1 else 'Its only claim follows'}{but}."


def asked_words(report: AgentReport) -> str:
    """Name the games that were asked for, and their seeds."""
    seeds = range(report.seed, report.seed + report.wanted)
    return f"{counted(report.wanted, 'game')} on {setting_words(report.setting, seeds)}"


def moment_words(moment: Moment) -> str:
    """Name a moment: the game, and the number of moves made in it."""
    return f"game {moment.game} (seed {moment.seed}), after {counted(moment.moves, 'move')}"


def claim_words(claim: WrongClaim) -> str:
    """Name the claim, and the way in which it was made."""
    what = "a mine" if claim.is_mine else "safe"
    if claim.is_move:
        done = "flagged as a certain mine" if claim.is_mine else "opened as certainly safe"
        return f"{claim.cell} is {done}"
    return f"{claim.cell} is called {what}"


def why_words(claim: WrongClaim) -> str:
    """Explain that a claim does not follow."""
    witness = claim.witness
    if isinstance(witness, Counterexample):
        count = "" if claim.board.total_mines is None else " and with the mine count"
        others = [cell for cell in witness.differing if cell != claim.cell]
        where = f"there and in {listed_cells(others)}" if others else "there"
        return (
            f"That does not follow. Two layouts agree with every open clue{count}: one has a mine "
            f"in {claim.cell}, the other has none. They differ only {where}."
        )
    if witness is None:
        return "That is wrong: the cell is open."
    return f"The opposite is true. {witness.text}"


def slip_words(claim: WrongClaim) -> str:
    """Describe the slip from which the claim would follow; empty if none is known."""
    slip = claim.slip
    if slip is None:
        return ""
    single, left = len(slip.mines) == 1, slip.shows - len(slip.mines)
    mines = f"{'the known mine' if single else 'the known mines'} at {listed_cells(slip.mines)}"
    every = "both cells" if len(slip.rest) == 2 else f"all of the {len(slip.rest)} cells"
    rest = f"{every} {listed_cells(slip.rest)} would be mines"
    if len(slip.rest) == 1:
        rest = f"{claim.cell} would be a mine"
    need = f"needs only {counted(left, 'more mine')}" if left else "needs no more mine"
    return (
        f"The claim would follow if {mines} were not subtracted from "
        f"{clue_words(claim.board, slip.clue)}: then {rest}. With {'it' if single else 'them'} "
        f"subtracted, that clue {need}. Does the agent subtract the mines that it knows already "
        "when it adds a clue?"
    )


def missed_words(missed: MissedProof) -> str:
    """Describe the missed proof, and name the cell that was opened."""
    return f"{guess_words(missed)} (level {missed.level}): {'; then '.join(proof_steps(missed))}."


def guess_words(missed: MissedProof) -> str:
    """Name the guess and the cell that was proved safe, which may be the same."""
    if missed.opened == missed.proof.cell:
        return f"{missed.opened} was opened as a guess, and it was proved safe"
    return f"{missed.opened} was guessed, and {missed.proof.cell} was proved safe"


def proof_steps(missed: MissedProof) -> list[str]:
    """List the steps of a missed proof, or its reasons if the steps are of another level."""
    steps = _steps(missed)
    return [step.text for step in steps] or ["; ".join(missed.proof.reasons)]


def proof_clues(missed: MissedProof) -> list[Cell]:
    """List the clues that `proof_steps` names as sources."""
    return sorted({clue for step in _steps(missed) for clue in step.clues} or missed.proof.clues)


def _steps(missed: MissedProof) -> tuple[Step, ...]:
    steps = missed.proof.steps or ()
    return steps if max([step.level for step in steps], default=0) == missed.level else ()


def completeness_words(report: AgentReport) -> str:
    """Name the level up to which no verdict was missed."""
    what = "verdict" if report.counts_mines else "safe cell"
    if report.least_missed == 1:
        return f"Complete up to no level: it misses {what}s that single clues prove."
    if not report.levels:
        words = f"No {what} was proved before a guess, so that none could be missed."
    elif report.least_missed is None:
        words = f"No {what} was missed before a guess, on any level."
    else:
        level = report.least_missed - 1
        words = f"Complete up to level {level} ({level_words(level)})."
    return words if report.is_all_judged else f"As far as its games were judged: {words}"


def level_words(level: int) -> str:
    """Name the sources that proofs of a level take."""
    return "single clues" if level == 1 else f"{level} clues together"


def guesses_words(report: AgentReport) -> str:
    """Give the number of guesses, and of those beside a proved safe cell."""
    if not report.guesses:
        return "It never guessed."
    were = "was" if report.missed == 1 else "were"
    guesses = "guess" if report.guesses == 1 else "guesses"
    some = f"{report.missed:,} of {report.guesses:,} {guesses}"
    return f"{some} {were} made although some cell was proved safe."


def result_words(report: AgentReport) -> str:
    """Give the numbers of games by their end."""
    if report.win_interval is None:
        return "No game was played to an end."
    low, high = report.win_interval
    parts = [
        f"{report.lost:,} lost",
        f"{report.stuck:,} given up",
        f"{len(report.faults):,} failed",
    ]
    rest = [part for part in parts if not part.startswith("0 ")]
    share = 100 * report.won / report.games
    interval = f"{share:.1f} %, 95 % interval {100 * low:.1f} to {100 * high:.1f}"
    games = counted(report.games, "game")
    return f"{report.won:,} of {games} won ({interval}){''.join(f', {part}' for part in rest)}."


def losses_words(report: AgentReport) -> str:
    """List the causes of losses; empty if no game was lost."""
    parts = [f"{times:,} {CAUSES[cause]}" for cause, times in report.causes.items()]
    return f"Lost {listed(parts)}." if parts else ""


def regret_words(report: AgentReport) -> str:
    """Give the number of mines that safer openings would have spared."""
    if not report.regret:
        return "No opening was riskier than the safest cell."
    return (
        f"Its openings are expected to hit {report.regret:.2f} more mines than the safest cells "
        "would have."
    )


def faults_lines(report: AgentReport) -> Iterator[str]:
    """Yield a sentence for each kind of fault: the number of games, and the first fault."""
    for kind in FAULTS:
        alike = [fault for fault in report.faults if fault.fault == kind]
        if alike:
            first = alike[0]
            games = counted(len(alike), "game")
            yield f"In {games} {first.text}; first in {moment_words(first)}."


def notes_lines(report: AgentReport) -> Iterator[str]:
    """Yield notes on the exam: games left out, limits, prints."""
    if report.stopped is not None:
        left = report.wanted - report.games
        yield f"{counted(left, 'game')} {are(left)} left out: {report.stopped}."
    if report.unjudged:
        yield f"In {counted(report.unjudged, 'game')} a limit ended the judging early."
    if report.printed:
        yield f"It printed {counted(report.printed, 'character')}, which are not shown."
    if not report.is_limited:
        yield "Its memory was not limited, since this system cannot do that."
    if report.interface == "cs50":
        yield (
            "Such a class is told no mine count: the clues alone have to prove its claims, and "
            "probabilities take each cell for a mine with the density of the board."
        )


def slowest_words(report: AgentReport) -> str:
    """Name the move that took longest; empty if none took long."""
    slowest = report.slowest
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
    yield f"{report.agent}: {asked_words(report)}"
    yield f"Sound: {_yes_or_no(report)}. {verdict_words(report)}"
    claim = report.first_wrong
    if claim is not None:
        yield f"The first: in {moment_words(claim)}, {claim_words(claim)}."
        if isinstance(claim.witness, Counterexample):
            yield from _beside(
                ("the position", claim.board),
                (f"a mine in {claim.cell}", placed(claim.board, claim.witness.mine)),
                (f"no mine in {claim.cell}", placed(claim.board, claim.witness.safe)),
            )
        else:
            yield from _beside(("the position", claim.board))
        yield why_words(claim)
        if claim.slip is not None:
            yield slip_words(claim)
    yield ""
    yield completeness_words(report)
    if report.levels:
        yield "level  proved  missed"
        for each in report.levels:
            yield f"{each.level:>5}  {each.proved:>6,}  {each.missed:>6,}"
    yield guesses_words(report)
    if report.first_missed is not None:
        missed_proof = report.first_missed
        yield f"The first: in {moment_words(missed_proof)}, {missed_words(missed_proof)}"
        yield from _beside(("the position", missed_proof.board))
    yield ""
    yield result_words(report)
    yield from filter(None, (losses_words(report), regret_words(report), slowest_words(report)))
    yield from faults_lines(report)
    yield from notes_lines(report)


def _yes_or_no(report: AgentReport) -> str:
    if not report.claims:
        return "no claims"
    return {True: "yes, in these games", False: "no", None: "unknown"}[report.is_sound]


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

"""One HTML file that tells a student what was wrong with an agent, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from msgspec.structs import asdict

from logicsweep.board.board import Cell
from logicsweep.board.picture.markup import element, plain
from logicsweep.board.picture.themes import ThemeName
from logicsweep.errors import capitalized, counted
from logicsweep.lab.exams import words
from logicsweep.lab.exams.report import (
    AgentReport,
    JudgedAgent,
    MissedProof,
    Refutation,
    WrongClaim,
)
from logicsweep.reasons.explanation import Counterexample, Explanation
from logicsweep.render.shell import figure, paper

_STYLE: Final = """
.verdict { font-weight: bold; font-size: 1.1rem; margin: .8rem 0; padding: .6rem .9rem;
  border: 1px solid var(--line); border-left: .5rem solid var(--edge); border-radius: 6px;
  background: var(--open); }
.verdict.right { border-left-color: var(--safe); }
.verdict.wrong { border-left-color: var(--mine); }
.hint { padding: .5rem .9rem; border-left: .25rem solid var(--reason); background: var(--open); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; }
table { border-collapse: collapse; margin: .8rem 0; font-size: .95rem; }
th, td { padding: .35rem .9rem .35rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
th { font-weight: normal; color: var(--faint); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
ol { padding-left: 1.4rem; }
@media (max-width: 30rem) { .pair { grid-template-columns: 1fr; } th, td { padding-right: .6rem; } }
"""
_ADVICE: Final = {
    "first_click": "Nothing could be known yet: bad luck.",
    "wrong": "The agent called the cell safe, and that did not follow. Mend that first.",
    "missed": "Another cell was safe for certain, and the agent did not see it. More inference "
    "saves such games.",
    "forced": "No cell was safe for certain, and none was a better guess: bad luck.",
    "avoidable": "No cell was safe for certain, but some cell was less likely a mine. Guessing "
    "by probabilities saves some of these games.",
    "unknown": "The count that would tell took too long.",
}
_LEVELS: Final = (
    "Level 1 takes one clue at a time: it has all its mines, or all cells around it have to be "
    "mines. Level 2 takes two clues together, such as one whose cells are among those of the other "
    "one. Higher levels take more; the mine count is one of them. A cell counts as missed if it "
    "was decided at a time when the agent guessed, and the agent did not know."
)


def exam_page(report: AgentReport, *, theme: ThemeName | None = None) -> str:
    """Write the report on an agent as a file; it needs nothing else and asks for nothing.

    `theme` is one of `THEMES`; without one the page follows the reader's settings.
    """
    answer = report.answer
    return paper(
        f"{answer.agent}: {words.verdict_words(report)}",
        "<main>",
        *_head(report),
        *_faults(answer),
        *_wrong(answer.claims.first, report.refutation),
        *_completeness(answer),
        *_missed(answer.guesses.first, report.missed_proof),
        *_results(answer),
        "</main>",
        theme=theme,
        style=_STYLE,
    )


def _paragraph(text: str, kind: str | None = None) -> str:
    return element("p", plain(text), class_=kind)


def _head(report: AgentReport) -> Iterator[str]:
    answer = report.answer
    kind = "right" if answer.sound and answer.claims.judged else "open"
    kind = "wrong" if answer.claims.wrong else kind
    yield element("h1", plain(answer.agent))
    yield _paragraph(f"{answer.setting}.", "faint")
    yield _paragraph(words.verdict_words(report), f"verdict {kind}")
    if answer.faults:
        failed = f"It failed in {counted(len(answer.faults), 'game')}."
        yield _paragraph(failed, "verdict wrong")
    sets = " and every cell in its sets of safe cells and mines" if answer.counts_mines else ""
    sources = "the open clues" + " and the mine count" * (answer.interface == "agent")
    yield _paragraph(
        f"Before each move, every move that the agent calls certain{sets} was compared with what "
        f"{sources} prove. A claim follows if no way to place the mines contradicts it. Whether a "
        "claim turned out to be true by luck does not matter."
    )
    for line in words.notes_lines(answer):
        yield _paragraph(line, "faint")


def _wrong(claim: WrongClaim | None, refutation: Refutation | None) -> Iterator[str]:
    if claim is None or refutation is None:
        return
    board, cell, witness, slip = refutation
    yield element("h2", "The first claim that does not follow")
    where, what = words.moment_words(claim), words.claim_words(claim)
    yield _paragraph(f"{capitalized(where)}: {what}.")
    framed = [] if slip is None else [slip.clue]
    caption = f"What the agent had seen. The cell in question, {cell}, has a double frame."
    if framed:
        caption += f" More on the framed clue at {framed[0]} below."
    yield figure(board.picture(focus=cell, framed=framed), caption)
    yield _paragraph(claim.text)
    if isinstance(witness, Counterexample):
        around = [place for place in witness.differing if place != cell]
        ways = ((witness.mine, "A mine there"), (witness.safe, "No mine there"))
        figures = [
            figure(
                words.placed(board, layout).picture(focus=cell, around=around),
                f"{said}. Count the mines around each clue: all are right.",
            )
            for layout, said in ways
        ]
        yield element("div", *figures, class_="pair")
    elif witness is not None:
        yield figure(witness.picture(), "The clues that prove the opposite are framed.")
    if claim.hint:
        yield _paragraph(claim.hint, "hint")


def _completeness(answer: JudgedAgent) -> Iterator[str]:
    yield element("h2", "What it finds, and what it misses")
    yield _paragraph(words.completeness_words(answer))
    if answer.levels:
        rows = [
            (str(each.level), words.level_words(each.level), each.proved, each.missed)
            for each in answer.levels
        ]
        yield _table(("Level", "Proof", "Cells", "Missed"), rows)
        yield _paragraph(_LEVELS, "faint")
    yield _paragraph(words.guesses_words(answer.guesses))


def _missed(missed: MissedProof | None, proof: Explanation | None) -> Iterator[str]:
    if missed is None or proof is None:
        return
    yield element("h2", "The first proof that was missed")
    where = capitalized(words.moment_words(missed))
    cell, guess = proof.cell, words.guess_words(Cell.of(missed.opened), proof.cell)
    yield _paragraph(f"{where}: {guess}. The proof:")
    steps = [f"{capitalized(step)}." for step in words.proof_steps(missed.level, proof)]
    yield element("ol", *[element("li", plain(step)) for step in steps])
    safe = np.zeros(proof.board.shape, dtype=np.bool_)
    safe[cell] = True
    picture = proof.board.picture(
        safe=safe, framed=words.proof_clues(missed.level, proof), focus=cell, title=" ".join(steps)
    )
    yield figure(picture, f"{cell} is safe; the clues of this proof are framed.")


def _results(answer: JudgedAgent) -> Iterator[str]:
    yield element("h2", "Wins and losses")
    yield _paragraph(words.result_words(answer))
    rows = [
        (f"Lost {words.CAUSES[name]}", times, _ADVICE[name])
        for name, times in asdict(answer.causes).items()
        if times
    ]
    if rows:
        yield _table(("Why", "Games", "What to do next"), rows)
    yield _paragraph(words.regret_words(answer.guesses))
    slowest = words.slowest_words(answer.slowest)
    if slowest:
        yield _paragraph(slowest)


def _faults(answer: JudgedAgent) -> Iterator[str]:
    lines = list(words.faults_lines(answer))
    if lines:
        yield element("h2", "What failed")
        yield element("ul", *(element("li", plain(line)) for line in lines))


def _table(head: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    """Make a table; columns of numbers are set to the right."""
    kinds = ["number" if isinstance(value, int) else None for value in rows[0]]
    pairs = zip(head, kinds, strict=True)
    titles = [element("th", plain(text), class_=kind) for text, kind in pairs]
    body = []
    for row in rows:
        cells = [
            element("td", plain(f"{value:,}" if isinstance(value, int) else value), class_=kind)
            for value, kind in zip(row, kinds, strict=True)
        ]
        body.append(element("tr", *cells))
    return element("table", element("tr", *titles), *body)

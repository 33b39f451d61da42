"""One HTML file that tells a student what was wrong with an agent, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from logicsweep.board.picture.drawing import board_parts, document, ground
from logicsweep.board.picture.markup import element, plain
from logicsweep.board.picture.picture import Picture
from logicsweep.board.picture.themes import NAMED, ThemeName
from logicsweep.errors import LimitError, capitalized, counted
from logicsweep.games.told.causes import Cause
from logicsweep.lab.exams import words
from logicsweep.lab.exams.report import AgentReport, MissedProof, WrongClaim
from logicsweep.reasons.explanation import Counterexample
from logicsweep.render.browser import colours_css
from logicsweep.render.page import html_file

_STYLE: Final = """
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 "DejaVu Sans", Verdana, "Segoe UI", Helvetica, Arial, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 1rem 1rem 3rem; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; padding-top: 1rem;
  border-top: 1px solid var(--line); }
p { margin: .4rem 0; }
.faint, figcaption { color: var(--faint); font-size: .9rem; }
.verdict { font-weight: bold; font-size: 1.1rem; margin: .8rem 0; padding: .6rem .9rem;
  border: 1px solid var(--line); border-left: .5rem solid var(--edge); border-radius: 6px;
  background: var(--open); }
.verdict.right { border-left-color: var(--safe); }
.verdict.wrong { border-left-color: var(--mine); }
.hint { padding: .5rem .9rem; border-left: .25rem solid var(--reason); background: var(--open); }
figure { margin: 1rem 0; }
figure svg { display: block; width: 100%; max-width: var(--wide); height: auto; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; }
table { border-collapse: collapse; margin: .8rem 0; font-size: .95rem; }
th, td { padding: .35rem .9rem .35rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
th { font-weight: normal; color: var(--faint); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
ol { padding-left: 1.4rem; }
code { overflow-wrap: anywhere; }
@media (max-width: 30rem) { .pair { grid-template-columns: 1fr; } th, td { padding-right: .6rem; } }
"""
_WIDE: Final = 420  # a board is drawn no larger, in pixels
_ADVICE: Final[dict[Cause, str]] = {
    Cause.FIRST_CLICK: "Nothing could be known yet: bad luck.",
    Cause.WRONG: "The agent called the cell safe, and that did not follow. Mend that first.",
    Cause.MISSED: "Another cell was safe for certain, and the agent did not see it. More inference "
    "saves such games.",
    Cause.FORCED: "No cell was safe for certain, and none was a better guess: bad luck.",
    Cause.AVOIDABLE: "No cell was safe for certain, but some cell was less likely a mine. Guessing "
    "by probabilities saves some of these games.",
    Cause.UNKNOWN: "The count that would tell took too long.",
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
    title = plain(f"{report.agent}: {words.verdict_words(report)}")
    return html_file(
        title,
        colours_css(theme) + _STYLE,
        "<main>",
        *_head(report),
        *_faults(report),
        *(_wrong(report.first_wrong) if report.first_wrong is not None else ()),
        *_completeness(report),
        *(_missed(report.first_missed) if report.first_missed is not None else ()),
        *_results(report),
        "</main>",
    )


def _paragraph(text: str, kind: str | None = None) -> str:
    return element("p", plain(text), class_=kind)


def _head(report: AgentReport) -> Iterator[str]:
    kind = "right" if report.is_sound and report.claims else "open"
    kind = "wrong" if report.wrong_claims else kind
    yield element("h1", plain(report.agent))
    yield _paragraph(f"{words.asked_words(report)}.", "faint")
    yield _paragraph(words.verdict_words(report), f"verdict {kind}")
    if report.faults:
        failed = f"It failed in {counted(len(report.faults), 'game')}."
        yield _paragraph(failed, "verdict wrong")
    sets = " and every cell in its sets of safe cells and mines" if report.counts_mines else ""
    sources = "the open clues" + " and the mine count" * (report.interface == "agent")
    yield _paragraph(
        f"Before each move, every move that the agent calls certain{sets} was compared with what "
        f"{sources} prove. A claim follows if no way to place the mines contradicts it. Whether a "
        "claim turned out to be true by luck does not matter."
    )
    for line in words.notes_lines(report):
        yield _paragraph(line, "faint")


def _wrong(claim: WrongClaim) -> Iterator[str]:
    yield element("h2", "The first claim that does not follow")
    where, what = words.moment_words(claim), words.claim_words(claim)
    yield _paragraph(f"{capitalized(where)}: {what}.")
    framed = [] if claim.slip is None else [claim.slip.clue]
    caption = f"What the agent had seen. The cell in question, {claim.cell}, has a double frame."
    if framed:
        caption += f" More on the framed clue at {framed[0]} below."
    yield _figure(claim.board.picture(focus=claim.cell, framed=framed), caption)
    yield _paragraph(words.why_words(claim))
    witness = claim.witness
    if isinstance(witness, Counterexample):
        around = [cell for cell in witness.differing if cell != claim.cell]
        ways = ((witness.mine, "A mine there"), (witness.safe, "No mine there"))
        figures = [
            _figure(
                words.placed(claim.board, layout).picture(focus=claim.cell, around=around),
                f"{said}. Count the mines around each clue: all are right.",
            )
            for layout, said in ways
        ]
        yield element("div", *figures, class_="pair")
    elif witness is not None:
        yield _figure(witness.picture(), "The clues that prove the opposite are framed.")
    if claim.slip is not None:
        yield _paragraph(words.slip_words(claim), "hint")


def _completeness(report: AgentReport) -> Iterator[str]:
    yield element("h2", "What it finds, and what it misses")
    yield _paragraph(words.completeness_words(report))
    if report.levels:
        rows = [
            (str(each.level), words.level_words(each.level), each.proved, each.missed)
            for each in report.levels
        ]
        yield _table(("Level", "Proof", "Cells", "Missed"), rows)
        yield _paragraph(_LEVELS, "faint")
    yield _paragraph(words.guesses_words(report))


def _missed(missed: MissedProof) -> Iterator[str]:
    yield element("h2", "The first proof that was missed")
    where = capitalized(words.moment_words(missed))
    cell = missed.proof.cell
    yield _paragraph(f"{where}: {words.guess_words(missed)}. The proof:")
    steps = [f"{capitalized(step)}." for step in words.proof_steps(missed)]
    yield element("ol", *[element("li", plain(step)) for step in steps])
    safe = np.zeros(missed.board.shape, dtype=np.bool_)
    safe[cell] = True
    picture = missed.board.picture(
        safe=safe, framed=words.proof_clues(missed), focus=cell, title=" ".join(steps)
    )
    yield _figure(picture, f"{cell} is safe; the clues of this proof are framed.")


def _results(report: AgentReport) -> Iterator[str]:
    yield element("h2", "Wins and losses")
    yield _paragraph(words.result_words(report))
    if report.causes:
        rows = [
            (f"Lost {words.CAUSES[cause]}", times, _ADVICE[cause])
            for cause, times in report.causes.items()
        ]
        yield _table(("Why", "Games", "What to do next"), rows)
    yield _paragraph(words.regret_words(report))
    slowest = words.slowest_words(report)
    if slowest:
        yield _paragraph(slowest)


def _faults(report: AgentReport) -> Iterator[str]:
    lines = list(words.faults_lines(report))
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


def _figure(picture: Picture, caption: str) -> str:
    """Draw a board, with words below it in place of a legend; too large a board is left out."""
    try:
        parts, across, down = board_parts(picture, picture.shapes, NAMED)
    except LimitError:
        return _paragraph("The board is too large for a picture.")
    bottom = down + 14
    title = element("title", plain(picture.title))
    drawn = document(title, ground(across, bottom, NAMED), *parts, size=(across, bottom))
    wide = f"--wide: {max(across, _WIDE)}px"
    return element("figure", drawn, element("figcaption", plain(caption)), style=wide)

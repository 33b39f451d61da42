"""Answer texts of people and language models: the one claim that they make, or a refusal.

Reasoning is cut off. What is marked as the answer is read, or else the lines; and a line only if
all of it is one of the `WORDINGS`, so that no word beside an answer is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import dropwhile
from typing import Final, NamedTuple, get_args

from logicsweep.board.board import Board, Cell
from logicsweep.errors import expect, listed, quoted
from logicsweep.lab.judging.claim_forms import read_form, read_object
from logicsweep.lab.judging.claims import Claim, ClaimError, CountClaim, MoveClaim, VerdictClaim
from logicsweep.lab.judging.wordings import claims_in, plain

MOST_CHARACTERS: Final = 100_000
"""The most characters of an answer text."""


def read_claim(
    text: str,
    board: Board,
    *,
    kind: type[Claim] | None = None,
    about: Cell | tuple[int, int] | None = None,
    strict: bool = False,
) -> Claim:
    """Read the claim that an answer text makes about a board.

    A text is never read as one of two answers. Without a mark such as `Answer:`, only lines that
    cannot be answers may stand before the answer; behind it, marked or not, only closing words. The
    text is read in time that is proportional to its length.

    Args:
        text: The answer, of at most 100,000 characters.
        board: The board, which says which cells and clues there are.
        kind: The kind of claim that was asked for, one of the five classes; None for any.
        about: The cell that was asked about. Verdicts and probabilities of other cells are not
            read; a bare `safe` or `1/3` is about this cell.
        strict: Whether only the documented forms are read, with nothing around but white space.

    Returns:
        The claim, checked by its method `check`.

    Raises:
        ClaimError: The text makes no claim of the kind in one of the known wordings, or more than
            one, or one about cells that the board does not have; or it is too long. The answer is
            at fault then, not a limit of the work of logicsweep, so this is no `LimitError`.
        TypeError: An argument has a type that it cannot have.
    """
    expect("text", text, str, "a text")
    expect("board", board, Board, "a Board")
    if kind is not None and kind not in get_args(Claim):
        names = listed([each.__name__ for each in get_args(Claim)], last="or")
        expect("kind", kind, (), f"{names}, or None")
    cell = None if about is None else Cell.of(about)
    if len(text) > MOST_CHARACTERS:
        raise ClaimError(
            f"the answer has {len(text):,} characters; expected at most {MOST_CHARACTERS:,}"
        )
    reader = _Reader(kind, cell)
    claim = reader.read_form(text) if strict else reader.read(text)
    claim.check(board)
    return claim


class _Reader(NamedTuple):
    """Reads answers to a question for a kind of claims, about a cell."""

    kind: type[Claim] | None
    about: Cell | None

    def read_form(self, text: str) -> Claim:
        """Read a text that is nothing but a documented form."""
        claim, said = read_form(text, self.kind), quoted(text.strip())
        if claim is None:
            raise ClaimError(
                f"{said} is not in the form asked for; {self._expected()}, and nothing else"
            )
        if not self._is_about(claim):
            raise ClaimError(f"{said} is not about {self.about}; expected only that cell")
        return claim

    def read(self, text: str) -> Claim:
        """Read a text with marks, or else its lines."""
        said = _without_reasoning(text)
        notation = _OTHER_NOTATION.search(said)
        if notation is not None:
            raise ClaimError(
                f"the text says {notation[0]!r}; expected (row,column), counted from 0"
            )
        return _only([self._read_lines(lines) for lines in _answers_in(said)])

    def _read_lines(self, lines: Iterable[str]) -> Claim:
        """Read lines that are one answer, or the same one again and again, but for asides."""
        said = [(line, plain(line)) for line in lines]
        said = [each for each in said if each[1]]
        while said and _CLOSING.fullmatch(said[-1][1]):
            said.pop()
        said = list(dropwhile(lambda each: _is_aside(each[1]), said))
        if not said:
            raise ClaimError(f"the text has no clear answer; {self._expected()}")
        whole = self._claim(*("\n".join(part) for part in zip(*said, strict=True)))
        if whole is not None and self._is_about(whole):
            return whole
        claims = []
        for line, plain_line in said:
            claim = self._claim(line, plain_line)
            if claim is None:
                which = "the answer" if len(said) == 1 else f"the line {quoted(line.strip())}"
                raise ClaimError(
                    f"{which} is in no known wording; "
                    f"{self._expected()}, alone in the last line or behind `Answer:`"
                )
            claims.append(claim)
        claims = list(filter(self._is_about, claims))
        if not claims:
            raise ClaimError(f"the answer is not about {self.about} alone; {self._expected()}")
        return _only(claims)

    def _claim(self, line: str, said: str) -> Claim | None:
        """Read a line, as it is written and made plain; None for other wordings and kinds."""
        if said[0] == "{" and said[-1] == "}":
            answer = read_object(line, about=self.about)
            if isinstance(answer, str):
                return self.read(answer)
            return answer if self.kind is None or isinstance(answer, self.kind) else None
        claims = list(claims_in(_END.sub("", said), self.kind, self.about))
        return _only(claims) if claims else None

    def _is_about(self, claim: Claim) -> bool:
        """Tell whether a claim is one that a question about a cell asks for."""
        if self.about is None or isinstance(claim, MoveClaim | CountClaim):
            return True
        is_all = isinstance(claim, VerdictClaim) and claim.is_all
        return claim.cells == (self.about,) and not is_all

    def _expected(self) -> str:
        kinds = get_args(Claim) if self.kind is None else (self.kind,)
        examples = [f"`{text}`" for kind in kinds for text in kind.examples]
        return f"expected {listed(examples, last='or')}"


def _is_aside(line: str) -> bool:
    """Tell whether a line can be no answer, nor change one that follows."""
    is_complete = line[-1] in ".!" or _HERE.fullmatch(line) is not None
    return is_complete and _TELLS.search(_CLUE.sub("", line)) is None


def _only(claims: Sequence[Claim]) -> Claim:
    """Return the claim that all are. Raises `ClaimError` for two."""
    for claim in claims:
        if claim != claims[0]:
            first, second = quoted(str(claims[0])), quoted(str(claim))
            raise ClaimError(f"two answers: {first} and {second}; expected one")
    return claims[0]


_END: Final = re.compile(r"(?<!\.) ?[.!]$")
# Words and signs of an answer, and those that would change one that follows.
_TELLS: Final = re.compile(
    r"[0-9{}<>?]|~~|n't\b|\b(?:open|reveal|uncover|dig|click|flag|mark|chord|choose|pick|safe|mines?"
    r"|undetermined|certain|nothing|none|layouts?|probability|chance|rows?|columns?|cells?|squares?"
    r"|tiles?|not|never|no|wrong|false|if|suppose|assume|unless|avoid|ignore|worst|maybe|perhaps"
    r"|probably)\b"
)
_CLUE: Final = re.compile(r"\b(?:clue|[0-8]) at \([0-9]{1,9},[0-9]{1,9}\)")
_HERE: Final = re.compile(
    r"(?:so|thus|therefore|here (?:it is|is (?:the|my) (?:answer|move))|based on the clues):"
)
_CLOSING: Final = re.compile(
    r"(?:-{3,}|thanks|thank you|good luck|i hope (?:this|it|that) helps"
    r"|let me know if you(?:'d like| have| need)(?: any| more| further| help| questions)+)[.!]?"
)
# Notation in which cells are meant another way.
_OTHER_NOTATION: Final = re.compile(
    r"\bx\$? ?, ?\$?y\b|\bcol(?:umn)?s? ?[,/-] ?rows?\b|[(\[]c ?, ?r[)\]]"
    r"|\bcol(?:umn)?s? (?:first|before)\b|\b(?:1|one)[- ](?:based|indexed|indexing)\b"
    r"|\b(?:count|start|number|index)(?:s|ed|ing)? (?:from|at|with) (?:1|one)\b",
    re.IGNORECASE,
)

# What marks an answer, and what is none.
_REASONING: Final = re.compile(r"<(/?)(?:think|thinking|reasoning|thought)>", re.IGNORECASE)
_TAG: Final = re.compile(r"<(/?)(?:answer|final_answer)>", re.IGNORECASE)
_MARK: Final = re.compile(
    r"<(?:final_)?answer>|\\(?:boxed|fbox) ?\{((?:[^{}]++|\{[^{}]*+\})*)\}"
    r"|\A[-#\s]*(?:(?:so|thus|therefore|hence|and),? )?"
    r"(?:(?:the|my) )?(?:final )?answer(?: is)?\s*:",
    re.IGNORECASE,
)
_CODE: Final = re.compile(r"(`{1,3})([^`\n]++)\1")
_EMPHASIS: Final = re.compile(r"(\*{1,3})(?!\s)([^*\n]++)(?<!\s)\1")
_FENCE: Final = re.compile(r"^[ \t]*+(?:```|~~~)[a-z]*+[ \t]*+$", re.MULTILINE)


def _without_reasoning(text: str) -> str:
    """Return a text without the reasoning in tags such as `<think>`.

    Models whose prompt ends with the opening tag write only the closing one. Raises `ClaimError`
    for tags that do not match.
    """
    pieces = _REASONING.split(text)
    if pieces[1:2] == ["/"]:
        del pieces[:2]
    if pieces[1::2] != ["", "/"] * (len(pieces) // 4):
        raise ClaimError("a tag of reasoning has no match; expected `<think>...</think>`")
    return "\n".join(pieces[::4])


def _answers_in(text: str) -> list[list[str]]:
    """Return the lines of each marked answer, with all up to the next one; or else all lines.

    Marks are `<answer>...</answer>`, a box of LaTeX, and `Answer:` at the beginning of a line. All
    of the line belongs to the answer. Raises `ClaimError` for marks that have no end, and for
    answers that are empty.
    """
    text = _EMPHASIS.sub(r"\2", _CODE.sub(r"\2", _FENCE.sub("", text)))
    tags = [tag[1] for tag in _TAG.finditer(text)]
    if tags != ["", "/"] * (len(tags) // 2):
        raise ClaimError("`<answer>` has no match; expected `<answer>open (3,4)</answer>`")
    answers: list[list[str]] = [[]]
    for line in text.splitlines():
        said, marks = _MARK.subn(r" \1 ", line)
        if "\\boxed" in said:
            raise ClaimError("a box does not end in its line; expected `\\boxed{open (3,4)}`")
        if marks:
            answers.append([])
        answers[-1].append(_TAG.sub(" ", said))
    if len(answers) == 1:
        return answers
    answers = [lines for lines in answers[1:] if any(map(str.strip, lines))]
    if not answers:
        raise ClaimError("the marked answer is empty; expected a claim, such as `open (3,4)`")
    return answers

"""The JSON answers of `encode` and `decode`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from logicsweep.answers import base
from logicsweep.answers.asked import Asked, Kind
from logicsweep.board.board import Board
from logicsweep.board.digits import Digits
from logicsweep.board.layout import Mismatch
from logicsweep.formulas.answers import Answer as Decoded, broken_rules
from logicsweep.formulas.base import Encoding, SourceSize, Statistics
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.comparison import Configuration, Measured, agree

_KINDS: Final[dict[bool | None, Kind]] = {True: "usage", False: "inconsistent", None: "limit"}


class EncodingSize(base.AboutBoard, kw_only=True, frozen=True):
    """The size of an encoding, source by source.

    Attributes:
        to: The format of the encoding, such as cnf or lp.
    """

    value: ClassVar = Statistics
    consistent: base.Unasked
    to: str
    variables: base.Number
    auxiliary: base.Number
    clauses: base.Number
    literals: base.Number
    by_source: tuple[SourceSize, ...]


class Comparison(base.AboutBoard, kw_only=True, frozen=True):
    """All encodings and solvers, measured on one board.

    Attributes:
        consistent: Whether the board is consistent; null if every configuration reached a limit.
        agree: Whether all configurations that answered have the same verdicts.
        configurations: All configurations, in the order measured.
    """

    consistent: bool | None
    agree: bool
    configurations: tuple[Configuration, ...]


class Model(base.AboutBoard, kw_only=True, frozen=True):
    """The layout in a solver's output, or why it has none that agrees with the board.

    Attributes:
        consistent: Whether some layout satisfies the board (and the program, if there is one); null
            if that is not known.
        satisfiable: The solver's answer; null if it gave up.
        models: The number of models in the output; of several, the last one counts.
        mines: The mines of the last model, in reading order; null without a model.
        agrees: Whether that layout agrees with the board; null without a model.
        obeys_program: Whether that layout obeys the user's program; null if not checked.
        mismatches: The places where that layout does not agree with the board.
        broken_rules: The names of the board's rules and constraints that it breaks.
    """

    consistent: bool | None
    satisfiable: bool | None
    models: Digits
    mines: base.Cells | None
    agrees: bool | None
    obeys_program: bool | None
    mismatches: tuple[Mismatch, ...]
    broken_rules: tuple[str, ...]


def encoding_size(asked: Asked, encoding: Encoding) -> EncodingSize:
    """Answer about one encoding, with every source."""
    return base.filled(
        EncodingSize,
        encoding.statistics,
        **base.about(asked, encoding.board),
        consistent=None,
        to=encoding.to,
    )


def comparison(asked: Asked, board: Board, rows: Sequence[Measured]) -> Comparison:
    """Answer about all encodings of a board."""
    configurations = tuple([row.configuration for row in rows])
    said = {each.consistent for each in configurations}
    has_conflict = False in said
    answer = Comparison(
        **base.about(asked, board),
        consistent=False if has_conflict else True in said or None,
        agree=agree(rows),
        configurations=configurations,
    )
    if not has_conflict:
        return answer
    text = f"the board is inconsistent{asked.note}; `logicsweep solve` names the clues"
    return base.failing(answer, text, "inconsistent", read_as=asked.read_as)


def decoding(asked: Asked, kb: KnowledgeBase, output: Decoded) -> Model:
    """Answer about a solver's output: a layout, checked, or a claim that there is none."""
    if output.layout is None:
        return _without_model(asked, kb, output)
    alone = kb if kb.program is None else KnowledgeBase(kb.board)
    agrees = alone.allows(output.layout)
    obeys = kb.allows(output.layout) if agrees and kb.program is not None else None
    return model(asked, kb.board, output, obeys=obeys, agrees=agrees)


def _without_model(asked: Asked, kb: KnowledgeBase, output: Decoded) -> Model:
    """Answer about an output without a model; a claim that there is none is checked."""
    text, kind = "the solver gave up without an answer", _KINDS[output.satisfiable]
    is_consistent = None
    if output.satisfiable:
        text = "the output says that there is a model, but has no line with its values (v ...)"
    elif output.satisfiable is not None:
        is_consistent = kb.has_layout()
        text = "the solver says that no layout agrees with the board"
        if is_consistent:
            text += ", but some do: its answer is wrong, or it is one about another formula"
        else:
            text += f"; that is right{asked.note}"
    checked = model(asked, kb.board, output, obeys=None, agrees=None, consistent=is_consistent)
    read_as = asked.read_as if is_consistent is False else None
    return base.failing(checked, text, kind, read_as=read_as)


def model(
    asked: Asked,
    board: Board,
    answer: Decoded,
    *,
    obeys: bool | None,
    agrees: bool | None = True,
    consistent: bool | None = True,
) -> Model:
    """Answer about a layout; `obeys` is about the program, None without one.

    The answer says what is wrong with the layout, if anything.
    """
    layout = answer.layout
    is_wrong = layout is not None and not (agrees and obeys is not False)
    checked = Model(
        **base.about(asked, board),
        consistent=None if is_wrong else consistent,
        satisfiable=answer.satisfiable,
        models=Digits(answer.models),
        mines=None if layout is None else tuple(sorted(layout.mines)),
        agrees=agrees,
        obeys_program=obeys,
        mismatches=() if layout is None else layout.mismatches(board),
        broken_rules=() if layout is None else broken_rules(board, layout),
    )
    if not is_wrong:
        return checked
    what = "does not obey the program" if agrees else "does not agree with the board"
    return base.failing(checked, f"the layout {what}", "inconsistent", read_as=None)

"""Folders of certificates: the records of their index, and the check of everything in them."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from .board import Board, Clue, read_board
from .circuits import check_circuit
from .clauses import check_refutation, read_formula
from .faults import MOST_BYTES, CheckError, CheckLimitError, Clock, shown
from .rules import key_places
from .sources import DENIAL, Position
from .sums import AtLeast, check_sums, read_inequalities

FORMAT = "logicsweep-certificates/2"
INDEX = "certificates.jsonl"
BOARD = "board.board"
CLAUSES, SUM, CIRCUIT = "clauses", "sum", "circuit"
_FORMS = (CLAUSES, SUM, CIRCUIT)
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}\.[a-z]{3,4}", re.ASCII)
_DIGITS = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_MOST_CLAIMS = 100_000
# In what two texts of one board agree, however they spell it.
_SAME = {
    **{name: name for name in ("height", "width", "cells", "mines", "liars")},
    "near": "neighbours",
}
# Digits of a number that Python turns into text at once.
_CHUNK = 4_000


@dataclass(frozen=True, slots=True)
class Game:
    """A game that can be won without a guess.

    Attributes:
        start: The cell that is open from the beginning.
        uses_total: Whether the mine count is known.
    """

    start: tuple[int, int]
    uses_total: bool


class Claim(NamedTuple):
    """A line of an index: what is claimed, and the files that prove it.

    Attributes:
        claim: `safe`, `mine` or `layouts`.
        form: `clauses`, `sum` or `circuit`.
        proof: The name of the file of the proof, or of the circuit.
        cell: The cell of a verdict.
        formula: The name of the file of the formula of a verdict.
        sources: The titles of the sources of a verdict.
        layouts: The number of layouts, in digits.
        round: The round of a step of a game.
    """

    claim: str
    form: str
    proof: str
    cell: tuple[int, int] | None = None
    formula: str | None = None
    sources: tuple[str, ...] = ()
    layouts: str | None = None
    round: int | None = None

    def __str__(self) -> str:
        if self.cell is None:
            return f"exactly {self.layouts} layouts agree"
        return f"({self.cell[0]},{self.cell[1]}) is {verdict_words(self.claim)}"

    @property
    def line(self) -> str:
        """The line of the index."""
        said = {key: value for key, value in self._asdict().items() if value not in (None, ())}
        return json.dumps(said, ensure_ascii=False)


def verdict_words(claim: str) -> str:
    """Return a verdict in the words of a formula."""
    return "a mine" if claim == "mine" else claim


def head_line(game: Game | None = None) -> str:
    """Return the first line of an index."""
    head: dict[str, Any] = {"format": FORMAT, "board": BOARD}
    if game is not None:
        head["game"] = asdict(game)
    return json.dumps(head)


class Folder(NamedTuple):
    """A folder as its index describes it."""

    path: Path
    game: Game | None
    claims: tuple[Claim, ...]


def read_folder(path: str | os.PathLike[str]) -> Folder:
    """Read the index of a folder, which proves nothing.

    Raises `CheckError` and `CheckLimitError`.
    """
    folder = Path(path)
    lines = _lines(folder, INDEX)
    if len(lines) > _MOST_CLAIMS:
        raise CheckLimitError(f"an index of more than {_MOST_CLAIMS:,} claims")
    head = _object(lines[0], 1)
    game = head.pop("game", None)
    if head != {"format": FORMAT, "board": BOARD}:
        raise CheckError(f"expected the format {FORMAT}, and the board {BOARD}", file=INDEX, line=1)
    played = None if game is None else _game(game)
    claims = tuple([_claim(line, number) for number, line in enumerate(lines[1:], start=2)])
    named = {INDEX, BOARD}
    for number, claim in enumerate(claims, start=2):
        for name in filter(None, (claim.formula, claim.proof)):
            if name in named:
                raise CheckError(f"{shown(name)} is named twice", file=INDEX, line=number)
            named.add(name)
        if (claim.round is None) is (played is not None):
            raise CheckError("a round is for the steps of a game", file=INDEX, line=number)
    try:
        beside = sorted({entry.name for entry in os.scandir(folder)} - named)
    except OSError as error:
        raise CheckError(f"the folder cannot be read: {error.strerror}") from None
    if beside:
        raise CheckError(f"{shown(beside[0])} is in the folder, but not in its index", file=INDEX)
    return Folder(folder, played, claims)


def check_folder(
    path: str | os.PathLike[str],
    board: Sequence[str] | None = None,
    *,
    seconds: float | None = None,
) -> Iterator[Claim]:
    """Check the certificates in a folder one after the other; yield each claim once it is proved.

    Args:
        path: The folder.
        board: The lines of the board that the claims are to be about, in native text; by default
            those of the folder, which may be any.
        seconds: The time limit; None for none.

    Raises:
        CheckError: Something is wrong; `file` and `line` say where it shows.
        CheckLimitError: The time is over, or something is too large.
    """
    folder = read_folder(path)
    clock = Clock(seconds)
    with _Blaming(BOARD):
        known = read_board(_lines(folder.path, BOARD))
        if board is not None:
            given = read_board(board)
            for field, name in _SAME.items():
                if getattr(given, field) != getattr(known, field):
                    raise CheckError(f"this is another board: it differs in {name}")
            known = given
    if folder.game is None:
        position = _position(known, clock)
        for claim in folder.claims:
            _check(folder.path, claim, position, clock)
            yield claim
    else:
        yield from _check_game(folder, folder.game, known, clock)


def _check_game(folder: Folder, game: Game, layout: Board, clock: Clock) -> Iterator[Claim]:
    """Check that a game can be won without a guess: each step in the position before its round."""
    with _Blaming(BOARD):
        _check_layout(layout, clock)
    row, column = game.start
    if row >= layout.height or column >= layout.width:
        raise CheckError("the start is off the board", file=INDEX, line=1)
    opened: set[int] = set()
    with _Blaming(INDEX):
        _open(layout, [row * layout.width + column], opened)
    rounds = groupby(folder.claims, key=lambda claim: claim.round)
    for number, (round_number, steps) in enumerate(rounds, start=1):
        clock.tick(len(layout.cells))
        position = _position(_after(layout, opened, uses_total=game.uses_total), clock)
        cells = []
        for claim in steps:
            if round_number != number or claim.claim != "safe" or claim.cell is None:
                problem = "the steps of a round prove cells safe, and the rounds count from 1"
                raise CheckError(problem, file=INDEX)
            _check(folder.path, claim, position, clock)
            cells.append(claim.cell[0] * layout.width + claim.cell[1])
            yield claim
        with _Blaming(INDEX):
            _open(layout, cells, opened)
    left = layout.cells.count("_") - len(opened)
    if left:
        raise CheckError(f"the steps leave {left} safe cells covered", file=INDEX)


def _check_layout(layout: Board, clock: Clock) -> None:
    """Check that a text is a whole layout: all cells open, and every clue as the mines are."""
    if "?" in layout.cells or layout.liars:
        raise CheckError("a game needs its layout, with every cell open and no clue wrong")
    if any(not clue.word for clue in layout.clues.values()) or key_places(layout):
        # Another clue may say something else in a position; a key is the same in all of them.
        raise CheckError("a game needs exact clues, and no rule with a hidden key")
    mines = layout.cells.count("*")
    if layout.mines is not None and layout.mines != (mines, mines):
        raise CheckError(f"the layout has {mines} mines, and another mine count")
    Position(layout, clock).check_layout()


def _open(layout: Board, cells: Sequence[int], opened: set[int]) -> None:
    """Open cells, and the neighbours of each 0 of the ordinary rule."""
    due = list(cells)
    while due:
        cell = due.pop()
        if layout.cells[cell] == "*":
            raise CheckError(f"{layout.cell_name(cell)} is a mine")
        if cell not in opened:
            opened.add(cell)
            if layout.clues.get(cell) == Clue("V", "0", None):
                due += layout.near[cell]


def _after(layout: Board, opened: set[int], *, uses_total: bool) -> Board:
    """Return the position of a player who opened some cells."""
    mines = layout.cells.count("*")
    return layout._replace(
        cells=tuple(["_" if cell in opened else "?" for cell in range(len(layout.cells))]),
        clues={cell: clue for cell, clue in layout.clues.items() if cell in opened},
        mines=(mines, mines) if uses_total else None,
    )


def _position(board: Board, clock: Clock) -> Position:
    with _Blaming(BOARD):
        return Position(board, clock)


def _check(folder: Path, claim: Claim, position: Position, clock: Clock) -> None:
    """Check the files of a claim."""
    clock.look()
    formula = [] if claim.formula is None else _lines(folder, claim.formula)
    check_files(claim, formula, _lines(folder, claim.proof), position, clock)


def check_files(
    claim: Claim, formula: Sequence[str], proof: Sequence[str], position: Position, clock: Clock
) -> None:
    """Check a claim about a position, given the lines of its files.

    Raises `CheckError`, which names a file, and `CheckLimitError`.
    """
    if claim.form == CIRCUIT:
        with _Blaming(claim.proof):
            proved = digits(check_circuit(position.board, proof, clock))
            if proved != claim.layouts:
                raise CheckError(
                    f"the circuit has {shown(proved)} layouts; expected {claim.layouts}"
                )
        return
    with _Blaming(claim.formula or ""):
        check = _check_clauses if claim.form == CLAUSES else _check_inequalities
        constraints = check(formula, claim, position)
    with _Blaming(claim.proof):
        if claim.form == CLAUSES:
            check_refutation(constraints, proof, clock)
        else:
            check_sums(constraints, proof, clock)


def _check_clauses(lines: Sequence[str], claim: Claim, position: Position) -> list[Any]:
    """Return the clauses of a formula that follow from the sources of a claim."""
    formula = read_formula(lines)
    _check_head(formula.conclusion, [group.title for group in formula.groups], claim)
    _check_names(formula.names, position)
    # Variables of the board that have no name here are no counters either.
    first = formula.counters[0].first if formula.counters else position.last + 1
    if first <= position.last:
        raise CheckError(f"a counter begins with {first}, which is a variable of the board")
    clauses: list[Any] = []
    for group in formula.groups:
        for line, clause in enumerate(group.clauses, start=group.line):
            try:
                if group.title.startswith(DENIAL):
                    position.check_denial(claim.claim, claim.cell, clause)
                else:
                    position.check_clause(group.title, clause, formula.counters)
            except CheckError as fault:
                raise CheckError(fault.text, line=line) from None
            clauses.append(clause)
    return clauses


def _check_inequalities(lines: Sequence[str], claim: Claim, position: Position) -> list[Any]:
    """Return the inequalities of a formula that follow from the sources of a claim."""
    formula = read_inequalities(lines)
    _check_head(formula.conclusion, [title for title, _, _ in formula.groups], claim)
    _check_names(formula.names, position)
    inequalities: list[Any] = []
    for title, members, line in formula.groups:
        for inequality in members:
            try:
                if title.startswith(DENIAL):
                    position.check_denial(claim.claim, claim.cell, _literals(inequality))
                else:
                    position.check_inequality(title, inequality)
            except CheckError as fault:
                raise CheckError(fault.text, line=line) from None
            inequalities.append(inequality)
    return inequalities


def _literals(inequality: AtLeast) -> list[int]:
    """Return the literal that an inequality says is true; none if it says anything else."""
    if len(inequality.terms) != 1:
        return []
    ((variable, value),) = inequality.terms
    literals = {(1, 1): [variable], (-1, 0): [-variable]}
    return literals.get((value, inequality.bound), [])


def _check_head(conclusion: str, titles: Sequence[str], claim: Claim) -> None:
    """Check that a formula is the one of a claim, by its first line and its titles."""
    if conclusion != str(claim):
        raise CheckError(f"the formula is about {shown(conclusion)}; expected {claim}", line=1)
    if list(titles) != [*claim.sources, f"{DENIAL}{claim}"]:
        raise CheckError("the formula has other sources than the index", line=1)


def _check_names(names: Any, position: Position) -> None:
    """Check that every variable has the name that it means."""
    for variable, name in names.items():
        if position.name(variable) != name:
            raise CheckError(f"variable {variable} is {position.name(variable)}, not {shown(name)}")


class _Blaming:
    """Names a file in every `CheckError` of a block."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, CheckError) and error.file is None:
            raise CheckError(error.text, file=self._name, line=error.line) from None


def digits(number: int) -> str:
    """Return the decimal digits of a number; Python converts only so many at once."""
    parts = []
    while number >= 10**_CHUNK:
        number, low = divmod(number, 10**_CHUNK)
        parts.append(f"{low:0{_CHUNK}}")
    return f"{number}{''.join(reversed(parts))}"


def _game(said: object) -> Game:
    if not isinstance(said, dict) or said.keys() != {"start", "uses_total"}:
        raise CheckError("expected the start of the game and uses_total", file=INDEX, line=1)
    if type(said["uses_total"]) is not bool:
        raise CheckError("uses_total is neither true nor false", file=INDEX, line=1)
    return Game(_cell(said["start"], 1), said["uses_total"])


def _claim(line: str, number: int) -> Claim:
    """Read a line of the index."""
    said = _object(line, number)

    def expect(is_right: bool, what: str) -> None:
        if not is_right:
            raise CheckError(f"expected {what}", file=INDEX, line=number)

    claim, form, proof = said.pop("claim", None), said.pop("form", None), said.pop("proof", None)
    expect(isinstance(proof, str) and bool(_NAME.fullmatch(proof)), "the name of a proof")
    expect(form in _FORMS, f"a form: {', '.join(_FORMS)}")
    step = said.pop("round", None)
    expect(step is None or (type(step) is int and step > 0), "a round from 1")
    if claim == "layouts":
        layouts = said.pop("layouts", None)
        expect(isinstance(layouts, str) and bool(_DIGITS.fullmatch(layouts)), "digits of layouts")
        expect(form == CIRCUIT and not said and step is None, "a circuit, and no other keys")
        return Claim(claim, form, proof, layouts=layouts)
    expect(claim in ("safe", "mine"), "a claim: safe, mine, layouts")
    cell = _cell(said.pop("cell", None), number)
    formula, sources = said.pop("formula", None), said.pop("sources", [])
    expect(isinstance(formula, str) and bool(_NAME.fullmatch(formula)), "the name of a formula")
    is_text = isinstance(sources, list) and all(isinstance(each, str) for each in sources)
    expect(is_text and form != CIRCUIT and not said, "titles of sources, and no other keys")
    return Claim(claim, form, proof, cell, formula, tuple(sources), round=step)


def _cell(said: object, number: int) -> tuple[int, int]:
    if not isinstance(said, list) or [type(each) for each in said] != [int, int] or min(said) < 0:
        raise CheckError("expected a cell, [row, column]", file=INDEX, line=number)
    return said[0], said[1]


def _object(line: str, number: int) -> dict[str, Any]:
    """Read an object of JSON."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise CheckError(f"cannot be read: {str(error)[:80]}", file=INDEX, line=number) from None
    if not isinstance(said, dict):
        raise CheckError("expected an object of JSON", file=INDEX, line=number)
    return said


def _lines(folder: Path, name: str) -> list[str]:
    """Read the lines of a file, which is no link, and ends with a line break."""
    try:
        # Neither a link nor a pipe: what is opened is what was looked at.
        handle = os.open(folder / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | _NONBLOCK)
        with os.fdopen(handle, "rb") as stream:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise CheckError("this is not a regular file", file=name)
            content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise CheckError(f"cannot be read: {error.strerror}", file=name) from None
    if len(content) > MOST_BYTES:
        raise CheckLimitError(f"{name} has more than {MOST_BYTES:,} bytes")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise CheckError("not UTF-8", file=name) from None
    if not text.endswith("\n"):
        raise CheckError("cut short; expected a line break", file=name, line=text.count("\n") + 1)
    return text[:-1].split("\n")


_NONBLOCK = getattr(os, "O_NONBLOCK", 0)

"""The conditions of an experiment: its boards, rules, first clicks and clue models, crossed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import Path, PurePath

from msgspec import UNSET, structs

from logicsweep.board.first_click import FirstClick
from logicsweep.board.names import SQUARE
from logicsweep.board.rules.rules import ORDINARY
from logicsweep.errors import ArgumentError, BoardSyntaxError, LimitError
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.registry import read_layout
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.ruled import check_dealt, satisfies
from logicsweep.games.keys import Condition, arguments_of, keys_of
from logicsweep.games.setting import Setting, place_of
from logicsweep.lab.experiments.checks import naming
from logicsweep.lab.experiments.declared import EXCLUSIVE, BoardTable, ExperimentFile, several
from logicsweep.limits import MOST_GAMES_IN_ALL, read_up_to


def boards_of(declared: ExperimentFile, beside: Path) -> Iterator[tuple[str, BoardTable]]:
    """Yield the boards, for a folder one of each of its files, each with its key in the file.

    `beside` is the folder of the experiment file. Raises `ArgumentError` for a folder of boards
    that cannot be read, and for keys of which a board can have only one.
    """
    for number, board in enumerate(declared.tables):
        key = f"boards[{number}]"
        with naming(key):
            for first, second in EXCLUSIVE:
                if UNSET not in (getattr(board, first), getattr(board, second)):
                    raise ValueError(f"{first} and {second}; expected one of them")
            files = [] if board.folder is UNSET else _files(board.folder, beside)
        if board.folder is UNSET:
            yield key, board
        for name in files:
            yield key, structs.replace(board, file=name, folder=UNSET)


def games_in_all(declared: ExperimentFile, boards: Iterable[tuple[str, BoardTable]]) -> int:
    """Count the games of all agents under all conditions, without reading a layout.

    Raises `ArgumentError` if there are too many.
    """
    conditions = len(several(declared.rule)) * len(several(declared.clues))
    clicks = 1 if declared.first_click is UNSET else len(several(declared.first_click))
    playing = [agent for agent in declared.agents if agent != declared.judge]
    in_all = 0
    for _, board in boards:
        shapes = 1 if board.densities is UNSET else len(board.densities)
        starts = clicks if board.file is UNSET else 1
        games = declared.games if board.games is UNSET else board.games
        each = sum(min(games, declared.fewer.get(agent, games)) for agent in playing)
        in_all += shapes * starts * conditions * each
    if in_all > MOST_GAMES_IN_ALL:
        expected = f"expected at most {MOST_GAMES_IN_ALL:,}"
        raise ArgumentError("games", f"there are {in_all:,} games in all; {expected}")
    return in_all


def conditions_of(
    declared: ExperimentFile, boards: Iterable[tuple[str, BoardTable]], beside: Path
) -> tuple[dict[Condition, int], dict[str, DealtGame]]:
    """Return the conditions with their numbers of games, and by name the layouts of files.

    `beside` is the folder of the experiment file, in which layouts are looked for. Raises
    `ArgumentError`, which names a board.
    """
    conditions: dict[Condition, int] = {}
    files: dict[str, DealtGame] = {}
    for key, board in boards:
        with naming(key):
            dealt = None
            if board.file is not UNSET:
                dealt = files[board.file] = _dealt(beside / board.file)
            try:
                made = list(_conditions(declared, board, dealt))
            except LimitError as error:
                raise ValueError(str(error)) from None
            for condition in made:
                if condition in conditions:
                    raise ValueError(f"{condition.board} is named twice")
                conditions[condition] = declared.games if board.games is UNSET else board.games
    return conditions, files


def _files(folder: str, beside: Path) -> list[str]:
    """List the files of a folder, by name, as the experiment file would name them."""
    path = beside / folder
    try:
        names = sorted(entry.name for entry in path.iterdir() if entry.is_file())
    except OSError as error:
        raise ValueError(_cannot_read(path, error)) from None
    names = [name for name in names if not name.startswith(".")]
    if not names:
        raise ValueError(f"there are no files in {path}; expected some with complete layouts")
    return [(PurePath(folder) / name).as_posix() for name in names]


def _conditions(
    declared: ExperimentFile, board: BoardTable, dealt: DealtGame | None
) -> Iterator[Condition]:
    """Yield the conditions of a board that is no folder.

    Raises ValueError or `LimitError` if there can be no games under one.
    """
    given = {**arguments_of(declared), **arguments_of(board)}
    counts = [given.pop("mines", None)]
    file = digest = ""
    if dealt is not None:
        mask = dealt.layout.mask
        file, digest = str(board.file), _digest(dealt)
        given |= {"height": mask.shape[0], "width": mask.shape[1], "topology": SQUARE}
        given["first_click"] = FirstClick.UNPROTECTED  # a given layout has no protected first click
        counts = [int(mask.sum())]
    elif board.size is board.height is board.width is UNSET:
        raise ValueError("height is missing; expected height and width, or a size")
    if board.densities is not UNSET:
        sides = (given.get(name) for name in ("size", "height", "width", "topology"))
        cells = place_of(*sides)[0].size
        counts = [round(density * cells) for density in board.densities]
    if board.density is not UNSET:
        given["density"] = str(board.density)  # exactly as it is written
    judge = declared.judge
    several_of = [several(given.pop(name, None)) for name in ("rule", "first_click", "clues")]
    for mines, rule, first_click, clues in product(counts, *several_of):
        setting = Setting(mines=mines, rule=rule, first_click=first_click, clues=clues, **given)
        # Clues and constraints are named as the file does: so they are in lines of games.
        written = {"clues": clues, "constraints": board.constraints}
        keys = {**keys_of(setting), **written, "file": file, "layout": digest}
        condition = Condition(
            **keys,
            forced_survival=declared.forced_survival or bool(judge),
            judge=judge,
            playouts=declared.playouts if judge else 0,
            start=declared.start if board.start is UNSET else board.start,
        )
        _check(condition, setting, dealt)
        yield condition


def _check(condition: Condition, setting: Setting, dealt: DealtGame | None) -> None:
    """Raise ValueError or `LimitError` if there can be no games under a condition."""
    if condition.forced_survival and setting.choice is not None:
        raise ValueError(f"{setting.choice}, and forced_survival needs clues that show one value")
    start = condition.start_cell
    if start is not None:
        NoGuess(start=start).start_on(setting.height, setting.width)
        if condition.forced_survival:
            raise ValueError("a start and forced survival cannot be combined; expected one of them")
        if dealt is not None and dealt.layout.mask[start]:
            raise ValueError(f"the start {start} is a mine")
    if dealt is None:
        check_dealt(setting.board(), setting.first_click)
    else:
        on_layout = replace(setting, topology=dealt.layout.own_adjacency)
        if not satisfies(on_layout.rules, dealt.layout):
            raise ValueError(f"{condition.file} does not satisfy the rules {on_layout.rules}")
        if not satisfies(ORDINARY, dealt.layout, on_layout.constraints):
            raise ValueError(f"{condition.file} does not satisfy the constraints")


def _dealt(path: Path) -> DealtGame:
    try:
        with path.open("rb") as stream:
            return read_layout(read_up_to(stream, str(path)), file_name=path.name)
    except BoardSyntaxError as error:
        raise ValueError(f"{path}: {error}") from None
    except (OSError, ValueError) as error:
        raise ValueError(_cannot_read(path, error)) from None


def _cannot_read(path: Path, error: OSError | ValueError) -> str:
    return f"cannot read {path}: {(getattr(error, 'strerror', None) or str(error)).lower()}"


def _digest(dealt: DealtGame) -> str:
    """Compute a digest that tells a layout from others of the same name."""
    mask, adjacency = dealt.layout.mask, dealt.layout.own_adjacency
    near = () if adjacency is None else (adjacency.lists,)
    return sha256(repr((mask.shape, mask.tobytes(), dealt.start, *near)).encode()).hexdigest()[:12]

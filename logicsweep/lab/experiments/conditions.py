"""The conditions of an experiment: its boards, rules, first clicks and clue models, crossed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import PurePath
from typing import TypeVar

from msgspec import UNSET, structs

from logicsweep.board.first_click import FirstClick
from logicsweep.board.names import SQUARE
from logicsweep.board.rules.rules import ORDINARY
from logicsweep.errors import ArgumentError, BoardSyntaxError, LimitError, SpecificationError
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.registry import read_layout
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.ruled import check_dealt, satisfies
from logicsweep.games.keys import Condition, arguments_of, keys_of
from logicsweep.games.setting import GameRule, Setting, argument_of, place_of
from logicsweep.lab.experiments.declared import EXCLUSIVE, BoardTable, ExperimentFile
from logicsweep.lab.experiments.metrics import MOVES
from logicsweep.lab.experiments.source import Source
from logicsweep.limits import read_up_to

Named = TypeVar("Named", str, GameRule, FirstClick)


def games_in_all(declared: ExperimentFile, source: Source) -> int:
    """Count the games of all agents under all conditions, without reading a layout.

    Raises `SpecificationError` for a folder of boards that cannot be read.
    """
    conditions = len(several(declared.rule)) * len(several(declared.clues))
    in_all = 0
    for number, board in enumerate(tables_of(declared)):
        shapes = 1 if board.densities is UNSET else len(board.densities)
        if board.folder is not UNSET:
            shapes = len(_files(board.folder, number, source))
        is_given = board.file is not UNSET or board.folder is not UNSET
        clicks = declared.first_click
        starts = 1 if is_given or clicks is UNSET else len(several(clicks))
        games = declared.games if board.games is UNSET else board.games
        playing = [agent for agent in declared.agents if agent != judge_of(declared)]
        each = sum(min(games, declared.fewer.get(agent, games)) for agent in playing)
        in_all += shapes * starts * conditions * each
    return in_all


def conditions_of(
    declared: ExperimentFile, source: Source
) -> tuple[dict[Condition, int], dict[str, DealtGame]]:
    """Return the conditions with their numbers of games, and by name the layouts of files.

    Layouts are looked for beside the file. Raises `SpecificationError`, which says where.
    """
    conditions: dict[Condition, int] = {}
    files: dict[str, DealtGame] = {}
    for number, board in enumerate(tables_of(declared)):
        games = declared.games if board.games is UNSET else board.games
        for single in _single(board, number, source):
            dealt = None
            if single.file is not UNSET:
                dealt = files[single.file] = _dealt(single.file, number, source)
            try:
                made = list(_conditions(declared, single, dealt))
            except (ValueError, LimitError) as error:
                raise _misfit(single, number, source, error) from None
            for condition in made:
                if condition in conditions:
                    raise _fault(source, number, f"{condition.board} is named twice")
                conditions[condition] = games
    return conditions, files


def several(named: Named | tuple[Named, ...]) -> tuple[Named, ...]:
    """Return the values of a key that takes one or a list."""
    return named if isinstance(named, tuple) else (named,)


def tables_of(declared: ExperimentFile) -> list[BoardTable]:
    """Return the boards as tables; a size alone stands for a table with nothing else."""
    return [
        board if isinstance(board, BoardTable) else BoardTable(size=board)
        for board in declared.boards
    ]


def named_metrics(declared: ExperimentFile) -> dict[tuple[str | int, ...], str]:
    """Return the metrics that a file names, by the ways to them from the top of the file."""
    plots = () if declared.plots is UNSET else declared.plots
    return {
        **{("metrics", place): name for place, name in enumerate(declared.metrics)},
        **{("plots", place, "y"): plot.y for place, plot in enumerate(plots)},
        **{
            ("published", place, "metric"): entry.metric
            for place, entry in enumerate(declared.published)
        },
    }


def judge_of(declared: ExperimentFile) -> str:
    """Return the agent that judges the moves of the others; empty where they are not judged."""
    return declared.agents[0] if MOVES in named_metrics(declared).values() else ""


def _single(board: BoardTable, number: int, source: Source) -> Iterator[BoardTable]:
    """Yield the board, or for a folder a board of each of its files."""
    for pair in EXCLUSIVE:
        if all(getattr(board, name) is not UNSET for name in pair):
            what = f"{pair[0]} and {pair[1]}; expected one of them"
            raise _fault(source, number, what, pair[0])
    if board.folder is UNSET:
        yield board
        return
    for name in _files(board.folder, number, source):
        yield structs.replace(board, file=name, folder=UNSET)


def _files(folder: str, number: int, source: Source) -> list[str]:
    """List the files of a folder, by name, as the experiment file would name them."""
    path = source.path.parent / folder
    try:
        names = sorted(entry.name for entry in path.iterdir() if entry.is_file())
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise _fault(source, number, f"cannot read {path}: {why}", "folder") from None
    names = [name for name in names if not name.startswith(".")]
    if not names:
        what = f"there are no files in {path}; expected some with complete layouts"
        raise _fault(source, number, what, "folder")
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
        raise ArgumentError("height", "height is missing; expected height and width, or a size")
    if board.densities is not UNSET:
        sides = (given.get(name) for name in ("size", "height", "width", "topology"))
        cells = place_of(*sides)[0].size
        counts = [round(density * cells) for density in board.densities]
    if board.density is not UNSET:
        given["density"] = str(board.density)  # exactly as it is written
    several_of = [several(given.pop(name, None)) for name in ("rule", "first_click", "clues")]
    for mines, rule, first_click, clues in product(counts, *several_of):
        setting = Setting(mines=mines, rule=rule, first_click=first_click, clues=clues, **given)
        # Clues and constraints are named as the file does: so they are in lines of games.
        written = {"clues": clues, "constraints": board.constraints}
        keys = {**keys_of(setting), **written, "file": file, "layout": digest}
        judge = judge_of(declared)
        condition = Condition(
            **keys,
            forced_survival=declared.forced_survival or bool(judge),
            judge=judge,
            playouts=declared.playouts if judge else 0,
            start=declared.start if board.start is UNSET else board.start,
        )
        _check(condition, setting, dealt)
        yield condition


def _misfit(
    board: BoardTable, number: int, source: Source, error: ValueError | LimitError
) -> SpecificationError:
    """Make the error for a board without possible games, at the key to blame, if it has one."""
    key = argument_of(error)
    if key == "mines" and board.densities is not UNSET:
        key = "densities"
    is_there = key is not None and getattr(board, key, UNSET) is not UNSET
    return _fault(source, number, str(error), key if is_there else None)


def _check(condition: Condition, setting: Setting, dealt: DealtGame | None) -> None:
    """Raise ValueError or `LimitError` if there can be no games under a condition."""
    if condition.forced_survival and setting.choice is not None:
        raise ValueError(f"{setting.choice}, and forced_survival needs clues that show one value")
    start = condition.start_cell
    if start is not None:
        NoGuess(start=start).start_on(setting.height, setting.width)
        if condition.forced_survival:
            what = "a start and forced survival cannot be combined; expected one of them"
            raise ArgumentError("start", what)
        if dealt is not None and dealt.layout.mask[start]:
            raise ArgumentError("start", f"the start {start} is a mine")
    if dealt is None:
        check_dealt(setting.board(), setting.first_click)
    else:
        on_layout = replace(setting, topology=dealt.layout.own_adjacency)
        if not satisfies(on_layout.rules, dealt.layout):
            raise ValueError(f"{condition.file} does not satisfy the rules {on_layout.rules}")
        if not satisfies(ORDINARY, dealt.layout, on_layout.constraints):
            raise ValueError(f"{condition.file} does not satisfy the constraints")


def _dealt(name: str, number: int, source: Source) -> DealtGame:
    path = source.path.parent / name
    try:
        with path.open("rb") as stream:
            return read_layout(read_up_to(stream, str(path)), file_name=path.name)
    except BoardSyntaxError as error:
        raise _fault(source, number, f"{path}: {error}", "file") from None
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise _fault(source, number, f"cannot read {path}: {why}", "file") from None


def _digest(dealt: DealtGame) -> str:
    """Compute a digest that tells a layout from others of the same name."""
    mask, adjacency = dealt.layout.mask, dealt.layout.own_adjacency
    near = () if adjacency is None else (adjacency.lists,)
    return sha256(repr((mask.shape, mask.tobytes(), dealt.start, *near)).encode()).hexdigest()[:12]


def _fault(source: Source, number: int, what: str, key: str | None = None) -> SpecificationError:
    where = ("boards", number) if key is None else ("boards", number, key)
    return source.fault(f"boards[{number}]: {what}", *where)

"""The conditions of an experiment: its boards, rules, first clicks and clue models, crossed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import PurePath
from typing import TypeVar

from msgspec import UNSET, UnsetType, structs

from logicsweep.board.first_click import FirstClick
from logicsweep.board.names import SQUARE
from logicsweep.board.rules.rules import ORDINARY, Rules
from logicsweep.board.topologies import canonical
from logicsweep.board.total import Total, parse_density
from logicsweep.errors import BoardSyntaxError, LimitError, SpecificationError
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.registry import read_layout
from logicsweep.games.dealing.ruled import check_dealt, satisfies
from logicsweep.games.experiments.declared import EXCLUSIVE, BoardTable, ExperimentFile
from logicsweep.games.experiments.records import Condition
from logicsweep.games.experiments.source import Source
from logicsweep.games.setting import GameRule, mine_count_of, size_of
from logicsweep.limits import MOST_CELLS, read_up_to

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
        each = sum(min(games, declared.fewer.get(agent, games)) for agent in declared.agents)
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
            for condition in _conditions(declared, single, number, source, files):
                if condition in conditions:
                    raise _fault(source, number, f"{condition.board} is named twice")
                try:
                    _check(condition, files.get(condition.file))
                except (ValueError, LimitError) as error:
                    raise _fault(source, number, str(error), _misfit(single, condition)) from None
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
    declared: ExperimentFile,
    board: BoardTable,
    number: int,
    source: Source,
    files: dict[str, DealtGame],
) -> Iterator[Condition]:
    """Yield the conditions of a board that is no folder."""
    file, digest, topology = "", "", SQUARE
    rules = _rules(declared, board, number, source)
    clicks = UNSET if declared.first_click is UNSET else several(declared.first_click)
    if board.file is not UNSET:
        dealt = files[board.file] = _dealt(board.file, number, source)
        mask = dealt.layout.mask
        shapes: list[tuple[int, int, Total]] = [(*mask.shape, int(mask.sum()))]
        file, digest = board.file, _digest(dealt)
        clicks = (FirstClick.UNPROTECTED,)  # a given layout has no protected first click
    else:
        height, width, usual = _size(board, number, source)
        topology = _topology(declared, board, number, source)
        mines: list[Total]
        if board.density is not UNSET:
            mines = [None]
        elif board.densities is not UNSET:
            mines = [round(density * height * width) for density in board.densities]
        elif board.mines is not UNSET:
            mines = [_count(board.mines, number, source)]
        elif usual is not None:
            mines = [usual]
        else:
            expected = "expected a whole number or a list of numbers from 0 to 1"
            raise _fault(source, number, f"mines or densities is missing; {expected}")
        shapes = [(height, width, count) for count in mines]
    starts = _starts(declared, clicks, Rules.of(rules), board)
    for (height, width, count), start, clues in product(shapes, starts, several(declared.clues)):
        yield Condition(
            height,
            width,
            count,
            *start,
            clues,
            file,
            digest,
            declared.forced_survival,
            topology,
            rules,
            "" if board.density is UNSET else _density(board.density, number, source),
            0 if board.liars is UNSET else board.liars,
            board.constraints,
        )


def _starts(
    declared: ExperimentFile,
    clicks: tuple[FirstClick, ...] | UnsetType,
    rules: Rules,
    board: BoardTable,
) -> list[tuple[str, str, bool]]:
    """List the rules to play by, each with a first click and flood, the usual ones by default."""

    def flood(rule: GameRule) -> bool:
        return rule.usual_flood and not board.liars if declared.flood is UNSET else declared.flood

    def usual(rule: GameRule) -> FirstClick:
        return rule.usual_first_click(rules, has_constraints=bool(board.constraints))

    return [
        (rule.value, click.value, flood(rule))
        for rule in several(declared.rule)
        for click in ((usual(rule),) if clicks is UNSET else clicks)
    ]


def _count(mines: int | tuple[int, ...], number: int, source: Source) -> Total:
    """Return the mine count or the range of a board."""
    count = mine_count_of(mines)
    if isinstance(count, tuple) and count[0] > count[1]:
        raise _fault(source, number, "mines is an empty range; expected the least first", "mines")
    return count


def _density(density: float | str, number: int, source: Source) -> str:
    """Return the density of a board as a fraction, exactly as it is written."""
    try:
        return str(parse_density(str(density)))
    except ValueError as error:
        raise _fault(source, number, str(error), "density") from None


def _check(condition: Condition, dealt: DealtGame | None) -> None:
    """Raise ValueError or `LimitError` if there can be no games under a condition."""
    setting = condition.setting()
    if condition.forced_survival and setting.choice is not None:
        raise ValueError(f"{setting.choice}, and forced_survival needs clues that show one value")
    if dealt is None:
        check_dealt(setting.board(), setting.first_click)
    else:
        on_layout = replace(setting, topology=dealt.layout.own_adjacency)
        if not satisfies(on_layout.rules, dealt.layout):
            raise ValueError(f"{condition.file} does not satisfy the rules {on_layout.rules}")
        if not satisfies(ORDINARY, dealt.layout, on_layout.constraints):
            raise ValueError(f"{condition.file} does not satisfy the constraints")


def _rules(declared: ExperimentFile, board: BoardTable, number: int, source: Source) -> str:
    """Name the rules of a board, in their usual order; empty if they are the ordinary."""
    try:
        return str(Rules.of(declared.rules if board.rules is UNSET else board.rules))
    except ValueError as error:
        if board.rules is UNSET:
            raise source.fault(f"rules: {error}", "rules") from None
        raise _fault(source, number, str(error), "rules") from None


def _misfit(board: BoardTable, condition: Condition) -> str | None:
    """Return the key to blame, if there is one, for a board without possible games."""
    is_size = not 1 <= condition.height * condition.width <= MOST_CELLS
    keys = ("size", "height") if is_size else ("mines", "densities", "density")
    return next((key for key in keys if getattr(board, key) is not UNSET), None)


def _size(board: BoardTable, number: int, source: Source) -> tuple[int, int, int | None]:
    """Return height, width, and the usual number of mines if the size has a name."""
    if board.size is UNSET:
        height, width = (_given(board, key, number, source) for key in ("height", "width"))
        return height, width, None
    try:
        return size_of(board.size)
    except ValueError as error:
        raise _fault(source, number, str(error), "size") from None


def _topology(declared: ExperimentFile, board: BoardTable, number: int, source: Source) -> str:
    """Return the name of the topology of a board that is dealt, in its usual spelling."""
    try:
        if board.topology is UNSET:
            return canonical(declared.topology)
        return canonical(board.topology)
    except ValueError as error:
        if board.topology is UNSET:
            raise source.fault(f"topology: {error}", "topology") from None
        raise _fault(source, number, str(error), "topology") from None


def _given(board: BoardTable, key: str, number: int, source: Source) -> int:
    """Return the number of a key that has to be there."""
    value = getattr(board, key)
    if value is UNSET:
        raise _fault(source, number, f"{key} is missing; expected a whole number")
    return int(value)


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

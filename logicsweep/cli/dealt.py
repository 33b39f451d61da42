"""What becomes of dealt layouts: drawn, printed, written, recorded, certified."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from logicsweep.cli.common import LIMIT, USAGE, fail, print_json, say
from logicsweep.cli.files import cannot_hold, output_of, print_bytes, write_bytes
from logicsweep.cli.lines import LINES, unwritable
from logicsweep.errors import LimitError, counted
from logicsweep.formats.base import Content, Format
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.registry import endings_of
from logicsweep.games.dealing.clues import opened, revealed
from logicsweep.games.dealing.layouts import shown_source
from logicsweep.games.dealing.records import Dealt, NotDealt, Order, Record, is_of
from logicsweep.games.setting import Setting
from logicsweep.render.dealing import dealt_words
from logicsweep.render.words import content_words


class Wanted(NamedTuple):
    """What to do with each layout; see the options of these names."""

    to: Format | None
    output: str | None
    certify: Path | None
    as_json: bool
    lossy: bool = False

    @property
    def is_recorded(self) -> bool:
        """Whether a file of lines is written, which can be continued."""
        return self.to is None and self.output is not None

    def check(self, number: int) -> None:
        """Exit with a message for what would not be written, of so many layouts."""
        form = self.to
        if form is not None:
            if self.as_json and self.output in (None, "-"):
                raise fail("--to needs --out OUT beside --json, which has standard output", USAGE)
            prints = not form.is_text and self.output in (None, "-")
            if prints and (number > 1 or sys.stdout.isatty()):
                raise fail(f"{form.name} is a binary format; expected --out OUT", USAGE)
        if self.certify is not None:
            if self.is_recorded:
                raise fail(
                    f"--certify and --out with a file ending in {LINES} cannot be combined; "
                    "expected one of them",
                    USAGE,
                )
            from logicsweep.cli.certify import check_new

            check_new(self.certify)


def output_for(output: str | None, form: Format | None) -> str | None:
    """Where --out leads, beside the format of --to. Exits with a message for what is no file."""
    if output is None:
        return None
    found = output_of(output)
    if form is None and not found.endswith(LINES):
        raise fail(f"--out is {output!r}; expected --to NAME, or a file ending in {LINES}", USAGE)
    return found


def _made(folder: Path) -> None:
    """Make a folder and those it is in, if they are not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from None


def seeds_of(records: Iterator[Record], order: Order, path: Path | None) -> set[int]:
    """The seeds of a file's layouts. Exits with a message when they were dealt otherwise."""
    seeds = set()
    for record in records:
        if not is_of(record, order):
            raise fail(
                f"{path} holds layouts that were dealt otherwise, such as seed {record.seed}; "
                f"expected the same options, or another file",
                USAGE,
            )
        if isinstance(record, Dealt):  # what was not found is tried again
            seeds.add(record.seed)
    return seeds


def tell(record: Record, order: Order, wanted: Wanted, *, several: bool) -> None:
    """Print, write and certify one layout."""
    if wanted.as_json:
        print_json(record)
    if isinstance(record, NotDealt):
        if not wanted.as_json:
            say(f"seed {record.seed}: {record.error}")
        return
    game = record.game
    if wanted.to is not None:
        game = _positioned(game, record.seed, wanted.to, order.setting)
        write_one(game, record.seed, wanted, several=several)
    elif wanted.output is None and not wanted.as_json:
        from logicsweep.cli.terminal import draw

        draw(revealed(order.setting, game.layout, shown_source(record.seed)))
        print(dealt_words(record))
    if wanted.certify is not None and order.no_guess is not None:
        folder = wanted.certify / str(record.seed) if several else wanted.certify
        steps = _certify(game, order, folder)
        if not wanted.as_json:
            print(f"{counted(steps, 'step')} certified in {folder}.")


def _positioned(game: DealtGame, seed: int, form: Format, setting: Setting) -> DealtGame:
    """A layout for a format, with a position for one that holds nothing else."""
    if form.write_layout is not None:
        return game
    layout, source = game.layout, shown_source(seed)
    if game.start is None:
        return game._replace(shown=revealed(setting, layout, source))
    return game._replace(shown=opened(setting, layout, [game.start], source))


def write_one(content: Content, seed: int, wanted: Wanted, *, several: bool) -> None:
    """Write a layout or a position in the format that is wanted, to standard output or a file.

    What was written to a file is said.
    """
    form, output = wanted.to, wanted.output
    if form is None:
        return
    try:
        data = form.write(content, lossy=wanted.lossy)
    except ValueError as error:
        raise cannot_hold(error) from None
    if output in (None, "-"):
        if several and data.count(b"\n") > 1:
            raise fail(f"several boards in the format {form.name} need --out DIR", USAGE)
        print_bytes(data)
        return
    path = Path(str(output))
    if several:
        _made(path)
        path /= f"{seed}{_ending(form)}"
    write_bytes(path, [data])
    if not wanted.as_json:
        print(f"{path}: {content_words(content)}, as {form.name}.")


def _ending(form: Format) -> str:
    return next(iter(endings_of(form.name)), ".txt")


def _certify(game: DealtGame, order: Order, folder: Path) -> int:
    """Write the certificates of a game's steps; returns how many."""
    from logicsweep.cli.certify import write_folder
    from logicsweep.explain.certificates.certificate import Certificate
    from logicsweep.explain.certificates.game import Played, game_files
    from logicsweep.games.dealing.certified import certificates_of

    if game.start is None or order.no_guess is None:
        raise fail("there is no start to certify from", USAGE)
    played = Played(game.layout, game.start, order.no_guess.total)
    steps = 0

    def counted_rounds() -> Iterator[list[Certificate]]:
        nonlocal steps
        for own in certificates_of(played, time_limit=order.time_limit):
            steps += len(own)
            yield own

    _made(folder.parent)
    try:
        write_folder(folder, game_files(played, counted_rounds()))
    except LimitError as error:
        raise fail(f"{folder} was not written: {error}", LIMIT) from None
    return steps

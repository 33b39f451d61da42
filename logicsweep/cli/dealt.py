"""Output of dealt layouts and puzzles: drawn, printed, written, recorded, certified."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from logicsweep.cli.common import LIMIT, fail, print_json, refusing, say
from logicsweep.cli.files import (
    cannot_hold,
    no_output,
    output_of,
    print_bytes,
    write_bytes,
    writing,
)
from logicsweep.cli.lazy import lazily
from logicsweep.cli.lines import LINES
from logicsweep.errors import LimitError, counted
from logicsweep.formats.base import Content, Format
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.registry import by_name, check_name, endings_of
from logicsweep.games.dealing.layouts import opened, revealed, shown_source
from logicsweep.games.dealing.records import LayoutOrder, NotDealt, Record
from logicsweep.games.setting import Setting
from logicsweep.render.games import dealt_words
from logicsweep.render.words import content_words

with lazily():
    from logicsweep.cli.files import write_folder
    from logicsweep.cli.terminal import draw
    from logicsweep.games.dealing.certified import Played, certificates_of
    from logicsweep.reasons.certificates.certificate import Certificate
    from logicsweep.reasons.certificates.folder import game_files


class Target(NamedTuple):
    """The place that layouts or positions go to; see the options of these names."""

    form: Format | None
    output: str | None
    as_json: bool
    lossy: bool

    @property
    def path(self) -> Path | None:
        """The file of lines, which can be continued, if one is written."""
        return Path(self.output) if self.form is None and self.output is not None else None

    @property
    def is_stdout(self) -> bool:
        """Whether the output goes to standard output."""
        return self.output in (None, "-")

    def write(self, content: Content, seed: int, *, several: bool) -> None:
        """Write a layout or a position in the format, if there is one; a file is named."""
        form = self.form
        if form is None:
            return
        try:
            data = form.write(content, lossy=self.lossy)
        except ValueError as error:
            raise cannot_hold(error) from None
        if self.is_stdout:
            if several and data.count(b"\n") > 1:
                raise fail(f"several boards in the format {form.name} need -o DIR")
            print_bytes(data)
            return
        path = Path(str(self.output))
        if several:
            make_folder(path)
            path /= f"{seed}{next(iter(endings_of(form.name)), '.txt')}"
        else:
            with refusing("--output"):
                check_name(form, data, path.name, content)
        write_bytes(path, [data])
        if not self.as_json:
            print(f"{path}: {content_words(content)}, as {form.name}.")


def target_of(
    to: str | None,
    output: str | None,
    number: int,
    *,
    as_json: bool,
    lossy: bool,
    others: Sequence[str] = (),
) -> Target:
    """Return where so many boards go. Exits with a message where they cannot be written.

    `others` are endings of files that the command itself writes.
    """
    form = None if to is None else by_name(to)
    target = Target(form, None if output is None else output_of(output), as_json, lossy)
    if form is None:
        if target.output is not None and not target.output.endswith(LINES):
            raise no_output(str(output), [LINES, *others], "--to NAME, or ")
    elif target.is_stdout:
        if as_json:
            raise fail("--to needs -o OUT beside --json, which has standard output")
        if not form.is_text and (number > 1 or sys.stdout.isatty()):
            raise fail(f"{form.name} is a binary format; expected -o OUT")
    return target


def make_folder(folder: Path) -> None:
    """Make a folder and those it is in, if they are not there."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)


def tell(
    record: Record, order: LayoutOrder, target: Target, certify: Path | None, *, several: bool
) -> None:
    """Print, write and certify one layout."""
    if target.as_json:
        print_json(record)
    if isinstance(record, NotDealt):
        # One that needs no guess, and was not found, is told in the end.
        if not target.as_json and (several or order.no_guess is None):
            say(f"seed {record.seed}: {record.error}")
        return
    game = record.game
    if target.form is not None:
        content = _positioned(game, record.seed, target.form, order.setting)
        target.write(content, record.seed, several=several)
    elif target.output is None and not target.as_json:
        draw(revealed(order.setting, game.layout, shown_source(record.seed)))
        print(dealt_words(record))
    if certify is not None and order.no_guess is not None:
        folder = certify / str(record.seed) if several else certify
        steps = _certify(game, order, folder)
        if not target.as_json:
            print(f"{counted(steps, 'step')} certified in {folder}.")


def _positioned(game: DealtGame, seed: int, form: Format, setting: Setting) -> Content:
    """Return a layout, or its position for a format that holds only positions."""
    if form.write_layout is not None:
        return game
    layout, source = game.layout, shown_source(seed)
    if game.start is None:
        return revealed(setting, layout, source)
    return opened(setting, layout, [game.start], source)


def _certify(game: DealtGame, order: LayoutOrder, folder: Path) -> int:
    """Write the certificates of a game's steps; return how many there are."""
    if game.start is None or order.no_guess is None:
        raise fail("there is no start to certify from")
    played = Played(game.layout, game.start, order.no_guess.total)
    steps = 0

    def counted_rounds() -> Iterator[list[Certificate]]:
        nonlocal steps
        for certificates in certificates_of(played, time_limit=order.time_limit):
            steps += len(certificates)
            yield certificates

    make_folder(folder.parent)
    try:
        write_folder(folder, game_files(played.layout.revealed(), played.game, counted_rounds()))
    except LimitError as error:
        raise fail(f"{folder} was not written: {error}", LIMIT) from None
    return steps

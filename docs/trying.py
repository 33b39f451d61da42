"""Boards that readers of the site try in place, on the page, which is a part of the site.

`<!-- try -->` before a block of code offers the board that the block holds, and
`<!-- try: example:NAME -->` before a block or a picture an example of the package. Behind the block
comes a link to the page with that board; `embed.js` opens it in place. Nothing is fetched.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from sphinx.util.logging import getLogger
from sphinx.util.osutil import relative_uri

from logicsweep import Board, read_board
from logicsweep.errors import LogicSweepError
from logicsweep.formats.files import example_file
from logicsweep.formats.link import fragment_of
from logicsweep.site.site import site_files, write_site
from tools.compiling import WASM, is_current_wasm

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PAGE: Final = "page/"
"""The folder of the page in the site."""

logger = getLogger(__name__)

_MARK: Final = re.compile(r"<!-- try(?:: example:(\S+))? -->")
_BUILDERS: Final = ("html", "dirhtml")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect what this extension adds, and declare its one value of the configuration."""
    # The pages are written anew where there is a kernel now, or none any more.
    app.add_config_value("page_kernel", _kernel, "html", types=(str,))
    app.connect("builder-inited", _announced)
    app.connect("doctree-resolved", _with_links)
    app.connect("build-finished", _with_the_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def marked_board(mark: str, text: str) -> tuple[str, Board] | None:
    """Return the board that a comment in HTML offers, and its name on the page.

    Args:
        mark: The comment, with whatever stands beside it.
        text: The text of the block that follows it.

    Returns:
        None if the comment offers no board.

    Raises:
        LogicSweepError: The board cannot be read, or there is no such example.
    """
    told = _MARK.search(mark)
    if told is None:
        return None
    name = told[1]
    if name is None:
        return "board", Board.parse(text)
    file = example_file(name)
    return name, read_board(file.read_bytes(), file_name=file.name)


def _kernel(config: object) -> str:
    """Return the path of the kernel for browsers; empty without one of these sources."""
    del config
    return str(WASM) if is_current_wasm() else ""


def _has_page(app: Sphinx) -> bool:
    return app.builder.name in _BUILDERS and bool(app.config.page_kernel)


def _announced(app: Sphinx) -> None:
    """Say once why no board can be tried."""
    if app.builder.name in _BUILDERS and not app.config.page_kernel:
        logger.info(
            "the site comes without the page, and its boards cannot be tried: there is no kernel "
            "for browsers of these sources, which LOGICSWEEP_WASM=1 pip install . makes"
        )


def _with_links(app: Sphinx, tree: nodes.document, name: str) -> None:
    """Add a link behind each block that a comment marks, and at the end the script."""
    if not _has_page(app):
        return
    home = relative_uri(app.builder.get_target_uri(name), PAGE)
    is_any = False
    for mark in list(tree.findall(nodes.raw)):
        parent = mark.parent
        place = parent.index(mark) + 1
        shown = parent[place] if place < len(parent) else None
        try:
            offered = marked_board(mark.astext(), shown.astext() if shown else "")
            if offered is None:
                continue
            title, board = offered
            link = f"{home}{fragment_of(board, title)}"
        except (LogicSweepError, ValueError) as error:
            logger.warning("the board to try: %s", error, location=mark)
            continue
        parent.insert(place + 1, _html(f'<p><a class="logicsweep" href="{link}">Try it</a></p>'))
        is_any = True
    if is_any:
        tree += _html(f'<script src="{home}embed.js" defer></script>')


def _html(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


def _with_the_page(app: Sphinx, error: Exception | None) -> None:
    """Write the page into the site."""
    if error is None and _has_page(app):
        write_site(Path(app.outdir) / PAGE, site_files(Path(app.config.page_kernel)))

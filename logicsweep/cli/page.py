"""`logicsweep page`: the page as files that answer without a server."""

from __future__ import annotations

from pathlib import Path

from logicsweep.cli.common import command, print_json, refusing
from logicsweep.cli.lazy import lazily

with lazily():
    from logicsweep.answers.page import written
    from logicsweep.cli.files import writing
    from logicsweep.site.site import site_files, write_site


@command
def page(
    *,
    output: Path,
    json: bool = False,
) -> None:
    """Write the page as static files, which any host serves from any path.

    It analyses boards and plays games in the browser alone, by the kernel in WebAssembly, and
    after the first visit without a network, too. It refuses, in words, what takes Python: rules,
    liars, certificates, agents and replays.

    Args:
        output (-o, --output DIR): The folder to write: a new one, an empty one, or one with an
            older page, which is replaced.

    Example: logicsweep page -o public
    """
    with refusing():
        files = site_files()
        with writing(output):
            write_site(output, files)
    answer = written(str(output), files)
    if json:
        print_json(answer)
        return
    print(
        f"The page is in {output}: {answer.files} files, {answer.bytes / 1000:,.0f} kB "
        f"({answer.packed / 1000:,.0f} kB gzipped).\n"
        f"Try it: python -m http.server --directory {output}"
    )

"""`logicsweep`, whose page has one script in place of sixty: a browser loads that much faster.

The other scripts are there, too, for tests of one module.

    python -m tests.site.browser.joined serve
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from logicsweep.__main__ import main
from logicsweep.render.bundle import bundle
from logicsweep.site import files

SCRIPT = "app.js"


def join() -> None:
    """Have the page's script and all that it imports joined."""
    collect = files.Contents.of

    def joined(more: Mapping[str, bytes] = MappingProxyType({})) -> files.Contents:
        contents = collect(more)
        script = {SCRIPT: bundle(SCRIPT, contents.by_name)}
        return contents._replace(by_name={**contents.by_name, **script})

    files.Contents.of = joined  # type: ignore[method-assign,assignment]


if __name__ == "__main__":
    join()
    main()

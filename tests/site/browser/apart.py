"""`logicsweep`, whose page also has each module by itself, for tests of one.

python -m tests.site.browser.apart serve
"""

from __future__ import annotations

from logicsweep.__main__ import main
from logicsweep.site.files import Contents


def keep_apart() -> None:
    """Have the modules stay beside the scripts that are joined of them."""
    join = Contents.joined

    def joined(self: Contents, *scripts: str) -> Contents:
        made = join(self, *scripts)
        return made._replace(by_name={**self.by_name, **made.by_name})

    Contents.joined = joined  # type: ignore[method-assign]


if __name__ == "__main__":
    keep_apart()
    main()

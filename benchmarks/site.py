"""The page without a server: its first probability, and each change beside the page of `serve`.

    python benchmarks/site.py                two minutes
    python benchmarks/site.py --positions 50

It takes Playwright, Chromium, and the kernel for browsers (`LOGICSWEEP_WASM=1 pip install .`). A
first visit is one with an empty cache, on a processor that the browser slows down four times: from
the start of the navigation to the frame after the one in which the first probabilities were drawn.
What came by then is counted as hosts send it, gzipped. Then a clue is painted in positions of
seeded play, as in page.py: in the page of `serve` and in the site, in turn.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from page import SHAPES, SHARES, chromium, painted, served, told
from positions import played_to
from timing import parser

from logicsweep.site.files import KERNEL
from logicsweep.site.site import site_files, write_site

SLOWER = 4
# What a first visit may take, in milliseconds and in bytes; when it is given up, in milliseconds.
FIRST, BYTES, PATIENCE = 1000, 200_000, 60_000
VISITS = 10
# The time at which all that follows from the position at hand was drawn; none if that is too late.
_FIRST = f"""
window.first = new Promise((done) => {{
    setTimeout(done, {PATIENCE});
    new MutationObserver((_, observer) => {{
        if (!["counted", "ready"].includes(document.body?.dataset.state)) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0));
    }}).observe(document, {{ attributes: true, childList: true, subtree: true }});
}});
"""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a folder that a process of its own serves."""
    words = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        # Serving HTTP on 127.0.0.1 port 43210 (http://127.0.0.1:43210/) ...
        said = "" if process.stdout is None else process.stdout.readline()
        yield f"http://127.0.0.1:{said.partition(' port ')[2].split()[0]}/"
    finally:
        process.terminate()
        process.wait()


def first_visit(browser: Any, url: str, files: Mapping[str, bytes]) -> tuple[float, int, int]:
    """Milliseconds to the first probabilities, the files by then, and their bytes, gzipped."""
    context = browser.new_context()
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(_FIRST)
    page.goto(url, wait_until="commit")
    time: float | None = page.evaluate("window.first")
    if time is None:
        raise SystemExit(f"no probability was drawn within {PATIENCE / 1000:.0f} s")
    names = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    # The worker fetches the kernel, of which the page does not hear.
    paths = {urlsplit(name).path[1:] for name in names} | {"index.html"}
    kernel = next(name for name in files if name.endswith(KERNEL.name))
    came = [files[name] for name in {*paths, kernel} if name in files]
    context.close()
    return time, len(came), sum(len(gzip.compress(data, 9)) for data in came)


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--positions", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    from playwright.sync_api import sync_playwright

    files = site_files()
    with TemporaryDirectory() as made, sync_playwright() as driver, served() as ours:
        write_site(Path(made), files)
        with hosted(Path(made)) as alone:
            browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            visits = [first_visit(browser, alone, files) for _ in range(VISITS)]
            times, counts, sizes = zip(*visits, strict=True)
            told(f"first probability, {SLOWER} times slower", list(times), FIRST)
            print(f"by then: {max(counts)} files, {max(sizes):,} bytes gzipped (bar {BYTES:,})")
            pages = [browser.new_context().new_page() for _ in range(2)]
            for shape, _ in SHAPES:
                height, width, mines = shape
                both: list[list[float]] = [[], []]
                for turn in range(chosen.positions):
                    seed, share = chosen.seed + turn, SHARES[turn % len(SHARES)]
                    position = played_to(height, width, mines, seed, share)
                    for times_of, page, url in zip(both, pages, (ours, alone), strict=True):
                        times_of.append(painted(page, url, position, None)[0])
                for name, times_of in zip(("serve", "site"), both, strict=True):
                    told(f"{width}x{height}: key to probabilities, {name}", times_of)
                ratio = median(both[1]) / median(both[0])
                print(f"{width}x{height}: the site takes {ratio:.2f} of the time of serve")
            browser.close()


if __name__ == "__main__":
    main()

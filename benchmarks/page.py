"""The page in a browser: from a change to all probabilities on the screen, from a click to why.

    python benchmarks/page.py                       two minutes
    python benchmarks/page.py --positions 40
    python benchmarks/page.py --jsminesweeper DIR   with the analyser of JSMinesweeper, in turn

It takes Playwright and Chromium as the system has it. Positions are those of seeded play; in each,
a clue that the layout has is painted with a key, as a player would. The time runs in the browser:
from the key to the frame after the one in which the last probability was drawn; the drawing is the
part of it that the page spends on its cells, and the browser on that frame. A click counts to the
frame that shows the clues framed. Last, a hard question is given up, and the next one asked.
First comes what the page loads, by the browser's own counters: the bytes that came over the wire,
headers among them, and the requests; on a first visit, and after a reload.

DIR is a checkout of JSMinesweeper, whose index.html is opened from a server of its own. There the
clue is painted with a key as well, and analysed with the key `a`, which also looks for a move; the
time ends with the frame after its overlay was drawn.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import mean, median
from threading import Thread
from typing import Any, NamedTuple

import numpy as np
from positions import Position, at_random, clues, played_to
from timing import parser

from logicsweep import Board, KnowledgeBase, write_board
from logicsweep.formats.link import fragment_of

# Height, width and mines; what the median may take, in milliseconds.
SHAPES = (((16, 30, 99), 40), ((100, 100, 2063), 150))
LARGE = ((250, 250, 12_890), 700)
CLICK = 25
# The shares of the safe cells that are open, in turn.
SHARES = (0.2, 0.35, 0.5, 0.65, 0.8)
NEXT = 300
# What a first visit may load, in bytes, and after a reload how many files.
LOADED, AGAIN = 120_000, 1
# The element of a cell, and where it is; on a canvas, the cell first gets the keyboard.
_CELL = """([row, column]) => {
    const find = () => document.querySelector(`#grid [data-cell="${row},${column}"]`);
    const tiles = document.querySelector("#grid .tiles");
    if (!tiles) return find();
    const { width, height } = document.querySelector("#grid [data-cell]").getBoundingClientRect();
    const { left, top } = tiles.getBoundingClientRect();
    const [clientX, clientY] = [left + (column + 0.5) * width, top + (row + 0.5) * height];
    tiles.dispatchEvent(new MouseEvent("mousedown", { clientX, clientY, bubbles: true }));
    find().scrollIntoView({ block: "center", inline: "center" });
    return find();
}"""
# How long the page draws cells, and when it last did.
_WATCH = """async () => {
    const script = document.querySelector('script[type="module"]').src;
    const { BoardView } = await import(new URL("board.js", script));
    const show = BoardView.prototype.show;
    BoardView.prototype.show = function (...words) {
        const start = performance.now();
        show.apply(this, words);
        window.last = performance.now();
        window.drawing = (window.drawing ?? 0) + window.last - start;
    };
}"""
# Heard as soon as it happens: a timer that looks for it would miss the next frame as often as not.
_ONCE = """(holds, act) => {
    if (holds()) return act();
    const observer = new MutationObserver(() => {
        if (!holds()) return;
        observer.disconnect();
        act();
    });
    observer.observe(document.body, { attributes: true, childList: true, subtree: true });
}"""
_DRAWN = f"""(state) => new Promise((done) => {{
    ({_ONCE})(() => state.includes(document.body.dataset.state), () =>
        requestAnimationFrame(() => setTimeout(() => {{
            const now = performance.now();
            done([now - window.began, (window.drawing ?? 0) + now - (window.last ?? now)]);
        }}, 0)));
}})"""


def chromium() -> str:
    """The path of the system's browser."""
    names = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        raise SystemExit("there is no Chromium; expected one of " + ", ".join(names))
    return path


@contextmanager
def served() -> Iterator[str]:
    """The address of a page that a process of its own serves."""
    words = ["-m", "logicsweep", "serve", "--no-open", "--port", "0", "--json"]
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        told = ""
        while process.stdout is not None and not told.rstrip().endswith("}"):
            told += process.stdout.readline()
        yield json.loads(told)["url"]
    finally:
        process.terminate()
        process.wait()


class Loaded(NamedTuple):
    """Files that came over the wire, and their bytes; answers apart."""

    files: int
    bytes: int
    answers: int

    def told(self, what: str, bar: str) -> None:
        """One line of a result."""
        print(
            f"{what:<44} {self.files} requests, {self.bytes:,} bytes  (bar {bar}); "
            f"answers {self.answers:,} bytes"
        )


def loaded(browser: Any, url: str) -> tuple[Loaded, Loaded]:
    """What a first visit loads until all is drawn, and a reload after it."""
    context = browser.new_context()
    page = context.new_page()
    session = context.new_cdp_session(page)
    addresses: dict[str, str] = {}
    sizes: dict[str, int] = {}
    session.on(
        "Network.requestWillBeSent",
        lambda event: addresses.update({event["requestId"]: event["request"]["url"]}),
    )
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    session.on("Network.loadingFailed", lambda event: sizes.update({event["requestId"]: 0}))
    session.send("Network.enable")

    def counted() -> Loaded:
        page.wait_for_selector('body[data-state="ready"]', timeout=120_000)
        while not addresses.keys() <= sizes.keys():
            page.wait_for_timeout(50)
        is_answer = {name: "/api/" in address for name, address in addresses.items()}
        came = [size for name, size in sizes.items() if size and not is_answer[name]]
        answers = sum(size for name, size in sizes.items() if is_answer[name])
        addresses.clear()
        sizes.clear()
        return Loaded(len(came), int(sum(came)), int(answers))

    page.goto(url)
    first = counted()
    page.reload()
    again = counted()
    context.close()
    return first, again


def painted(
    page: Any, url: str, position: Position, watch: str | None = _WATCH
) -> tuple[float, float]:
    """Milliseconds from a key to all probabilities of the new position; those of drawing them.

    The latter mean nothing without a script that can `watch`.
    """
    board = Board(position.grid, mines=position.mines)
    page.goto("about:blank")
    page.goto(f"{url}{fragment_of(board, 'board')}")
    page.wait_for_selector('body[data-state="ready"]', timeout=120_000)
    if watch is not None:
        page.evaluate(watch)
    row, column, key = change(position)
    times: list[float] = page.evaluate(
        f"""async ([place, key]) => {{
        const cell = ({_CELL})(place);
        cell.focus();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
        window.began = performance.now();
        window.drawing = 0;
        cell.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
        return ({_DRAWN})(["counted", "ready"]);
    }}""",
        [[row, column], key],
    )
    whole, drawing = times
    return whole, drawing


def scrolled(page: Any) -> list[float]:
    """Milliseconds between frames while the board that is shown is scrolled, far and fast."""
    times: list[float] = page.evaluate(
        """async () => {
        let box = document.querySelector("#grid");
        while (box.scrollHeight <= box.clientHeight) box = box.parentElement;
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        box.scrollTo(0, 0);
        const times = [];
        let before = await frame();
        for (let step = 0; step < 120; step++) {
            box.scrollBy({ left: 16, top: 64, behavior: "instant" });
            const now = await frame();
            times.push(now - before);
            before = now;
        }
        return times;
    }"""
    )
    return times


def explained(page: Any, url: str, position: Position) -> float | None:
    """Milliseconds from a click on a proved cell to its framed clues; None if none is proved."""
    board = Board(position.grid, mines=position.mines)
    proved = KnowledgeBase(board).consequences()
    cells = sorted(proved.mines | proved.safe)
    if not cells:
        return None
    page.goto("about:blank")
    page.goto(f"{url}{fragment_of(board, 'board')}")
    page.wait_for_selector('body[data-state="ready"]', timeout=120_000)
    row, column = cells[len(cells) // 2]
    time: float = page.evaluate(
        f"""(place) => new Promise((done) => {{
        const cell = ({_CELL})(place);
        const {{ left, top, width, height }} = cell.getBoundingClientRect();
        const at = {{ clientX: left + width / 2, clientY: top + height / 2, bubbles: true }};
        const target = document.querySelector("#grid .tiles") ?? cell;
        const began = performance.now();
        target.dispatchEvent(new MouseEvent("click", at));
        ({_ONCE})(() => document.querySelector("#why .text"), () =>
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - began), 0)));
    }})""",
        [row, column],
    )
    return time


def _touches(position: Position, place: list[int]) -> bool:
    row, column = place
    around = position.grid[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
    return bool((around >= 0).any())


def next_answer(page: Any, url: str) -> float:
    """Milliseconds to the answer about a small board, asked while a hard one is worked on."""
    hard = at_random(120, 120, 2970, 1, 0.3)
    page.goto("about:blank")
    page.goto(f"{url}{fragment_of(Board(hard.grid, mines=hard.mines), 'hard')}")
    page.wait_for_selector("#progress:not([hidden])", timeout=120_000)
    times: list[float] = page.evaluate(
        f"""() => {{
        window.began = performance.now();
        const list = document.getElementById("examples");
        list.value = "expert-stuck";
        list.dispatchEvent(new Event("change"));
        return ({_DRAWN})(["counted", "ready"]);
    }}"""
    )
    return times[0]


@contextmanager
def other_page(folder: Path | None) -> Iterator[str | None]:
    """The address of another page, from a checkout; None without one."""
    if folder is None:
        yield None
        return
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/index.html"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of it."""

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


def painted_there(page: Any, url: str, position: Position) -> float:
    """Milliseconds from a key to all probabilities in JSMinesweeper's analyser."""
    board = Board(position.grid, mines=position.mines)
    link = write_board(board, "analysis", lossy=True).decode().strip()
    page.goto("about:blank")
    page.goto(f"{url}?{link.partition('?')[2]}")
    page.wait_for_function("() => analysisMode && !analysisButton.disabled && !canvasLocked")
    time: float = page.evaluate(
        """([row, column, key]) => new Promise((done) => {
        const draw = renderHints;
        window.renderHints = (...words) => {
            draw(...words);
            if (!words[0]) return;
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - began), 0));
        };
        hoverTile = board.getTileXY(column, row);
        const began = performance.now();
        for (const one of [key, "a"]) {
            document.dispatchEvent(new KeyboardEvent("keydown", { key: one }));
        }
    })""",
        list(change(position)),
    )
    return time


def change(position: Position) -> tuple[int, int, str]:
    """The cell that is painted, and the key that paints its clue: one beside an open cell."""
    hidden = np.argwhere((position.grid < 0) & ~position.layout).tolist()
    near = [place for place in hidden if _touches(position, place)] or hidden
    row, column = near[len(near) // 2]
    return row, column, str(int(clues(position.layout)[row, column]))


def told(what: str, times: list[float], bar: float | None = None) -> None:
    """One line of a result."""
    wanted = "" if bar is None else f"; bar {bar:g}"
    print(
        f"{what:<44} median {median(times):6.1f}  mean {mean(times):6.1f}  max {max(times):6.1f} ms"
        f"  (n {len(times)}{wanted})"
    )


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--positions", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jsminesweeper", type=Path, metavar="DIR")
    chosen = options.parse_args()
    from playwright.sync_api import sync_playwright

    path = chromium()
    with served() as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        first, again = loaded(browser, url)
        first.told("a first visit loads", f"{LOADED:,} bytes")
        again.told("a reload loads", f"{AGAIN} request")
        # Each in a process of its own, whose scripts are warm after the first position.
        page, there = (browser.new_page(viewport={"width": 1366, "height": 768}) for _ in range(2))
        for (height, width, mines), bar in SHAPES:
            number = chosen.positions if height < 50 else max(3, chosen.positions // 4)
            made = [
                played_to(height, width, mines, chosen.seed + turn, SHARES[turn % len(SHARES)])
                for turn in range(number)
            ]
            size = f"{width}x{height}"
            painting, theirs = [], []
            with other_page(chosen.jsminesweeper) as other:
                for position in made:
                    painting.append(painted(page, url, position))
                    if other is not None:
                        theirs.append(painted_there(there, other, position))
            ours = [whole for whole, _ in painting]
            told(f"{size}: a key to all probabilities", ours, bar)
            told(f"{size}: of these, to draw", [drawing for _, drawing in painting])
            if theirs:
                told(f"{size}: the same in JSMinesweeper", theirs)
                print(f"{size}: ratio of the medians {median(ours) / median(theirs):.2f}")
            clicks = [explained(page, url, one) for one in made]
            told(f"{size}: a click to why", [time for time in clicks if time is not None], CLICK)
        (height, width, mines), bar = LARGE
        size = f"{width}x{height}"
        made = [played_to(height, width, mines, chosen.seed + turn, 0.3) for turn in range(3)]
        painting = [painted(page, url, one) for one in made]
        told(f"{size}: a key to all probabilities", [whole for whole, _ in painting], bar)
        told(f"{size}: of these, to draw", [drawing for _, drawing in painting])
        told(f"{size}: from frame to frame while scrolled", scrolled(page))
        times = [next_answer(page, url) for _ in range(5)]
        told("the answer after a hard question", times, NEXT)
        browser.close()


if __name__ == "__main__":
    main()

"""Pages of documentation that are run: what they show is what their commands and examples give.

A page is a session in a folder of its own, from top to bottom:

- a `console` block is commands behind `$ `, each with what it prints, on both streams;
- a `python` block is examples behind `>>> `, with names that the whole page shares;
- `<!-- file: NAME -->` before a block makes it a file that is there from then on;
- `<!-- needs: NAME -->` before a block passes it over where neither a command nor a Python package
  of that name is installed, or, for `native kernel`, where Python does the kernel's work, or, for
  `kernel for browsers`, where the checkout has none; a comma stands between several names;
- `<!-- made by: COMMAND -->` to `<!-- end -->` encloses Markdown that a command prints;
- `<!-- printed: NAME -->` is where the site has what `python docs/printed.py NAME` prints;
- `<!-- slow -->` anywhere makes the page a slow test, one of more than a fraction of a second, and
  `<!-- night -->` one of more than ten seconds, which no run before a merge has;
- a picture in `docs/pictures` is what a command of the page wrote under its name; those of the
  README are drawn by the first page of the documentation.

Other blocks (`sh`, `text` and the like) are not run.
"""

from __future__ import annotations

import doctest
import importlib
import io
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from markdown_it import MarkdownIt
from markdown_it.token import Token

from logicsweep.kernel import kernel_in_use
from tools.compiling import is_current_wasm

ROOT: Final = Path(__file__).resolve().parents[2]
PICTURES: Final = ROOT / "docs" / "pictures"
# Folders of the checkout that pages speak of.
_THERE: Final = ("docs", "encodings", "examples")
_TIER: Final = re.compile(r"<!-- (slow|night) -->")
# How far long work has come, which depends on the machine.
_PROGRESS: Final = re.compile(
    r"^logicsweep: .* for \d+ s(?:, [\d,]+ (?:of [\d,]+|so far))?\n", re.MULTILINE
)
# A command that can run in this process, which takes a tenth of the time of one of its own: perhaps
# with something else before it and behind it, or into a file, and with the exit code told.
_ONE: Final = re.compile(
    r"(?:(?P<before>(?:echo|printf|sed) [^|]*) \| )?logicsweep (?P<words>(?:[^|&<>;']|'[^']*')*)"
    r"(?:> (?P<file>[\w./-]+)|\| (?P<after>(?:cmp|grep|head|tail) [^|]*)"
    r"|(?P<code>; echo \"exit code \$\?\"))?"
)
# Commands one after the other, of which each reads what the one before it prints.
_PIPE: Final = re.compile(r"(?:[^|&<>;'\"$()]|'[^'|]*')+(?: \| (?:[^|&<>;'\"$()]|'[^'|]*')+)+")
_PRINTED: Final = re.compile(r"<!-- printed: (\w+) -->")
_MARK: Final = re.compile(r"<!-- (file|needs|made by): (.+?) -->\n?")
_TRACEBACK: Final = "Traceback (most recent call last):\n"
_LONGEST: Final = 300  # seconds that a command may take

Run = Callable[..., subprocess.CompletedProcess[str]]


class Block(NamedTuple):
    """A block of a page: what it is, its lines, and where they begin, counted from 0."""

    kind: str
    lines: tuple[str, ...]
    start: int
    file: str = ""
    needs: str = ""


class Difference(NamedTuple):
    """Lines of a page, from `start` to before `end`, that should be others."""

    start: int
    end: int
    lines: tuple[str, ...]


class Ran(NamedTuple):
    """What came of a page: where it is wrong, and the pictures that its commands drew otherwise."""

    differences: tuple[Difference, ...]
    pictures: dict[str, bytes]

    @property
    def is_right(self) -> bool:
        """Whether the page is as it should be."""
        return not self.differences and not self.pictures

    def report(self, page: Path) -> str:
        """What is shown, and what should be."""
        lines = page.read_text(encoding="utf-8").split("\n")
        said = [f"{name} is not what {page} draws" for name in self.pictures]
        for start, end, new in self.differences:
            said.append(f"{page}:{start + 1}")
            said += [f"- {line}" for line in lines[start:end]] + [f"+ {line}" for line in new]
        return "\n".join(said)


def pages() -> list[Path]:
    """Every page that is run."""
    found = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    return [*found, *sorted((ROOT / "docs").rglob("*.md"))]


def tier_of(page: Path) -> str:
    """The tier of a page that says that its blocks take long: slow, night or none."""
    found = _TIER.search(page.read_text(encoding="utf-8"))
    return found[1] if found else ""


@cache
def printed(name: str) -> str:
    """What the site shows of the code itself: helps or answers."""
    return _made_by(f"python docs/printed.py {name}", ROOT)


def on_the_site(page: Path) -> str:
    """The text of a page as the site shows it."""
    return _PRINTED.sub(lambda mark: printed(mark[1]), page.read_text(encoding="utf-8"))


@cache
def parsed(text: str) -> list[Token]:
    """The Markdown of a page; several tests of the same pages ask for it."""
    return MarkdownIt().enable("table").parse(text)


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a page, in order, and the comments that enclose what a command prints."""
    lines = text.split("\n")
    marks: dict[str, str] = {}
    for token in parsed(text):
        if token.map is None or token.type == "inline":
            continue
        start, end = token.map
        if token.type == "html_block":
            marks = dict(_MARK.findall(token.content))
            if "made by" in marks:
                opening = next(n for n in range(start, end) if "<!-- made by: " in lines[n])
                ending = lines.index("<!-- end -->", opening)
                yield Block("made by", (marks.pop("made by"), f"{ending}"), opening + 1)
        elif token.type == "fence":
            inside = tuple(lines[start + 1 : end - 1])
            indent = len(lines[start]) - len(lines[start].lstrip())
            inside = tuple(line[indent:] for line in inside)
            yield Block(
                token.info.strip(), inside, start + 1, marks.get("file", ""), marks.get("needs", "")
            )
            marks = {}
        else:
            marks = {}


def pictures(text: str) -> Iterator[str]:
    """The names of the pictures that a page shows out of `docs/pictures`."""

    def images(tokens: list[Token]) -> Iterator[str]:
        for token in tokens:
            if token.type == "image":
                yield str(token.attrs["src"])
            yield from images(token.children or [])

    for source in images(parsed(text)):
        folder, _, name = source.rpartition("/")
        if folder.endswith("pictures"):
            yield name


def run_page(page: Path, folder: Path, run: Run) -> Ran:
    """Run a page in a folder, which is the current one; `run` is a command of logicsweep."""
    text = page.read_text(encoding="utf-8")
    for name in _THERE:
        (folder / name).symlink_to(ROOT / name)
    wrong: list[Difference] = []
    names: dict[str, Any] = {"__name__": "__main__"}
    paths = {"PATH": search_path()}
    with _imports(folder), patch.dict(os.environ, paths):
        for block in blocks(text):
            if block.needs and not is_there(block.needs):
                continue
            if block.file:
                target = folder / block.file
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text("\n".join([*block.lines, ""]), encoding="utf-8")
            elif block.kind == "console":
                wrong += _console(block, folder, run)
            elif block.kind == "python":
                wrong += _python(block, names, page)
            elif block.kind == "made by":
                command, ending = block.lines
                output = f"\n{_made_by(command, folder)}\n"
                wrong += _compared(block.start, int(ending), output, text)
    shown = () if page == ROOT / "README.md" else set(pictures(text))
    drawn = {name: (folder / name).read_bytes() for name in shown}
    changed = {
        name: data
        for name, data in drawn.items()
        if not (PICTURES / name).is_file() or (PICTURES / name).read_bytes() != data
    }
    return Ran(tuple(wrong), changed)


@contextmanager
def _imports(folder: Path) -> Iterator[None]:
    """Import from a folder, as Python does there; pages have modules of one name, each its own."""
    path, modules = list(sys.path), set(sys.modules)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            file = getattr(sys.modules[name], "__file__", None)
            if file and Path(file).is_relative_to(folder):
                del sys.modules[name]


def mend(page: Path, ran: Ran) -> None:
    """Write what a page should show into it, and the pictures that it shows."""
    lines = page.read_text(encoding="utf-8").split("\n")
    for start, end, new in reversed(ran.differences):
        lines[start:end] = new
    page.write_text("\n".join(lines), encoding="utf-8")
    for name, data in ran.pictures.items():
        (PICTURES / name).write_bytes(data)


def _compared(start: int, end: int, output: str, text: str) -> list[Difference]:
    """What is wrong with lines that should be an output."""
    new = tuple(output.removesuffix("\n").split("\n")) if output else ()
    return [] if tuple(text.split("\n")[start:end]) == new else [Difference(start, end, new)]


def _console(block: Block, folder: Path, run: Run) -> Iterator[Difference]:
    """Run each command; a line that ends in a backslash goes on in the next."""
    starts = [place for place, line in enumerate(block.lines) if line.startswith("$ ")]
    if not starts or starts[0] != 0:
        raise ValueError(f"a console block without a command, line {block.start + 1}")
    for place, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        after = place + 1
        command = block.lines[place][2:]
        while command.endswith("\\"):
            command = command[:-1] + block.lines[after].lstrip()
            after += 1
        shown = "\n".join(block.lines)
        for difference in _compared(after, end, _output(command, folder, run), shown):
            yield Difference(block.start + after, block.start + end, difference.lines)


def _output(command: str, folder: Path, run: Run) -> str:
    """What a command prints."""
    one = _ONE.fullmatch(command)
    if one is None and _PIPE.fullmatch(command):
        said = data = ""
        for part in command.split(" | "):
            if part.startswith("logicsweep "):
                done = run(*shlex.split(part)[1:], stdin=data, folder=folder)
                data, said = done.stdout, said + done.stderr
            else:
                data = _shell(part, folder, stdin=data)
        return _PROGRESS.sub("", data + said)
    if one is None:
        return _PROGRESS.sub("", _shell(command, folder))
    stdin = "" if one["before"] is None else _shell(one["before"], folder)
    done = run(*shlex.split(one["words"]), stdin=stdin, folder=folder)
    printed = done.stdout
    if one["file"] is not None:
        (folder / one["file"]).write_text(printed, encoding="utf-8")
        printed = ""
    said = f"exit code {done.returncode}\n" if one["code"] else ""
    if one["after"] is not None:
        said = _shell(one["after"], folder, stdin=printed)
        printed = ""
    return _PROGRESS.sub("", printed + done.stderr) + said


def said_by(command: str, folder: Path, run: Run) -> str:
    """What a command prints in a folder. Raises CalledProcessError if it fails."""
    one = _ONE.fullmatch(command)
    if one is None or any(one[part] is not None for part in ("file", "after", "code")):
        words = command.replace("python ", f"{shlex.quote(sys.executable)} ")
        return _shell(words, folder, check=True)
    stdin = "" if one["before"] is None else _shell(one["before"], folder)
    done = run(*shlex.split(one["words"]), stdin=stdin, folder=folder)
    done.check_returncode()
    return done.stdout


def is_there(name: str) -> bool:
    """Whether commands or Python packages of these names are installed, and kernels are there."""
    if ", " in name:
        return all(map(is_there, name.split(", ")))
    if name == "native kernel":
        return kernel_in_use() == "native"
    if name == "kernel for browsers":
        return is_current_wasm()
    return bool(shutil.which(name, path=search_path()) or find_spec(name))


def search_path() -> str:
    """Where commands are looked for: beside this Python, in the PATH, and in a wheel that has some.

    The wheel passagemath-kissat puts its command into a package, `sage_wheels`.
    """
    wheels = find_spec("sage_wheels")
    folders = wheels.submodule_search_locations or () if wheels else ()
    beside = str(Path(sys.executable).parent)
    there = [f"{folder}/bin" for folder in folders]
    return os.pathsep.join([beside, os.environ.get("PATH", os.defpath), *there])


def _made_by(command: str, folder: Path) -> str:
    """What a command prints that makes a part of a page; a script of Python runs in this process.

    A page with fifty tables took as long as fifty interpreters take to start.
    """
    python, script, *arguments = shlex.split(command)
    if python != "python" or not (ROOT / script).is_file():
        return _shell(command, folder, check=True)
    printed = io.StringIO()
    before, sys.argv = sys.argv, [script, *arguments]
    try:
        # A script may import others of its folder.
        with _imports((ROOT / script).parent), redirect_stdout(printed):
            runpy.run_path(str(ROOT / script), run_name="__main__")
    finally:
        sys.argv = before
    return printed.getvalue()


def _shell(command: str, folder: Path, *, stdin: str = "", check: bool = False) -> str:
    """What a command of the shell prints; CalledProcessError if it has to succeed and fails."""
    python = shlex.quote(sys.executable)
    script = re.sub(r"(^|[|;(&] ?)(logicsweep|clingo) ", rf"\1{python} -m \2 ", command)
    done = subprocess.run(
        ["/bin/sh", "-c", script],
        input=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env={**os.environ, "COLUMNS": "80", "PYTHONPATH": str(ROOT), "PATH": search_path()},
        check=check,
        timeout=_LONGEST,
    )
    return done.stdout


class _Runner(doctest.DocTestRunner):
    """Keeps what the examples printed where it is not what the page shows."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.wrong: list[tuple[doctest.Example, str]] = []

    def report_failure(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str
    ) -> None:
        """An example printed something else, or raised another error."""
        del out, test
        before, trace, error = got.partition(_TRACEBACK)
        said = [line for line in error.splitlines(keepends=True) if not line.startswith(" ")]
        self.wrong.append((example, "".join([before, trace, *said])))

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        """An example raised what the page does not show."""
        del out, test
        kind, error, _ = exc_info
        name = (
            kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
        )
        self.wrong.append((example, f"{_TRACEBACK}{name}: {error}\n"))


def _python(block: Block, names: dict[str, Any], page: Path) -> Iterator[Difference]:
    """Run the examples of a block."""
    text = "\n".join([*block.lines, ""])
    test = doctest.DocTestParser().get_doctest(text, names, str(page), str(page), block.start)
    if not test.examples:
        raise ValueError(f"a Python block without >>>, line {block.start + 1}")
    runner = _Runner()
    runner.run(test, clear_globs=False)
    names.update(test.globs)
    for example, got in runner.wrong:
        start = block.start + example.lineno + example.source.count("\n")
        shown = [line or "<BLANKLINE>" for line in got.removesuffix("\n").split("\n")]
        yield Difference(start, start + example.want.count("\n"), tuple(shown) if got else ())

"""Random mutants of functions, and a plugin of pytest that asks tests about them.

`tools/mutants` is the command; see there. As a plugin (`-p tools.mutating`) it works by the task in
the file that LOGICSWEEP_MUTANTS names: `trace` writes down which case executes which lines, `try`
runs the cases of each mutant in a process of its own, forked from one that has only collected.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

TASK = "LOGICSWEEP_MUTANTS"
KILLED, SURVIVED, UNREACHED = "killed", "survived", "unreached"

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Mutant(NamedTuple):
    """A changed place in a function.

    Attributes:
        path: The module, from the top of the checkout.
        function: The function's qualified name.
        first: The first line of its code (a decorator's, if it has one).
        line, column, end_line, end_column: The place, as `ast` counts.
        text: What is written there instead.
    """

    path: str
    function: str
    first: int
    line: int
    column: int
    end_line: int
    end_column: int
    text: str

    def applied(self, source: str) -> str:
        """Return the text of the module with the change."""
        lines = source.encode().splitlines(keepends=True)
        before = b"".join(lines[: self.line - 1]) + lines[self.line - 1][: self.column]
        after = lines[self.end_line - 1][self.end_column :] + b"".join(lines[self.end_line :])
        return (before + self.text.encode() + after).decode()

    def lines(self) -> range:
        """Return the lines that are changed."""
        return range(self.line, self.end_line + 1)


def drawn(root: Path, rooms: list[str], count: int, seed: int) -> list[Mutant]:
    """Draw mutants: as many of each room, each in a random function of it."""
    random = Random(seed)
    mutants: list[Mutant] = []
    for place, room in enumerate(rooms):
        functions = []
        for path in sorted((root / "logicsweep" / room).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            functions += [
                (path.relative_to(root).as_posix(), name, node) for name, node in _functions(tree)
            ]
        wanted = count // len(rooms) + (place < count % len(rooms))
        of_room: set[Mutant] = set()
        while len(of_room) < wanted:
            path_name, name, node = random.choice(functions)
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if changes := list(_changes(node)):
                old, text = random.choice(changes)
                end = (old.end_lineno or old.lineno, old.end_col_offset or 0)
                start = (old.lineno, old.col_offset)
                of_room.add(Mutant(path_name, name, first, *start, *end, text))
        mutants += sorted(of_room)
    return mutants


def _functions(
    tree: ast.AST, prefix: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The functions of a module and of its classes, not those in functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{prefix}{node.name}", node


def _changes(
    function: ast.FunctionDef | ast.AsyncFunctionDef,
) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """What can be changed in a function's body: a node, and what stands there then."""
    body = function.body[ast.get_docstring(function) is not None :]
    for statement in body:
        for node in ast.walk(statement):
            # The text in an f-string has no place of its own in Python 3.11.
            if isinstance(node, ast.JoinedStr):
                for part in ast.walk(node):
                    part.__dict__.pop("lineno", None)
            if hasattr(node, "lineno"):
                yield from _changes_of(node)


def _changes_of(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    match node:
        case ast.Compare(ops=[op, *_]):
            other = ast.Compare(node.left, [_COMPARED[type(op)](), *node.ops[1:]], node.comparators)
            yield node, f"({ast.unparse(other)})"
        case ast.BoolOp():
            operator = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, f"({ast.unparse(ast.BoolOp(operator, node.values))})"
        case ast.UnaryOp(op=ast.Not()):
            yield node, f"({ast.unparse(node.operand)})"
        case ast.BinOp() if type(node.op) in _CALCULATED:
            operation = ast.BinOp(node.left, _CALCULATED[type(node.op)](), node.right)
            yield node, f"({ast.unparse(operation)})"
        case ast.Constant(value=bool()):
            yield node, str(not node.value)
        case ast.Constant(value=int() as number):
            yield node, f"({number + 1})"
        case ast.Expr(value=ast.Call()):
            yield node, "pass"
        case ast.Return(value=ast.expr()):
            yield node, "return None"
        case ast.If() | ast.IfExp() | ast.While():
            yield node.test, f"(not ({ast.unparse(node.test)}))"
        case _:
            return


def code_of(mutant: Mutant, source: str) -> CodeType | None:
    """Compile a mutant; returns the code of its function, or None if it is none."""
    try:
        module = compile(mutant.applied(source), mutant.path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    waiting = [module]
    while waiting:
        code = waiting.pop()
        if (code.co_qualname, code.co_firstlineno) == (mutant.function, mutant.first):
            return code
        waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
    return None


class Tracing:
    """Which case executes which lines of the package, and what it costs."""

    def __init__(self, task: dict[str, Any]) -> None:
        from coverage import Coverage

        self._to = Path(task["to"]) / f"{os.getpid()}.json"
        self._coverage = Coverage(
            data_file=None, config_file=False, include=[f"{task['root']}/logicsweep/*"]
        )
        self._costs: dict[str, float] = {}

    def pytest_collection_finish(self) -> None:
        self._coverage.start()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        times = os.times()
        try:
            return (yield)
        finally:
            used = [now - before for now, before in zip(os.times()[:4], times[:4], strict=True)]
            self._costs[item.nodeid] = sum(used)

    def pytest_sessionfinish(self) -> None:
        if not self._costs:
            return  # the process that only hands out the cases
        self._coverage.stop()
        data = self._coverage.get_data()
        lines: dict[str, dict[int, list[str]]] = {
            path: {line: [case for case in cases if case] for line, cases in by_line.items()}
            for path in data.measured_files()
            if (by_line := data.contexts_by_lineno(path))
        }
        self._to.write_text(json.dumps({"costs": self._costs, "lines": lines}), "utf-8")


class Trying:
    """The cases of each mutant, until one fails."""

    def __init__(self, task: dict[str, Any]) -> None:
        self._root = Path(task["root"])
        self._to = Path(task["to"])
        self._asked = [(Mutant(*mutant), cases) for mutant, cases in task["mutants"]]
        self._seconds = float(task["seconds"])
        self._time = 10**9

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        gc.unfreeze()  # functions that are frozen could not be found
        functions = defaultdict(list)
        for function in gc.get_objects():
            if isinstance(function, FunctionType):
                code = function.__code__
                functions[code.co_filename, code.co_qualname, code.co_firstlineno].append(function)
        with self._to.open("a") as answers:
            for mutant, cases in self._asked:
                path = self._root / mutant.path
                places = functions[str(path), mutant.function, mutant.first]
                chosen = [items[case] for case in cases if case in items]
                answer = self._tried(mutant, path, places, chosen)
                answers.write(json.dumps([mutant, answer, len(chosen)]) + "\n")
                answers.flush()
        return True

    def _tried(
        self, mutant: Mutant, path: Path, functions: list[FunctionType], chosen: list[pytest.Item]
    ) -> str:
        """Ask the cases in a process of its own; the file is changed for those that they start."""
        source = path.read_text("utf-8")
        code = code_of(mutant, source)
        # A module that is not loaded yet is read from its changed file.
        is_loaded = any(
            getattr(module, "__file__", None) == str(path) for module in [*sys.modules.values()]
        )
        if code is None or not chosen or (is_loaded and not functions):
            return UNREACHED
        self._write(path, mutant.applied(source))
        try:
            child = os.fork()
            if not child:
                self._in_child(code, functions, chosen)
            return SURVIVED if os.waitpid(child, 0)[1] == 0 else KILLED
        finally:
            self._write(path, source)

    def _write(self, path: Path, text: str) -> None:
        """Write a module with a time of its own, by which Python knows what it compiled before."""
        path.write_text(text, "utf-8")
        self._time += 2
        os.utime(path, (self._time, self._time))

    def _in_child(
        self, code: CodeType, functions: list[FunctionType], chosen: list[pytest.Item]
    ) -> None:
        most = int(self._seconds * 3) + 30
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        signal.alarm(20 * most)
        failed = True
        try:
            for function in functions:
                function.__code__ = code
            following: list[pytest.Item | None] = [*chosen[1:], None]
            failed = any(
                report.failed
                for item, nextitem in zip(chosen, following, strict=True)
                for report in runtestprotocol(item, nextitem=nextitem, log=False)
            )
        finally:
            os._exit(int(failed))


def pytest_configure(config: pytest.Config) -> None:
    """Register what the task is about."""
    task = json.loads(Path(os.environ[TASK]).read_text("utf-8"))
    config.pluginmanager.register(
        Tracing(task) if task["kind"] == "trace" else Trying(task), "mutating"
    )

"""Agents that users write, by the name `module:Class`: importing one runs its code."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from operator import index
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final, TypeGuard

from logicsweep.board.board import Cell
from logicsweep.errors import AgentError, LogicSweepError, listed
from logicsweep.games.agents.base import Agent, Known, Move
from logicsweep.games.agents.foreign_words import on_one_line
from logicsweep.games.view import View

COMMAND: Final = "|"
"""The sign before the command of an agent that is a program."""

_LONGEST: Final = 200


def is_own(name: str) -> bool:
    """Tell whether a name has the form of a user's agent, `module:Class`; nothing is imported."""
    module, colon, kind = name.partition(":")
    parts = (kind, *module.split("."))
    return bool(colon) and len(name) <= _LONGEST and all(map(str.isidentifier, parts))


def is_command(name: str) -> bool:
    """Tell whether a name is that of a program, `| COMMAND`; nothing is started."""
    return name.startswith(COMMAND)


def import_agent(name: str, folder: str | Path) -> type[Agent]:
    """Return the class of a user's agent, such as `mine:Corners` or `bots.mine:Corners`.

    The module is looked for as `python -m` does, with `folder` in place of the current directory;
    the folder stays on Python's path. Raises `AgentError`, which says what is missing or failed.
    """
    kind = import_value(name, folder, "agents", _is_agent)
    if not _is_agent(kind):
        expected = "expected a class derived from logicsweep.Agent"
        others = "; only `judge` takes others" if hasattr(kind, "add_knowledge") else ""
        raise no_agent(name, f"is not an agent; {expected}{others}")
    if inspect.isabstract(kind):
        missing = ", ".join(sorted(kind.__abstractmethods__))
        expected = "expected choose(self, view), which returns a Move"
        class_name = name.partition(":")[2]
        raise AgentError(f"agent {name}: {class_name} has no method {missing}; {expected}")
    return kind


def import_value(
    name: str, folder: str | Path, what: str, fits: Callable[[object], bool]
) -> object:
    """Return the value that `module:Class` names.

    If there is none, `AgentError` names the values of the module that would fit; `what` is their
    word. It is raised as by `import_agent`, too.
    """
    module_name, _, class_name = name.partition(":")
    module = _module(name, module_name, str(Path(folder).resolve()))
    value = getattr(module, class_name, None)
    if value is None:
        fitting = [key for key, member in vars(module).items() if fits(member)]
        known = f"its {what}: {', '.join(fitting)}" if fitting else f"it has no {what}"
        place = f"{module_name} ({_where(module)})"
        raise AgentError(f"agent {name}: {place} has no {class_name}; {known}")
    return value


def is_file(name: str) -> bool:
    """Tell whether a name is that of a file of Python, perhaps with a class behind it."""
    return name.endswith(".py") or ".py:" in name


def misnamed(name: str) -> AgentError:
    """Make the error about a name of no agent; it names the classes of a file of Python."""
    path, classes = Path(f"{name.partition('.py')[0]}.py"), []
    with suppress(OSError, SyntaxError, ValueError):
        module = ".".join(path.absolute().relative_to(Path.cwd()).with_suffix("").parts)
        body = ast.parse(path.read_bytes()).body
        classes = [f"{module}:{part.name}" for part in body if isinstance(part, ast.ClassDef)]
    such = listed([*filter(is_own, classes)] or ["mine:Corners"], last="or")
    return AgentError(f"{name!r:.80} names no agent; expected module:Class, as {such}")


def no_agent(name: str, why: str) -> AgentError:
    """Make the error about an imported value that cannot play; `why` follows its name and file."""
    module, _, class_name = name.partition(":")
    return AgentError(f"agent {name}: {class_name} in {_where(sys.modules[module])} {why}")


def _where(module: ModuleType) -> str:
    return getattr(module, "__file__", None) or "built in"


def _is_agent(value: object) -> TypeGuard[type[Agent]]:
    return isinstance(value, type) and issubclass(value, Agent) and value is not Agent


def _module(name: str, module: str, folder: str) -> ModuleType:
    if folder not in sys.path:
        sys.path.insert(0, folder)
    importlib.invalidate_caches()  # the file may be younger than this process
    try:
        return importlib.import_module(module)
    except SyntaxError as error:
        where = f"{error.filename}:{error.lineno}"
        raise AgentError(f"agent {name}: {where} is not valid Python: {error.msg}") from error
    except (Exception, SystemExit) as error:
        missing = str(error.name) if isinstance(error, ModuleNotFoundError) else "."
        if f"{module}.".startswith(f"{missing}."):
            hint = f"; expected {module[:-3]}:{name.partition(':')[2]}"
            raise AgentError(
                f"agent {name}: there is no module {module} in {folder} or on Python's path"
                f"{hint if module.endswith('.py') else ''}"
            ) from None
        raise AgentError(
            f"agent {name}: {module} cannot be imported: {error_words(error)}"
        ) from error


@contextmanager
def saying_who(name: str, what: str) -> Iterator[None]:
    """Turn whatever an agent raises into `AgentError`; logicsweep's own errors stay what they are.

    `what` is what the agent was to do. The message ends with the line that failed.
    """
    try:
        yield
    except (LogicSweepError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        raise AgentError(f"agent {name} cannot {what}: {error_words(error)}") from error


class Reported(Agent):
    """A user's agent whose errors are `AgentError`, so that a command reports them in one line."""

    def __init__(self, agent: Agent, name: str) -> None:
        super().__init__(agent.seed)
        self.name = name
        self.plays_rules = agent.plays_rules
        self._agent = agent

    def begin(self, view: View) -> None:
        """See `Agent`."""
        with saying_who(self.name, "begin"):
            self._agent.begin(view)

    def choose(self, view: View) -> Move:
        """See `Agent`."""
        with saying_who(self.name, "choose"):
            return self._agent.choose(view)

    def known(self, view: View) -> Known:
        """See `Agent`."""
        with saying_who(self.name, "say what it knows"):
            known = self._agent.known(view)
            return Known(index(known.mines), index(known.safe), index(known.constraints))

    def knowledge(self, view: View) -> list[str]:
        """See `Agent`."""
        with saying_who(self.name, "say what it knows"):
            return list(map(str, self._agent.knowledge(view)))

    def numbers(self, view: View) -> dict[Cell, str]:
        """See `Agent`."""
        with saying_who(self.name, "number the cells"):
            return {Cell.of(cell): str(text) for cell, text in self._agent.numbers(view).items()}


def error_words(error: BaseException, folder: str | None = None) -> str:
    """Write an error on one line, with the line of code that raised it if that is not ours.

    With a `folder` it is the last line of code in that folder, if there is one, named from there.
    """
    text = str(error).strip()
    words = on_one_line(f"{type(error).__name__}: {text}" if text else type(error).__name__)
    frame = error.__traceback__ and error.__traceback__.tb_next  # the first one is ours
    places = []
    while frame is not None:
        code = frame.tb_frame.f_code
        places.append((code.co_filename, line_of(code, frame.tb_lasti)))
        frame = frame.tb_next
    place = place_of(places, folder)
    return f"{words} ({place})" if place else words


def line_of(code: CodeType, at: int) -> int:
    """Return the line of an instruction; of the last one before it that has a line, if it has none.

    Jumps back to the head of a loop often have none. `at` is the offset of the instruction.
    """
    lines = [line for start, _, line in code.co_lines() if start <= at and line is not None]
    return lines[-1] if lines else code.co_firstlineno


def place_of(places: Sequence[tuple[str, int]], folder: str | None = None) -> str:
    """Name the last of some lines of code, as `error_words` does; empty if there are none."""
    if folder is not None:
        inside = [(name, line) for name, line in places if Path(name).is_relative_to(folder)]
        if inside:
            name, line = inside[-1]
            return f"{Path(name).relative_to(folder)}:{line}"
    return f"{places[-1][0]}:{places[-1][1]}" if places else ""

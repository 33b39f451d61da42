"""Parts of all tables of a report: rows, columns of rules, means with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import structs

from logicsweep.errors import capitalized
from logicsweep.games.agents.own import is_own
from logicsweep.games.keys import Condition
from logicsweep.lab.experiments import markdown
from logicsweep.lab.experiments.metrics import METRICS
from logicsweep.lab.experiments.statistics import Estimate


def rules_of(conditions: Sequence[Condition], *, all_rules: bool) -> dict[str, str]:
    """Name the columns beside the board: fields that differ, with `all_rules` also all rules."""
    shown = ("rule", "first_click", "flood") if all_rules else ()
    return {
        name: name.replace("_", " ")
        for name in ("rule", "first_click", "flood", "clues")
        if name in shown or len({getattr(condition, name) for condition in conditions}) > 1
    }


def played(condition: Condition, rules: Iterable[str]) -> list[str]:
    """Return the board of a condition, and its fields of these names."""
    fields = {**structs.asdict(condition), "flood": "yes" if condition.flood else "no"}
    return [markdown.name(str(value)) for value in (condition.board, *map(fields.get, rules))]


def names_of(agents: Sequence[str]) -> dict[str, str]:
    """Name agents for tables: one of your own by its class, if no other has that name."""
    short = {agent: agent.rpartition(":")[2] if is_own(agent) else agent for agent in agents}
    used = Counter(short.values())
    return {agent: name if used[name] == 1 else agent for agent, name in short.items()}


def head(names: Sequence[str]) -> Iterator[str]:
    """Yield the first two lines of a table with these columns."""
    yield row(names)
    yield "|---" * len(names) + "|"


def row(cells: Iterable[str]) -> str:
    """Return a line of a table."""
    return f"| {' | '.join(cells)} |"


def title_of(metric: str) -> str:
    """Return the title of a metric, as it begins a line."""
    return capitalized(METRICS[metric].title)


def shown(condition: Condition, metric: str, estimate: Estimate, *, signed: bool = False) -> str:
    """Write a mean and its interval, in percent where the metric is.

    Percentages have one decimal; those of games with forced survival, which are finer, have two.
    """
    scale = 100 if METRICS[metric].percent else 1
    numbers = [scale * number for number in (estimate.mean, estimate.low, estimate.high)]
    digits = 1 + condition.forced_survival if scale == 100 else _digits(max(map(abs, numbers)))
    mean, low, high = (f"{number:{'+' if signed else ''}z.{digits}f}" for number in numbers)
    return f"{mean} [{low}, {high}]"


def _digits(largest: float) -> int:
    """Return the number of decimals that shows three significant digits."""
    for digits, least in enumerate((100, 10, 1, 0.1, 0.01) if largest else (0,)):
        if largest >= least:
            return digits
    return 5

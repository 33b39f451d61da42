"""Tables of a report on games with forced survival, beside their means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from logicsweep.games.keys import Condition
from logicsweep.lab.experiments import markdown
from logicsweep.lab.experiments.losses import RANGES
from logicsweep.lab.experiments.summary import Group, Groups
from logicsweep.lab.experiments.tables import head, names_of, played, row, rules_of, shown

ABOUT: Final = """
In these games the player survives every guess, and the game counts with the probability of that:
an unbiased estimate of how often the agent wins, with half the spread."""
_DEALT: Final = """
The same games on the layouts that were dealt, which end at the first mine. The mean difference is
expected to be 0; {within} of {all} intervals contain it. On the same layouts agents are lucky
together."""
_LOST: Final = """
The share of all games, in percent, that are lost at a guess with so many layouts before it. What an
agent solves to the end is lost where it knew its chance."""


class _Row(NamedTuple):
    """The games of an agent under a condition, with the cells that say so."""

    condition: Condition
    names: list[str]
    group: Group


def tables(groups: Groups, agents: Sequence[str]) -> Iterator[str]:
    """Yield lines of Markdown; none without games with forced survival."""
    forced = [
        (condition, agents.index(agent), group)
        for (condition, agent), group in groups.items()
        if condition.forced_survival and not condition.judge
    ]
    if not forced:
        return
    called = names_of(agents)
    rules = rules_of([condition for condition, _ in groups], all_rules=False)
    rows = [
        _Row(condition, [*played(condition, rules), markdown.name(called[agents[place]])], group)
        for condition, place, group in sorted(forced, key=lambda entry: entry[:2])
    ]
    columns = ["board", *rules.values(), "agent"]
    yield from _dealt(columns, rows)
    yield from _lost(columns, rows)


def _dealt(columns: Sequence[str], rows: Sequence[_Row]) -> Iterator[str]:
    """Yield a table of the estimates beside the games that they stand for."""
    yield "\n## Estimates and plain games"
    lines = []
    within = 0
    for condition, names, group in rows:
        mean, off = group.estimate("win_rate"), group.losses.off()
        if mean is None or off is None:
            continue
        within += off.low <= 0 <= off.high
        plain = 100 * (mean.mean - off.mean * off.games / mean.games)
        difference = shown(condition, "win_rate", off, signed=True)
        lines.append(row([*names, f"{100 * mean.mean:.2f}", f"{plain:.2f}", difference]))
    yield _DEALT.format(within=within, all=len(lines)) + "\n"
    yield from head([*columns, "estimate, %", "plain games won, %", "difference"])
    yield from lines


def _lost(columns: Sequence[str], rows: Sequence[_Row]) -> Iterator[str]:
    """Yield a table of how many games are lost, by the number of layouts at the guess."""
    yield f"\n## Where games are lost\n{_LOST}\n"
    yield from head([*columns, *RANGES])
    for _, names, group in rows:
        shares = [100 * lost / group.games for lost in group.losses.lost]
        yield row([*names, *(f"{share:.1f}" if share else "" for share in shares)])

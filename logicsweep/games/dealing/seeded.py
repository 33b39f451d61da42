"""Layouts from the seed of a link, the same on every machine and in every language.

docs/reference/seeds.md defines them without reference to Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any, Final, TypeVar, Unpack

from logicsweep.arguments import by_name
from logicsweep.errors import NoLayoutError, whole
from logicsweep.formats.dealt import Dealing, DealtGame
from logicsweep.games.dealing.deal import (
    NO_TRIES,
    Search,
    check_rules,
    first_of,
    free_of,
    game_of,
    plain,
    usual_mode,
)
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.setting import AnySetting, Setting, SettingKeys
from logicsweep.kernel import play as native
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

Element = TypeVar("Element")

MOST: Final = 2**64 - 1
"""The largest seed."""
REFUSED: Final = 100
"""The number of layouts in a row that are refused before repairs make one."""

_WORD: Final = 64  # bits of an output
_FRACTION: Final = 53  # bits of a float


class SplitMix64(Random):
    """The generator SplitMix64, behind the methods of `random.Random`.

    By Guy L. Steele Jr., Doug Lea and Christine H. Flood, "Fast splittable pseudorandom number
    generators" (OOPSLA 2014); its reference implementation by Sebastiano Vigna is in the public
    domain. It is no secret: whoever knows the seed knows all that follows.

    Args:
        seed: A whole number from 0 to `MOST`.

    Raises:
        ValueError: The seed is out of range.
    """

    def __init__(self, seed: int = 0) -> None:
        self._state = 0
        super().__init__(seed)

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Start from a seed; `version` does not count. Raises ValueError if it is out of range."""
        del version
        number = whole("seed", a)
        if not 0 <= number <= MOST:
            raise ValueError(f"the seed is {number}; expected a number from 0 to {MOST:,}")
        self._state = number
        self.gauss_next = None

    def getstate(self) -> tuple[Any, ...]:
        """Return the state, for `setstate`."""
        return (self._state,)

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Set the state to one that was returned."""
        (self._state,) = state

    def output(self) -> int:
        """Return the next output, from 0 to `MOST`."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MOST
        mixed = self._state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & MOST
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & MOST
        return mixed ^ (mixed >> 31)

    def getrandbits(self, k: int, /) -> int:
        """Return `k` bits: outputs, the first one lowest, and of the last one its highest bits.

        So `randrange(n)` draws as many bits as n has, until they are less than n.
        """
        words, rest = divmod(k, _WORD)
        bits = sum(self.output() << (_WORD * place) for place in range(words))
        if rest:
            bits |= (self.output() >> (_WORD - rest)) << (_WORD * words)
        return bits

    def random(self) -> float:
        """Return a float from 0 up to 1, of the 53 highest bits of an output."""
        return self.getrandbits(_FRACTION) * 2.0**-_FRACTION

    def sample(
        self,
        population: Sequence[Element],
        k: int,
        *,
        counts: Any = None,
    ) -> list[Element]:
        """Return `k` elements in random order: the first steps of a shuffle by Fisher and Yates.

        Step i, from 0, swaps the element at i with one from there on, `randrange` of those left
        away. Raises ValueError if there are too few elements, and for `counts`.
        """
        pool = list(population)
        if counts is not None or not 0 <= k <= len(pool):
            raise ValueError(f"{k} of {len(pool)} elements cannot be drawn")
        for place in range(k):
            drawn = place + self.randrange(len(pool) - place)
            pool[place], pool[drawn] = pool[drawn], pool[place]
        return pool[:k]

    def shuffle(self, x: Any) -> None:
        """Put a list into random order, that of a sample of all of it."""
        x[:] = self.sample(x, len(x))


def move_source(seed: int, move: int) -> SplitMix64:
    """Return the source of what is drawn for one move of a game, numbered from 0.

    Its seed is the output of this number, from 0, of the source of the complement of `seed`.
    """
    outputs = SplitMix64(MOST - seed)
    for _ in range(move):
        outputs.output()
    return SplitMix64(outputs.output())


@by_name
def seeded(
    setting: AnySetting = None,
    *,
    seed: int,
    start: tuple[int, int] | None = None,
    no_guess: NoGuess | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    **keys: Unpack[SettingKeys],
) -> DealtGame:
    """Return a layout from a seed, as links name it: of `deal` with another source.

    With `no_guess`, it is the first layout of the source that this definition allows. Where
    `REFUSED` layouts are refused in a row, as on dense boards, the next ones are repaired; see the
    modes of `deal`. The result is the same whatever the time limit.

    Args:
        setting: As in `deal`.
        seed: A whole number from 0 to `MOST`.
        start: As in `deal`.
        no_guess: As in `deal`.
        time_limit: In seconds; None for no limit.
        keys: As in `deal`.

    Raises:
        ValueError: The seed is out of range; or as `deal`.
        NoLayoutError: As `deal`.
        LimitError: As `deal`.
    """
    setting = Setting.of(setting, **keys)
    source, budget = SplitMix64(seed), Budget(time_limit)
    if no_guess is not None:
        check_rules(setting, no_guess, usual_mode(setting))
    game = _by_kernel(setting, source, start, no_guess, budget)
    return by_python(setting, source, start, no_guess, budget) if game is None else game


def by_python(
    setting: Setting,
    source: SplitMix64,
    start: tuple[int, int] | None,
    no_guess: NoGuess | None,
    budget: Budget,
) -> DealtGame:
    """Return the next layout of a source; see `seeded` for the rest, and for errors."""
    if no_guess is None:
        return plain(setting, source, start, budget)
    is_repairable = usual_mode(setting) == "repaired"
    tries = REFUSED if is_repairable else None
    try:
        return Search(setting, no_guess, source, tries, budget).uniform()
    except NoLayoutError as error:
        if error.limit != NO_TRIES:
            raise
    return Search(setting, no_guess, source, None, budget).repaired()


def _by_kernel(
    setting: Setting,
    source: SplitMix64,
    start: tuple[int, int] | None,
    no_guess: NoGuess | None,
    budget: Budget,
) -> DealtGame | None:
    """Return the first layout of a new source by the kernel, which does not draw from the source.

    None where the kernel does not know the board or the definition, or leaves the layout open. For
    the rest, and for errors, see `seeded`.
    """
    mines = setting.mines
    if not isinstance(mines, int) or not setting.is_ordinary:
        return None
    begun = perf_counter()
    (seed,) = source.getstate()
    if no_guess is None:
        first, first_click, steps = first_of(setting, start), setting.first_click, None
    elif (
        no_guess.techniques
        or no_guess.needs
        or (no_guess.levels and no_guess.levels[1] > native.HIGHEST)
    ):
        return None
    else:
        free_of(setting, no_guess)  # to see that there is room
        first, first_click = no_guess.start_on(setting.height, setting.width), no_guess.first_click
        steps = native.Steps(no_guess.total, no_guess.levels)
    number = None if first is None else first.row * setting.width + first.column
    wanted = native.ToDeal(seed, setting.adjacency, mines, number, first_click, steps)
    dealt = native.deal(wanted, budget)
    if dealt is None:
        return None
    seconds = perf_counter() - begun
    if dealt.error is None:
        mode = "plain" if steps is None else "repaired" if dealt.is_repaired else "uniform"
        mask = dealt.is_mine.reshape(setting.height, setting.width)
        return game_of(setting, mask, first, Dealing(mode, dealt.tries, dealt.moved, seconds))
    if steps is None:
        raise dealt.error
    raise NoLayoutError(
        dealt.error.limit,
        tries=dealt.tries,
        seconds=seconds,
        opened=dealt.opened,
        safe_cells=setting.cells - mines,
    )

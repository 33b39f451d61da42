"""Agents for exams: right and wrong ones, and some that do what nobody should."""

from __future__ import annotations

import ctypes
import gc
import itertools
import os
import random
import stat
import sys
import time
from typing import Any

import numpy as np

from logicsweep import Agent, Board, KnowledgeBase, Layout, Move
from logicsweep.games import View

Cell = tuple[int, int]


class Single:
    """Of the shape of `cs50`: knows single clues, and subtracts the mines that it knows."""

    subtracts = True

    def __init__(self, height: int, width: int) -> None:
        self.cells = {(row, column) for row in range(height) for column in range(width)}
        self.moves_made: set[Cell] = set()
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self.knowledge: list[tuple[set[Cell], int]] = []

    def near(self, cell: Cell) -> set[Cell]:
        return {
            other
            for other in self.cells - {cell}
            if max(abs(other[0] - cell[0]), abs(other[1] - cell[1])) == 1
        }

    def add_knowledge(self, cell: Cell, count: int) -> None:
        self.moves_made.add(cell)
        self.safes.add(cell)
        self.knowledge.append((self.near(cell), count))
        before = -1
        while before != len(self.mines) + len(self.safes):
            before = len(self.mines) + len(self.safes)
            for cells, mines in self.knowledge:
                self.conclude(cells, mines)

    def conclude(self, cells: set[Cell], count: int) -> None:
        left = count - len(cells & self.mines) * self.subtracts
        unknown = cells - self.mines - self.safes
        if left == 0:
            self.safes |= unknown
        elif left == len(unknown):
            self.mines |= unknown

    def make_safe_move(self) -> Cell | None:
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self) -> Cell | None:
        left = sorted(self.cells - self.moves_made - self.mines)
        return random.choice(left) if left else None


class Unsubtracted(Single):
    """The usual mistake: known mines are not subtracted."""

    subtracts = False


class Listed(Single):
    """Has a list of what is no cell in place of a set."""

    def make_safe_move(self) -> Cell | None:
        move = super().make_safe_move()
        self.safes = ["here"]  # type: ignore[assignment]
        return move


class Again(Single):
    """Opens open cells."""

    def make_safe_move(self) -> Cell | None:
        return min(self.safes, default=None)


class Halves:
    """Lacks a method."""

    def make_safe_move(self) -> None:
        return None


class Anywhere(Agent):
    """Opens any cell."""

    def choose(self, view: View) -> Move:
        return Move(random.choice(view.choices))


class Boaster(Agent):
    """Guesses, flags and claims at random, in moves and in sets."""

    def begin(self, view: View) -> None:
        del view
        self.safes: set[Cell] = set()
        self.mines: set[Cell] = set()

    def choose(self, view: View) -> Move:
        for cells in (self.safes, self.mines):
            if random.random() < 0.3:
                cells.add(random.choice(view.cells))
        flags = random.random() < 0.2 and len(view.choices) > 1
        return Move(random.choice(view.choices), flags, is_proved=random.random() < 0.5)


class Perfect(Agent):
    """Knows all that follows, and guesses as well as a single guess can be."""

    def begin(self, view: View) -> None:
        self.kb = KnowledgeBase(view.board)

    def choose(self, view: View) -> Move:
        self.kb.tell_all(view.seen())
        proved = self.kb.consequences()
        self.safes, self.mines = set(proved.safe), set(proved.mines)
        if proved.safe:
            return Move(min(proved.safe), is_proved=True)
        return Move(self.kb.least_risky().cells[0])


class Contrary(Perfect):
    """Claims the opposite of all that follows."""

    def choose(self, view: View) -> Move:
        move = super().choose(view)
        self.safes, self.mines = self.mines, self.safes
        return move._replace(is_proved=False)


class Announces(Perfect):
    """Puts the first cell that it opens into its set, or calls the move certain."""

    def choose(self, view: View) -> Move:
        move = super().choose(view)
        if len(view.choices) < len(view.cells):
            return move
        if random.random() < 0.5:
            return move._replace(is_proved=True)
        self.safes.add(move.cell)
        return move


class Peeks(Anywhere):
    """Raises an error if it finds a layout, a game, or a game's mines, wherever they may be."""

    def choose(self, view: View) -> Move:
        seen: list[Any] = [*gc.get_objects(), *vars(sys.modules["__main__"]).values()]
        frame = sys._getframe()  # noqa: SLF001
        while frame.f_back is not None:
            frame = frame.f_back
            seen += frame.f_locals.values()
        for thing in seen:
            if isinstance(thing, Layout) or type(thing).__name__ == "Game":
                raise RuntimeError(f"peeked at a {type(thing).__name__}")
        return super().choose(view)


class Permutes(Agent):
    """Never ends in a loop whose jump back to its head has no line."""

    def choose(self, view: View) -> Move:
        for first, *_ in itertools.permutations(range(100)):
            if first:
                self.first = first
        return Move(view.choices[0])


class Hangs(Anywhere):
    """Never comes back, and catches whatever can be caught."""

    def choose(self, view: View) -> Move:
        del view
        while True:
            try:  # noqa: SIM105
                int("never")
            except BaseException:  # noqa: BLE001, S110
                pass


class Sleeps(Anywhere):
    """Waits for nothing."""

    def choose(self, view: View) -> Move:
        time.sleep(1000)
        return super().choose(view)


class Raises(Anywhere):
    """Fails where few cells are left."""

    def choose(self, view: View) -> Move:
        if len(view.choices) < 16:
            return Move(random.choice([]))
        return super().choose(view)


class TellsItsSeed(Anywhere):
    """Says which seed it was given, and what it draws."""

    def choose(self, view: View) -> Move:
        drawn = random.random(), np.random.random()  # noqa: NPY002
        raise RuntimeError(f"{self.seed} on {len(view.cells)} cells; drawn {drawn}")


class Exits(Anywhere):
    """Ends Python, as it seems."""

    def choose(self, view: View) -> Move:
        del view
        sys.exit("enough")


class Ends(Anywhere):
    """Ends the process."""

    def choose(self, view: View) -> Move:
        del view
        os._exit(7)


class Crashes(Anywhere):
    """Ends the process by what no Python code should do."""

    def choose(self, view: View) -> Move:
        ctypes.string_at(0)
        return super().choose(view)


class Eats(Anywhere):
    """Takes all memory."""

    def choose(self, view: View) -> Move:
        del view
        kept = []
        while True:
            kept.append(bytearray(10_000_000))


class Forks(Anywhere):
    """Comes back twice."""

    def choose(self, view: View) -> Move:
        os.fork()
        return super().choose(view)


class Leaves(Anywhere):
    """Leaves a process behind, and tells its number."""

    def choose(self, view: View) -> Move:
        child = os.fork()
        if not child:
            time.sleep(1000)
        raise RuntimeError(f"left {child} and {len(view.choices)} cells")


class Forges(Anywhere):
    """Writes answers of its own wherever it can."""

    def choose(self, view: View) -> Move:
        for pipe in range(3, 30):
            try:
                os.write(pipe, b'{"open":[0,0],"certain":true}\n')
            except OSError:
                continue
        return super().choose(view)


def reply_pipe() -> int:
    """Return the pipe that replies are written into: the only one that can be written to."""
    for number in range(3, 30):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode):
                os.write(number, b"")
                return number
        except OSError:
            continue
    raise AssertionError


class Deaf(Anywhere):
    """Replies to its first move in the place of its process, and reads nothing any more."""

    def choose(self, view: View) -> Move:
        del view
        os.write(reply_pipe(), b'{"number":1,"open":[0,0]}\n')
        time.sleep(1000)
        raise AssertionError


class Endless(Anywhere):
    """Writes one line without an end."""

    line = b"x" * (1 << 20)

    def choose(self, view: View) -> Move:
        del view
        pipe = reply_pipe()
        while True:
            os.write(pipe, self.line)


class Floods(Endless):
    """Writes lines without an end."""

    line = b"\n" * (1 << 20)


class Colours(Anywhere):
    """Fails with words that a terminal would obey."""

    def choose(self, view: View) -> Move:
        del view
        raise ValueError("\x1b[31mred\x07 \u202e\ud800" + "long" * 1_000_000)


class ColouredMoves(Single):
    """Makes moves that are no cells, and whose representation a terminal would obey."""

    def make_safe_move(self) -> Any:
        return Red()


class Red:
    def __repr__(self) -> str:
        return "\x1b[31mred\x07"


class Prints(Anywhere):
    """Prints, in all ways."""

    def choose(self, view: View) -> Move:
        print("x" * 10)
        print("y" * 5, file=sys.stderr)
        os.write(1, b"{}\n")
        return super().choose(view)


class Pretends(Anywhere):
    """Prints answers of its own, as programs do."""

    def choose(self, view: View) -> Move:
        for number in range(1, 9):
            line = f'{{"number":{number},"open":[0,0],"certain":true}}\n'
            print(line, flush=True)
            print(line, file=sys.__stdout__, flush=True)
            os.write(1, line.encode())
        return super().choose(view)


class Asks(Anywhere):
    """Asks whoever is there."""

    def choose(self, view: View) -> Move:
        input("Where? ")
        return super().choose(view)


class OffTheBoard(Anywhere):
    """Claims a cell that does not exist."""

    safes = frozenset({(-1, 2)})


class FlagsAll(Anywhere):
    """Flags until nothing is left."""

    def choose(self, view: View) -> Move:
        return Move(view.choices[0], flags=True)


def position() -> Board:
    """Return a position, which is no class."""
    return Board.parse("?")

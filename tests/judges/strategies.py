"""Boards of any content, for hypothesis to draw."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from logicsweep import Board, State

CODES = [*range(9), *(int(state) for state in State if state != State.UNCERTAIN)]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    height, width = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    row = st.lists(st.sampled_from(CODES), min_size=width, max_size=width)
    grid = draw(st.lists(row, min_size=height, max_size=height))
    count = st.integers(0, height * width)
    total = draw(st.none() | count | st.tuples(count, count).map(lambda pair: tuple(sorted(pair))))
    density = draw(st.none() | st.fractions(Fraction(1, 999), Fraction(998, 999)))
    return Board(np.array(grid), mines=total, density=density)

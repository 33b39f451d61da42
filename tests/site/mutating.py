"""Requests that are changed at random, from a seed."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from logicsweep import Board
from tests.judges.corpus import CORPUS
from tests.site.asking import EXAMPLES, request

SMALL = EXAMPLES["small"]
REPLAY = (CORPUS.parent / "replays" / "game.rawvf").read_bytes()
SEVERAL = Board.parse("?1?1?\n??2??")
FILES = sorted(
    path
    for folder in (CORPUS, CORPUS.parent / "replays")
    for path in folder.rglob("*")
    if path.is_file() and path.stat().st_size < 3000
)
JUNK: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2**31, 2**63, 2**64, 10**40, 1.5, -0.0, 1e308, "", "?1?", "\0"),
    *([], [[]], [0, 0], [-1, 0], [0, 10**20], [1.5, 0], {}, {"a": {}}, "x" * 2000, "NaN"),
    *(["counts", "best", "level"], ["best"] * 50, "noisy(1/0)", "1/3", "33/160", "torus", "hex"),
    *(["???"], ["?1?", "?"], ["1" * 300], [[1], [0]], ["*F_", "?2?"], "svg", "mine", "json"),
)
SIGNS = [*"?012345678F*_- .|<>~,()x", "<=2", ">=1", "1..2", "noisy(1/3):1", "é", "\u2028"]


def mutants(seed: int, number: int) -> Iterator[bytes]:
    """So many requests, most of them wrong in one or more places."""
    rng = random.Random(seed)
    originals = [
        request("analyse", SMALL, wants=["counts", "best", "level"]),
        request("analyse", SEVERAL, liars=1),
        request("explain", SMALL, cell=[0, 0], smallest=True, steps=True),
        request("explain", SEVERAL, cell=[0, 0]),
        request("look", SMALL, cell=[0, 2]),
        request("move", SMALL, cell=[0, 2]),
        request("move", SEVERAL, cell=[0, 0], liars=1),
        *(request("write", SMALL, to=form) for form in ("svg", "board", "avf", "numpy")),
        request("review", data=b64encode(REPLAY).decode(), name="game.rawvf"),
        request("read", data=b64encode(b"mines: 1\n\n?1?").decode(), form=None),
    ]
    for _ in range(number):
        data = rng.choice(originals)
        kind = rng.random()
        if kind < 0.1:
            yield _of_a_file(rng)
            continue
        if kind < 0.85:
            value = json.loads(data)
            if "board" in value and rng.random() < 0.7:
                del value["board"]["height"], value["board"]["width"]
            for _ in range(rng.choice((1, 1, 2, 3))):
                _change(rng, value)
            data = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode("utf-8", "replace")
        if kind > 0.83:
            data = _torn(rng, data)
        yield data


def _of_a_file(rng: random.Random) -> bytes:
    """A file of another format, torn or whole, to be read as that or as any other."""
    path = rng.choice(FILES)
    data = path.read_bytes()
    if rng.random() < 0.8:
        data = _torn(rng, data)
    form = rng.choice([None, None, path.parent.name, "numpy", "avf", "tatham", "nonsense"])
    name = rng.choice(["", "", path.name, "game.avf", "game.rawvf", "a.mbf", "a.json", "a.jsonl"])
    return request("read", data=b64encode(data).decode(), form=form, name=name)


def _change(rng: random.Random, value: Any) -> None:
    """Change a value somewhere within a list or an object."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if {*keys} <= {"ask", "format"}:
            return
        key = rng.choice(keys)
        if key in ("ask", "format") and rng.random() < 0.9:
            continue  # nothing further would be looked at
        if not isinstance(value[key], (dict, list)) or rng.random() < 0.15:
            break
        value = value[key]
    kind = rng.random()
    if kind < 0.7:
        value[key] = _nudged(rng, value[key])
    elif kind < 0.8:
        value[key] = deepcopy(rng.choice(JUNK))
    elif kind < 0.85:
        del value[key]
    elif isinstance(value, dict):
        value[rng.choice(["more", "liars", "program", "density", "clues", "cell", "topology"])] = (
            deepcopy(rng.choice(JUNK))
        )
    else:
        value.append(deepcopy(rng.choice(JUNK)))


def _nudged(rng: random.Random, value: Any) -> Any:
    """Another value of the same type, so that it gets further."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, abs(value - 1), 0, 100, 10**6, 2**53, 2**62])
    if isinstance(value, str):
        place = rng.randint(0, len(value))
        return value[:place] + rng.choice(SIGNS) + value[place + rng.randint(0, 1) :]
    if isinstance(value, list) and value:
        return rng.choice([value * 2, value[1:], value[::-1], [*value, value[0]]])
    return value


def _torn(rng: random.Random, data: bytes) -> bytes:
    """Bytes with some of them changed, left out, repeated or cut off."""
    part = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        if not part:
            break
        place = rng.randrange(len(part))
        kind = rng.randrange(5)
        if kind == 0:
            part[place] = rng.randrange(256)
        elif kind == 1:
            del part[place : place + rng.randint(1, 8)]
        elif kind == 2:
            part[place:place] = rng.choice([b"{", b"[" * 50, b'"', b"\\u0000", b"\\ud800", b"\xff"])
        elif kind == 3:
            part[place:place] = part[: rng.randint(1, 40)]
        else:
            del part[place:]
    return bytes(part)

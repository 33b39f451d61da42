"""Many requests: changed at random, all at once, and of clients that go away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from itertools import count, islice

import httpx
import pytest

from logicsweep import KnowledgeBase
from logicsweep.site import Desk
from tests.conftest import seeds
from tests.judges.making import random_board
from tests.judges.processes import is_idle, wait_until
from tests.site.asking import ENDLESS, EXAMPLES, asked, formats_of, messages_of, request
from tests.site.mutating import mutants
from tests.site.serving import ANSWER, LONG, Served, served

pytestmark = pytest.mark.slow

SMALL = request("analyse", EXAMPLES["small"])
# Of the first changed request.
SEED = 20_240


@pytest.fixture(scope="module")
def page() -> Iterator[Served]:
    """The page, whose worker is a process."""
    with served() as found:
        yield found


@pytest.mark.parametrize("turn", seeds(range(5), fast=0))
def test_requests_that_are_changed_at_random_are_answered(turn: int) -> None:
    desk = Desk(time_limit=5)
    for data in mutants(SEED + turn, 1000):
        try:
            messages = asked(desk, data)
        except BaseException:
            print(data)
            raise
        assert messages, data
        assert messages[-1].get("kind") != "internal", data
    desk.close()


def test_they_are_answered_over_http_too(page: Served, client: httpx.Client) -> None:
    desk = Desk()
    process = page.process
    for data in mutants(SEED - 1, 200):
        answer = client.post(ANSWER, content=data, headers=page.headers)
        assert answer.status_code == 200, data
        assert messages_of(answer.content.splitlines()) == asked(desk, data)
    assert page.process == process
    desk.close()


def test_every_client_hears_its_own_answer(page: Served) -> None:
    every = map(random_board, count())
    boards = list(islice((one for one in every if KnowledgeBase(one).has_layout()), 100))
    expected = [KnowledgeBase(board).count().total for board in boards]

    async def ask(client: httpx.AsyncClient, number: int) -> int:
        data = request("analyse", boards[number])
        answer = await client.post(ANSWER, content=data, headers=page.headers)
        messages = messages_of(answer.content.splitlines())
        assert formats_of(messages) == ["solve", "solve"]
        return int(messages[-1]["models"])

    async def ask_all() -> list[int]:
        limits = httpx.Limits(max_connections=100)
        async with httpx.AsyncClient(
            base_url=page.url, timeout=LONG, limits=limits, trust_env=False
        ) as client:
            return await asyncio.gather(*(ask(client, number) for number in range(100)))

    assert asyncio.run(ask_all()) == expected


def test_whoever_goes_away_cancels_the_question(page: Served, client: httpx.Client) -> None:
    process = page.process
    for _ in range(3):
        with client.stream("POST", ANSWER, content=ENDLESS, headers=page.headers) as answer:
            lines = answer.iter_lines()
            assert json.loads(next(lines))["format"]
    wait_until(lambda: is_idle(process))
    assert page.process == process
    answer = client.post(ANSWER, content=SMALL, headers=page.headers)
    assert formats_of(messages_of(answer.content.splitlines())) == ["solve", "solve"]

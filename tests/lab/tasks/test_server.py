"""The server of episodes: what it answers, what it refuses, and that it tells no layout."""

from __future__ import annotations

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any

import httpx
import jsonschema_rs
import pytest

from logicsweep.errors import ArgumentError
from logicsweep.formats.registry import read_board
from logicsweep.games.setting import Setting
from logicsweep.lab.judging.claims import MoveClaim
from logicsweep.lab.tasks.episode import Episode
from logicsweep.lab.tasks.messages import Action, Reset, Step
from logicsweep.lab.tasks.server import MOST_BYTES, application
from logicsweep.lab.tasks.service import RequestError, Service
from tests.judges.refusals import refused

HOST = "127.0.0.1:8420"
JSON = {"content-type": "application/json"}
SETTING = Setting("beginner")


class Client:
    """A client of an application that is served nowhere."""

    def __init__(self, **options: Any) -> None:
        self.app = application(Service(SETTING, **options), hosts=frozenset({HOST}))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self._ask("GET", path, options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self._ask("POST", path, options)

    def _ask(self, method: str, path: str, options: dict[str, Any]) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                return await client.request(method, path, **options)

        return asyncio.run(ask())

    def converse(self, *messages: object, **headers: str) -> list[Any]:
        """Send messages over a WebSocket, texts as they are; all that comes back, in order."""
        heard: list[Any] = []
        sent = iter(
            [
                {"type": "websocket.connect"},
                *[
                    {
                        "type": "websocket.receive",
                        "text": each if isinstance(each, str) else json.dumps(each),
                    }
                    for each in messages
                ],
            ]
        )

        async def receive() -> dict[str, Any]:
            return next(sent, {"type": "websocket.disconnect", "code": 1000})

        async def send(message: MutableMapping[str, Any]) -> None:
            said = message.get("text")
            heard.append(message["type"] if said is None else json.loads(said))

        fields = {"host": HOST, **headers}
        scope = {
            "type": "websocket",
            "path": "/ws",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in fields.items()],
            "subprotocols": [],
        }
        asyncio.run(self.app(scope, receive, send))
        return heard


@pytest.fixture
def client() -> Client:
    return Client(most_episodes=3, most_idle=2)


def test_an_episode_is_played_over_http(client: Client) -> None:
    begun = client.post("/reset", json={"seed": 3, "episode_id": "a"})
    assert begun.status_code == 200
    reply = begun.json()
    assert reply["reward"] is None
    assert reply["done"] is False
    assert reply["observation"]["episode_id"] == "a"
    same = Episode(SETTING, 3, most_idle=2)
    assert reply["observation"]["prompt"] == same.prompt
    reply = client.post("/step", json={"action": {"move": "open", "cell": [4, 4]}}).json()
    same.step(MoveClaim("open", (4, 4)))
    assert reply["reward"] == 1
    assert reply["observation"]["prompt"] == same.prompt
    assert read_board(json.dumps(reply["observation"]["board"])) == same.board
    step = {"action": {"text": "open (4,4)"}, "episode_id": "a"}
    reply = client.post("/step", json=step).json()
    assert reply["reward"] == 0
    assert reply["observation"]["error"]
    assert reply["observation"]["idle"] == 1
    state = client.get("/state", params={"episode_id": "a"}).json()
    assert (state["step_count"], state["idle"], state["done"]) == (2, 1, False)
    reply = client.post("/step", json=step).json()
    assert reply["done"]
    assert reply["observation"]["is_won"] is False
    refused = client.post("/step", json=step)
    assert refused.status_code == 422
    assert "is over" in refused.json()["detail"]


def test_no_answer_tells_the_seed(client: Client) -> None:
    """Whoever knows it knows the layout."""
    seed = 987654321987
    texts = [client.post("/reset", json={"seed": seed}).text, client.get("/state").text]
    assert not any(str(seed) in text for text in texts)
    first, second = (client.post("/reset", json={}).json()["observation"] for _ in range(2))
    assert first["episode_id"] != second["episode_id"]


def test_an_episode_is_played_over_a_socket(client: Client) -> None:
    opened, early, begun, moved, said, *faults, again, last, closed = client.converse(
        {"type": "step", "data": {"text": "open (4,4)"}},
        {"type": "reset", "data": {"seed": 3, "episode_id": "b"}},
        {"type": "step", "data": {"text": "open (4,4)", "metadata": {}}},
        {"type": "state"},
        "{",
        '{"type": "leave"}',
        '{"type": "step", "data": {"cell": [1]}}',
        "[" * 9999,
        '{"type": "state", "data": "' + "x" * MOST_BYTES + '"}',
        {"type": "reset", "data": {"seed": 4, "episode_id": "b"}},
        {"type": "state"},
        {"type": "close"},
    )
    assert (opened, closed) == ("websocket.accept", "websocket.close")
    assert "expected reset first" in early["data"]["message"]
    assert begun["type"] == "observation"
    assert begun["data"]["reward"] is None
    assert moved["data"]["reward"] == 1
    assert said["type"] == "state"
    assert said["data"]["step_count"] == 1
    assert len(faults) == 5
    assert all(fault["type"] == "error" for fault in faults)
    assert "at most" in faults[-1]["data"]["message"]
    assert again["data"]["done"] is False
    assert last["data"]["step_count"] == 0
    assert client.get("/state", params={"episode_id": "b"}).status_code == 422


def test_a_socket_that_breaks_off_leaves_no_episode(client: Client) -> None:
    client.converse({"type": "reset", "data": {"episode_id": "c"}})
    assert client.get("/state", params={"episode_id": "c"}).status_code == 422


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("/health", {"status"}),
        ("/metadata", {"name", "description", "version"}),
        ("/schema", {"action", "observation", "state"}),
        ("/openapi.json", {"openapi", "info", "paths"}),
    ],
)
def test_what_clients_ask_about_the_server(client: Client, path: str, keys: set[str]) -> None:
    assert set(client.get(path).json()) == keys


def test_answers_are_as_the_schemas_say(client: Client) -> None:
    schemas = client.get("/schema").json()
    reply = client.post("/reset", json={"seed": 1}).json()
    check(schemas["observation"], reply["observation"])
    check(schemas["action"], {"text": "open (3,4)"})
    check(schemas["state"], client.get("/state").json())


def check(schema: dict[str, Any], value: object) -> None:
    jsonschema_rs.validator_for(schema).validate(value)


def test_what_is_refused(client: Client) -> None:
    """Other hosts, pages of a browser, other types, too much, and what is no request."""
    post = client.post
    refused = [
        (post("/reset", json={}, headers={"host": "example.org"}), 421),
        (post("/reset", json={}, headers={"origin": "http://example.org"}), 403),
        (client.get("/state", headers={"origin": "null"}), 403),
        (post("/reset", content="{}", headers={"content-type": "text/plain"}), 415),
        (post("/reset", content="{}"), 415),
        (post("/reset", json={"episode_id": "x" * MOST_BYTES}), 413),
        (post("/reset", content=b" ", headers={**JSON, "content-length": "64001"}), 413),
        (post("/reset", content=b" ", headers={**JSON, "content-length": "9" * 5000}), 413),
        (post("/reset", json={"seed": -1}), 422),
        (post("/reset", json={"episode_id": "a b"}), 422),
        (post("/step", json={"action": {"text": "open (1,1)"}}), 422),
        (post("/step", json={}), 422),
        (client.get("/state"), 422),
        (client.get("/step"), 405),
        (client.get("/"), 404),
    ]
    for answer, status in refused:
        assert answer.status_code == status
    assert post("/reset", json={}, headers={"origin": f"http://{HOST}"}).status_code == 200
    for headers in ({"host": "example.org"}, {"origin": "http://example.org"}):
        assert client.converse({"type": "reset"}, **headers) == ["websocket.close"]


def test_there_are_no_tools(client: Client) -> None:
    reply = client.post("/mcp", json={}).json()
    assert reply["jsonrpc"] == "2.0"
    assert "no tools" in reply["error"]["message"]


def test_an_action_is_a_text_or_a_move() -> None:
    service = Service(SETTING)
    service.reset(Reset(seed=1))
    for action in (
        Action(),
        Action(move="open"),
        Action(cell=(1, 1)),
        Action(text="open (1,1)", move="open", cell=(1, 1)),
    ):
        with pytest.raises(RequestError, match="expected an action"):
            service.step(Step(action=action))


def test_the_episode_that_was_left_alone_longest_is_forgotten() -> None:
    service = Service(SETTING, most_episodes=2)
    for name in ("a", "b"):
        service.reset(Reset(seed=1, episode_id=name))
    service.state("a")
    service.reset(Reset(seed=1, episode_id="c"))
    assert len(service) == 2
    assert service.state("a").episode_id == "a"
    with pytest.raises(RequestError, match="no such episode"):
        service.state("b")


def test_of_several_episodes_one_is_named(client: Client) -> None:
    """A trap: a move that lands in the game of another client."""
    step = {"action": {"text": "open (1,1)"}}
    client.post("/reset", json={"episode_id": "a"})
    assert client.post("/step", json=step).json()["observation"]["episode_id"] == "a"
    client.post("/reset", json={"episode_id": "a"})
    assert client.get("/state").json()["episode_id"] == "a"
    client.post("/reset", json={"episode_id": "b"})
    for answer in (client.post("/step", json=step), client.get("/state")):
        assert answer.status_code == 422
        assert answer.json()["detail"] == (
            "there are 2 episodes; expected the episode_id of one of them"
        )
    for name in ("a", "b"):
        reply = client.post("/step", json={**step, "episode_id": name}).json()
        assert reply["observation"]["episode_id"] == name
        assert client.get("/state", params={"episode_id": name}).json()["step_count"] == 1


def test_a_form_is_chosen_for_an_episode() -> None:
    service = Service(SETTING, form="json")
    assert 'In "rows"' in service.reset(Reset(seed=1)).observation.prompt
    assert "\n0  ? ?" in service.reset(Reset(seed=1, form="grid")).observation.prompt


def test_a_service_that_cannot_be_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="the clues are uncertain"):
        Service(Setting("5x5", mines=4, clues="liar"))
    with refused(ArgumentError, argument="most_episodes"):
        Service(SETTING, most_episodes=0)

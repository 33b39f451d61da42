"""What a server tells the page, and what it refuses to all others."""

from __future__ import annotations

import asyncio
import re
import socket
from typing import NoReturn, cast
from urllib.parse import urljoin

import httpx

from logicsweep import KnowledgeBase
from logicsweep.site.desk import MOST_BYTES
from logicsweep.site.files import PageFile
from logicsweep.site.transport import ASKER_HEADER, application
from logicsweep.site.worker import Worker
from tests.site.asking import EXAMPLES, formats_of, messages_of, request
from tests.site.serving import ANSWER, LONG, TOKEN, Served, digest_of

FOR_EVER = "public, max-age=31536000, immutable"
SMALL = request("analyse", EXAMPLES["small"])
# As long as nobody waits who went away.
SOON = 120


def check_headers(answer: httpx.Response, *, kept: str = "no-store") -> None:
    """No other page can frame it, read it or have it run anything; a browser keeps it as told."""
    policy = answer.headers["Content-Security-Policy"]
    for rule in ("default-src 'self'", "frame-ancestors 'none'", "object-src 'none'"):
        assert rule in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer.headers["Cache-Control"] == kept
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert "server" not in answer.headers


def check_refused(answer: httpx.Response, status: int) -> str:
    """Refused in one message of JSON, without the token; returns why."""
    assert answer.status_code == status
    check_headers(answer)
    (said,) = messages_of([answer.content])
    assert formats_of([said]) == ["serve!"]
    assert said["kind"] == "usage"
    assert TOKEN not in answer.text
    return str(said["error"])


# The page.
def test_the_page_and_its_files(page: Served, client: httpx.Client) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/html")
    check_headers(answer)
    assert answer.text.count(TOKEN) == 1
    assert not re.search(r"\{[a-z]+\}", answer.text)
    # Nothing comes from elsewhere, and nothing is run that is not in a file.
    addresses = addresses_in(answer.text)
    assert addresses
    assert not re.findall(r"<script(?![^>]*\bsrc=)|\bon[a-z]+=|\bstyle=|<style", answer.text)
    for address in addresses:
        # Relative, so that the page works below any path.
        assert not re.match(r"[a-z]+:|/", address), address
        linked = client.get(urljoin("/", address), follow_redirects=True)
        assert linked.status_code == 200, address
        is_page = linked.headers["Content-Type"].startswith("text/html")
        check_headers(linked, kept="no-store" if is_page else FOR_EVER)
        assert (TOKEN in linked.text) is is_page
    assert client.get("/", headers={"Host": f"localhost:{page.port}"}).status_code == 200
    head = client.head("/")
    assert (head.status_code, head.content) == (200, b"")
    check_headers(head)


def test_the_page_of_reviews_is_a_place_of_the_page(page: Served, client: httpx.Client) -> None:
    for answer in (client.get("/review"), client.head("/review")):
        assert (answer.status_code, answer.headers["Location"]) == (307, "./#review")
        check_headers(answer)
    assert client.get("/review", follow_redirects=True).text == client.get("/").text
    check_refused(client.get("/review", headers={"Host": "example.org"}), 421)
    check_refused(client.post("/review", content=SMALL, headers=page.headers), 405)


def addresses_in(text: str) -> list[str]:
    """Everything that a page links to or loads, but for places in itself."""
    return re.findall(r"""\b(?:src|href)=["']([^"'#]+)["']""", text)


def test_a_request_is_answered(page: Served, client: httpx.Client) -> None:
    kb = KnowledgeBase(EXAMPLES["small"])
    origins = ({"Origin": page.url}, {})
    for origin in origins:
        headers = {ASKER_HEADER: TOKEN, "Content-Type": "application/json; charset=utf-8", **origin}
        answer = client.post(ANSWER, content=SMALL, headers=headers)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "application/x-ndjson"
        check_headers(answer)
        messages = messages_of(answer.content.splitlines())
        assert formats_of(messages) == ["solve", "solve"]
        assert int(messages[-1]["models"]) == kb.count().total


# Whoever is refused.
def test_a_token_is_needed(page: Served, client: httpx.Client) -> None:
    tokens = ("", TOKEN[:-1], f"{TOKEN}x", TOKEN.upper(), "é".encode("latin-1"), b"\xff" * 40)
    for token in tokens:
        answer = client.post(ANSWER, content=SMALL, headers={**page.headers, ASKER_HEADER: token})
        assert "load it again" in check_refused(answer, 403)
    headers = {name: value for name, value in page.headers.items() if name != ASKER_HEADER}
    check_refused(client.post(ANSWER, content=SMALL, headers=headers), 403)
    # It is a header of the page: an address is in the history and in logs.
    answer = client.post(f"{ANSWER}?token={TOKEN}", content=SMALL, headers=headers)
    check_refused(answer, 403)


def test_other_names_are_refused(page: Served, client: httpx.Client) -> None:
    """A name that leads here may be anybody's."""
    digest = digest_of(client)
    for host in ("example.org", "127.0.0.1", "127.0.0.1:1", "", "localhost:80"):
        for answer in (
            client.get("/", headers={"Host": host}),
            client.get("/nowhere.js", headers={"Host": host}),
            client.get(f"/f/{digest}/app.js", headers={"Host": host}),
            client.post(ANSWER, content=SMALL, headers={**page.headers, "Host": host}),
        ):
            assert page.host in check_refused(answer, 421), host


def test_other_pages_are_refused(page: Served, client: httpx.Client) -> None:
    elsewhere = ("http://example.org", f"https://{page.host}", f"http://{page.host}.example.org")
    for origin in ("null", "", *elsewhere, "http://", "*"):
        headers = {**page.headers, "Origin": origin}
        why = check_refused(client.post(ANSWER, content=SMALL, headers=headers), 403)
        assert "another page" in why, origin
    # Of two names of this machine one is not the other's page.
    other = {**page.headers, "Origin": f"http://localhost:{page.port}"}
    check_refused(client.post(ANSWER, content=SMALL, headers=other), 403)


def test_what_a_form_can_send_is_refused(page: Served, client: httpx.Client) -> None:
    for media in (
        *("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"),
        *("", "application/jsonp", "text/plain; application/json"),
    ):
        headers = {**page.headers, "Content-Type": media}
        check_refused(client.post(ANSWER, content=SMALL, headers=headers), 415)


def test_other_methods_are_refused(page: Served, client: httpx.Client) -> None:
    for method in ("GET", "PUT", "DELETE", "PATCH", "OPTIONS"):
        answer = client.request(method, ANSWER, headers=page.headers)
        check_refused(answer, 405)
        assert answer.headers["Allow"] == "POST"
    answer = client.head(ANSWER, headers=page.headers)
    assert (answer.status_code, answer.content) == (405, b"")
    check_headers(answer)
    for path in ("/", "/nowhere", f"/f/{digest_of(client)}/style.css"):
        answer = client.post(path, content=SMALL, headers=page.headers)
        check_refused(answer, 405)
        assert answer.headers["Allow"] == "GET, HEAD"
    preflight = {
        "Origin": "http://example.org",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": ASKER_HEADER,
    }
    check_refused(client.options(ANSWER, headers=preflight), 405)


# Where a careless server would look for other files; the digest is that of the page.
PATHS = (
    *("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd"),
    *("//etc/passwd", "/..\\..\\etc\\passwd", "/%00", "/index.html%00", "/browser/index.html"),
    *("/./", "/worker.py", "/__init__.py", "/%ff%fe", "/C:/Windows/win.ini", "/api", "/api/"),
    *("/index.html", "//", "/api/answer/", "/%2Fetc%2Fpasswd", "/?../../etc/passwd/.."),
    *("/app.js", "/f", "/f/", "/f/0123456789abcdef/app.js", "/f/{digest}", "/f/{digest}/"),
    *("/f/{digest}/index.html", "/f/{digest}/../../files.py", "/f/../f/{digest}/app.js"),
    *("/f/{digest}/..%2f..%2ffiles.py", "/f/{digest}/%2e%2e/%2e%2e/etc/passwd"),
    *("/f/{digest}//etc/passwd", "/f/{digest}/..\\..\\files.py", "/f/{digest}/app.js%00"),
    *("/f/{digest}//app.js", "/f/{digest}/app.js/", "/F/{digest}/app.js"),
    *("//f/{digest}/app.js", "/f/{digest}/%2e/app.js", "/f/{digest}/.%2Fapp.js"),
)


def test_no_path_leads_to_other_files(page: Served, client: httpx.Client) -> None:
    digest = digest_of(client)
    for path in PATHS:
        start = f"GET {path.replace('{digest}', digest)} HTTP/1.1\r\nHost: {page.host}\r\n"
        said = page.raw(f"{start}Connection: close\r\n\r\n".encode())
        status = int(said.split(b" ", 2)[1])
        assert b"root:" not in said, path
        assert b"__future__" not in said, path
        if path.startswith("/?"):
            assert status == 200  # the page itself
        else:
            assert status in (400, 404), path
            assert TOKEN.encode() not in said, path


def test_what_is_too_large_is_refused_before_it_is_read(page: Served, client: httpx.Client) -> None:
    most = b" " * (MOST_BYTES - len(SMALL)) + SMALL
    answer = client.post(ANSWER, content=most, headers=page.headers)
    assert formats_of(messages_of(answer.content.splitlines())) == ["solve", "solve"]
    start = "\r\n".join(
        [f"POST {ANSWER} HTTP/1.1", f"Host: {page.host}"]
        + [f"{name}: {value}" for name, value in page.headers.items()]
        + ["Connection: close"]
    )
    for length in (MOST_BYTES + 1, 10**12, 10**18):
        said = page.raw(f"{start}\r\nContent-Length: {length}\r\n\r\n".encode() + b"x" * 1000)
        assert said.startswith(b"HTTP/1.1 413 "), length
        assert b"application/json" in said
        assert f"{MOST_BYTES:,}".encode() in said
    # Nothing may be left unread, or else the connection is reset.
    parts = f"{MOST_BYTES:x}\r\n".encode() + b"x" * MOST_BYTES + b"\r\n1\r\nx"
    said = page.raw(f"{start}\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + parts)
    assert said.startswith(b"HTTP/1.1 413 ")
    answer = client.post(ANSWER, content=iter([SMALL[:9], SMALL[9:]]), headers=page.headers)
    assert formats_of(messages_of(answer.content.splitlines())) == ["solve", "solve"]


def test_a_defect_is_a_message_with_all_headers() -> None:
    class Broken(dict[str, PageFile]):
        def get(self, *_: object) -> NoReturn:
            raise RuntimeError("no such luck")

    nobody = cast(Worker, None)
    app = application(nobody, Broken(), token=TOKEN, hosts=frozenset({"*"}))

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.get("/")

    answer = asyncio.run(ask())
    assert answer.status_code == 500
    check_headers(answer)
    (said,) = messages_of([answer.content])
    assert (said["kind"], "no such luck" in said["error"]) == ("internal", True)


def test_half_a_request_is_no_trouble(page: Served, client: httpx.Client) -> None:
    head = f"POST {ANSWER} HTTP/1.1\r\nHost: {page.host}\r\n"
    for data in (
        *(b"\0" * 100, b"GET / HTTP/1.1\r\n", b"GET\r\n", b"\x16\x03\x01\x02\0"),
        *(f"{head}Content-Length: {length}\r\n".encode() for length in ("x", "-1", "1e9")),
    ):
        assert TOKEN.encode() not in page.raw(data + b"Connection: close\r\n\r\n")
    with socket.create_connection(("127.0.0.1", page.port), LONG) as broken_off:
        broken_off.sendall(f"{head}Content-Length: 1000\r\n\r\n{{".encode())
    answer = client.post(ANSWER, content=SMALL, headers=page.headers)
    assert answer.status_code == 200

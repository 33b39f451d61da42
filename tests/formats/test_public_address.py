"""The address of a public copy of the page: where it is named, and which addresses it can be."""

from __future__ import annotations

import importlib.metadata
from email.message import Message

import pytest

from logicsweep import Board, write_board
from logicsweep.formats.link import VARIABLE, public_address


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Message:
    """The metadata of a package whose pages have addresses, and an environment that names none."""
    monkeypatch.delenv(VARIABLE, raising=False)
    metadata = Message()
    metadata["Project-URL"] = "Homepage, https://example.org/home"
    metadata["Project-URL"] = "Page, https://example.org/own/"
    monkeypatch.setattr("importlib.metadata.metadata", lambda _: metadata)
    return metadata


def test_the_nearest_address_is_taken(named: Message, monkeypatch: pytest.MonkeyPatch) -> None:
    assert public_address() == "https://example.org/own/"
    monkeypatch.setenv(VARIABLE, "https://example.org/environment/")
    assert public_address() == "https://example.org/environment/"
    assert public_address("https://example.org/told/") == "https://example.org/told/"
    assert public_address("") is None
    monkeypatch.setenv(VARIABLE, " ")
    assert public_address() is None
    monkeypatch.delenv(VARIABLE)
    del named["Project-URL"]
    assert public_address() is None
    named["Project-URL"] = "Page, page.html"
    with pytest.raises(ValueError, match=r"^the address Page of the package is 'page\.html'; exp"):
        public_address()


def test_a_package_that_is_not_installed_names_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr("importlib.metadata.metadata", _missing)
    assert public_address() is None


def _missing(name: str) -> None:
    raise importlib.metadata.PackageNotFoundError(name)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://example.org", "https://example.org/"),
        ("http://localhost:8000/page", "http://localhost:8000/page"),
        (" HTTPS://Example.org/a/b.html\n", "HTTPS://Example.org/a/b.html"),
        ("https://[::1]:80/%7Ename/(a)", "https://[::1]:80/%7Ename/(a)"),
    ],
)
def test_addresses(address: str, expected: str) -> None:
    assert public_address(address) == expected


NO_ADDRESSES = (
    *("example.org", "//example.org/", "ftp://example.org/", "file:///tmp/page/"),
    *("javascript:alert(1)", "https://", "https:///page/", "https://user@example.org/"),
    *("https://example.org/?a=b", "https://example.org/#s=", "https://example.org?"),
    *("https://example.org/a b", 'https://example.org/"><script>', "https://example.org/\x00"),
    *("https://example.org:99999/", "https://example.org:0/"),
    *("https://example.org/ä", "https://exämple.org/", "https://example.org/\nx"),
)


def test_what_is_no_address_of_a_page(
    monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    for address in NO_ADDRESSES:
        with subtests.test(address):
            with pytest.raises(ValueError, match=r"^--public-url is "):
                public_address(address)
            monkeypatch.setenv(VARIABLE, address.replace("\0", "\1"))
            with pytest.raises(ValueError, match=f"^{VARIABLE} is "):
                write_board(Board.parse("?1?"), "link")


def test_no_link_without_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    with pytest.raises(
        ValueError, match=f"link needs the address of a public page; set {VARIABLE}"
    ):
        write_board(Board.parse("?1?"), "link")

"""Ask a language model behind an OpenAI-compatible address all tasks of a file.

The answers are lines for `logicsweep judge --answers`. A run that was interrupted, or in which
requests failed, is continued by the same command. Nothing but the address is contacted: redirects
and proxies are not followed. The key, if there is one, is taken from a variable of the environment,
and written nowhere.

    python examples/ask_a_model.py http://127.0.0.1:8000/v1 --model small \\
        --tasks tasks.jsonl --out answers.jsonl --key-from API_KEY
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from http.client import HTTPException
from pathlib import Path
from threading import Event
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

MOST_BYTES = 10_000_000
LONGEST_WAIT = 60.0
TOO_MANY, SERVER_ERROR = 429, 500
# Whatever the task is, the server will refuse all of them.
REFUSED = {401: "the key", 403: "the key", 404: "the address or the model"}
LOCAL = ("localhost", "127.0.0.1", "::1")


class AskingError(Exception):
    """There is no answer; `is_passing` if another try may help, `is_final` if no task will."""

    def __init__(self, text: str, *, is_passing: bool = False, is_final: bool = False) -> None:
        super().__init__(text)
        self.is_passing = is_passing
        self.is_final = is_final
        self.wait: float | None = None


class NoRedirects(HTTPRedirectHandler):
    """Takes a redirect for an error."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Model:
    """A model behind an address; it may be asked from several threads."""

    def __init__(self, options: argparse.Namespace, key: str | None) -> None:
        end = "/chat/completions"
        self._url = options.url.rstrip("/").removesuffix(end) + end
        self._options = options
        self._key = key
        self._opener = build_opener(NoRedirects, ProxyHandler({}))
        self.stop = Event()
        self._refusal: AskingError | None = None

    def answer(self, prompt: str) -> str:
        """Ask until there is an answer. Raises `AskingError` when all tries have failed."""
        for attempt in range(self._options.retries + 1):
            if self._refusal is not None:  # which whoever asks for the first task tells late
                raise self._refusal
            try:
                return self._asked(prompt)
            except AskingError as failure:
                if failure.is_final:
                    self._refusal = failure
                is_last = attempt == self._options.retries
                if is_last or not failure.is_passing or self.stop.is_set():
                    raise
                wait = failure.wait or self._options.wait * 2**attempt
                self.stop.wait(min(wait, LONGEST_WAIT))
        raise AssertionError("the last try returns or raises")

    def _asked(self, prompt: str) -> str:
        body = {
            "model": self._options.model,
            "temperature": self._options.temperature,
            "messages": [{"role": "user", "content": prompt}],
        }
        headers = {"Content-Type": "application/json"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        request = Request(self._url, json.dumps(body).encode(), headers)  # noqa: S310 checked by `key_of`
        try:
            with self._opener.open(request, timeout=self._options.timeout) as response:
                return answer_in(response.read(MOST_BYTES))
        except HTTPError as error:
            raise self._refused(error) from None
        except (OSError, HTTPException) as error:  # time-outs and cut connections, too
            raise AskingError(f"{type(error).__name__}: {error}", is_passing=True) from None

    def _refused(self, error: HTTPError) -> AskingError:
        with error:
            try:
                said = error.read(MOST_BYTES).decode(errors="replace")[:200]
            except (OSError, HTTPException):
                said = ""
        if self._key is not None:
            said = said.replace(self._key, "...")
        is_passing = error.code == TOO_MANY or error.code >= SERVER_ERROR
        text = f"HTTP {error.code}: {' '.join(said.split())}"
        failure = AskingError(text, is_passing=is_passing, is_final=error.code in REFUSED)
        after = error.headers.get("Retry-After", "")
        failure.wait = float(after) if after.isdecimal() else None
        return failure


def answer_in(data: bytes) -> str:
    """Return the text in a response. Raises `AskingError` where there is none."""
    try:
        message = json.loads(data)["choices"][0]["message"]
        content = message.get("content")
        text = message.get("refusal") if content is None else content
        if isinstance(text, list):
            text = "".join(part.get("text", "") for part in text)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise AskingError("the response is no chat completion", is_passing=True) from None
    if not isinstance(text, str):
        raise AskingError("the response has no text")
    return text


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file of lines, but none that was cut off."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").split("\n"):
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict):
                yield value


def kept(path: Path, model: str) -> set[str]:
    """Return the tasks that a file has answers to, and remove all other lines from it."""
    answered = [line for line in lines_of(path) if isinstance(line.get("answer"), str)]
    if any(line.get("model") != model for line in answered):
        raise SystemExit(f"{path} has answers of another model; expected another --out")
    if path.exists():
        whole = path.with_name(f"{path.name}.part")
        whole.write_text("".join(map(line_text, answered)), encoding="utf-8")
        whole.replace(path)
    return {line["id"] for line in answered}


def line_text(line: dict[str, Any]) -> str:
    return json.dumps(line) + "\n"


def asked_all(model: Model, tasks: list[dict[str, Any]], options: argparse.Namespace) -> int:
    """Ask all tasks and add a line for each to the file; return the number of failures."""
    failed = 0
    pool = ThreadPoolExecutor(options.workers)
    asked = {pool.submit(model.answer, task["prompt"]): task for task in tasks}
    with options.out.open("a", encoding="utf-8") as stream:
        for number, future in enumerate(as_completed(asked), start=1):
            # The right answer, if the line has one, is not the model's.
            line = {name: value for name, value in asked[future].items() if name != "answer"}
            line["model"] = options.model
            failure = future.exception()
            if failure is None:
                line["answer"] = future.result()
            elif isinstance(failure, AskingError):
                if failure.is_final:
                    model.stop.set()
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise SystemExit(f"the server refuses all tasks: {failure}")
                line["error"] = str(failure)
                failed += 1
            else:
                raise failure
            stream.write(line_text(line))
            stream.flush()
            print(f"\r{number} of {len(tasks)}, {failed} failed", end="", file=sys.stderr)
    print(file=sys.stderr)
    return failed


def options_of(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("url", help="the address, such as http://127.0.0.1:8000/v1")
    parser.add_argument("--model", required=True, help="the name of the model")
    parser.add_argument("--tasks", required=True, type=Path, help="lines of `logicsweep tasks`")
    parser.add_argument("--out", required=True, type=Path, help="the file of answers")
    parser.add_argument("--workers", type=int, default=4, help="requests at the same time")
    parser.add_argument("--key-from", metavar="ENV", help="the variable that has the key")
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds for a response")
    parser.add_argument("--retries", type=int, default=6, help="further tries after a failure")
    parser.add_argument("--wait", type=float, default=1.0, help="seconds before the first of them")
    return parser.parse_args(words)


def key_of(options: argparse.Namespace) -> str | None:
    """Return the key, if one is wanted. Exits where it would be sent unprotected."""
    url = urlsplit(options.url)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise SystemExit(f"{options.url!r} is no address; expected http://... or https://...")
    if options.key_from is None:
        return None
    if url.scheme == "http" and url.hostname not in LOCAL:
        raise SystemExit("a key is not sent over http; expected https://...")
    key = os.environ.get(options.key_from, "").strip()
    if not key:
        raise SystemExit(f"the variable {options.key_from} is not set; expected a key")
    return key


def main() -> int:
    """Ask the model; 0 if there is an answer to every task, else 1."""
    options = options_of()
    model = Model(options, key_of(options))
    if options.out.resolve() == options.tasks.resolve():
        raise SystemExit("--out is the file of tasks; expected another one")
    tasks = [line for line in lines_of(options.tasks) if {"id", "prompt"} <= line.keys()]
    if not tasks:
        raise SystemExit(f"{options.tasks} has no tasks; expected lines of `logicsweep tasks`")
    done = kept(options.out, options.model)
    left = [task for task in tasks if task["id"] not in done]
    print(f"{len(left)} tasks, {len(tasks) - len(left)} answered before", file=sys.stderr)
    try:
        failed = asked_all(model, left, options)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on", file=sys.stderr, flush=True)
        os._exit(130)  # requests that wait for a response are not waited for
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Answers in JSON, held against their schemas."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator, meta


def schema_of(name: str) -> dict[str, Any]:
    """A schema, as JSON has it."""
    from logicsweep.cli.schemas import schema

    made: dict[str, Any] = json.loads(json.dumps(schema(name)))
    meta.validate(made)
    return made


@cache
def validator(name: str) -> Draft202012Validator:
    """What holds answers against a schema."""
    return Draft202012Validator(schema_of(name))


def name_of(value: dict[str, Any]) -> str:
    """The name of the schema that a value says it follows."""
    name, version = value["format"].removeprefix("logicsweep-").split("/")
    assert version == "1"
    return str(name)


def check_answers(text: str, code: int) -> None:
    """Check every answer in what a command printed; an error is in one exactly if there was one."""
    answers = [answer for line in text.splitlines() if (answer := _answer(line)) is not None]
    for answer in answers:
        assert next(iter(answer)) == "format"
        validator(name_of(answer)).validate(answer)
    if answers:
        assert any("error" in answer for answer in answers) == (code != 0)


def _answer(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except json.JSONDecodeError:
        return None
    return value if isinstance(value, dict) and "format" in value else None

"""GraphQL requests and answers, without sending them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime, timezone
from enum import Enum
from typing import Any, Final, Literal, TypeGuard

import httpx

from .error_base import ApiError, error_of_graphql, error_of_problem

JsonObject = Mapping[str, Any]


class Unset(Enum):
    """The type of `UNSET`: a member that an update does not change. None means null."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET
MaybeUnset = Literal[Unset.UNSET]


@dataclass(frozen=True)
class QueryAnswer:
    """The answer of a query. A refused root field is None in the data, and its error has its path."""

    data: JsonObject
    errors: tuple[ApiError, ...]


def endpoint(url: str) -> str:
    """Returns the GraphQL endpoint of a service's address. Raises ValueError without `http://` or `https://`."""
    if not re.match("https?://[^/]", url, re.IGNORECASE):
        advice = f"write http://{url}" if re.match("[^/:]+(:[0-9]+)?(/|$)", url) else "it must begin with http:// or https://"
        raise ValueError(f"the address {url!r} has no protocol and host: {advice}")
    address = httpx.URL(url)
    path = address.path.rstrip("/")
    return str(address if path.endswith("/graphql") else address.copy_with(path=f"{path}/graphql"))


def body_of(document: str, variables: JsonObject) -> bytes:
    """Encodes a request once, so that each attempt has the same bytes."""
    return json.dumps({"query": document, "variables": variables}, allow_nan=False).encode()


def answer_of(response: httpx.Response) -> QueryAnswer:
    """Reads the answer of the service. Raises ApiError if it has no data."""
    status, headers = response.status_code, response.headers
    try:
        body = json.loads(response.content)
    except (ValueError, RecursionError):
        body = None
    if not _is_object(body):
        raise error_of_problem(None, status, headers)
    listed = body.get("errors")
    errors = [error_of_graphql(error, status, headers) for error in listed] if isinstance(listed, list) else []
    data = body.get("data")
    if 200 <= status < 300 and _is_object(data):
        return QueryAnswer(data, tuple(errors))
    raise errors[0] if errors else error_of_problem(body, status, headers)


def has_key_in_input(document: str, variables: JsonObject) -> bool:
    """
    Whether an input of the document or of its variables already has `idempotencyKey`. A header would have to be equal.

    Deeper members do not count, because a JSON scalar such as a card can have any.
    """
    inputs = (variables.get(name) for name in re.findall(r"\binput\s*:\s*\$(\w+)", document))
    return _has_key_in_text(document, variables) or any(
        isinstance(value, Mapping) and isinstance(value.get("idempotencyKey"), str) for value in inputs
    )


def mutation_document(field: str, selection: str) -> str:
    """Returns the document of a mutation with one input."""
    return f"mutation ($input: {field[0].upper()}{field[1:]}Input!) {{ {field}(input: $input) {{ {selection} }} }}"


def input_of(**members: object) -> dict[str, Any]:
    """Converts members to an input of GraphQL. Leaves out those that are None."""
    return {camel_case(name): json_of(value) for name, value in members.items() if value is not None}


def changes_of(**members: object) -> dict[str, Any]:
    """Converts members to an input of GraphQL. Leaves out those that are UNSET; None is null."""
    return {camel_case(name): json_of(value) for name, value in members.items() if value is not UNSET}


def json_of(value: object) -> Any:
    """Converts dataclasses of inputs, times and lists to JSON."""
    if is_dataclass(value) and not isinstance(value, type):
        return input_of(**{member.name: getattr(value, member.name) for member in fields(value)})
    if isinstance(value, datetime):
        return _text_of(value)
    if isinstance(value, Mapping):
        return {name: json_of(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_of(member) for member in value]
    return value


def time_of(text: str) -> datetime:
    """Reads a time of the service. Python 3.10 does not read the suffix Z."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def _text_of(time: datetime) -> str:
    if time.tzinfo is None:
        raise ValueError("a time needs a time zone, such as datetime.now(timezone.utc)")
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _has_key_in_text(document: str, variables: JsonObject) -> bool:
    """Whether the document writes a key: as a text, or as a variable that has a value."""
    names = re.findall(r'\bidempotencyKey\s*:\s*(?:\$(\w+)|")', document)
    return any(name == "" or isinstance(variables.get(name), str) or _has_default(document, name, variables) for name in names)


def _has_default(document: str, name: str, variables: JsonObject) -> bool:
    """Whether the service uses a default: of a variable that is left out, and not of one that is null."""
    return name not in variables and re.search(rf'\${name}\s*:\s*\w+!?\s*=\s*"', document) is not None


def _is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)

"""Error responses. `error_classes` has one class for each code, generated from the error catalogue."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import Any, ClassVar, Literal, cast

Recovery = Literal["transient", "correctable", "terminal"]
Json = Mapping[str, Any]

# Longer waits mean the same: not in this run.
MAX_RETRY_AFTER_SECONDS = 365 * 86_400
# The text stays short enough for a line of a log.
MAX_FURTHER_ERRORS = 3
_RECOVERIES = ("transient", "correctable", "terminal")
_TIME = r"\d\d:\d\d:\d\d"
# The three forms of RFC 9110 §5.6.7. The parser of the library alone accepts many other texts.
_HTTP_DATE = re.compile(
    rf"[A-Z][a-z]{{2,8}}(?:, \d\d[ -][A-Z][a-z]{{2}}[ -](?:\d{{4}}|\d\d) {_TIME} GMT| [A-Z][a-z]{{2}} [ \d]\d {_TIME} \d{{4}})"
)


@dataclass(frozen=True)
class ErrorParts:
    """Parts of an error response of REST (`problem+json`) or GraphQL (`extensions`)."""

    code: str
    # HTTP status of the code, also if GraphQL sent it with status 200.
    status: int
    detail: str
    recovery: Recovery | None = None
    remedy: str | None = None
    request_id: str | None = None
    # Other members of the code, in snake_case.
    members: Json = field(default_factory=dict)
    retry_after_seconds: float | None = None
    # Path of the refused field in the answer of GraphQL.
    path: tuple[str | int, ...] | None = None
    # Key of the refused mutation, unless an input has it.
    idempotency_key: str | None = None


class ApiError(Exception):
    """
    An error response. Its class is the one of its code, such as `TradeStateConflict`.

    `recovery` is `transient` (try again), `correctable` (change the request) or `terminal` (give up).
    """

    catalogue: ClassVar[dict[str, type[ApiError]]] = {}

    def __init__(self, parts: ErrorParts) -> None:
        super().__init__(_text_of(parts))
        self.parts = parts
        self.code = parts.code
        self.status = parts.status
        self.detail = parts.detail
        self.recovery = parts.recovery
        self.remedy = parts.remedy
        self.request_id = parts.request_id
        self.members = parts.members
        self.retry_after_seconds = parts.retry_after_seconds
        self.path = parts.path

    def __reduce__(self) -> tuple[type[ApiError], tuple[ErrorParts]]:
        return type(self), (self.parts,)

    @property
    def idempotency_key(self) -> str | None:
        """The key of the refused mutation, to repeat it. None: it is no mutation, or its input has the key."""
        return self.parts.idempotency_key

    @property
    def retry_with_new_key(self) -> bool:
        """Whether the refusal is stored under its idempotency key: correct the cause, then use a new key."""
        return self.members.get("retry_with_new_key") is True

    @property
    def fields(self) -> Sequence[Json]:
        """The wrong members of the request, each with `pointer`, `detail` and `path`. Only ValidationFailed has some."""
        return _field_errors_of(self.members)


def _text_of(parts: ErrorParts) -> str:
    errors = _further_errors(parts)
    shown = [parts.detail, *errors[:MAX_FURTHER_ERRORS]]
    text = f"{parts.code}: {'; '.join([*(one.rstrip('.') for one in shown[:-1]), shown[-1]])}"
    if len(errors) > MAX_FURTHER_ERRORS:
        text = f"{text.rstrip('.')}; and {len(errors) - MAX_FURTHER_ERRORS} more"
    if parts.remedy is None:
        return text
    return f"{text}{'' if text.endswith(('.', '?')) else '.'} Remedy: {parts.remedy}"


def _further_errors(parts: ErrorParts) -> list[str]:
    """Returns the texts of the errors that the detail does not say. A hint is often in the second one."""
    errors = [one for one in _field_errors_of(parts.members) if isinstance(one, dict)]
    is_first_said = bool(errors) and parts.detail.endswith(str(errors[0].get("detail")))
    return [f"{_place_of(one)} {one.get('detail')}".strip() for one in errors[1 if is_first_said else 0 :]]


def _place_of(error: Json) -> str:
    """Writes the path in an input of GraphQL, such as `input.steps[0].title`, or the pointer of REST."""
    path = error.get("path")
    if not isinstance(path, list):
        return str(error.get("pointer", ""))
    return "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in path).removeprefix(".")


def _field_errors_of(members: Json) -> Sequence[Json]:
    found = members.get("fields")
    return found if isinstance(found, (list, tuple)) else ()


class InvalidResponse(ApiError):
    """The response is not from this service. Check the address."""


def error_of_graphql(error: object, status: int, headers: Mapping[str, str] | None = None) -> ApiError:
    """Converts an element of `errors` of a GraphQL response."""
    shape = _object(error)
    extensions = {snake_case(name): value for name, value in _object(shape.get("extensions")).items()}
    path = shape.get("path")
    return _create({**extensions, "detail": shape.get("message")}, status, headers, path)


def error_of_problem(body: object, status: int, headers: Mapping[str, str] | None = None) -> ApiError:
    """Converts a `problem+json` body. Anything else becomes InvalidResponse with the HTTP status."""
    hidden = ("type", "instance")
    return _create({name: value for name, value in _object(body).items() if name not in hidden}, status, headers, None)


def retry_after(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Reads `Retry-After`, a number of seconds or a date (RFC 9110 §10.2.3), at most a year. Ignores other texts."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch("[0-9]+", text):
        # The first digits decide, because `int` refuses a text of thousands of them.
        return min(int(text.lstrip("0")[:18] or 0), MAX_RETRY_AFTER_SECONDS)
    if not _HTTP_DATE.fullmatch(text):
        return None
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    # The third form has no time zone.
    at = (date if date.tzinfo else date.replace(tzinfo=timezone.utc)).timestamp()
    return min(max(0.0, at - (time.time() if now is None else now)), MAX_RETRY_AFTER_SECONDS)


def snake_case(name: str) -> str:
    return re.sub("[A-Z]", lambda match: f"_{match[0].lower()}", name)


def _create(fields: Json, http_status: int, headers: Mapping[str, str] | None, path: object) -> ApiError:
    named = ("code", "status", "detail", "title", "recovery", "remedy", "request_id")
    code, status, detail = fields.get("code"), fields.get("status"), fields.get("detail")
    recovery, remedy, request_id = fields.get("recovery"), fields.get("remedy"), fields.get("request_id")
    own_status = status if isinstance(status, int) else http_status
    parts = ErrorParts(
        code=code if isinstance(code, str) else "invalid_response",
        status=own_status,
        detail=detail
        if isinstance(detail, str)
        else f"the response with status {own_status} is not from this service; check the address",
        recovery=cast(Recovery, recovery) if recovery in _RECOVERIES else None,
        remedy=remedy if isinstance(remedy, str) else None,
        request_id=request_id if isinstance(request_id, str) else (headers or {}).get("x-request-id"),
        members={name: value for name, value in fields.items() if name not in named},
        retry_after_seconds=None if headers is None else retry_after(headers),
        path=tuple(path) if isinstance(path, Sequence) and not isinstance(path, str) else None,
    )
    if not isinstance(code, str):
        return InvalidResponse(parts)
    return ApiError.catalogue.get(parts.code, ApiError)(parts)


def _object(value: object) -> Json:
    return value if isinstance(value, dict) else {}

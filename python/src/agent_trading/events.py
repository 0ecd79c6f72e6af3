"""Follows events, without gaps after a cursor."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from .documents import JsonObject
from .models import SELECTIONS, Event
from .retry import RetryPolicy
from .socket import SocketOptions
from .updates import AsyncUpdateStream, EventStreamClosed, UpdateOptions

__all__ = ["AsyncEventStream", "EventOptions", "EventStreamClosed", "StopFollowing"]

EventField = Literal["events", "tradeCompleted", "tradeFailed"]
FollowStart = Literal["first", "now"]
AsyncHandler = Callable[[Event], Awaitable[None]]


class StopFollowing(Exception):
    """Raise it in a handler to end `follow` after the event."""


@dataclass(frozen=True)
class EventOptions:
    """What a stream follows, and how it reconnects."""

    socket: SocketOptions
    name: EventField = "events"
    principal_key: str | None = None
    # For `events` only. Default: all.
    types: Sequence[str] | None = None
    # Cursor of the last handled event. Default: new events only, which are missed while the first connection is lost.
    after: str | None = None
    # Limits of the pause before a reconnect.
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    # Failures in a row, without an event between them, before the stream raises. Default: no limit.
    maximum_failures: int | None = None


class AsyncEventStream(AsyncUpdateStream[Event]):
    """
    Events of the principal over graphql-transport-ws. Iterate it once.

    After a lost connection it opens a new socket with a new signature, and resumes after the last event.
    It warns once in each outage, on the logger `agent_trading`.
    Raises EventStreamClosed or ApiError for permanent errors.
    """

    def __init__(self, options: EventOptions) -> None:
        self._cursor = options.after
        document, variables = subscription_of(options)
        update = UpdateOptions(
            options.socket, document, variables, options.name, options.retry, options.maximum_failures
        )
        super().__init__(update, self._event_of)

    @property
    def cursor(self) -> str | None:
        """Cursor of the last event. Store it to resume later."""
        return self._cursor

    async def __aenter__(self) -> AsyncEventStream:
        return self

    def _event_of(self, json: JsonObject) -> Event:
        event = Event.from_json(json)
        self._cursor = event.cursor
        return event

    def _variables(self) -> JsonObject:
        return {**super()._variables(), "after": self._cursor}


def assert_start(start: str) -> None:
    """Raises ValueError for another start, because a misspelt one would replay the whole history."""
    if start not in get_args(FollowStart):
        raise ValueError(f'start must be "first" or "now", not {start!r}')


def subscription_of(options: EventOptions) -> tuple[str, dict[str, Any]]:
    """Returns the document and the variables of a subscription. Its cursor comes with each socket."""
    variables: JsonObject = {"principalKey": options.principal_key}
    if options.name != "events":
        query = f"""subscription ($principalKey: ID, $after: String) {{
            {options.name}(principalKey: $principalKey, after: $after) {{ {SELECTIONS['Event']} }} }}"""
        return query, dict(variables)
    types = None if options.types is None else list(options.types)
    query = f"""subscription ($principalKey: ID, $types: [EventType!], $after: String) {{
        events(principalKey: $principalKey, types: $types, after: $after) {{ {SELECTIONS['Event']} }} }}"""
    return query, {**variables, "types": types}

"""Follows events, without gaps after a cursor."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, Literal, get_args

from websockets.exceptions import InvalidURI, WebSocketException

from .documents import JsonObject, endpoint
from .errors import ApiError, error_of_graphql
from .models import SELECTIONS, Event
from .retry import RetryPolicy, is_transient, jitter
from .socket import SocketOptions, Subscription, SubscriptionEnded, open_subscription

EventField = Literal["events", "tradeCompleted", "tradeFailed"]
FollowStart = Literal["first", "now"]
AsyncHandler = Callable[[Event], Awaitable[None]]

# Permanent reasons: bad request, revoked, forbidden, subprotocol, subscriber. Too many requests (4429) is temporary.
FINAL_CODES = frozenset({4400, 4401, 4403, 4406, 4409})
TEMPORARY_STATUSES = frozenset({408, 429})
_LOGGER = logging.getLogger("agent_trading")
_NETWORK_ERRORS = (OSError, asyncio.TimeoutError, EOFError, WebSocketException, SubscriptionEnded)


class EventStreamClosed(Exception):
    """The stream ended for a permanent reason: the close code of the WebSocket, or the status of a refused upgrade."""

    def __init__(self, close_code: int, reason: str) -> None:
        super().__init__(f"event stream closed with {close_code}{reason and f': {reason}'}")
        self.close_code = close_code
        self.reason = reason


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


class AsyncEventStream:
    """
    Events of the principal over graphql-transport-ws. Iterate it once.

    After a lost connection it opens a new socket with a new signature, and resumes after the last event.
    It warns once in each outage, on the logger `agent_trading`.
    Raises EventStreamClosed or ApiError for permanent errors.
    """

    def __init__(self, options: EventOptions) -> None:
        url = re.sub("^http", "ws", endpoint(re.sub("^ws", "http", options.socket.url)))
        self._options = replace(options, socket=replace(options.socket, url=url))
        self._cursor = options.after
        self._closing = asyncio.Event()
        self._subscription: Subscription | None = None
        self._has_warned = False
        self._events = self._stream()

    @property
    def cursor(self) -> str | None:
        """Cursor of the last event. Store it to resume later."""
        return self._cursor

    def __aiter__(self) -> AsyncIterator[Event]:
        return self._events

    async def __aenter__(self) -> AsyncEventStream:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Ends the iteration and the socket."""
        self._closing.set()
        if self._subscription is not None:
            await self._subscription.close()
        try:
            await self._events.aclose()
        except RuntimeError:
            # Another task waits for an event. It ends, because the subscription has ended.
            pass

    async def _stream(self) -> AsyncGenerator[Event, None]:
        failures = 0
        while not self._closing.is_set():
            end: Exception = EventStreamClosed(1000, "ended by the server")
            failures += 1
            try:
                async with aclosing(self._events_of_socket()) as events:
                    async for event in events:
                        self._cursor = event.cursor
                        failures = 0
                        yield event
                        if self._closing.is_set():
                            return
            except (ApiError, *_NETWORK_ERRORS) as error:
                final = final_error(error)
                if final is not None and not self._closing.is_set():
                    raise final from error
                end = error
            if self._closing.is_set():
                return
            if self._options.maximum_failures is not None and failures >= self._options.maximum_failures:
                last = closed_by(end)
                if last is end:
                    raise last
                raise last from end
            self._warn(end)
            await self._pause(jitter(max(failures, 1), self._options.retry))

    async def _events_of_socket(self) -> AsyncGenerator[Event, None]:
        query, variables = subscription_of(self._options, self._cursor)
        subscription = await open_subscription(self._options.socket, query, variables)
        self._subscription = subscription
        self._has_warned = False
        try:
            while not self._closing.is_set():
                result = await subscription.next()
                if result is None:
                    return
                if result.get("errors"):
                    raise error_of_graphql(result["errors"][0], 500)
                yield Event.from_json(result["data"][self._options.name])
        finally:
            self._subscription = None
            await subscription.close()

    def _warn(self, end: Exception) -> None:
        """Warns once in each outage, because a stream without a maximum of failures retries for ever."""
        if not self._has_warned:
            _LOGGER.warning("events are interrupted, and the client retries until they come again: %s", end)
        self._has_warned = True

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._closing.wait(), seconds)
        except asyncio.TimeoutError:
            pass


def assert_start(start: str) -> None:
    """Raises ValueError for another start, because a misspelt one would replay the whole history."""
    if start not in get_args(FollowStart):
        raise ValueError(f'start must be "first" or "now", not {start!r}')


def subscription_of(options: EventOptions, after: str | None) -> tuple[str, dict[str, Any]]:
    """Returns the document and the variables of a subscription after a cursor."""
    variables: JsonObject = {"principalKey": options.principal_key, "after": after}
    if options.name != "events":
        query = f"""subscription ($principalKey: ID, $after: String) {{
            {options.name}(principalKey: $principalKey, after: $after) {{ {SELECTIONS['Event']} }} }}"""
        return query, dict(variables)
    types = None if options.types is None else list(options.types)
    query = f"""subscription ($principalKey: ID, $types: [EventType!], $after: String) {{
        events(principalKey: $principalKey, types: $types, after: $after) {{ {SELECTIONS['Event']} }} }}"""
    return query, {**variables, "types": types}


def final_error(error: Exception) -> Exception | None:
    """Returns the error to raise if it is permanent."""
    if isinstance(error, ApiError):
        return None if is_transient(error) else error
    if isinstance(error, InvalidURI):
        return error
    if isinstance(error, SubscriptionEnded):
        # A refused subscription ends with a list of GraphQL errors.
        if error.errors:
            return final_error(error_of_graphql(error.errors[0], 400))
        return EventStreamClosed(error.code, error.reason) if error.code in FINAL_CODES else None
    status = _refused_status(error)
    if status is None or not 400 <= status < 500 or status in TEMPORARY_STATUSES:
        return None
    return EventStreamClosed(status, "the upgrade was refused")


def closed_by(error: Exception) -> Exception:
    """Returns the error that a caller sees after the last failure."""
    if not isinstance(error, SubscriptionEnded):
        return error
    return error_of_graphql(error.errors[0], 400) if error.errors else EventStreamClosed(error.code, error.reason)


def _refused_status(error: Exception) -> int | None:
    """Reads the status of a refused upgrade. Its error differs between versions of websockets."""
    status = getattr(error, "status_code", None) or getattr(getattr(error, "response", None), "status_code", None)
    return status if isinstance(status, int) else None

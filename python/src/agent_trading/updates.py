"""Results of a subscription, which reconnects after a lost connection."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, Generic, TypeVar

from websockets.exceptions import InvalidURI, WebSocketException

from .documents import JsonObject, endpoint
from .error_base import ApiError, error_of_graphql
from .retry import RetryPolicy, is_transient, jitter
from .socket import SocketOptions, Subscription, SubscriptionEnded, open_subscription, unreadable

T = TypeVar("T")

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


@dataclass(frozen=True)
class UpdateOptions:
    """A subscription, and how it reconnects."""

    socket: SocketOptions
    document: str
    variables: JsonObject
    # The root field that has the results.
    name: str
    # Limits of the pause before a reconnect.
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    # Failures in a row, without a result between them, before the stream raises. Default: no limit.
    maximum_failures: int | None = None


class AsyncUpdateStream(Generic[T]):
    """
    Results of a subscription over graphql-transport-ws. Iterate it once.

    After a lost connection it opens a new socket with a new signature, and subscribes again.
    It warns once in each outage, on the logger `agent_trading`.
    Raises EventStreamClosed or ApiError for permanent errors.
    """

    def __init__(self, options: UpdateOptions, read: Callable[[Any], T]) -> None:
        url = re.sub("^http", "ws", endpoint(re.sub("^ws", "http", options.socket.url)))
        self._options = replace(options, socket=replace(options.socket, url=url))
        self._read = read
        self._closing = asyncio.Event()
        self._subscription: Subscription | None = None
        self._has_warned = False
        self._forget: Callable[[Any], None] = lambda _stream: None
        self._results = self._stream()

    def __aiter__(self) -> AsyncIterator[T]:
        return self._results

    async def __aenter__(self) -> AsyncUpdateStream[T]:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Ends the iteration and the socket."""
        self._closing.set()
        self._forget(self)
        if self._subscription is not None:
            await self._subscription.close()
        try:
            await self._results.aclose()
        except RuntimeError:
            # Another task waits for a result. It ends, because the subscription has ended.
            pass

    def when_ended(self, forget: Callable[[Any], None]) -> None:
        """Calls this with the stream when it ends. The client keeps its open streams in this way."""
        self._forget = forget

    async def _stream(self) -> AsyncGenerator[T, None]:
        failures = 0
        try:
            while not self._closing.is_set():
                end: Exception = EventStreamClosed(1000, "ended by the server")
                failures += 1
                try:
                    subscription = await self._open()
                    opened_at = time.monotonic()
                    try:
                        while (result := await self._next(subscription)) is not None:
                            failures, self._has_warned = 0, False
                            yield result
                    finally:
                        self._end_outage_after(time.monotonic() - opened_at)
                        self._subscription = None
                        await subscription.close()
                except (ApiError, *_NETWORK_ERRORS) as error:
                    final = final_error(error)
                    if final is not None and not self._closing.is_set():
                        raise final from error
                    end = error
                if self._closing.is_set():
                    return
                await self._after_failure(end, failures)
        finally:
            self._forget(self)

    async def _after_failure(self, end: Exception, failures: int) -> None:
        """Waits for the next attempt. Raises the error of the end after the last one."""
        if self._options.maximum_failures is not None and failures >= self._options.maximum_failures:
            last = closed_by(end)
            if last is end:
                raise last
            raise last from end
        self._warn(end)
        await self._pause(jitter(max(failures, 1), self._options.retry))

    async def _open(self) -> Subscription:
        subscription = await open_subscription(self._options.socket, self._options.document, self._variables())
        self._subscription = subscription
        return subscription

    async def _next(self, subscription: Subscription) -> T | None:
        """Returns the next result, or None at the end."""
        while not self._closing.is_set():
            result = await subscription.next()
            if result is None:
                return None
            errors, data = result.get("errors"), result.get("data")
            if isinstance(errors, list) and errors:
                raise error_of_graphql(errors[0], 500)
            value = data.get(self._options.name) if isinstance(data, dict) else None
            if value is not None:
                return self._value_of(value)
        return None

    def _value_of(self, value: Any) -> T:
        try:
            return self._read(value)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise unreadable(error) from error

    def _variables(self) -> JsonObject:
        """Returns the variables of the next socket."""
        return self._options.variables

    def _end_outage_after(self, seconds: float) -> None:
        """Ends the outage if the socket lasted. A server can also acknowledge each socket and close it at once."""
        if seconds > self._options.socket.keep_alive_seconds:
            self._has_warned = False

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

"""Events for programs without asyncio."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from types import TracebackType
from typing import Any, TypeVar

from .events import AsyncEventStream, EventOptions
from .models import Event

T = TypeVar("T")
Handler = Callable[[Event], None]


class EventStream:
    """
    The synchronous form of AsyncEventStream. Iterate it once, and close it.

    A thread keeps the connection alive while your program works on an event.
    """

    def __init__(self, options: EventOptions) -> None:
        self._stream = AsyncEventStream(options)
        self._loop = asyncio.new_event_loop()
        self._waiting: asyncio.Task[Any] | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._loop.run_forever, name="agent-trading-events", daemon=True)
        self._thread.start()

    @property
    def cursor(self) -> str | None:
        """Cursor of the last event. Store it to resume later."""
        return self._stream.cursor

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        event = None if self._is_closed else self._run(self._next())
        if event is None:
            raise StopIteration
        return event

    def __enter__(self) -> EventStream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the iteration and the socket. Any thread may call it."""
        if self._is_closed:
            return
        self._is_closed = True
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _next(self) -> Event | None:
        self._waiting = asyncio.current_task()
        try:
            return await self._stream.__aiter__().__anext__()
        except StopAsyncIteration:
            return None
        finally:
            self._waiting = None

    async def _end(self) -> None:
        await self._stream.aclose()
        # Another thread may wait for an event.
        if self._waiting is not None:
            await asyncio.wait([self._waiting])
        await self._loop.shutdown_asyncgens()

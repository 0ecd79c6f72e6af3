"""Events for programs without asyncio."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from types import TracebackType
from typing import Any, Generic, TypeVar

from .events import AsyncEventStream, EventOptions
from .models import Event
from .updates import AsyncUpdateStream, UpdateOptions

T = TypeVar("T")
R = TypeVar("R")
Handler = Callable[[Event], None]


class _StreamThread(Generic[T]):
    """A stream of `asyncio` on a thread of its own. The thread keeps the connection alive while your program works."""

    def __init__(self, stream: AsyncUpdateStream[T]) -> None:
        self._stream = stream
        self._loop = asyncio.new_event_loop()
        # The next result. It stays here until a caller has it, also if Ctrl-C interrupts the one that waits.
        self._pending: asyncio.Task[T | None] | None = None
        self._turn = threading.Lock()
        self._is_closed = False
        self._forget: Callable[[Any], None] = lambda _stream: None
        self._thread = threading.Thread(target=self._loop.run_forever, name="agent-trading-events", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        # Without turns, two threads would get the same result.
        with self._turn:
            if self._is_closed:
                raise StopIteration
            try:
                result = self._run(self._next())
            except Exception:
                self.close()
                raise
            if result is None:
                self.close()
                raise StopIteration
            self._deliver(result)
            self._pending = None
            return result

    def _deliver(self, result: T) -> None:
        """Notes a result that the caller gets now."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def when_ended(self, forget: Callable[[Any], None]) -> None:
        """Calls this with the stream when it ends. The client keeps its open streams in this way."""
        self._forget = forget

    def close(self) -> None:
        """Ends the iteration and the socket. Any thread may call it."""
        if self._is_closed:
            return
        self._is_closed = True
        self._forget(self)
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, coroutine: Coroutine[Any, Any, R]) -> R:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _next(self) -> T | None:
        if self._pending is None:
            self._pending = asyncio.ensure_future(self._receive())
        return await self._pending

    async def _receive(self) -> T | None:
        try:
            return await self._stream.__aiter__().__anext__()
        except StopAsyncIteration:
            return None

    async def _end(self) -> None:
        await self._stream.aclose()
        # Another thread may wait for a result.
        if self._pending is not None:
            await asyncio.wait([self._pending])
        await self._loop.shutdown_asyncgens()


class UpdateStream(_StreamThread[T]):
    """The synchronous form of AsyncUpdateStream. Iterate it once, and close it."""

    def __init__(self, options: UpdateOptions, read: Callable[[Any], T]) -> None:
        super().__init__(AsyncUpdateStream(options, read))

    def __enter__(self) -> UpdateStream[T]:
        return self


class EventStream(_StreamThread[Event]):
    """The synchronous form of AsyncEventStream. Iterate it once, and close it."""

    def __init__(self, options: EventOptions) -> None:
        super().__init__(AsyncEventStream(options))
        self._cursor = options.after

    @property
    def cursor(self) -> str | None:
        """Cursor of the last event. Store it to resume later."""
        return self._cursor

    def _deliver(self, result: Event) -> None:
        self._cursor = result.cursor

    def __enter__(self) -> EventStream:
        return self

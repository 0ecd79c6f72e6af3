"""Streams and handlers of both clients."""

from .event_thread import EventStream, Handler, UpdateStream
from .events import AsyncEventStream, AsyncHandler
from .updates import AsyncUpdateStream

__all__ = ["AsyncEventStream", "AsyncHandler", "AsyncUpdateStream", "EventStream", "Handler", "UpdateStream"]

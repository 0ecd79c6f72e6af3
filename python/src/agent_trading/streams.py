"""Event streams and handlers of both clients."""

from .event_thread import EventStream, Handler
from .events import AsyncEventStream, AsyncHandler

__all__ = ["AsyncEventStream", "AsyncHandler", "EventStream", "Handler"]

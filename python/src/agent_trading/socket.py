"""One subscription on a socket of its own, over graphql-transport-ws."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from .error_base import ApiError, error_of_problem
from .signing import Clock, Signer, sign_connection_params
from .unreachable import unreachable

SignaturePlacement = Literal["headers", "connectionParams"]
"""Place of the signature: headers of the upgrade, or `connectionParams` for proxies that remove headers."""

PROTOCOL = "graphql-transport-ws"
HANDSHAKE_TIMEOUT_SECONDS = 10.0
NORMAL_CLOSURE = 1000
ABNORMAL_CLOSURE = 1006
SUBSCRIPTION_ID = "1"
MAX_MESSAGE_BYTES = 16 * 1024**2
# Results in memory for a slow reader. Beyond it the socket is not read, so that the server sees the slow reader.
MAX_BUFFERED = 256
# A server answered, or was too slow.
_ANSWERED = (TimeoutError, ConnectionResetError, ConnectionAbortedError, BrokenPipeError)


@dataclass(frozen=True)
class SocketOptions:
    """Where and how a socket connects."""

    # `ws:` or `wss:` address of the GraphQL endpoint.
    url: str
    signer: Signer
    proof: SignaturePlacement = "headers"
    clock: Clock = time.time
    # Seconds between pings, and the longest wait for a pong.
    keep_alive_seconds: float = 30.0


class SubscriptionEnded(Exception):
    """The server refused or ended the subscription: a close code with its reason, or a list of GraphQL errors."""

    def __init__(self, code: int, reason: str, errors: list[Any] | None = None) -> None:
        super().__init__(f"the subscription ended with {code}: {reason}")
        self.code = code
        self.reason = reason
        self.errors = errors


class Subscription:
    """A subscription from its acknowledgement to its end. Only `close` and the server end it; it never reconnects."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        # A result, the error of the end, or None at a normal end.
        self._results: asyncio.Queue[Mapping[str, Any] | Exception | None] = asyncio.Queue(MAX_BUFFERED)
        self._reader = asyncio.ensure_future(self._read())

    async def next(self) -> Mapping[str, Any] | None:
        """Returns the next result, or None at the end. Raises SubscriptionEnded or an error of the network."""
        result = await self._results.get()
        if isinstance(result, Exception):
            raise result
        return result

    async def close(self) -> None:
        """Ends the subscription and the socket. A waiting `next` returns None."""
        self._reader.cancel()
        while not self._results.empty():
            self._results.get_nowait()
        self._results.put_nowait(None)
        await asyncio.wait([self._reader])
        await self._socket.close()

    async def _read(self) -> None:
        end: Exception | None = None
        try:
            while True:
                message = _message_of(await self._socket.recv())
                payload = message.get("payload")
                if message["type"] == "next":
                    # A message without a result is ignored, as one of no type is.
                    if isinstance(payload, dict):
                        await self._results.put(payload)
                elif message["type"] == "ping":
                    await _send(self._socket, {"type": "pong"})
                elif message["type"] == "error":
                    end = SubscriptionEnded(4400, "refused", payload if isinstance(payload, list) else None)
                    break
                elif message["type"] == "complete":
                    break
        except ConnectionClosed as closed:
            end = ended(closed)
        except (ApiError, OSError) as error:
            end = error
        except Exception as error:
            # Without an end, `next` would wait for ever.
            end = unreadable(error)
        await self._results.put(end)


async def open_subscription(options: SocketOptions, query: str, variables: Mapping[str, Any]) -> Subscription:
    """Opens a socket and subscribes. It signs when it connects."""
    signature = sign_connection_params(options.url, options.signer, now=options.clock())
    in_headers = options.proof == "headers"
    try:
        socket = await _connect(options, signature if in_headers else {})
    except _ANSWERED:
        raise
    except OSError as error:
        raise unreachable(options.url, error) from error
    try:
        await _send(socket, {"type": "connection_init", **({} if in_headers else {"payload": signature})})
        await asyncio.wait_for(_acknowledge(socket), HANDSHAKE_TIMEOUT_SECONDS)
        payload = {"query": query, "variables": variables}
        await _send(socket, {"type": "subscribe", "id": SUBSCRIPTION_ID, "payload": payload})
    except ConnectionClosed as closed:
        raise ended(closed) or SubscriptionEnded(NORMAL_CLOSURE, "ended by the server") from closed
    except BaseException:
        await socket.close()
        raise
    return Subscription(socket)


def ended(closed: ConnectionClosed) -> SubscriptionEnded | None:
    """Returns why the server closed the socket. None: it was a normal end."""
    frame = closed.rcvd
    if frame is None:
        return SubscriptionEnded(ABNORMAL_CLOSURE, "the connection was lost")
    return None if frame.code == NORMAL_CLOSURE else SubscriptionEnded(frame.code, frame.reason)


def unreadable(cause: Exception) -> ApiError:
    """Returns the error to raise for a message that is not of the service. A repeat would bring the same message."""
    detail = f"a message of the subscription is not from this service ({type(cause).__name__}); check the address"
    # A permanent status, unlike those of a busy service.
    error = error_of_problem({"detail": detail}, 400)
    error.__cause__ = cause
    return error


async def _acknowledge(socket: Any) -> None:
    while True:
        kind = _message_of(await socket.recv())["type"]
        if kind == "connection_ack":
            return
        if kind == "ping":
            await _send(socket, {"type": "pong"})


async def _connect(options: SocketOptions, headers: Mapping[str, str]) -> Any:
    connect, name = _connector()
    return await connect(
        options.url,
        subprotocols=[PROTOCOL],
        open_timeout=HANDSHAKE_TIMEOUT_SECONDS,
        close_timeout=HANDSHAKE_TIMEOUT_SECONDS,
        ping_interval=options.keep_alive_seconds,
        ping_timeout=options.keep_alive_seconds,
        max_size=MAX_MESSAGE_BYTES,
        **{name: dict(headers)},
    )


def _connector() -> tuple[Callable[..., Any], str]:
    """Returns a `connect` that follows no redirect, and its name of the headers, for this version of websockets."""
    try:
        # Version 13 or later.
        connect, name = import_module("websockets.asyncio.client").connect, "additional_headers"
    except ModuleNotFoundError:
        connect, name = import_module("websockets.client").connect, "extra_headers"
    # The second method is of the versions before 13.
    methods = {"process_redirect": _refuse_redirect, "handle_redirect": _raise_redirect}
    return type("Connect", (connect,), methods), name


def _refuse_redirect(_connect: Any, error: Exception) -> Exception:
    """Replaces a method that returns the error, or the address of a redirect. A signature is valid for one address."""
    return error


def _raise_redirect(_connect: Any, address: str) -> None:
    raise InvalidHandshake(f"the server redirects to {address}, and a signature is valid for one address")


async def _send(socket: Any, message: Mapping[str, Any]) -> None:
    await socket.send(json.dumps(message))


def _message_of(text: str | bytes) -> dict[str, Any]:
    """Returns a message of no type if the text is none of the protocol. Raises InvalidResponse if it is too deep."""
    try:
        message = json.loads(text)
    except ValueError:
        message = None
    except RecursionError as error:
        raise unreadable(error) from error
    return message if isinstance(message, dict) and "type" in message else {"type": ""}

"""Servers between a client and the service, which break connections when a test says so."""

from __future__ import annotations

import asyncio
import http.client
import json
import select
import socket
import threading
from collections.abc import Awaitable, Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any
from urllib.parse import urlsplit

import websockets

Fault = Callable[["HttpProxy", BaseHTTPRequestHandler, bytes], None]


class HttpProxy:
    """Forwards each request. The next faults replace the answers of the next requests."""

    def __init__(self, target: str) -> None:
        self.target = urlsplit(target)
        self.faults: list[Fault] = []
        self.requests: list[dict[str, Any]] = []
        self.arrived = threading.Event()
        self.released = threading.Event()
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                proxy.requests.append({**{k.lower(): v for k, v in self.headers.items()}, "body": body})
                fault = proxy.faults.pop(0) if proxy.faults else answer
                fault(proxy, self, body)

            do_GET = do_POST

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def forward(self, request: BaseHTTPRequestHandler, body: bytes) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection(self.target.hostname or "", self.target.port)
        connection.request(request.command, request.path, body, dict(request.headers.items()))
        response = connection.getresponse()
        result = response.status, dict(response.getheaders()), response.read()
        connection.close()
        return result

    def keys(self) -> list[str | None]:
        return [request.get("idempotency-key") for request in self.requests]

    def stop(self) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()


def write(request: BaseHTTPRequestHandler, status: int, headers: dict[str, str], body: bytes) -> None:
    request.send_response(status)
    for name, value in headers.items():
        if name.lower() not in ("content-length", "connection", "transfer-encoding", "date", "keep-alive"):
            request.send_header(name, value)
    request.send_header("content-length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)


def answer(proxy: HttpProxy, request: BaseHTTPRequestHandler, body: bytes) -> None:
    write(request, *proxy.forward(request, body))


def hang_up(request: BaseHTTPRequestHandler) -> None:
    request.close_connection = True
    request.connection.shutdown(socket.SHUT_RDWR)


def lose_request(proxy: HttpProxy, request: BaseHTTPRequestHandler, body: bytes) -> None:
    hang_up(request)


def lose_answer(proxy: HttpProxy, request: BaseHTTPRequestHandler, body: bytes) -> None:
    proxy.forward(request, body)
    hang_up(request)


def cut_answer(proxy: HttpProxy, request: BaseHTTPRequestHandler, body: bytes) -> None:
    proxy.forward(request, body)
    request.wfile.write(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{")
    hang_up(request)


def garble_answer(proxy: HttpProxy, request: BaseHTTPRequestHandler, body: bytes) -> None:
    """Runs the request, and answers with a compression that is broken."""
    proxy.forward(request, body)
    write(request, 200, {"content-encoding": "gzip"}, b"no gzip")


def hold_answer(proxy: HttpProxy, request: BaseHTTPRequestHandler, body: bytes) -> None:
    """Runs the request, and keeps its answer until the test releases it."""
    proxy.forward(request, body)
    proxy.arrived.set()
    proxy.released.wait()
    hang_up(request)


def hold_request(proxy: HttpProxy, request: BaseHTTPRequestHandler, body: bytes) -> None:
    """Keeps the request from the service."""
    proxy.arrived.set()
    proxy.released.wait()
    hang_up(request)


def respond(status: int, body: object = None, **headers: str) -> Fault:
    """Answers without the service, as a proxy or a busy process does."""
    text = b"<html>" if body is None else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    def fault(proxy: HttpProxy, request: BaseHTTPRequestHandler, received: bytes) -> None:
        write(request, status, named, text)

    return fault


class TcpProxy:
    """Forwards connections until `sever`."""

    def __init__(self, target: str, port: int = 0) -> None:
        address = urlsplit(target)
        self._target = (address.hostname or "", address.port or 80)
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port = int(self._listener.getsockname()[1])
        self._sockets: list[socket.socket] = []
        self.connections = 0
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def sever(self) -> None:
        """Breaks all open connections."""
        while self._sockets:
            try:
                self._sockets.pop().shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def stop(self) -> None:
        try:
            # A close alone would leave the waiting thread one more connection.
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._listener.close()
        self.sever()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            server = socket.create_connection(self._target)
            self._sockets += [client, server]
            threading.Thread(target=_pump, args=(client, server), daemon=True).start()


def _pump(client: socket.socket, server: socket.socket) -> None:
    peers = {client: server, server: client}
    try:
        while True:
            for ready in select.select([client, server], [], [])[0]:
                data = ready.recv(65536)
                if not data:
                    return
                peers[ready].sendall(data)
    except (OSError, ValueError):
        pass
    finally:
        client.close()
        server.close()


class SocketServerThread:
    """A server of WebSockets for a reader without asyncio."""

    def __init__(self, handle: Callable[[Any], Awaitable[None]]) -> None:
        self._handle = handle
        self._loop = asyncio.new_event_loop()
        self._ended = asyncio.Event()
        self._ports: Queue[int] = Queue()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._serve()))

    def __enter__(self) -> int:
        """Returns the port."""
        self._thread.start()
        return self._ports.get(timeout=30)

    def call(self, act: Callable[[], Any]) -> None:
        self._loop.call_soon_threadsafe(act)

    def __exit__(self, *_: Any) -> None:
        self.call(self._ended.set)
        self._thread.join()
        self._loop.close()

    async def _serve(self) -> None:
        async with websockets.serve(self._handle, "127.0.0.1", 0, subprotocols=["graphql-transport-ws"]) as server:
            self._ports.put(next(iter(server.sockets)).getsockname()[1])
            await self._ended.wait()

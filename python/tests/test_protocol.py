"""graphql-transport-ws with servers that behave in unusual ways."""

import asyncio
import json
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import websockets

from agent_trading import (
    AsyncEventStream,
    Credential,
    EventOptions,
    EventStream,
    EventStreamClosed,
    RetryPolicy,
    Signer,
    SocketOptions,
)
from agent_trading.errors import InvalidResponse, error_of_graphql

from .proxies import SocketServerThread
from .support import Case, run

FAST = RetryPolicy(base_seconds=0.001, maximum_seconds=0.01)
# Deeper than the parser of JSON reads.
DEEP = "[" * 200_000
T = TypeVar("T")
Script = Callable[[Any, int], Awaitable[None]]


def message_of(sequence: int) -> str:
    event = {
        "id": f"evt_{sequence}", "cursor": f"c{sequence}", "type": "TRADE_COMPLETED", "sequence": sequence,
        "subjectKey": "trd_1", "timestamp": "2026-11-20T09:30:00.000Z", "data": {},
    }
    return next_of({"data": {"events": event}})


def next_of(payload: Any) -> str:
    return json.dumps({"id": "1", "type": "next", "payload": payload})


def options_of(port: int, **options: Any) -> SocketOptions:
    return SocketOptions(f"http://127.0.0.1:{port}", Signer(Credential("ak", "sk")), **options)


class Server:
    """Acknowledges each connection, and then follows the script of its number."""

    def __init__(self, *scripts: Script) -> None:
        self.scripts = scripts
        self.subscriptions: list[dict[str, Any]] = []
        self.received: list[str] = []

    async def handle(self, socket: Any) -> None:
        await socket.recv()
        await socket.send(json.dumps({"type": "ping"}))
        self.received.append(json.loads(await socket.recv())["type"])
        await socket.send(json.dumps({"type": "connection_ack"}))
        self.subscriptions.append(json.loads(await socket.recv())["payload"]["variables"])
        number = len(self.subscriptions)
        after = int((self.subscriptions[-1]["after"] or "c0")[1:])
        await self.scripts[min(number, len(self.scripts)) - 1](socket, after)

    async def take(self, count: int, keep_alive_seconds: float = 30, **options: Any) -> list[int]:
        async with websockets.serve(self.handle, "127.0.0.1", 0, subprotocols=["graphql-transport-ws"]) as server:
            socket = options_of(next(iter(server.sockets)).getsockname()[1], keep_alive_seconds=keep_alive_seconds)
            sequences: list[int] = []
            async with AsyncEventStream(EventOptions(socket, retry=FAST, **options)) as stream:
                async for event in stream:
                    sequences.append(event.sequence)
                    if len(sequences) == count:
                        break
            return sequences


def give(count: int, end: Callable[[Any], Awaitable[None]]) -> Script:
    async def script(socket: Any, after: int) -> None:
        for sequence in range(after + 1, after + 1 + count):
            await socket.send(message_of(sequence))
        await end(socket)

    return script


def close(code: int) -> Callable[[Any], Awaitable[None]]:
    async def end(socket: Any) -> None:
        await socket.close(code, "because")

    return end


async def stay(socket: Any) -> None:
    await socket.wait_closed()


async def complete(socket: Any) -> None:
    await socket.send(json.dumps({"id": "1", "type": "complete"}))
    await stay(socket)


def within(coroutine: Coroutine[Any, Any, T]) -> T:
    """Fails instead of waiting for ever."""
    return run(asyncio.wait_for(coroutine, 30))


class Protocol(Case):
    def test_answers_pings_and_ignores_messages_of_no_type(self) -> None:
        async def odd(socket: Any, after: int) -> None:
            for text in ("no json", "[]", "{}", json.dumps({"type": "ping"})):
                await socket.send(text)
            server.received.append(json.loads(await socket.recv())["type"])
            await socket.send(message_of(1))
            await stay(socket)

        server = Server(odd)
        self.assertEqual(run(server.take(1)), [1])
        self.assertEqual(server.received, ["pong", "pong"])

    def test_ignores_messages_without_a_result(self) -> None:
        async def odd(socket: Any, after: int) -> None:
            await socket.send(json.dumps({"id": "1", "type": "next"}))
            for payload in (None, "hello", [], {}, {"data": None}, {"data": []}, {"data": {}}, {"data": {"events": None}}):
                await socket.send(next_of(payload))
            await socket.send(message_of(1))
            await stay(socket)

        self.assertEqual(within(Server(odd).take(1, maximum_failures=1)), [1])

    def test_raises_invalid_response_for_a_message_that_it_cannot_read(self) -> None:
        def say(text: str) -> Script:
            async def script(socket: Any, after: int) -> None:
                await socket.send(text)
                await socket.close(1012)

            return script

        for text in (DEEP, next_of({"data": {"events": {"id": "evt_1"}}}), next_of({"data": {"events": "hello"}})):
            with self.subTest(text[:60]), self.assertRaises(InvalidResponse):
                within(Server(say(text)).take(1, maximum_failures=1))

        class Unreadable(Server):
            async def handle(self, socket: Any) -> None:
                await socket.recv()
                await socket.send(DEEP)
                await stay(socket)

        with self.assertRaises(InvalidResponse):
            within(Unreadable().take(1, maximum_failures=1))

    def test_ends_after_an_error_without_a_list(self) -> None:
        for payload in ({}, {"payload": None}, {"payload": {"message": "no"}}, {"payload": "no"}, {"payload": []}):

            async def refuse(socket: Any, after: int) -> None:
                await socket.send(json.dumps({"id": "1", "type": "error", **payload}))
                await stay(socket)

            with self.subTest(payload), self.assertRaises(EventStreamClosed) as caught:
                within(Server(refuse).take(1))
            self.assertEqual(caught.exception.close_code, 4400)

    def test_warns_once_in_each_outage_also_if_the_server_acknowledges(self) -> None:
        ends = [give(0, close(code)) for code in (1000, 1011, 4429)]
        with self.assertLogs("agent_trading", "WARNING") as logged:
            run(Server(*ends, give(1, close(1012)), *ends, give(1, stay)).take(2))
        self.assertEqual(len(logged.records), 2)

    def test_warns_again_after_a_connection_that_lasted(self) -> None:
        async def last(socket: Any) -> None:
            await asyncio.sleep(0.05)
            await socket.close(1012)

        with self.assertLogs("agent_trading", "WARNING") as logged:
            run(Server(give(0, last), give(0, last), give(1, stay)).take(1, keep_alive_seconds=0.01))
        self.assertEqual(len(logged.records), 2)

    def test_follows_no_redirect_because_the_signature_is_for_one_address(self) -> None:
        async def follow() -> list[list[bytes]]:
            received: list[list[bytes]] = [[], []]

            def answer(requests: list[bytes], location: str) -> Callable[..., Awaitable[None]]:
                async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                    requests.append(await reader.readuntil(b"\r\n\r\n"))
                    writer.write(f"HTTP/1.1 307 Moved\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n".encode())
                    writer.close()

                return handle

            other = await asyncio.start_server(answer(received[1], "/"), "127.0.0.1", 0)
            location = f"ws://127.0.0.1:{other.sockets[0].getsockname()[1]}/other"
            first = await asyncio.start_server(answer(received[0], location), "127.0.0.1", 0)
            async with first, other:
                options = EventOptions(options_of(first.sockets[0].getsockname()[1]), retry=FAST, maximum_failures=2)
                with self.assertRaises(websockets.InvalidHandshake):
                    async for _event in AsyncEventStream(options):
                        pass
            return received

        first, other = within(follow())
        self.assertEqual((len(first), other), (2, []))
        self.assertIn(b"signature-input", first[0].lower())

    def test_loses_no_event_when_the_reader_is_interrupted(self) -> None:
        reader, may_give, has_given = threading.get_ident(), asyncio.Event(), threading.Event()

        async def script(socket: Any, after: int) -> None:
            signal.pthread_kill(reader, signal.SIGINT)
            await may_give.wait()
            for sequence in range(1, 5):
                await socket.send(message_of(sequence))
            # The second answer says that the client has read the events.
            for _ in range(2):
                await socket.send(json.dumps({"type": "ping"}))
                await socket.recv()
            has_given.set()
            await stay(socket)

        # A shell that runs the tests in the background ignores the signal.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        thread = SocketServerThread(Server(script).handle)
        with thread as port, EventStream(EventOptions(options_of(port), retry=FAST)) as stream:
            with self.assertRaises(KeyboardInterrupt):
                next(stream)
            thread.call(may_give.set)
            self.assertTrue(has_given.wait(30))
            self.assertIsNone(stream.cursor)
            self.assertEqual([(next(stream).sequence, stream.cursor) for _ in range(3)], [(1, "c1"), (2, "c2"), (3, "c3")])

    def test_resumes_after_each_temporary_end(self) -> None:
        for end in (close(1000), close(1012), close(4429), close(4413), complete):
            server = Server(give(3, end), give(2, end), give(1, stay))
            self.assertEqual(run(server.take(6, after="c4")), [5, 6, 7, 8, 9, 10])
            self.assertEqual([one["after"] for one in server.subscriptions], ["c4", "c7", "c9"])

    def test_delivers_every_event_and_raises_for_each_permanent_end(self) -> None:
        for code in (4400, 4401, 4403, 4406, 4409):
            server = Server(give(2, close(code)))
            with self.assertRaises(EventStreamClosed) as caught:
                run(server.take(99))
            self.assertEqual((caught.exception.close_code, caught.exception.reason), (code, "because"))
            self.assertEqual(len(server.subscriptions), 1)

    def test_raises_the_error_of_a_refused_subscription_but_repeats_a_transient_one(self) -> None:
        def refuse(code: str, status: int) -> Callable[[Any], Awaitable[None]]:
            error = {"message": "no", "extensions": {"code": code, "status": status}}

            async def end(socket: Any) -> None:
                await socket.send(json.dumps({"id": "1", "type": "error", "payload": [error]}))
                await stay(socket)

            return end

        kind = type(error_of_graphql({"extensions": {"code": "principal_access_denied"}}, 403))
        with self.assertRaises(kind):
            run(Server(give(0, refuse("principal_access_denied", 403))).take(1))
        again = Server(give(1, refuse("service_unavailable", 503)), give(1, stay))
        self.assertEqual(run(again.take(2)), [1, 2])

    def test_raises_after_failures_without_an_event_between_them(self) -> None:
        server = Server(give(1, close(1012)), give(0, close(1012)))
        with self.assertRaises(EventStreamClosed) as caught:
            run(server.take(99, maximum_failures=3))
        self.assertEqual((caught.exception.close_code, len(server.subscriptions)), (1012, 4))

    def test_loses_no_event_if_the_reader_is_slow(self) -> None:
        async def take() -> list[int]:
            server, sequences = Server(give(2000, stay)), []
            async with websockets.serve(server.handle, "127.0.0.1", 0, subprotocols=["graphql-transport-ws"]) as host:
                port = next(iter(host.sockets)).getsockname()[1]
                async with AsyncEventStream(EventOptions(options_of(port))) as stream:
                    async for event in stream:
                        sequences.append(event.sequence)
                        if event.sequence % 100 == 0:
                            await asyncio.sleep(0.001)
                        if len(sequences) == 2000:
                            return sequences
            return sequences

        self.assertEqual(run(take()), list(range(1, 2001)))

"""Events of the service: live, after lost connections, and from a stored cursor."""

import asyncio
import gc
import threading
from pathlib import Path
from typing import Any

from agent_trading import (
    Credential,
    Event,
    EventStreamClosed,
    FileCursorStore,
    RetryPolicy,
    ServiceUnreachable,
    StopFollowing,
    errors,
)

from .proxies import TcpProxy
from .support import CONFIG, URL, Case, Party, agree, buy_tickets, create_party, run, until, unused_address

FAST = RetryPolicy(attempts=5, base_seconds=0.01, maximum_seconds=0.1)
ALL = "{ principal { events(first: 200) { nodes { cursor sequence } } } }"


class Events(Case):
    def setUp(self) -> None:
        self.ann, self.ben = create_party("Ann"), create_party("Ben")
        self.proxy = TcpProxy(URL)
        self.addCleanup(self.proxy.stop)

    def stored(self, party: Party) -> list[dict]:
        with party.client() as client:
            return client.query_or_throw(ALL)["principal"]["events"]["nodes"]

    def start(self) -> str:
        """Returns the cursor of the newest event."""
        return until(lambda: self.stored(self.ann), bool)[-1]["cursor"]

    def sequences_after(self, cursor: str, count: int) -> list[int]:
        def after() -> list[int]:
            nodes = self.stored(self.ann)
            position = [node["cursor"] for node in nodes].index(cursor)
            return [node["sequence"] for node in nodes[position + 1 :]]

        return until(after, lambda found: len(found) >= count)[:count]

    def test_resumes_after_lost_connections_without_a_gap(self) -> None:
        after = self.start()

        async def follow() -> list[int]:
            seen: list[int] = []
            async with self.ann.async_client(url=self.proxy.url, retry=FAST) as client:
                async with client.events(after=after) as stream:
                    asyncio.get_running_loop().run_in_executor(None, agree, self.ann, self.ben)
                    async for event in stream:
                        seen.append(event.sequence)
                        self.assertEqual(stream.cursor, event.cursor)
                        if len(seen) == 4:
                            return seen
                        self.proxy.sever()
                        # This event exists before or after the next connection.
                        asyncio.get_running_loop().run_in_executor(None, agree, self.ann, self.ben)
            return seen

        seen = run(follow())
        self.assertEqual(seen, self.sequences_after(after, 4))
        self.assertGreaterEqual(self.proxy.connections, 4)

    def test_resumes_after_lost_connections_without_asyncio(self) -> None:
        after, seen = self.start(), []
        with self.ann.client(url=self.proxy.url, retry=FAST) as client, client.events(after=after) as stream:
            agree(self.ann, self.ben)
            for event in stream:
                seen.append(event.sequence)
                if len(seen) == 3:
                    break
                self.proxy.sever()
                agree(self.ann, self.ben)
        self.assertEqual(seen, self.sequences_after(after, 3))

    def test_follows_from_a_stored_cursor_and_handles_an_event_again_only_after_a_failure(self) -> None:
        store = FileCursorStore(Path(CONFIG["folder"]) / f"{self.ann.agent_id}.cursor")
        self.assertIsNone(store.load())
        after = self.start()
        store.save(after)
        seen: list[Event] = []

        def handle(event: Event) -> None:
            seen.append(event)
            if len(seen) == 2:
                raise StopFollowing
            if len(seen) == 3:
                raise RuntimeError("the handler failed")
            if len(seen) == 5:
                raise StopFollowing

        for _ in range(4):
            agree(self.ann, self.ben)
        with self.ann.client() as client:
            client.follow(handle, store)
            self.assertEqual(store.load(), seen[1].cursor)
            with self.assertRaisesRegex(RuntimeError, "the handler failed"):
                client.follow(handle, store)
            self.assertEqual(store.load(), seen[1].cursor)
            client.follow(handle, store)
        first, second, third, fourth = self.sequences_after(after, 4)
        self.assertEqual([event.sequence for event in seen], [first, second, third, third, fourth])
        self.assertEqual((seen[0].type, seen[0].data["principal_key"]), ("PROPOSAL_CREATED", self.ann.principal_key))

    def test_follows_from_the_first_event_without_a_stored_cursor(self) -> None:
        store = FileCursorStore(Path(CONFIG["folder"]) / f"{self.ann.agent_id}.first")
        agree(self.ann, self.ben)
        self.start()
        older = len(self.stored(self.ann))
        seen: list[Event] = []

        def handle(event: Event) -> None:
            seen.append(event)
            if len(seen) == older:
                agree(self.ann, self.ben)
            if len(seen) > older:
                raise StopFollowing

        with self.ann.client() as client:
            client.follow(handle, store)
        expected = [(node["sequence"], node["cursor"]) for node in self.stored(self.ann)][: older + 1]
        self.assertEqual([(event.sequence, event.cursor) for event in seen], expected)
        self.assertEqual(store.load(), seen[-1].cursor)

    def test_follows_only_new_events_from_now(self) -> None:
        agree(self.ann, self.ben)
        newest = self.start()
        seen: list[Event] = []

        def handle(event: Event) -> None:
            seen.append(event)
            raise StopFollowing

        class Store(FileCursorStore):
            def save(store, cursor: str) -> None:
                super().save(cursor)
                # The cursor is stored before the first event, so no later event is missed.
                if not stored:
                    stored.append(cursor)
                    agree(self.ann, self.ben)

        stored: list[str] = []
        store = Store(Path(CONFIG["folder"]) / f"{self.ann.agent_id}.now")
        with self.ann.client() as client:
            client.follow(handle, store, start="now")
            self.assertEqual(stored, [newest])
            self.assertEqual([event.sequence for event in seen], self.sequences_after(newest, 1))
            # A stored cursor always wins: these events come before now.
            agree(self.ann, self.ben)
            expected = self.sequences_after(newest, 2)
            client.follow(handle, store, start="now")
        self.assertEqual([event.sequence for event in seen], expected)

    def test_follows_only_new_events_of_the_types_from_now(self) -> None:
        self.start()
        store = FileCursorStore(Path(CONFIG["folder"]) / f"{self.ann.agent_id}.types")
        types: list[str] = []

        async def handle(event: Event) -> None:
            types.append(event.type)
            raise StopFollowing

        async def follow() -> None:
            async with self.ann.async_client() as client:
                # The newest event has another type.
                call = client.follow(handle, store, types=["PROPOSAL_CREATED"], start="now")
                following = asyncio.ensure_future(call)
                while store.load() is None:
                    await asyncio.sleep(0.01)
                self.assertEqual(store.load(), self.stored(self.ann)[-1]["cursor"])
                await asyncio.get_running_loop().run_in_executor(None, agree, self.ann, self.ben)
                await following

        run(follow())
        self.assertEqual(types, ["PROPOSAL_CREATED"])

    def first_of_new_party(self, **options: Any) -> list[str]:
        """Follows a party without events, which buys tickets when the first cursor is stored. Returns the types."""
        party = create_party("New", tickets=False)
        store = FileCursorStore(Path(CONFIG["folder"]) / f"{party.agent_id}.new")
        types: list[str] = []

        async def handle(event: Event) -> None:
            types.append(event.type)
            raise StopFollowing

        async def follow() -> None:
            async with party.async_client() as client:
                following = asyncio.ensure_future(client.follow(handle, store, **options))
                while store.load() is None:
                    await asyncio.sleep(0.01)
                await asyncio.get_running_loop().run_in_executor(None, buy_tickets, party)
                await following

        run(follow())
        return types

    def test_follows_from_the_first_event_if_there_are_none_now(self) -> None:
        self.assertEqual(self.first_of_new_party(start="now"), ["TICKETS_CREDITED"])

    def test_says_where_following_can_start(self) -> None:
        store = FileCursorStore(Path(CONFIG["folder"]) / f"{self.ann.agent_id}.wrong")
        store.save("cursor")
        with self.ann.client() as client, self.assertRaisesRegex(ValueError, '"first" or "now", not .latest.'):
            client.follow(lambda event: None, store, start="latest")

    def test_repeats_the_first_event_after_its_handler_failed(self) -> None:
        store = FileCursorStore(Path(CONFIG["folder"]) / f"{self.ann.agent_id}.failed")
        self.start()
        types: list[str] = []

        def handle(event: Event) -> None:
            types.append(event.type)
            raise RuntimeError("the handler failed")

        with self.ann.client() as client:
            for _ in range(2):
                with self.assertRaisesRegex(RuntimeError, "the handler failed"):
                    client.follow(handle, store)
        self.assertIsNone(store.load())
        self.assertEqual(types, ["TICKETS_CREDITED", "TICKETS_CREDITED"])

    def test_stores_a_cursor_before_the_first_event(self) -> None:
        self.assertEqual(self.first_of_new_party(types=["TICKETS_CREDITED"]), ["TICKETS_CREDITED"])

    def test_signs_connection_params_and_follows_the_ends_of_trades(self) -> None:
        after = self.start()
        with self.ann.client() as ann, self.ben.client() as ben:
            key = agree(self.ann, self.ben)
            ann.accept_and_start(key)
            trade = ben.accept_and_start(key).trade
            assert trade is not None
            ann.trades.withdraw(trade.trade_key)
            with ann.events(after=after, name="tradeFailed", proof="connectionParams") as stream:
                event = next(stream)
        self.assertEqual((event.type, event.subject_key), ("TRADE_FAILED", trade.trade_key))

    def test_ends_when_another_thread_closes_it(self) -> None:
        with self.ann.client(url=self.proxy.url) as client:
            stream = client.events()
            ended: list[list[Event]] = []
            reader = threading.Thread(target=lambda: ended.append(list(stream)))
            reader.start()
            until(lambda: self.proxy.connections, bool)
            stream.close()
            reader.join(30)
            self.assertEqual(ended, [[]])
            self.assertEqual(list(stream), [])

    def test_ends_when_another_task_closes_it(self) -> None:
        async def follow() -> list[Event]:
            async with self.ann.async_client(url=self.proxy.url) as client:
                stream = client.events()

                async def close() -> None:
                    while self.proxy.connections == 0:
                        await asyncio.sleep(0.01)
                    await stream.aclose()

                closing = asyncio.ensure_future(close())
                events = [event async for event in stream]
                await closing
                return events

        self.assertEqual(run(follow()), [])

    def test_ends_with_its_client_after_a_break(self) -> None:
        after = self.start()
        agree(self.ann, self.ben)

        async def leave() -> int:
            async with self.ann.async_client() as client:
                async for _ in client.events(after=after):
                    break
            return len(asyncio.all_tasks()) - 1

        self.assertEqual(run(leave()), 0)

    def test_ends_with_its_client_after_a_break_without_a_name(self) -> None:
        def threads() -> list[threading.Thread]:
            return [thread for thread in threading.enumerate() if thread.name == "agent-trading-events"]

        after = self.start()
        agree(self.ann, self.ben)
        with self.ann.client() as client:
            for _event in client.events(after=after):
                break
            self.assertEqual(len(threads()), 1)
        self.assertEqual(threads(), [])

        async def leave() -> list[Any]:
            reports: list[Any] = []
            asyncio.get_running_loop().set_exception_handler(lambda _loop, context: reports.append(context))
            async with self.ann.async_client() as client:
                async for _event in client.events(after=after):
                    break
                gc.collect()
            self.assertEqual(asyncio.all_tasks(), {asyncio.current_task()})
            return reports

        self.assertEqual(run(leave()), [])

    def test_raises_for_permanent_reasons(self) -> None:
        wrong = Party(self.ann.principal_key, Credential(self.ann.credential.api_key, "sk_live_wrong"), "x", self.ann.owner)
        with wrong.client() as client, client.events() as stream:
            with self.assertRaises(EventStreamClosed) as refused:
                next(stream)
        self.assertIn(refused.exception.close_code, (401, 4401, 4403))
        with self.ann.client() as client, client.events(principal_key=self.ben.principal_key) as stream:
            with self.assertRaises(errors.PrincipalAccessDenied):
                next(stream)

    def test_ends_when_the_credential_is_revoked(self) -> None:
        after = self.start()
        agree(self.ann, self.ben)
        with self.ann.client() as client, client.events(after=after) as stream:
            next(stream)
            credentials = "query { actingPrincipal { credentials { nodes { credentialId apiKey } } } }"
            nodes = self.ann.owner.query_or_throw(credentials)["actingPrincipal"]["credentials"]["nodes"]
            own = next(node for node in nodes if node["apiKey"] == self.ann.credential.api_key)
            self.ann.owner.mutate(
                """mutation ($key: ID!, $id: ID!) {
                revokeCredential(input: {principalKey: $key, credentialId: $id}) { credential { status } } }""",
                {"key": self.ann.principal_key, "id": own["credentialId"]},
            )
            with self.assertRaises(EventStreamClosed) as closed:
                list(stream)
        self.assertEqual(closed.exception.close_code, 4401)

    def test_says_which_address_does_not_answer_after_the_maximum_of_failures(self) -> None:
        url = unused_address()
        with self.ann.client(url=url, retry=FAST) as client, client.events(maximum_failures=3) as stream:
            with self.assertLogs("agent_trading", "WARNING") as logged, self.assertRaises(ServiceUnreachable) as caught:
                next(stream)
        self.assertEqual((caught.exception.url, len(logged.records)), (url, 1))
        self.assertIsInstance(caught.exception.__cause__, ConnectionRefusedError)

        async def follow() -> None:
            async with self.ann.async_client(url=url, retry=FAST) as client:
                async for _ in client.events(maximum_failures=1):
                    pass

        with self.assertRaises(ServiceUnreachable):
            run(follow())

    def test_warns_once_in_each_outage(self) -> None:
        after = self.start()
        port = self.proxy.port
        proxies = [self.proxy]

        def restart() -> None:
            proxies.append(TcpProxy(URL, port))
            self.addCleanup(proxies[-1].stop)
            agree(self.ann, self.ben)

        agree(self.ann, self.ben)
        with self.ann.client(url=self.proxy.url, retry=FAST) as client, client.events(after=after) as stream:
            next(stream)
            for _ in range(2):
                with self.assertLogs("agent_trading", "WARNING") as logged:
                    proxies[-1].stop()
                    waiting = threading.Timer(0.5, restart)
                    waiting.start()
                    next(stream)
                    waiting.join()
                self.assertEqual(len(logged.records), 1)
                self.assertRegex(logged.output[0], "events are interrupted, and the client retries until they come again: ")

"""Retries with one key and one effect, through servers that lose requests and answers."""

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

from agent_trading import AsyncClient, Client, Credential, RetryPolicy, ServiceUnreachable, errors, idempotency_key_of
from agent_trading.documents import has_key_in_input
from agent_trading.errors import InvalidResponse

from . import proxies
from .proxies import HttpProxy, respond
from .support import URL, Case, Party, create_party, run, unused_address

FAST = RetryPolicy(attempts=5, base_seconds=0.001, maximum_seconds=2)
RESERVE = "mutation { reserveBond(input: {amountStamps: 5}) { principal { bondAvailableStamps } } }"
PROGRAM = Path(__file__).parent / "programs" / "reserve_bond.py"
IN_PROGRESS = {
    "errors": [{"message": "still runs", "extensions": {"code": "idempotency_key_in_progress", "status": 409}}]
}
BUSY = {"errors": [{"message": "too many", "extensions": {"code": "rate_limited", "status": 429}}]}
FAILED = {"data": None, "errors": [{"message": "failed", "extensions": {"code": "internal_error", "status": 500}}]}

FAULTS = {
    "the request is lost": proxies.lose_request,
    "the answer is lost": proxies.lose_answer,
    "the answer is cut off": proxies.cut_answer,
    "the answer has a broken compression": proxies.garble_answer,
    "the first request still runs": respond(409, IN_PROGRESS),
    "there are too many requests": respond(429, BUSY, retry_after="0"),
    "an internal error comes under a 200": respond(200, FAILED),
    "a proxy answers with a page": respond(503),
}


class Retries(Case):
    @classmethod
    def setUpClass(cls) -> None:
        cls.party = create_party("Stranger")
        cls.direct = cls.party.client()
        cls.addClassCleanup(cls.direct.close)

    def setUp(self) -> None:
        self.proxy = HttpProxy(URL)
        self.at = time.time() - 100
        self.addCleanup(self.proxy.stop)

    def bond(self) -> int:
        return self.direct.principal().bond_available_stamps

    def times(self) -> float:
        """Each signature has another time."""
        self.at += 1
        return self.at

    def check_requests(self, count: int, key: str) -> None:
        self.assertEqual(self.proxy.keys(), [key] * count)
        self.assertEqual(len({request["body"] for request in self.proxy.requests}), 1)
        self.assertEqual(len({request["signature-input"] for request in self.proxy.requests}), count)

    def test_has_one_effect_with_the_same_key_and_a_new_signature_through_the_synchronous_client(self) -> None:
        for name, fault in FAULTS.items():
            with self.subTest(name):
                key = f"synchronous:{name}".replace(" ", "-")
                before, self.proxy.faults, self.proxy.requests = self.bond(), [fault, fault], []
                with self.party.client(url=self.proxy.url, retry=FAST, clock=self.times) as client:
                    client.mutate(RESERVE, idempotency_key=key)
                self.check_requests(3, key)
                self.assertEqual(self.bond(), before + 5)

    def test_has_one_effect_with_the_same_key_and_a_new_signature_through_the_asynchronous_client(self) -> None:
        async def mutate(key: str) -> None:
            async with self.party.async_client(url=self.proxy.url, retry=FAST, clock=self.times) as client:
                await client.mutate(RESERVE, idempotency_key=key)

        for name, fault in FAULTS.items():
            with self.subTest(name):
                key = f"asynchronous:{name}".replace(" ", "-")
                before, self.proxy.faults, self.proxy.requests = self.bond(), [fault, fault], []
                run(mutate(key))
                self.check_requests(3, key)
                self.assertEqual(self.bond(), before + 5)

    def test_gives_each_call_a_key_of_its_own_unless_its_input_or_its_headers_have_one(self) -> None:
        with self.party.client(url=self.proxy.url, retry=FAST) as client:
            client.reserve_bond(1)
            client.reserve_bond(1)
            own = "mutation ($key: String!) { reserveBond(input: {amountStamps: 1, idempotencyKey: $key}) { principal { id } } }"
            client.mutate(own, {"key": "in-the-input"})
            client.mutate(RESERVE, headers={"Idempotency-Key": "in-the-headers"})
        first, second, *others = self.proxy.keys()
        self.assertNotEqual(first, second)
        self.assertRegex(first, "^[0-9a-f-]{36}$")
        self.assertEqual(others, [None, "in-the-headers"])

    def test_looks_for_a_key_in_the_input_only(self) -> None:
        named = "mutation ($input: AInput!) { a(input: $input) { b } }"
        own = "mutation ($k: String) { a(input: {idempotencyKey: $k}) { b } }"
        default = 'mutation ($k: String = "mine") { a(input: {idempotencyKey: $k}) { b } }'
        card = "mutation ($card: JSONObject!) { a(input: {card: $card}) { b } }"
        cases: list[tuple[str, dict[str, object], bool]] = [
            (named, {"input": {"card": {"idempotencyKey": "of the card"}}}, False),
            (card, {"card": {"idempotencyKey": "of the card"}}, False),
            (own, {}, False),
            (own, {"k": None}, False),
            (own, {"k": "mine"}, True),
            (default, {}, True),
            (default, {"k": None}, False),
            ('mutation { a(input: {idempotencyKey: "mine"}) { b } }', {}, True),
            (named, {"input": {"idempotencyKey": "mine"}}, True),
        ]
        for document, variables, expected in cases:
            with self.subTest(document, variables=variables):
                self.assertIs(has_key_in_input(document, variables), expected)

    def test_waits_as_long_as_retry_after_says_and_gives_up_if_that_is_too_long(self) -> None:
        clock = time.monotonic
        with self.party.client(url=self.proxy.url, retry=FAST) as client:
            self.proxy.faults = [respond(429, BUSY, retry_after="1")]
            began = clock()
            client.principal()
            self.assertGreater(clock() - began, 0.95)
            self.proxy.faults = [respond(429, BUSY, retry_after="3")]
            with self.assertRaises(errors.RateLimited) as caught:
                client.principal()
            self.assertEqual(caught.exception.retry_after_seconds, 3)
        self.assertEqual(len(self.proxy.requests), 3)

    def test_raises_the_last_error_after_the_attempts_of_the_policy(self) -> None:
        with self.party.client(url=self.proxy.url, retry=FAST) as client:
            self.proxy.faults = [proxies.lose_request] * 5
            with self.assertRaises(httpx.TransportError):
                client.mutate(RESERVE)
            self.proxy.faults = [respond(503)] * 5
            with self.assertRaises(InvalidResponse) as caught:
                client.query("{ principal { id } }")
            self.assertEqual(caught.exception.status, 503)
        self.assertEqual(len(self.proxy.requests), 10)

    def test_names_the_key_that_it_has_made_in_the_last_error_so_that_a_repeat_has_one_effect(self) -> None:
        faults = {
            "the answer is lost": proxies.lose_answer,
            "a proxy answers with a page": respond(503),
            "the answer is cut off": proxies.cut_answer,
        }
        for name, fault in faults.items():
            with self.subTest(name), self.party.client(url=self.proxy.url, retry=FAST, clock=self.times) as client:
                before, self.proxy.faults, self.proxy.requests = self.bond(), [fault] * 5, []
                with self.assertRaises((httpx.TransportError, InvalidResponse)) as caught:
                    client.reserve_bond(5)
                key = idempotency_key_of(caught.exception)
                client.reserve_bond(5, idempotency_key=key)
                assert key is not None
                self.check_requests(6, key)
                self.assertEqual(self.bond(), before + 5)
                if isinstance(caught.exception, InvalidResponse):
                    self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).idempotency_key, key)

        async def fail() -> BaseException:
            async with self.party.async_client(url=self.proxy.url, retry=FAST, clock=self.times) as client:
                with self.assertRaises(InvalidResponse) as caught:
                    await client.reserve_bond(5)
                return caught.exception

        self.proxy.faults, self.proxy.requests = [respond(503)] * 5, []
        self.check_requests(5, idempotency_key_of(run(fail())) or "")

    def test_names_no_key_in_the_error_of_a_query(self) -> None:
        with self.party.client(url=self.proxy.url, retry=FAST) as client:
            for fault in (proxies.lose_request, respond(503)):
                self.proxy.faults = [fault] * 5
                with self.assertRaises((httpx.TransportError, InvalidResponse)) as caught:
                    client.principal()
                self.assertIsNone(idempotency_key_of(caught.exception))

    def test_raises_documented_errors_for_answers_that_it_cannot_read(self) -> None:
        deep = b"[" * 200_000
        with self.party.client(url=self.proxy.url, retry=FAST) as client:
            self.proxy.faults = [proxies.garble_answer] * 11
            for call in (client.principal, lambda: client.mutate(RESERVE)):
                with self.assertRaises(httpx.TransportError):
                    call()
            with self.assertRaises(httpx.TransportError):
                client.sandbox.verify_signature()
            self.proxy.faults = [lambda proxy, request, body: proxies.write(request, 200, {}, deep)] * 3
            for call in (client.principal, lambda: client.mutate(RESERVE), client.sandbox.verify_signature):
                with self.assertRaises(InvalidResponse):
                    call()
        self.assertEqual(len(self.proxy.requests), 14)

    def test_repeats_an_attempt_without_an_answer_in_time(self) -> None:
        with self.party.client(url=self.proxy.url, retry=FAST, timeout_seconds=0.3) as client:
            self.proxy.faults = [proxies.hold_request]
            client.principal()
        self.assertEqual(len(self.proxy.requests), 2)

    def test_sends_a_refused_mutation_once(self) -> None:
        with self.party.client(url=self.proxy.url, retry=FAST) as client:
            with self.assertRaises(errors.PrincipalBondInsufficientBalance) as caught:
                client.reserve_bond(10**9)
        self.assertTrue(caught.exception.retry_with_new_key)
        self.assertEqual(len(self.proxy.requests), 1)

    def test_keeps_the_answered_fields_of_a_query_and_repeats_it_while_an_error_is_transient(self) -> None:
        with self.party.client(url=self.proxy.url, retry=FAST) as client:
            self.proxy.faults = [respond(200, {**FAILED, "data": {"service": None}})]
            query = "{ service { version } wallet { balanceStamps } }"
            answer = client.query(query)
            self.assertEqual(len(self.proxy.requests), 2)
            self.assertIsInstance(answer.data["service"]["version"], str)
            self.assertIsNone(answer.data["wallet"])
            self.assertEqual([(type(error), error.path) for error in answer.errors], [(errors.PlatformOnly, ("wallet",))])
            with self.assertRaises(errors.PlatformOnly):
                client.query_or_throw(query)

    def test_follows_no_redirect_because_the_signature_is_for_one_address(self) -> None:
        with self.party.client(url=self.proxy.url, retry=FAST) as client:
            self.proxy.faults = [respond(307, location="/elsewhere")]
            with self.assertRaises(InvalidResponse) as caught:
                client.principal()
        self.assertEqual((caught.exception.status, len(self.proxy.requests)), (307, 1))

    def test_has_one_effect_if_the_program_is_killed_in_the_middle_of_a_mutation_and_runs_again(self) -> None:
        for name, fault in {"with": proxies.hold_answer, "without": proxies.hold_request}.items():
            with self.subTest(f"killed {name} the effect"):
                proxy = HttpProxy(URL)
                self.addCleanup(proxy.stop)
                before = self.bond()
                proxy.faults = [fault]
                program = self.start(self.party, proxy.url, f"killed-{name}")
                self.assertTrue(proxy.arrived.wait(60))
                os.kill(program.pid, signal.SIGKILL)
                program.communicate()
                self.assertEqual(program.returncode, -signal.SIGKILL)
                output, _ = self.start(self.party, proxy.url, f"killed-{name}").communicate()
                self.assertEqual(output, f"{before + 5}\n")
                self.assertEqual(self.bond(), before + 5)
                self.assertEqual(proxy.keys(), [f"killed-{name}"] * 2)

    def start(self, party: Party, url: str, key: str) -> "subprocess.Popen[str]":
        secret = party.credential.signing_secret
        env = {**os.environ, "API_KEY": party.credential.api_key, "SIGNING_SECRET": secret}
        command = [sys.executable, str(PROGRAM), url, key]
        return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)


class Addresses(Case):
    credential = Credential("ak_test_a", "sk_test_a")

    def assert_advises(self, error: ServiceUnreachable, url: str) -> None:
        self.assertIsInstance(error, httpx.ConnectError)
        self.assertIsInstance(error, ConnectionError)
        self.assertEqual(error.url, url)
        self.assertIn(f"nothing answers at {url} (", str(error))
        self.assertRegex(str(error), r"start the service \(in its clone: npx ats sandbox, or npm start\), or set its address with url=.*ATS_URL")
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_says_which_address_does_not_answer_after_the_attempts(self) -> None:
        url = unused_address()
        with Client(url, self.credential, retry=FAST) as client:
            for call in (client.principal, lambda: client.reserve_bond(1)):
                with self.assertRaises(ServiceUnreachable) as caught:
                    call()
                self.assert_advises(caught.exception, url)
                self.assertEqual(str(caught.exception.request.url), f"{url}/graphql")

        async def read() -> None:
            async with AsyncClient(f"{url}/graphql", self.credential, retry=FAST) as client:
                await client.principal()

        with self.assertRaises(ServiceUnreachable) as caught:
            run(read())
        self.assert_advises(caught.exception, url)

    def test_repeats_a_call_while_nothing_listens(self) -> None:
        attempts: list[str] = []

        def refuse(request: httpx.Request) -> httpx.Response:
            attempts.append(request.url.host)
            raise httpx.ConnectError("refused")

        with httpx.Client(transport=httpx.MockTransport(refuse)) as http:
            with Client("http://user:secret@nowhere.test", self.credential, http=http, retry=FAST) as client:
                with self.assertRaises(ServiceUnreachable) as caught:
                    client.principal()
        self.assertEqual(len(attempts), FAST.attempts)
        self.assertNotIn("secret", str(caught.exception))

    def test_leaves_an_error_of_tls_as_it_is(self) -> None:
        # This server has no certificate.
        with Client(URL.replace("http:", "https:"), self.credential, retry=RetryPolicy(attempts=1)) as client:
            with self.assertRaises(httpx.TransportError) as caught:
                client.principal()
        self.assertNotIsInstance(caught.exception, ServiceUnreachable)

    def test_refuses_an_address_without_a_scheme_at_once(self) -> None:
        for url in ("127.0.0.1:4310", "localhost:4310", "trade.example"):
            for kind in (Client, AsyncClient):
                with self.subTest(url), self.assertRaisesRegex(ValueError, f"write http://{url}$"):
                    kind(url, self.credential)
        for url in ("", "ftp://trade.example", "http://", "http:/trade.example"):
            with self.subTest(url), self.assertRaisesRegex(ValueError, "must begin with http:// or https://"):
                Client(url, self.credential)

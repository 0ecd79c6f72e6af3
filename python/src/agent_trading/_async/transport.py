"""Sends signed GraphQL requests, and repeats those that are safe to repeat."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import httpx

from ..documents import JsonObject, QueryAnswer, answer_of, body_of, endpoint, has_key_in_input
from ..error_base import ApiError
from ..retry import RetryPolicy, add_key, is_transient, wait_after
from ..signature_check import SignatureCheck, base_header, check_address, check_of
from ..signing import Clock, SignatureAuth, Signer
from ..sleep import async_sleep
from ..socket import SocketOptions
from ..streams import AsyncUpdateStream
from ..unreachable import undecodable, unreachable
from ..updates import UpdateOptions

T = TypeVar("T")


class AsyncTransport:
    """The asynchronous connection to one GraphQL endpoint with one identity."""

    def __init__(
        self,
        url: str,
        signer: Signer,
        *,
        principal_key: str | None = None,
        http: httpx.AsyncClient | None = None,
        retry: RetryPolicy = RetryPolicy(),
        timeout_seconds: float = 30.0,
        clock: Clock = time.time,
    ) -> None:
        self.url = endpoint(url)
        self.signer = signer
        self.principal_key = principal_key
        self.clock = clock
        self.retry = retry
        self._timeout = timeout_seconds
        self._http = http if http is not None else httpx.AsyncClient()
        self._owns_http = http is None
        # The open streams. A weak reference could lose one that a loop has left, with its thread or its socket.
        self._streams: set[Any] = set()

    async def aclose(self) -> None:
        """Ends the streams and the connections of the client."""
        for stream in list(self._streams):
            await stream.aclose()
        if self._owns_http:
            await self._http.aclose()

    async def query(
        self, document: str, variables: JsonObject | None = None, *, headers: Mapping[str, str] | None = None
    ) -> QueryAnswer:
        """Reads. The answer has the errors of refused fields. Raises ApiError if the whole query was refused."""
        body = body_of(document, variables or {})
        attempts = 0
        while True:
            attempts += 1
            try:
                answer = await self._attempt(body, self.signer, headers or {})
            except (ApiError, httpx.TransportError) as error:
                wait = wait_after(error, attempts, self.retry)
                if wait is None:
                    raise
            else:
                transient = next((error for error in answer.errors if is_transient(error)), None)
                wait = None if transient is None else wait_after(transient, attempts, self.retry)
                if wait is None:
                    return answer
            await async_sleep(wait)

    async def query_or_throw(
        self, document: str, variables: JsonObject | None = None, *, headers: Mapping[str, str] | None = None
    ) -> JsonObject:
        """Reads. Raises the first ApiError."""
        answer = await self.query(document, variables, headers=headers)
        if answer.errors:
            raise answer.errors[0]
        return answer.data

    async def mutate(
        self,
        document: str,
        variables: JsonObject | None = None,
        *,
        idempotency_key: str | None = None,
        agent_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> JsonObject:
        """
        Changes. It takes effect at most once: every attempt has the same key and body, and a new signature.

        The key has 1 to 255 visible ASCII characters. Default: a new UUID, unless an input has `idempotencyKey`.
        Save your own key before the call to repeat the request after a crash. Raises ApiError.
        `idempotency_key_of` reads the key from an error, to repeat a call whose outcome is unknown.
        """
        body = body_of(document, variables or {})
        more = {name.lower(): value for name, value in (headers or {}).items()}
        if idempotency_key is not None:
            more["idempotency-key"] = idempotency_key
        elif not has_key_in_input(document, variables or {}):
            more.setdefault("idempotency-key", str(uuid.uuid4()))
        if agent_id is not None:
            more["x-agent-id"] = agent_id
        attempts = 0
        while True:
            attempts += 1
            try:
                answer = await self._attempt(body, self.signer, more)
                if answer.errors:
                    raise answer.errors[0]
                return answer.data
            except (ApiError, httpx.TransportError) as error:
                wait = wait_after(error, attempts, self.retry)
                if wait is None:
                    add_key(error, more.get("idempotency-key"))
                    raise
            await async_sleep(wait)

    def updates(
        self, document: str, variables: JsonObject, name: str, read: Callable[[Any], T]
    ) -> AsyncUpdateStream[T]:
        """Streams the results of a subscription. `read` converts the value of the root field `name`."""
        socket = SocketOptions(self.url, self.signer, clock=self.clock)
        stream = AsyncUpdateStream(UpdateOptions(socket, document, variables, name, self.retry), read)
        self._keep(stream)
        return stream

    def _keep(self, stream: Any) -> None:
        """Keeps a stream until it ends, with the client at the latest."""
        self._streams.add(stream)
        stream.when_ended(self._streams.discard)

    async def verify_signature(
        self, headers: Mapping[str, str] | None, body: bytes, signature_base: str | None
    ) -> SignatureCheck:
        """Sends a request to the check of a sandbox. Without headers, this client signs it. Raises ApiError."""
        try:
            response = await self._http.post(
                check_address(self.url),
                content=body,
                headers={**(headers or {}), **base_header(signature_base)},
                auth=SignatureAuth(self.signer, self.clock) if headers is None else httpx.Auth(),
                timeout=self._timeout,
                follow_redirects=False,
            )
        except httpx.ConnectError as error:
            raise unreachable(self.url, error) from error
        except httpx.DecodingError as error:
            raise undecodable(error) from error
        return check_of(response)

    async def _attempt(self, body: bytes, signer: Signer, headers: Mapping[str, str]) -> QueryAnswer:
        try:
            response = await self._http.post(
                self.url,
                content=body,
                headers={"content-type": "application/json", "accept": "application/json", **headers},
                auth=SignatureAuth(signer, self.clock),
                timeout=self._timeout,
                # A signature is valid for one address.
                follow_redirects=False,
            )
        except httpx.ConnectError as error:
            raise unreachable(self.url, error) from error
        except httpx.DecodingError as error:
            raise undecodable(error) from error
        return answer_of(response)

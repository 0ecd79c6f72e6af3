"""Operations of a sandbox: the test clock, tickets, counterparties and faults."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import cast

from ..calls import ADVANCE_CLOCK, SANDBOX
from ..documents import input_of, time_of
from ..models import Counterparty, CounterpartyStrategy, FaultKind, InjectedFault, ListingSide, Pack, Sandbox, TicketPurchase
from ..signature_check import SignatureCheck
from .calls import run
from .transport import AsyncTransport


class AsyncSandboxCalls:
    """Operations that exist only in a sandbox. A live service raises SandboxOnly."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def status(self) -> Sandbox | None:
        """Reads the test clock and the work that is due. None: the service is live."""
        found = (await self._transport.query_or_throw(SANDBOX))["sandbox"]
        return None if found is None else Sandbox.from_json(found)

    async def advance_clock(
        self, *, seconds: int | None = None, to_at: datetime | None = None, idempotency_key: str | None = None
    ) -> datetime:
        """Moves the clock by seconds or to a time, and returns the time that it has reached. Then no work is due."""
        members = {"input": input_of(seconds=seconds, to_at=to_at)}
        data = await self._transport.mutate(ADVANCE_CLOCK, members, idempotency_key=idempotency_key)
        return time_of(data["advanceClock"]["reachedAt"])

    async def verify_signature(
        self,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        signature_base: str | None = None,
    ) -> SignatureCheck:
        """
        Says whether the sandbox accepts a signature, and why not. Without headers, it checks the credential of this client.

        `headers` are those that another program signed for `POST …/sandbox/verify-signature`. `signature_base` is the text
        that it signed: the answer then has the first line that differs. A live service raises an ApiError of status 404.
        """
        return await self._transport.verify_signature(headers, body, signature_base)

    async def grant_tickets(
        self, pack: Pack, *, principal_key: str | None = None, idempotency_key: str | None = None
    ) -> TicketPurchase:
        """Credits a pack. Default principal: the one of the client, which its file names."""
        principal = principal_key or self._transport.principal_key
        if principal is None:
            raise ValueError("tickets need the key of a principal: pass principal_key, or create the client with one")
        members = input_of(pack=pack, principal_key=principal)
        payload = await run(self._transport, "grantTickets", members, idempotency_key=idempotency_key)
        return cast(TicketPurchase, payload["purchase"])

    async def spawn_counterparty(
        self,
        *,
        strategy: CounterpartyStrategy,
        side: ListingSide,
        trade_profile: str,
        seed: int = 1,
        idempotency_key: str | None = None,
    ) -> Counterparty:
        """
        Creates a principal with an agent, tickets and a listing, which trades by the strategy.

        The seed decides its price, which is `price_stamps` of the answer. The same seed gives the same price.
        """
        members = input_of(strategy=strategy, side=side, trade_profile=trade_profile, seed=seed)
        payload = await run(self._transport, "spawnCounterparty", members, idempotency_key=idempotency_key)
        return cast(Counterparty, payload["counterparty"])

    async def inject_fault(
        self, kind: FaultKind, count: int, *, principal_key: str | None = None, idempotency_key: str | None = None
    ) -> InjectedFault:
        """Makes later requests or webhooks fail `count` times. Default principal: the one of the client."""
        members = input_of(kind=kind, count=count, principal_key=principal_key)
        payload = await run(self._transport, "injectFault", members, idempotency_key=idempotency_key)
        return cast(InjectedFault, payload["fault"])

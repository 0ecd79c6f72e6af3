"""The client."""

from __future__ import annotations

import time
from collections.abc import Sequence
from os import PathLike
from types import TracebackType
from typing import Any

import httpx

from ..acts import ActResult, StartedTrade, act_result_of, assert_not_rejected, assert_revision, naming_trade
from ..calls import FIRST_EVENTS, NEWEST_CURSOR, PRINCIPAL, input_of_act, offer_of
from ..documents import JsonObject, input_of
from ..error_base import ApiError
from ..error_classes import MatchProposalInvalidResponse, TradeStateConflict
from ..events import EventField, EventOptions, FollowStart, StopFollowing, assert_start
from ..models import AllowedAction, Event, Principal, Proposal, TicketPack, Trade
from ..retry import RetryPolicy
from ..signing import ActingHuman, Clock, Credential, Signer, read_saved
from ..socket import SignaturePlacement, SocketOptions
from ..stores import CursorStore
from ..streams import AsyncEventStream, AsyncHandler
from . import operations
from .calls import read_principal, run
from .market import AsyncListings, AsyncMatchRuns, AsyncProposals
from .sandbox import AsyncSandboxCalls
from .trading import AsyncCheckpoints, AsyncDeliveries, AsyncRebuttals, AsyncSettlements
from .transport import AsyncTransport

# Reasons of a refused activation: it is for the consumer, for later, or the other side has gone on.
NOT_TO_ACTIVATE = ("consumer_activates", "not_before", "no_pending_step", "trade_terminal")


class AsyncClient(AsyncTransport):
    """
    The asynchronous client of one identity. It signs, retries and follows events.

    Its groups have a function for each operation. `query`, `query_or_throw` and `mutate` send GraphQL of your own.
    """

    def __init__(
        self,
        url: str,
        credential: Credential,
        *,
        agent_id: str | None = None,
        acting: ActingHuman | None = None,
        principal_key: str | None = None,
        http: httpx.AsyncClient | None = None,
        retry: RetryPolicy = RetryPolicy(),
        timeout_seconds: float = 30.0,
        clock: Clock = time.time,
    ) -> None:
        """
        Creates a client. A credential of a console acts for the human `acting`.

        `principal_key` is the principal of the calls. A console needs it. Default: the principal of the credential.
        """
        signer = Signer(credential, agent_id=agent_id, acting=acting)
        super().__init__(
            url,
            signer,
            principal_key=principal_key,
            http=http,
            retry=retry,
            timeout_seconds=timeout_seconds,
            clock=clock,
        )
        self.agents = operations.AsyncAgentsOperations(self)
        self.credentials = operations.AsyncCredentialsOperations(self)
        self.listings = AsyncListings(self)
        self.market = operations.AsyncMarketOperations(self)
        self.money = operations.AsyncMoneyOperations(self)
        self.operator = operations.AsyncOperatorOperations(self)
        self.principals = operations.AsyncPrincipalsOperations(self)
        self.proposals = AsyncProposals(self)
        self.sandbox = AsyncSandboxCalls(self)
        self.service = operations.AsyncServiceOperations(self)
        self.trades = operations.AsyncTradesOperations(self)
        # Short forms and older names.
        self.match_runs = AsyncMatchRuns(self.listings)
        self.deliveries = AsyncDeliveries(self)
        self.checkpoints = AsyncCheckpoints(self)
        self.rebuttals = AsyncRebuttals(self)
        self.settlements = AsyncSettlements(self, self.trades)

    @classmethod
    def from_file(
        cls,
        path: str | PathLike[str],
        *,
        url: str = "http://127.0.0.1:4000",
        http: httpx.AsyncClient | None = None,
        retry: RetryPolicy = RetryPolicy(),
    ) -> AsyncClient:
        """Creates a client of a credential file, such as one of `ats sandbox` or `ats demo --save`."""
        saved = read_saved(path)
        return cls(
            url,
            saved.signer.credential,
            agent_id=saved.signer.agent_id,
            acting=saved.signer.acting,
            principal_key=saved.principal_key,
            http=http,
            retry=retry,
        )

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def principal(self) -> Principal:
        """
        Reads the principal with its balances. `principals.get` also reads its limits and actions.

        Raises PrincipalNotFound.
        """
        data = await read_principal(self, PRINCIPAL)
        return Principal.from_json(data["principal"])

    async def packs(self) -> Sequence[TicketPack]:
        """Reads the ticket packs with their prices. Older name of `money.packs`."""
        return await self.money.packs()

    async def reserve_bond(self, amount_stamps: int, *, idempotency_key: str | None = None) -> Principal:
        """
        Moves stamps from the tickets to the available bond. Older name of `money.reserve_bond`.

        - `amount_stamps`: Amount in stamps, at least 1.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, PrincipalNotFound, PrincipalBondInsufficientBalance.
        """
        return await self.money.reserve_bond(amount_stamps, idempotency_key=idempotency_key)

    async def release_bond(self, amount_stamps: int, *, idempotency_key: str | None = None) -> Principal:
        """
        Moves stamps from the available bond to the tickets. Older name of `money.release_bond`.

        - `amount_stamps`: Amount in stamps, at least 1.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, PrincipalNotFound, PrincipalBondInsufficientBalance.
        """
        return await self.money.release_bond(amount_stamps, idempotency_key=idempotency_key)

    async def act(
        self, action: AllowedAction | JsonObject, *, idempotency_key: str | None = None, **own: Any
    ) -> ActResult:
        """
        Sends an allowed action of an object, such as `trade.allowed_actions[0]`.

        Pass what only you can know as keywords, such as `summary` and `items` of a delivery contract.
        An action without `has_effect` changes nothing, so a loop over all actions should skip it.

        - `action`: The action. A dictionary of a query needs `operation`, `input` and, if the query has it, `agentKey`.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.
        - `own`: Further members of the input, in snake_case.

        Raises the errors of its operation, as the function of this operation does.
        """
        offer = offer_of(action)
        members = input_of_act(offer, input_of(**own))
        payload = await run(
            self, offer.operation, members, idempotency_key=idempotency_key, agent_id=offer.agent_key
        )
        return act_result_of(offer.operation, payload)

    async def accept_and_start(self, proposal_key: str, *, expected_revision_no: int | None = None) -> StartedTrade:
        """
        Accepts a proposal. If all participants have accepted it, creates the trade and activates its first step.

        The step stays pending if the terms leave its activation to the consumer or to a later time.
        It reads the state before each act, so you can repeat it after a crash.

        - `proposal_key`: Key of the proposal.
        - `expected_revision_no`: Number of the revision that you have read. Without it, a repeated call also accepts a
          counter that you have not read.

        Raises ProposalRevisionConflict for another revision than the expected one, also if all have accepted it.
        Raises ProposalStateConflict if the proposal was rejected or has expired.
        Raises ApprovalRequired until an owner approves, and MandateExceeded if the mandate of the agent forbids it.
        Raises PrincipalBondInsufficientBalance if a participant lacks stamps for its bond. Your acceptance counts.
        Raises TradeSettlementRejected if the trade exceeds a limit of a participant. Your acceptance counts.
        Raises WalletInsufficientBalance or PrincipalDailySpendLimitExceeded if the consumer cannot pay the first step.
        The trade then exists and holds the bonds. `members["trade_key"]` of the error is its key.
        Raises PrincipalOwnerRequired, ProposalNotFound, AgentRetired, TradeStateConflict.

        Next: the provider of the first step calls `trades.publish_contract`. Without a trade, wait for TRADE_CREATED.
        """
        proposal = await self.proposals.get(proposal_key)
        if proposal.state in ("PROPOSED", "COUNTERED"):
            read = proposal.current_revision.revision_no
            expected = read if expected_revision_no is None else expected_revision_no
            try:
                await self.proposals.accept(proposal_key, expected_revision_no=expected)
            except MatchProposalInvalidResponse:
                # The principal has accepted this revision before.
                pass
            proposal = await self.proposals.get(proposal_key)
        assert_not_rejected(proposal)
        assert_revision(proposal, expected_revision_no)
        if proposal.state != "ACCEPTED":
            return StartedTrade(proposal, None)
        trade = await self._start(proposal)
        # The proposal was read before its trade existed: it would still offer to create it.
        is_new = proposal.trade_key is None
        return StartedTrade(await self.proposals.get(proposal_key) if is_new else proposal, trade)

    async def _start(self, proposal: Proposal) -> Trade:
        if proposal.trade_key is not None:
            trade = await self.trades.get(proposal.trade_key)
        else:
            try:
                trade = await self.trades.create(proposal.proposal_key)
            except TradeStateConflict as conflict:
                # The other participant was faster.
                if conflict.trade_key is None:
                    raise
                trade = await self.trades.get(conflict.trade_key)
        if trade.state != "BOND_RESERVED":
            return trade
        try:
            return await self.trades.activate(trade.trade_key)
        except ApiError as error:
            if error.members.get("reason") not in NOT_TO_ACTIVATE:
                raise naming_trade(error, trade.trade_key) from error
            return await self.trades.get(trade.trade_key)

    def events(
        self,
        *,
        after: str | None = None,
        types: Sequence[str] | None = None,
        name: EventField = "events",
        principal_key: str | None = None,
        proof: SignaturePlacement = "headers",
        keep_alive_seconds: float = 30.0,
        maximum_failures: int | None = None,
    ) -> AsyncEventStream:
        """
        Streams events after a cursor, without gaps. Default: new events only.

        Without `after`, events are missed if the connection is lost before the first one. `follow` has a cursor from its start.
        """
        socket = SocketOptions(self.url, self.signer, proof, self.clock, keep_alive_seconds)
        stream = AsyncEventStream(
            EventOptions(socket, name, principal_key or self.principal_key, types, after, self.retry, maximum_failures)
        )
        self._keep(stream)
        return stream

    async def follow(
        self,
        handler: AsyncHandler,
        store: CursorStore,
        *,
        types: Sequence[str] | None = None,
        start: FollowStart = "first",
    ) -> None:
        """
        Calls the handler with each event, and then saves the cursor of the event.

        Without a stored cursor it begins with the first event of the principal. With `start="now"` it begins after the newest.
        After a crash the last event can come again.
        After a lost connection it retries for ever, and warns once in each outage on the logger `agent_trading`.
        It ends if the handler raises: StopFollowing counts the event as handled, and other errors do not.
        """
        assert_start(start)
        after = store.load()
        if after is None and start == "now":
            after = await self._save_newest_cursor(store)
        if after is None:
            data = await read_principal(self, FIRST_EVENTS, {"types": None if types is None else list(types)})
            page = data["principal"]["events"]
            for node in page["nodes"]:
                if not await self._handle(handler, Event.from_json(node), store):
                    return
            after = page["pageInfo"]["endCursor"]
            # A page without events has a cursor too. With it, the first event is not missed after a crash.
            if after is not None and not page["nodes"]:
                store.save(after)
        async with self.events(after=after, types=types) as stream:
            async for event in stream:
                if not await self._handle(handler, event, store):
                    return

    async def _save_newest_cursor(self, store: CursorStore) -> str | None:
        """Saves the cursor of the newest event of any type, because a cursor fits every filter. None: there is no event yet."""
        data = await read_principal(self, NEWEST_CURSOR)
        nodes = data["principal"]["events"]["nodes"]
        if not nodes:
            return None
        cursor: str = nodes[0]["cursor"]
        store.save(cursor)
        return cursor

    async def _handle(self, handler: AsyncHandler, event: Event, store: CursorStore) -> bool:
        """Handles an event and saves its cursor. Returns whether to follow on."""
        try:
            await handler(event)
        except StopFollowing:
            store.save(event.cursor)
            return False
        store.save(event.cursor)
        return True

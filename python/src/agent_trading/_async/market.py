"""Listings, match runs and proposals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from ..calls import LISTING, PROPOSAL, PROPOSAL_PREVIEW
from ..documents import UNSET, MaybeUnset, changes_of, input_of
from ..models import (
    CheckpointStatus,
    Decision,
    LifecycleAction,
    Listing,
    ListingSide,
    ListingStepInput,
    ListingVisibility,
    MatchRun,
    PreviewEvent,
    Proposal,
    SettlementPreview,
    Terms,
    TermsInput,
)
from .calls import read, run
from .transport import AsyncTransport


class AsyncListings:
    """Listings of the principal's agents."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def publish(
        self,
        *,
        side: ListingSide,
        trade_profile: str,
        title: str,
        price_stamps: int,
        agent_id: str | None = None,
        description: str | None = None,
        tags: Sequence[str] | None = None,
        steps: Sequence[ListingStepInput] | None = None,
        coverage_threshold_bps: int | None = None,
        contract_window_seconds: int | None = None,
        checkpoint_window_seconds: int | None = None,
        visibility: ListingVisibility | None = None,
        expires_at: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> Listing:
        """Publishes a listing: an offer (PROVIDE) or a request (CONSUME). Default agent: the one of the client."""
        agent = agent_id or self._transport.signer.agent_id
        if agent is None:
            raise ValueError("a listing needs the id of an agent: pass agent_id, or create the client with one")
        members = input_of(
            agent_id=agent,
            side=side,
            trade_profile=trade_profile,
            title=title,
            price_stamps=price_stamps,
            description=description,
            tags=tags,
            steps=steps,
            coverage_threshold_bps=coverage_threshold_bps,
            contract_window_seconds=contract_window_seconds,
            checkpoint_window_seconds=checkpoint_window_seconds,
            visibility=visibility,
            expires_at=expires_at,
        )
        payload = await run(self._transport, "publishListing", members, idempotency_key=idempotency_key)
        return cast(Listing, payload["listing"])

    async def update(
        self,
        listing_key: str,
        *,
        title: str | MaybeUnset = UNSET,
        price_stamps: int | MaybeUnset = UNSET,
        description: str | None | MaybeUnset = UNSET,
        tags: Sequence[str] | None | MaybeUnset = UNSET,
        steps: Sequence[ListingStepInput] | None | MaybeUnset = UNSET,
        contract_window_seconds: int | None | MaybeUnset = UNSET,
        checkpoint_window_seconds: int | None | MaybeUnset = UNSET,
        visibility: ListingVisibility | None | MaybeUnset = UNSET,
        expires_at: datetime | None | MaybeUnset = UNSET,
        idempotency_key: str | None = None,
    ) -> Listing:
        """Changes the named members. None resets a member to its default."""
        members = changes_of(
            listing_key=listing_key,
            title=title,
            price_stamps=price_stamps,
            description=description,
            tags=tags,
            steps=steps,
            contract_window_seconds=contract_window_seconds,
            checkpoint_window_seconds=checkpoint_window_seconds,
            visibility=visibility,
            expires_at=expires_at,
        )
        payload = await run(self._transport, "updateListing", members, idempotency_key=idempotency_key)
        return cast(Listing, payload["listing"])

    async def pause(self, listing_key: str, *, idempotency_key: str | None = None) -> Listing:
        return await self._move(listing_key, "PAUSE", idempotency_key)

    async def resume(self, listing_key: str, *, idempotency_key: str | None = None) -> Listing:
        return await self._move(listing_key, "RESUME", idempotency_key)

    async def close(self, listing_key: str, *, idempotency_key: str | None = None) -> Listing:
        return await self._move(listing_key, "CLOSE", idempotency_key)

    async def get(self, listing_key: str) -> Listing:
        """Reads a listing. Raises ListingNotFound."""
        return Listing.from_json(await read(self._transport, LISTING, "listing", listing_key))

    async def _move(self, listing_key: str, action: LifecycleAction, idempotency_key: str | None) -> Listing:
        members = input_of(listing_key=listing_key, lifecycle_action=action)
        payload = await run(self._transport, "updateListing", members, idempotency_key=idempotency_key)
        return cast(Listing, payload["listing"])


class AsyncMatchRuns:
    """Match runs, which find counterparties of a listing and make proposals."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        listing_key: str,
        *,
        max_proposals: int | None = None,
        min_settled_trades: int | None = None,
        idempotency_key: str | None = None,
    ) -> MatchRun:
        members = input_of(
            listing_key=listing_key, max_proposals=max_proposals, min_settled_trades=min_settled_trades
        )
        payload = await run(self._transport, "runMatch", members, idempotency_key=idempotency_key)
        return cast(MatchRun, payload["matchRun"])


class AsyncProposals:
    """Proposals in which the principal takes part."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, proposal_key: str) -> Proposal:
        """Reads a proposal. Raises ProposalNotFound."""
        return Proposal.from_json(await read(self._transport, PROPOSAL, "proposal", proposal_key))

    async def accept(
        self, proposal_key: str, *, expected_revision_no: int | None = None, idempotency_key: str | None = None
    ) -> Proposal:
        """Accepts the current revision. With `expected_revision_no` any other revision is refused."""
        return await self._respond(proposal_key, "ACCEPT", expected_revision_no, None, idempotency_key)

    async def reject(
        self, proposal_key: str, *, expected_revision_no: int | None = None, idempotency_key: str | None = None
    ) -> Proposal:
        return await self._respond(proposal_key, "REJECT", expected_revision_no, None, idempotency_key)

    async def counter(
        self,
        proposal_key: str,
        terms: Terms | TermsInput,
        *,
        expected_revision_no: int,
        idempotency_key: str | None = None,
    ) -> Proposal:
        """Makes a new revision with these terms. They may be those of a revision, changed by `dataclasses.replace`."""
        return await self._respond(proposal_key, "COUNTER", expected_revision_no, terms, idempotency_key)

    async def preview(
        self,
        proposal_key: str,
        of: PreviewEvent,
        *,
        step_no: int = 1,
        coverage_bps: int | None = None,
        checkpoint_status: CheckpointStatus | None = None,
        verdict_coverage_bps: int | None = None,
    ) -> SettlementPreview:
        """Computes the settlement of the trade of the proposal after an event in a step. It changes nothing."""
        variables = input_of(
            of=of,
            step_no=step_no,
            coverage_bps=coverage_bps,
            checkpoint_status=checkpoint_status,
            verdict_coverage_bps=verdict_coverage_bps,
        )
        found = await read(self._transport, PROPOSAL_PREVIEW, "proposal", proposal_key, variables)
        return SettlementPreview.from_json(found["settlementPreview"])

    async def _respond(
        self,
        proposal_key: str,
        decision: Decision,
        expected_revision_no: int | None,
        terms: Terms | TermsInput | None,
        idempotency_key: str | None,
    ) -> Proposal:
        members = input_of(
            proposal_key=proposal_key, decision=decision, expected_revision_no=expected_revision_no, terms=terms
        )
        payload = await run(self._transport, "respondToProposal", members, idempotency_key=idempotency_key)
        return cast(Proposal, payload["proposal"])

"""Short forms of the operations of listings and proposals."""

from __future__ import annotations

from ..models import LifecycleAction, Listing, MatchRun, Proposal, Terms, TermsInput
from . import operations


class AsyncListings(operations.AsyncListingsOperations):
    """Listings of the principal's agents."""

    async def pause(self, listing_key: str, *, idempotency_key: str | None = None) -> Listing:
        """
        Hides a listing until it resumes. Short form of `update`.

        - `listing_key`: Key of one of the principal’s listings.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, ListingNotFound, ListingStateConflict.

        Next: `listings.resume` makes it active again.
        """
        return await self._move(listing_key, "PAUSE", idempotency_key)

    async def resume(self, listing_key: str, *, idempotency_key: str | None = None) -> Listing:
        """
        Resumes a paused listing. Short form of `update`.

        - `listing_key`: Key of one of the principal’s listings.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, ListingNotFound, ListingStateConflict, ListingAlreadyActive.

        Next: `listings.match` looks for counterparties.
        """
        return await self._move(listing_key, "RESUME", idempotency_key)

    async def close(self, listing_key: str, *, idempotency_key: str | None = None) -> Listing:
        """
        Closes a listing for good. Short form of `update`.

        - `listing_key`: Key of one of the principal’s listings.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, ListingNotFound, ListingStateConflict.

        Next: `listings.publish` makes another one.
        """
        return await self._move(listing_key, "CLOSE", idempotency_key)

    async def _move(self, listing_key: str, action: LifecycleAction, idempotency_key: str | None) -> Listing:
        return await self.update(listing_key, lifecycle_action=action, idempotency_key=idempotency_key)


class AsyncMatchRuns:
    """Match runs, which find counterparties of a listing and make proposals."""

    def __init__(self, listings: operations.AsyncListingsOperations) -> None:
        self._listings = listings

    async def create(
        self,
        listing_key: str,
        *,
        max_proposals: int | None = None,
        min_settled_trades: int | None = None,
        idempotency_key: str | None = None,
    ) -> MatchRun:
        """
        Runs a match. Older name of `listings.match`.

        - `listing_key`: Key of one of the principal’s active listings.
        - `max_proposals`: Maximum number of proposals, 1 to 50. Default 10.
        - `min_settled_trades`: Leave out counterparties with fewer settled trades. 0 to 1,000,000, default 0.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, ListingNotFound, ListingStateConflict, PrincipalQuotaExceeded.

        Next: `accept_and_start` or `proposals.counter`. If there are no proposals, `empty_match` says why.
        """
        return await self._listings.match(
            listing_key,
            max_proposals=max_proposals,
            min_settled_trades=min_settled_trades,
            idempotency_key=idempotency_key,
        )


class AsyncProposals(operations.AsyncProposalsOperations):
    """Proposals in which the principal takes part."""

    async def accept(
        self, proposal_key: str, *, expected_revision_no: int | None = None, idempotency_key: str | None = None
    ) -> Proposal:
        """
        Accepts the current revision. Short form of `respond`.

        - `proposal_key`: Key of the proposal.
        - `expected_revision_no`: Number of the revision that you have read. Any other revision is refused. Default: the
          current one.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, ProposalNotFound, AgentRetired, ProposalRevisionConflict,
        MatchProposalInvalidResponse, ProposalStateConflict, MandateExceeded, ApprovalRequired.

        Next: `trades.create`, as soon as every participant has accepted.
        """
        return await self.respond(
            proposal_key, "ACCEPT", expected_revision_no=expected_revision_no, idempotency_key=idempotency_key
        )

    async def reject(
        self, proposal_key: str, *, expected_revision_no: int | None = None, idempotency_key: str | None = None
    ) -> Proposal:
        """
        Rejects the proposal for good. Short form of `respond`.

        - `proposal_key`: Key of the proposal.
        - `expected_revision_no`: Number of the revision that you have read. Any other revision is refused. Default: the
          current one.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, ProposalNotFound, ProposalRevisionConflict, MatchProposalInvalidResponse,
        ProposalStateConflict.
        """
        return await self.respond(
            proposal_key, "REJECT", expected_revision_no=expected_revision_no, idempotency_key=idempotency_key
        )

    async def counter(
        self,
        proposal_key: str,
        terms: Terms | TermsInput,
        *,
        expected_revision_no: int,
        idempotency_key: str | None = None,
    ) -> Proposal:
        """
        Makes a new revision with these terms. Short form of `respond`.

        - `proposal_key`: Key of the proposal.
        - `terms`: Terms of the new revision. They may be those of a revision, changed by `dataclasses.replace`.
        - `expected_revision_no`: Number of the revision that you have read. Any other revision is refused.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, ProposalNotFound, AgentRetired, ProposalRevisionConflict,
        MatchProposalInvalidResponse, ProposalStateConflict, MandateExceeded, ApprovalRequired.

        Next: the other participants answer the new revision.
        """
        return await self.respond(
            proposal_key,
            "COUNTER",
            terms=terms,
            expected_revision_no=expected_revision_no,
            idempotency_key=idempotency_key,
        )

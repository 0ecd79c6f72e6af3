"""Answers of `act` and `accept_and_start`."""

from __future__ import annotations

from dataclasses import dataclass

from .error_classes import ProposalRevisionConflict
from .errors import ErrorParts
from .models import Listing, MatchRun, Principal, Proposal, Settlement, Trade, TradeStep


@dataclass(frozen=True)
class ActResult:
    """The objects that an act changed. Others are None."""

    operation: str
    trade: Trade | None = None
    step: TradeStep | None = None
    settlement: Settlement | None = None
    proposal: Proposal | None = None
    listing: Listing | None = None
    match_run: MatchRun | None = None
    principal: Principal | None = None


@dataclass(frozen=True)
class StartedTrade:
    """
    A proposal and its trade.

    `trade` is None while another participant must still accept, and if the proposal was rejected or expired.
    """

    proposal: Proposal
    trade: Trade | None


def assert_revision(proposal: Proposal, expected: int | None) -> None:
    """Refuses a revision that the caller does not expect, as the service does when it accepts one."""
    current = proposal.current_revision.revision_no
    if expected is None or expected == current:
        return
    raise ProposalRevisionConflict(
        ErrorParts(
            code="proposal_revision_conflict",
            status=409,
            detail=f"revision {current} of the proposal is the current one, not {expected}",
            recovery="correctable",
            members={"current_state": proposal.state, "current_revision_no": current},
        )
    )

"""Answers of `act` and `accept_and_start`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .error_classes import ProposalRevisionConflict, ProposalStateConflict
from .error_base import ApiError, ErrorParts
from .models import (
    Agent,
    Approval,
    Listing,
    MatchRun,
    Principal,
    Proposal,
    Settlement,
    TicketPurchase,
    Trade,
    TradeStep,
)


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
    approval: Approval | None = None
    agent: Agent | None = None
    purchase: TicketPurchase | None = None


@dataclass(frozen=True)
class StartedTrade:
    """
    A proposal and its trade, as they are after the call.

    `trade` is None while another participant must still accept.
    """

    proposal: Proposal
    trade: Trade | None


def act_result_of(operation: str, payload: dict[str, Any]) -> ActResult:
    """Returns the objects that an act changed. Objects of other operations are left out."""
    names = {"matchRun": "match_run"}
    named = {names.get(name, name): value for name, value in payload.items()}
    return ActResult(operation, **{name: value for name, value in named.items() if name in ActResult.__annotations__})


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


def assert_not_rejected(proposal: Proposal) -> None:
    """Refuses a proposal that no participant can accept any more, as the service does."""
    if proposal.state != "REJECTED":
        return
    expired = proposal.close_reason == "EXPIRED"
    raise ProposalStateConflict(
        ErrorParts(
            code="proposal_state_conflict",
            status=409,
            detail="The proposal has expired." if expired else "A participant rejected the proposal.",
            recovery="correctable",
            members={"current_state": proposal.state},
        )
    )


def naming_trade(error: ApiError, trade_key: str) -> ApiError:
    """Returns the error of a refused activation with its trade. The trade has its bonds, and its idle deadline runs."""
    detail = (
        f"{error.detail} The trade {trade_key} exists and holds the bonds. "
        "If its first step is not activated in time, its consumer is at fault."
    )
    return type(error)(replace(error.parts, detail=detail, members={**error.members, "trade_key": trade_key}))

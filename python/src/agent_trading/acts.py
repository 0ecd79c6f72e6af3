"""Answers of `act` and `accept_and_start`."""

from __future__ import annotations

from dataclasses import dataclass

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
    """An accepted proposal. `trade` is None while another participant must still accept."""

    proposal: Proposal
    trade: Trade | None

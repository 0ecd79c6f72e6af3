"""Trades, deliveries, checkpoints, rebuttals and settlements."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import cast

from ..calls import SETTLEMENT, TRADE, TRADE_PREVIEW, unsettled
from ..documents import input_of
from ..models import (
    CheckpointResultInput,
    CheckpointStatus,
    ContractItemInput,
    PreviewEvent,
    RebuttalEvidenceInput,
    Settlement,
    SettlementPreview,
    Trade,
)
from ..sleep import async_sleep
from .calls import read, run
from .transport import AsyncTransport


class AsyncTrades:
    """Trades of the principal."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, trade_key: str) -> Trade:
        """Reads a trade. Raises TradeNotFound."""
        return Trade.from_json(await read(self._transport, TRADE, "trade", trade_key))

    async def create(self, proposal_key: str, *, idempotency_key: str | None = None) -> Trade:
        """Creates the trade of an accepted proposal, and reserves the bond of each participant."""
        members = input_of(proposal_key=proposal_key)
        payload = await run(self._transport, "createTrade", members, idempotency_key=idempotency_key)
        return cast(Trade, payload["trade"])

    async def activate(self, trade_key: str, *, idempotency_key: str | None = None) -> Trade:
        """Activates the next pending step: its price goes into escrow."""
        members = input_of(trade_key=trade_key)
        payload = await run(self._transport, "activateTrade", members, idempotency_key=idempotency_key)
        return cast(Trade, payload["trade"])

    async def withdraw(self, trade_key: str, *, idempotency_key: str | None = None) -> Trade:
        """Withdraws from a trade. The principal is at fault for that."""
        members = input_of(trade_key=trade_key)
        payload = await run(self._transport, "withdrawFromTrade", members, idempotency_key=idempotency_key)
        return cast(Trade, payload["trade"])

    async def preview(
        self,
        trade_key: str,
        of: PreviewEvent,
        *,
        coverage_bps: int | None = None,
        checkpoint_status: CheckpointStatus | None = None,
        verdict_coverage_bps: int | None = None,
    ) -> SettlementPreview:
        """Computes the settlement that would follow an event in the active step. It changes nothing."""
        variables = input_of(
            of=of,
            coverage_bps=coverage_bps,
            checkpoint_status=checkpoint_status,
            verdict_coverage_bps=verdict_coverage_bps,
        )
        found = await read(self._transport, TRADE_PREVIEW, "trade", trade_key, variables)
        return SettlementPreview.from_json(found["settlementPreview"])


class AsyncDeliveries:
    """Delivery contracts, by which a provider delivers."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def publish(
        self,
        trade_key: str,
        *,
        summary: str,
        items: Sequence[ContractItemInput],
        step_no: int = 1,
        idempotency_key: str | None = None,
    ) -> Trade:
        """Publishes the delivery contract of the active step."""
        members = input_of(trade_key=trade_key, step_no=step_no, summary=summary, items=items)
        payload = await run(self._transport, "publishDeliveryContract", members, idempotency_key=idempotency_key)
        return cast(Trade, payload["trade"])


class AsyncCheckpoints:
    """Checkpoints, by which a consumer checks a delivery."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def confirm(
        self,
        trade_key: str,
        *,
        step_no: int = 1,
        results: Sequence[CheckpointResultInput] | None = None,
        idempotency_key: str | None = None,
    ) -> Trade:
        """Confirms the delivery. Default: all items are met."""
        return await self._submit(trade_key, "CONFIRMED", step_no, results, idempotency_key)

    async def fail(
        self,
        trade_key: str,
        *,
        step_no: int = 1,
        results: Sequence[CheckpointResultInput] | None = None,
        idempotency_key: str | None = None,
    ) -> Trade:
        """Reports a failed delivery. Default: no item is met."""
        return await self._submit(trade_key, "FAILED", step_no, results, idempotency_key)

    async def _submit(
        self,
        trade_key: str,
        status: CheckpointStatus,
        step_no: int,
        results: Sequence[CheckpointResultInput] | None,
        idempotency_key: str | None,
    ) -> Trade:
        members = input_of(trade_key=trade_key, step_no=step_no, status=status, results=results)
        payload = await run(self._transport, "submitCheckpoint", members, idempotency_key=idempotency_key)
        return cast(Trade, payload["trade"])


class AsyncRebuttals:
    """Rebuttals, by which a provider contests a checkpoint."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def file(
        self,
        trade_key: str,
        *,
        statement: str,
        evidence: Sequence[RebuttalEvidenceInput] | None = None,
        step_no: int = 1,
        idempotency_key: str | None = None,
    ) -> Trade:
        """Files the counter-evidence of a step, once."""
        members = input_of(trade_key=trade_key, step_no=step_no, statement=statement, evidence=evidence)
        payload = await run(self._transport, "fileRebuttal", members, idempotency_key=idempotency_key)
        return cast(Trade, payload["trade"])


class AsyncSettlements:
    """Settlements of the principal's trades."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, trade_key: str) -> Settlement | None:
        """Reads the settlement of a trade. None: the trade is not settled yet. Raises TradeNotFound."""
        found = (await read(self._transport, SETTLEMENT, "trade", trade_key))["settlement"]
        return None if found is None else Settlement.from_json(found)

    async def wait(self, trade_key: str, *, timeout_seconds: float = 60.0, poll_seconds: float = 0.5) -> Settlement:
        """Waits until the trade is settled. Raises TimeoutError with the state of the trade."""
        end = time.monotonic() + timeout_seconds
        while True:
            trade = await read(self._transport, SETTLEMENT, "trade", trade_key)
            if trade["settlement"] is not None:
                return Settlement.from_json(trade["settlement"])
            if time.monotonic() >= end:
                raise TimeoutError(unsettled(trade_key, trade, timeout_seconds))
            await async_sleep(poll_seconds)

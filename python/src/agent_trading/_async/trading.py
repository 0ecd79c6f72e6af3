"""Short forms of the operations of trades. Their acts answer the trade instead of its step."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import cast

from ..calls import WAITING_TRADE, unsettled
from ..documents import input_of
from ..models import (
    CheckpointResultInput,
    CheckpointStatus,
    ContractItemInput,
    RebuttalEvidenceInput,
    Settlement,
    Trade,
)
from ..sleep import async_sleep
from . import operations
from .calls import fetch, run
from .transport import AsyncTransport


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
        """
        Publishes the delivery contract of a step, as `trades.publish_contract` does, and answers the trade.

        - `trade_key`: Key of the trade.
        - `summary`: Summary of the delivery, 1 to 2,000 characters.
        - `items`: Items of the contract, 1 to 64.
        - `step_no`: Number of the step.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, TradeNotFound, StepNotFound, TradeAccessDenied, ContractItemsDiffer,
        TradeStateConflict.

        Next: the consumer of the step calls `checkpoints.confirm` or `checkpoints.fail`.
        """
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
        """
        Confirms the delivery, as `trades.submit_checkpoint` does, and answers the trade.

        - `trade_key`: Key of the trade.
        - `step_no`: Number of the step.
        - `results`: Results per item. Missing items count as not met. Default: all are met.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, TradeNotFound, StepNotFound, TradeAccessDenied, TradeStateConflict.

        Next: `trades.activate` starts the next step. After the last one, call `settlements.wait`.
        """
        return await self._submit(trade_key, "CONFIRMED", step_no, results, idempotency_key)

    async def fail(
        self,
        trade_key: str,
        *,
        step_no: int = 1,
        results: Sequence[CheckpointResultInput] | None = None,
        idempotency_key: str | None = None,
    ) -> Trade:
        """
        Reports a failed delivery, as `trades.submit_checkpoint` does, and answers the trade.

        - `trade_key`: Key of the trade.
        - `step_no`: Number of the step.
        - `results`: Results per item. Missing items count as not met. Default: none is met.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, TradeNotFound, StepNotFound, TradeAccessDenied, TradeStateConflict.

        Next: the provider can contest it by `rebuttals.file`. Else call `settlements.wait`.
        """
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
        """
        Files the counter-evidence of a step, once, as `trades.file_rebuttal` does, and answers the trade.

        - `trade_key`: Key of the trade.
        - `statement`: Statement of the provider, 1 to 4,000 characters.
        - `evidence`: Evidence of the rebuttal, at most 32 entries.
        - `step_no`: Number of the step.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises PrincipalOwnerRequired, TradeNotFound, StepNotFound, TradeAccessDenied, TradeStateConflict.

        Next: operators decide, and `settlements.wait` returns the settlement.
        """
        members = input_of(trade_key=trade_key, step_no=step_no, statement=statement, evidence=evidence)
        payload = await run(self._transport, "fileRebuttal", members, idempotency_key=idempotency_key)
        return cast(Trade, payload["trade"])


class AsyncSettlements:
    """Settlements of the principal's trades."""

    def __init__(self, transport: AsyncTransport, trades: operations.AsyncTradesOperations) -> None:
        self._transport = transport
        self._trades = trades

    async def get(self, trade_key: str) -> Settlement | None:
        """
        Reads the settlement of a trade. None while the trade is open. Older name of `trades.settlement`.

        - `trade_key`: Key of the trade.

        Raises TradeNotFound, PrincipalNotFound.
        """
        return await self._trades.settlement(trade_key)

    async def wait(self, trade_key: str, *, timeout_seconds: float = 60.0, poll_seconds: float = 0.5) -> Settlement:
        """
        Waits until the trade is settled, and returns its settlement.

        - `trade_key`: Key of the trade.
        - `timeout_seconds`: Longest wait in seconds.
        - `poll_seconds`: Pause between two reads in seconds.

        Raises TradeNotFound, PrincipalNotFound. Raises TimeoutError with the state of the trade and its next deadline.
        """
        variables = {"tradeKey": trade_key, "principalKey": self._transport.principal_key}
        end = time.monotonic() + timeout_seconds
        while True:
            trade = await fetch(self._transport, WAITING_TRADE, variables, "principal.trade", key=trade_key)
            if trade["settlement"] is not None:
                return Settlement.from_json(trade["settlement"])
            if time.monotonic() >= end:
                raise TimeoutError(unsettled(trade_key, trade, timeout_seconds))
            await async_sleep(poll_seconds)

"""Operations of a sandbox: the test clock, tickets, counterparties and faults."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from ..calls import ADVANCE_CLOCK
from ..documents import input_of, time_of
from ..signature_check import SignatureCheck
from . import operations
from .calls import change


class AsyncSandboxCalls(operations.AsyncSandboxOperations):
    """Operations that exist only in a sandbox. A live service raises SandboxOnly."""

    async def advance_clock(
        self, *, seconds: int | None = None, to_at: datetime | None = None, idempotency_key: str | None = None
    ) -> datetime:
        """
        Moves the clock by seconds or to a time, and returns the time that it has reached. Then no work is due.

        - `seconds`: Seconds to move by. Alternative: `to_at`.
        - `to_at`: Time to move to. Alternative: `seconds`.
        - `idempotency_key`: Key of this act and of its repeats. Default: a new one.

        Raises SandboxOnly.
        """
        members = input_of(seconds=seconds, to_at=to_at)
        path = "advanceClock.reachedAt"
        return time_of(await change(self._transport, ADVANCE_CLOCK, members, path, idempotency_key))

    async def verify_signature(
        self,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        signature_base: str | None = None,
    ) -> SignatureCheck:
        """
        Says whether the sandbox accepts a signature, and why not. Without headers, it checks the credential of this client.

        - `headers`: Headers that another program signed for `POST …/sandbox/verify-signature`.
        - `body`: Body that it signed.
        - `signature_base`: Text that it signed. The answer then has the first line that differs.

        Raises ApiError with status 404 in a live service.
        """
        return await self._transport.verify_signature(headers, body, signature_base)

"""Runs the mutations and reads of the helpers."""

from __future__ import annotations

from typing import Any

from ..calls import document_of, object_of, payload_of
from ..documents import JsonObject
from .transport import AsyncTransport


async def run(
    transport: AsyncTransport,
    operation: str,
    members: JsonObject,
    *,
    idempotency_key: str | None,
    agent_id: str | None = None,
) -> dict[str, Any]:
    """Sends a mutation and returns the objects of its payload."""
    data = await transport.mutate(
        document_of(operation), {"input": members}, idempotency_key=idempotency_key, agent_id=agent_id
    )
    return payload_of(operation, data)


async def read(transport: AsyncTransport, document: str, field: str, key: str) -> JsonObject:
    """Reads one object of the principal. Raises LookupError."""
    return object_of(await transport.query_or_throw(document, {"key": key}), field)

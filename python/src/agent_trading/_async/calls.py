"""Sends the mutations and reads of the groups."""

from __future__ import annotations

from typing import Any

from ..calls import document_of, payload_of, value_at
from ..documents import JsonObject
from ..models import WITHOUT_PRINCIPAL
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
    if transport.principal_key is not None and operation not in WITHOUT_PRINCIPAL:
        members = {"principalKey": transport.principal_key, **members}
    data = await transport.mutate(
        document_of(operation), {"input": members}, idempotency_key=idempotency_key, agent_id=agent_id
    )
    return payload_of(operation, data)


async def fetch(
    transport: AsyncTransport, document: str, variables: JsonObject, path: str, *, key: str | None = None
) -> Any:
    """Reads the value at a path. Raises the class of the object with the key, such as TradeNotFound."""
    return value_at(await transport.query_or_throw(document, variables), path, key)


async def change(
    transport: AsyncTransport, document: str, members: JsonObject, path: str, idempotency_key: str | None
) -> Any:
    """Sends a mutation and returns the value at a path."""
    data = await transport.mutate(document, {"input": members}, idempotency_key=idempotency_key)
    return value_at(data, path)


async def read_principal(
    transport: AsyncTransport, document: str, variables: JsonObject | None = None
) -> JsonObject:
    """Reads fields of the principal: the one of the client, or of its credential."""
    return await transport.query_or_throw(
        document, {**(variables or {}), "principalKey": transport.principal_key}
    )

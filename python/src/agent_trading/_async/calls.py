"""Runs the mutations and reads of the helpers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..calls import WITHOUT_PRINCIPAL, document_of, object_of, payload_of
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
    if transport.principal_key is not None and operation not in WITHOUT_PRINCIPAL:
        members = {"principalKey": transport.principal_key, **members}
    data = await transport.mutate(
        document_of(operation), {"input": members}, idempotency_key=idempotency_key, agent_id=agent_id
    )
    return payload_of(operation, data)


async def read(
    transport: AsyncTransport, document: str, field: str, key: str, variables: JsonObject | None = None
) -> JsonObject:
    """Reads one object of the principal. Raises the class of its code, such as TradeNotFound."""
    return object_of(await read_principal(transport, document, {"key": key, **(variables or {})}), field, key)


async def read_list(
    transport: AsyncTransport, document: str, field: str, variables: JsonObject
) -> Sequence[JsonObject]:
    """Reads the first objects of a list of the principal."""
    nodes: Sequence[JsonObject] = (await read_principal(transport, document, variables))["principal"][field]["nodes"]
    return nodes


async def read_principal(
    transport: AsyncTransport, document: str, variables: JsonObject | None = None
) -> JsonObject:
    """Reads fields of the principal: the one of the client, or of its credential."""
    return await transport.query_or_throw(
        document, {**(variables or {}), "principalKey": transport.principal_key}
    )

"""Mutations and reads of the helpers, without sending them."""

from __future__ import annotations

from typing import Any

from .documents import JsonObject, json_of, mutation_document
from .models import DECODERS, PAYLOADS, SELECTIONS, AllowedAction

PROPOSAL = f"query ($key: ID!) {{ principal {{ proposal(proposalKey: $key) {{ {SELECTIONS['Proposal']} }} }} }}"
TRADE = f"query ($key: ID!) {{ principal {{ trade(tradeKey: $key) {{ {SELECTIONS['Trade']} }} }} }}"
LISTING = f"query ($key: ID!) {{ principal {{ listing(listingKey: $key) {{ {SELECTIONS['Listing']} }} }} }}"
PRINCIPAL = f"{{ principal {{ {SELECTIONS['Principal']} }} }}"
SETTLEMENT = (
    f"query ($key: ID!) {{ principal {{ trade(tradeKey: $key) {{ settlement {{ {SELECTIONS['Settlement']} }} }} }} }}"
)
FIRST_EVENTS = f"""query ($types: [EventType!]) {{ principal {{ events(first: 200, types: $types) {{
    nodes {{ {SELECTIONS['Event']} }} pageInfo {{ endCursor }} }} }} }}"""


def document_of(operation: str) -> str:
    """Returns the document of a mutation, with the fields of its payload. Raises ValueError for other mutations."""
    payload = PAYLOADS.get(operation)
    if payload is None:
        raise ValueError(f"the answer of {operation} has no class here: use mutate with your own document")
    return mutation_document(operation, " ".join(f"{name} {{ {SELECTIONS[model]} }}" for name, model in payload))


def payload_of(operation: str, data: JsonObject) -> dict[str, Any]:
    """Reads the payload of a mutation: objects of `models` by the names of its fields."""
    fields = data[operation]
    return {
        name: None if fields[name] is None else DECODERS[model](fields[name]) for name, model in PAYLOADS[operation]
    }


def object_of(data: JsonObject, field: str) -> JsonObject:
    """Reads an object of the principal. Raises LookupError if the principal has no such object."""
    found = (data["principal"] or {}).get(field)
    if found is None:
        raise LookupError(f"your principal has no {field} with this key")
    return dict(found)


def input_of_act(action: AllowedAction, own: JsonObject) -> dict[str, Any]:
    """Joins the input of an allowed action with what only the caller can know."""
    added = {name: json_of(value) for name, value in own.items()}
    repeated = sorted(name for name in added if name in action.input and added[name] != action.input[name])
    if repeated:
        raise ValueError(f"the allowed action has another value of {', '.join(repeated)}")
    return {**action.input, **added}

"""Mutations and reads of the helpers, without sending them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .documents import JsonObject, json_of, mutation_document
from .errors import ApiError, ErrorParts
from .models import DECODERS, PAYLOADS, SELECTIONS, AllowedAction

def _document(field: str, arguments: str, selection: str, declared: str) -> str:
    """Returns a query for a field of the principal. Without a key it is the principal of the credential."""
    found = f"{field}({arguments}) {{ {selection} }}"
    return f"query ({declared}, $principalKey: ID) {{ principal(principalKey: $principalKey) {{ {found} }} }}"


def _object(field: str, key: str, selection: str, declared: str = "") -> str:
    """Returns a query for an object by its key."""
    return _document(field, f"{key}: $key", selection, f"$key: ID!{declared}")


def _list(field: str, model: str) -> str:
    """Returns a query for the first objects of a list."""
    return _document(field, "first: $first", f"nodes {{ {SELECTIONS[model]} }}", "$first: Int")


PROPOSAL = _object("proposal", "proposalKey", SELECTIONS["Proposal"])
TRADE = _object("trade", "tradeKey", SELECTIONS["Trade"])
LISTING = _object("listing", "listingKey", SELECTIONS["Listing"])
AGENT = _object("agent", "agentKey", SELECTIONS["Agent"])
APPROVAL = _object("approval", "approvalKey", SELECTIONS["Approval"])
SETTLEMENT = _object("trade", "tradeKey", f"state nextDeadlineAt settlement {{ {SELECTIONS['Settlement']} }}")
AGENTS = _list("agents", "Agent")
CREDENTIALS = _list("credentials", "Credential")
APPROVALS = _document(
    "approvals",
    "first: $first, filter: {statuses: $statuses}",
    f"nodes {{ {SELECTIONS['Approval']} }}",
    "$first: Int, $statuses: [ApprovalStatus!]",
)
SIGNING_KEYS = _object(
    "agent", "agentKey", f"webhookSigningKeys(first: $first) {{ nodes {{ {SELECTIONS['WebhookSigningKey']} }} }}", ", $first: Int"
)
DELIVERIES = _object(
    "agent",
    "agentKey",
    "webhookDeliveries(first: $first, filter: {states: $states, eventTypes: $eventTypes}) "
    f"{{ nodes {{ {SELECTIONS['WebhookDelivery']} }} }}",
    ", $first: Int, $states: [DeliveryState!], $eventTypes: [EventType!]",
)
PACKS = f"{{ ticketPacks {{ {SELECTIONS['TicketPack']} }} }}"
PRINCIPAL = f"query ($principalKey: ID) {{ principal(principalKey: $principalKey) {{ {SELECTIONS['Principal']} }} }}"
FIRST_EVENTS = f"""query ($types: [EventType!], $principalKey: ID) {{ principal(principalKey: $principalKey) {{
    events(first: 200, types: $types) {{ nodes {{ {SELECTIONS['Event']} }} pageInfo {{ endCursor }} }} }} }}"""
NEWEST_CURSOR = """query ($principalKey: ID) { principal(principalKey: $principalKey) {
    events(first: 1, orderBy: {field: SEQUENCE, direction: DESC}) { nodes { cursor } } } }"""
SANDBOX = f"{{ sandbox {{ {SELECTIONS['Sandbox']} }} }}"
ADVANCE_CLOCK = mutation_document("advanceClock", "reachedAt")

_PREVIEW = (
    "of: $of, coverageBps: $coverageBps, checkpointStatus: $checkpointStatus, verdictCoverageBps: $verdictCoverageBps"
)
_PREVIEW_DECLARED = (
    "$key: ID!, $of: PreviewEvent!, $coverageBps: Int, $checkpointStatus: CheckpointStatus, $verdictCoverageBps: Int"
)
TRADE_PREVIEW = _document(
    "trade",
    "tradeKey: $key",
    f"settlementPreview({_PREVIEW}) {{ {SELECTIONS['SettlementPreview']} }}",
    _PREVIEW_DECLARED,
)
PROPOSAL_PREVIEW = _document(
    "proposal",
    "proposalKey: $key",
    f"settlementPreview({_PREVIEW}, stepNo: $stepNo) {{ {SELECTIONS['SettlementPreview']} }}",
    f"{_PREVIEW_DECLARED}, $stepNo: Int!",
)

# The inputs of these mutations name no principal.
WITHOUT_PRINCIPAL = frozenset({"advanceClock", "spawnCounterparty", "provisionPrincipal"})


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


def object_of(data: JsonObject, field: str, key: str) -> JsonObject:
    """Reads an object of the principal. Raises the class of its code, such as TradeNotFound."""
    found = (data["principal"] or {}).get(field)
    if found is None:
        raise _not_found(field, key)
    return dict(found)


def _not_found(field: str, key: str) -> ApiError:
    """A query answers null for an unknown key, and a mutation has the error of this code."""
    code = f"{field}_not_found"
    return ApiError.catalogue[code](
        ErrorParts(
            code=code,
            status=404,
            detail=f"there is no {field} {key} of this principal",
            recovery="correctable",
            remedy="Check the key, and the principal for which the client acts.",
        )
    )


class Offer(NamedTuple):
    """The members of an allowed action that `act` sends."""

    operation: str
    input: JsonObject
    agent_key: str | None


def offer_of(action: AllowedAction | JsonObject) -> Offer:
    """Reads an allowed action: an object of `models`, or a dictionary of a query. Raises TypeError."""
    if isinstance(action, AllowedAction):
        return Offer(action.operation, action.input, action.agent_key)
    if isinstance(action, Mapping) and "operation" in action and "input" in action:
        return Offer(action["operation"], action["input"], action.get("agentKey"))
    raise TypeError("pass an AllowedAction, or a dictionary of `allowedActions` with `operation` and `input`")


def input_of_act(action: Offer, own: JsonObject) -> dict[str, Any]:
    """Joins the input of an allowed action with what only the caller can know."""
    added = {name: json_of(value) for name, value in own.items()}
    repeated = sorted(name for name in added if name in action.input and added[name] != action.input[name])
    if repeated:
        raise ValueError(f"the allowed action has another value of {', '.join(repeated)}")
    return {**action.input, **added}


def unsettled(trade_key: str, trade: JsonObject, timeout_seconds: float) -> str:
    """Says what a trade waits for that was not settled in time."""
    text = f"{trade_key} was not settled within {timeout_seconds:g} s: its state is {trade['state']}"
    deadline = trade["nextDeadlineAt"]
    if deadline is None:
        return text
    return f"{text}. Its next deadline is {deadline}. In a sandbox, sandbox.advance_clock moves the clock past it"

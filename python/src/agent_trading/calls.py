"""Mutations and reads of the helpers, without sending them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from .documents import JsonObject, json_of, mutation_document
from .error_base import ApiError, ErrorParts
from .models import DECODERS, PAYLOADS, SELECTIONS, AllowedAction

_OF_PRINCIPAL = "principal(principalKey: $principalKey)"
WAITING_TRADE = f"""query ($tradeKey: ID!, $principalKey: ID) {{ {_OF_PRINCIPAL} {{
    trade(tradeKey: $tradeKey) {{ state nextDeadlineAt settlement {{ {SELECTIONS['Settlement']} }} }} }} }}"""
PRINCIPAL = f"query ($principalKey: ID) {{ {_OF_PRINCIPAL} {{ {SELECTIONS['Principal']} }} }}"
FIRST_EVENTS = f"""query ($types: [EventType!], $principalKey: ID) {{ {_OF_PRINCIPAL} {{
    events(first: 200, types: $types) {{ nodes {{ {SELECTIONS['Event']} }} pageInfo {{ endCursor }} }} }} }}"""
NEWEST_CURSOR = f"""query ($principalKey: ID) {{ {_OF_PRINCIPAL} {{
    events(first: 1, orderBy: {{field: SEQUENCE, direction: DESC}}) {{ nodes {{ cursor }} }} }} }}"""
ADVANCE_CLOCK = mutation_document("advanceClock", "reachedAt")


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


def value_at(data: JsonObject, path: str, key: str | None = None) -> Any:
    """
    Reads the value at a path of names, or None.

    With a key, the second name is an object of the principal. Without this object it raises the class of its code.
    """
    value: Any = data
    for depth, name in enumerate(path.split(".")):
        value = None if value is None else value[name]
        if value is None and key is not None and depth == 1:
            raise _not_found(name, key)
    return value


def chosen(name: str, value: str | None) -> str:
    """Returns a value that a call needs: of its argument, or of the client. Raises ValueError without both."""
    if value is None:
        raise ValueError(f"this call needs {name}: pass it, or create the client with one")
    return value


def _not_found(field: str, key: str) -> ApiError:
    """A query answers null for an unknown key, and a mutation has the error of this code."""
    words = re.sub("[A-Z]", lambda letter: f" {letter[0].lower()}", field)
    code = f"{words.replace(' ', '_')}_not_found"
    return ApiError.catalogue[code](
        ErrorParts(
            code=code,
            status=404,
            detail=f"there is no {words} {key} of this principal",
            recovery="correctable",
            remedy=f"Check the key{_kind_of(field)}, and the principal for which the client acts.",
        )
    )


# How the keys of an object begin, by the name of its field.
_PREFIXES = {"trade": "trd", "proposal": "prp", "listing": "lst", "agent": "agt", "approval": "apr", "matchRun": "mrn"}


def _kind_of(field: str) -> str:
    prefix = _PREFIXES.get(field)
    return "" if prefix is None else f", which begins with {prefix}_"


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

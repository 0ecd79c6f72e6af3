"""The check of a sandbox that says why a signature is invalid."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass

import httpx

from .error_base import error_of_problem


@dataclass(frozen=True)
class LineDifference:
    """The first line in which two signature bases differ. None: that base is shorter."""

    line: int
    server: str | None
    client: str | None


@dataclass(frozen=True)
class SignatureCheck:
    """What the sandbox found about a signature."""

    valid: bool
    detail: str | None
    signature_base: str
    first_difference: LineDifference | None


def check_address(endpoint: str) -> str:
    """Returns the address of the check beside a GraphQL endpoint."""
    return f"{endpoint.removesuffix('/graphql')}/sandbox/verify-signature"


def base_header(signature_base: str | None) -> dict[str, str]:
    """Returns the header with the text that the client signed."""
    if signature_base is None:
        return {}
    return {"x-signature-base": base64.b64encode(signature_base.encode()).decode()}


def check_of(response: httpx.Response) -> SignatureCheck:
    """Reads the answer. Raises ApiError."""
    try:
        answer = json.loads(response.text)
    except (ValueError, RecursionError):
        answer = None
    if not response.is_success or not isinstance(answer, dict):
        raise error_of_problem(answer, response.status_code, response.headers)
    found = answer["first_difference"]
    difference = None if found is None else LineDifference(found["line"], found["server"], found["client"])
    return SignatureCheck(answer["valid"], answer["detail"], answer["signature_base"], difference)

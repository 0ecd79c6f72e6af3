"""Decides whether and when a request is repeated."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import httpx

from .error_base import ApiError

# Statuses after which a request may be repeated with the same key.
RETRYABLE_STATUSES = frozenset({429, 500, 502, 503, 504})
# A repeated request of a wrong protocol would fail again.
_PERMANENT = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)


@dataclass(frozen=True)
class RetryPolicy:
    """Limits of the attempts. A longer `Retry-After` than `maximum_seconds` ends them."""

    # Number of attempts, including the first.
    attempts: int = 6
    # Longest first pause; the limit doubles with each attempt.
    base_seconds: float = 0.2
    maximum_seconds: float = 30.0


def is_transient(error: BaseException) -> bool:
    """Checks whether a request may be repeated: after a transient error or without a response."""
    if isinstance(error, ApiError):
        return error.status in RETRYABLE_STATUSES or error.code == "idempotency_key_in_progress"
    return isinstance(error, httpx.TransportError) and not isinstance(error, _PERMANENT)


def add_key(error: BaseException, key: str | None) -> None:
    """Names the idempotency key of a mutation in its error. An error of httpx has the key in its request."""
    if isinstance(error, ApiError):
        error.parts = replace(error.parts, idempotency_key=key)


def idempotency_key_of(error: BaseException) -> str | None:
    """
    Returns the key of the mutation that raised the error. An attempt may have taken effect, so repeat the call with this key.

    None: the error is of a query, or an input has the key.
    """
    if isinstance(error, ApiError):
        return error.idempotency_key
    if not isinstance(error, httpx.RequestError):
        return None
    try:
        key: str | None = error.request.headers.get("idempotency-key")
    except RuntimeError:  # It has no request.
        return None
    return key


def jitter(failures: int, policy: RetryPolicy) -> float:
    """Returns a random pause (full jitter), so that clients do not retry at the same time."""
    return random.random() * min(policy.maximum_seconds, policy.base_seconds * 2.0 ** min(failures - 1, 30))


def wait_after(error: BaseException, attempts: int, policy: RetryPolicy) -> float | None:
    """Returns the seconds to wait before the next attempt, or None if there is none."""
    if attempts >= policy.attempts or not is_transient(error):
        return None
    minimum = (error.retry_after_seconds or 0) if isinstance(error, ApiError) else 0
    return None if minimum > policy.maximum_seconds else max(minimum, jitter(attempts, policy))

"""Verifies webhooks by Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Literal

WebhookErrorCode = Literal[
    "header_missing",
    "header_malformed",
    "timestamp_out_of_range",
    "key_version_unknown",
    "signature_mismatch",
    "body_malformed",
]

# Standard Webhooks allows no other sizes.
MIN_KEY_BYTES, MAX_KEY_BYTES = 24, 64
SHAPE = 'pass the secret of each key version, such as {1: "whsec_…"}'
_TIMESTAMP = re.compile(r"[0-9]{1,12}")


class WebhookError(Exception):
    """The delivery is not authentic. Answer it with 400 and do nothing."""

    def __init__(self, code: WebhookErrorCode, detail: str) -> None:
        super().__init__(detail)
        self.code: WebhookErrorCode = code

    @property
    def fault(self) -> WebhookErrorCode:
        """Deprecated: the older name of `code`."""
        return self.code


@dataclass(frozen=True)
class VerifiedWebhook:
    """An authentic delivery. The id is the event's, equal on every retry: deduplicate by it."""

    id: str
    timestamp: datetime
    key_version: str
    payload: Any


def verify_webhook(
    headers: Mapping[str, str],
    body: str | bytes,
    secrets: Mapping[str, str] | Mapping[int, str],
    *,
    now: float | None = None,
    tolerance_seconds: float = 300,
) -> VerifiedWebhook:
    """
    Verifies a delivery: `body` is the raw body, and `secrets` maps each key version to its secret (`whsec_…`).

    The header `X-SVC-Webhook-Key-Version` selects the secret, because a retry may have an older version than the newest.
    Raises WebhookError if the delivery is not authentic, and TypeError or ValueError if `secrets` is wrong.
    """
    keys = _keys_of(secrets)
    raw = body.encode() if isinstance(body, str) else body
    event_id = _header(headers, "webhook-id")
    sent_at = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature")
    version = _header(headers, "x-svc-webhook-key-version")
    if not _TIMESTAMP.fullmatch(sent_at):
        raise WebhookError("header_malformed", "webhook-timestamp is not in unix seconds")
    timestamp = int(sent_at)
    if abs((time.time() if now is None else now) - timestamp) > tolerance_seconds:
        raise WebhookError("timestamp_out_of_range", "webhook-timestamp is too far from now")
    key = keys.get(version)
    if key is None:
        raise WebhookError("key_version_unknown", "there is no secret for this key version")
    expected = hmac.new(key, f"{event_id}.{timestamp}.".encode() + raw, hashlib.sha256).digest()
    if not any(_is_matching(signature, expected) for signature in signatures.split(" ")):
        raise WebhookError("signature_mismatch", "no v1 signature matches the body")
    return VerifiedWebhook(event_id, datetime.fromtimestamp(timestamp, timezone.utc), version, _payload_of(raw))


def _header(headers: Mapping[str, str], name: str) -> str:
    values = [value for key, value in headers.items() if key.lower() == name]
    if len(values) != 1 or not isinstance(values[0], str) or values[0] == "":
        raise WebhookError("header_missing", f"{name} is missing or repeated")
    return values[0]


def _keys_of(secrets: object) -> dict[str, bytes]:
    """Decodes all secrets before any delivery is read, because a wrong one is an error of the receiver."""
    if not isinstance(secrets, Mapping):
        raise TypeError(f"secrets is a {type(secrets).__name__}: {SHAPE}")
    if not secrets:
        raise ValueError(f"secrets is empty: {SHAPE}")
    return {_version_of(version): _key_of(version, secret) for version, secret in secrets.items()}


def _version_of(version: object) -> str:
    if not re.fullmatch("[0-9]+", str(version)):
        # The text leaves the key out, because it may be the secret.
        raise TypeError(f"a key of secrets is not the number of a key version: {SHAPE}")
    return str(version)


def _key_of(version: object, secret: object) -> bytes:
    if not isinstance(secret, str):
        raise TypeError(f"the secret of key version {version} is a {type(secret).__name__}: {SHAPE}")
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True) if secret.startswith("whsec_") else b""
    except ValueError:
        key = b""
    # An empty key would accept every signature.
    if not MIN_KEY_BYTES <= len(key) <= MAX_KEY_BYTES:
        raise ValueError(f"the secret of key version {version} is not the text whsec_ and base64 of 24 to 64 bytes: {SHAPE}")
    return key


def _is_matching(signature: str, expected: bytes) -> bool:
    if not signature.startswith("v1,"):
        return False
    try:
        actual = base64.b64decode(signature.removeprefix("v1,"), validate=True)
    except (binascii.Error, ValueError):
        return False
    return hmac.compare_digest(actual, expected)


def _payload_of(body: bytes) -> Any:
    try:
        return json.loads(body.decode())
    except (ValueError, RecursionError):
        raise WebhookError("body_malformed", "the signed body is not JSON") from None

"""Signs requests by RFC 9421 and RFC 9530: HMAC-SHA256, profile `ats-v1`."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path

import httpx

OPTIONAL_HEADERS = (
    "idempotency-key",
    "x-agent-id",
    "x-acting-provider",
    "x-acting-subject",
    "authorization",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
)
_PRINTABLE = re.compile(r"[\t -~]*")

Clock = Callable[[], float]
"""Returns the Unix time in seconds, such as `time.time`."""


@dataclass(frozen=True)
class Credential:
    """A credential, as `createCredential`, `rotateCredential` or `provisionPrincipal` returns it."""

    api_key: str
    # The whole string is the HMAC key. The text of this object must not show it.
    signing_secret: str = field(repr=False)


@dataclass(frozen=True)
class ActingHuman:
    """The human for whom a console acts."""

    provider: str
    subject: str


@dataclass(frozen=True)
class Signer:
    """Credential and identity of a signed request."""

    credential: Credential
    agent_id: str | None = None
    acting: ActingHuman | None = None

    def identity_headers(self) -> dict[str, str]:
        """Returns the headers that name the agent and the acting human."""
        headers: dict[str, str] = {}
        if self.agent_id is not None:
            headers["x-agent-id"] = self.agent_id
        if self.acting is not None:
            headers["x-acting-provider"] = self.acting.provider
            headers["x-acting-subject"] = self.acting.subject
        return headers


@dataclass(frozen=True)
class SignedRequest:
    """A request with all its headers in lower case. The HTTP library adds `host`."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None


@dataclass(frozen=True)
class SavedCredential:
    """A credential from a file, with the principal if the file names one."""

    signer: Signer
    principal_key: str | None


def read_credential(path: str | PathLike[str]) -> Signer:
    """
    Reads a credential file, such as one of `ats sandbox`, with the agent and the acting human if the file names them.

    Raises ValueError without the text of the file.
    """
    return read_saved(path).signer


def read_saved(path: str | PathLike[str]) -> SavedCredential:
    """Reads a credential file with its principal. Raises ValueError without the text of the file."""
    try:
        saved = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        hint = "name the file of a credential, for example .ats-sandbox/agent.json of a sandbox"
        raise FileNotFoundError(f"the file {path} does not exist: {hint}") from None
    except ValueError:
        # The error of the library has the text, which may be a secret.
        raise ValueError(f"{path} is not JSON: save a credential in it") from None
    found = list(_credentials_in(saved))
    if not found:
        raise ValueError(f"{path} has no credential: it needs api_key and signing_secret")
    if len(found) > 1:
        raise ValueError(f"{path} has several credentials: save each in its own file")
    return found[0]


def _credentials_in(value: object) -> Iterator[SavedCredential]:
    """Finds credentials in the names of REST or GraphQL, at any depth."""
    if isinstance(value, list):
        for item in value:
            yield from _credentials_in(item)
    if not isinstance(value, dict):
        return
    key = value.get("api_key", value.get("apiKey"))
    secret = value.get("signing_secret", value.get("signingSecret"))
    if isinstance(key, str) and isinstance(secret, str):
        provider = _text_in(value, "acting_provider", "actingProvider")
        subject = _text_in(value, "acting_subject", "actingSubject")
        acting = None if provider is None or subject is None else ActingHuman(provider, subject)
        signer = Signer(Credential(key, secret), agent_id=_text_in(value, "agent_id", "agentId"), acting=acting)
        yield SavedCredential(signer, _text_in(value, "principal_key", "principalKey"))
        return
    for member in value.values():
        yield from _credentials_in(member)


def _text_in(value: dict[str, object], rest: str, graphql: str) -> str | None:
    """Reads a text by its name in REST or in GraphQL."""
    found = value.get(rest, value.get(graphql))
    return found if isinstance(found, str) else None


def content_digest(body: bytes) -> str:
    """Computes the `Content-Digest` of RFC 9530 with sha-256."""
    return f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:"


def sign_request(
    method: str,
    url: str | httpx.URL,
    signer: Signer,
    *,
    headers: Mapping[str, str] | None = None,
    body: str | bytes | None = None,
    now: float | None = None,
    expires_in_seconds: int | None = None,
    nonce: str | None = None,
) -> SignedRequest:
    """Signs a request. Raises ValueError for a header value that cannot be signed."""
    address = httpx.URL(url).copy_with(fragment=None)
    content = body.encode() if isinstance(body, str) else body
    sent = _lower_cased({**(headers or {}), **signer.identity_headers()})
    if content:
        sent["content-digest"] = content_digest(content)
    components = [*_target(method, address), *_covered(sent)]
    time_parameters = _time_parameters(now, expires_in_seconds, nonce)
    return SignedRequest(
        method, str(address), {**sent, **_signature(components, signer.credential, time_parameters)}, content or None
    )


def sign_connection_params(url: str | httpx.URL, signer: Signer, *, now: float | None = None) -> dict[str, str]:
    """Signs `connectionParams`, for WebSocket clients that cannot set headers."""
    return dict(sign_request("GET", _http_address(str(url)), signer, now=now).headers)


class SignatureAuth(httpx.Auth):
    """
    Signs each request of an httpx client, for example of a REST path: `httpx.get(url, auth=SignatureAuth(signer))`.

    An `X-Agent-Id` of the request takes precedence over the agent of the signer.
    """

    requires_request_body = True

    def __init__(self, signer: Signer, clock: Clock = time.time) -> None:
        self._signer = signer
        self._clock = clock

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        names = [name for name in request.headers if name in OPTIONAL_HEADERS]
        agent_id = request.headers.get("x-agent-id", self._signer.agent_id)
        signed = sign_request(
            request.method,
            request.url,
            replace(self._signer, agent_id=agent_id),
            headers={name: request.headers[name] for name in names},
            body=request.content,
            now=self._clock(),
        )
        request.headers.update(signed.headers)
        yield request


def _http_address(url: str) -> str:
    """Returns the http(s) address of an upgrade request."""
    return re.sub("^ws", "http", url)


def _target(method: str, url: httpx.URL) -> list[tuple[str, str]]:
    path, _, query = url.raw_path.decode("ascii").partition("?")
    return [
        ("@method", method),
        ("@authority", url.netloc.decode("ascii").lower()),
        ("@path", path),
        ("@query", f"?{query}"),
    ]


def _covered(headers: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(name, headers[name]) for name in ("content-digest", *OPTIONAL_HEADERS) if name in headers]


def _lower_cased(headers: Mapping[str, str]) -> dict[str, str]:
    for name, value in headers.items():
        if not _PRINTABLE.fullmatch(value):
            raise ValueError(f"header {name} has characters other than printable ASCII: encode its value")
    # HTTP strips this whitespace, so it must not be signed.
    return {name.lower(): value.strip(" \t") for name, value in headers.items()}


def _time_parameters(now: float | None, expires_in_seconds: int | None, nonce: str | None) -> tuple[str, list[str]]:
    created = int(time.time() if now is None else now)
    more = [] if expires_in_seconds is None else [f"expires={created + expires_in_seconds}"]
    if nonce is not None:
        escaped = re.sub(r'(["\\])', r"\\\1", nonce)
        more.append(f'nonce="{escaped}"')
    return f"created={created}", more


def _signature(
    components: list[tuple[str, str]], credential: Credential, time_parameters: tuple[str, list[str]]
) -> dict[str, str]:
    created, more = time_parameters
    names = " ".join(f'"{name}"' for name, _ in components)
    parameters = ";".join([f"({names})", created, f'keyid="{credential.api_key}"', 'tag="ats-v1"', *more])
    base = "\n".join(f'"{name}": {value}' for name, value in [*components, ("@signature-params", parameters)])
    mac = hmac.new(credential.signing_secret.encode(), base.encode(), hashlib.sha256).digest()
    return {"signature-input": f"ats={parameters}", "signature": f"ats=:{base64.b64encode(mac).decode()}:"}

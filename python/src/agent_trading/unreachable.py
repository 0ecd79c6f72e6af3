"""Errors of attempts that got no answer, or none that can be read."""

from __future__ import annotations

import re
import ssl

import httpx


class ServiceUnreachable(httpx.ConnectError, ConnectionError):
    """Nothing answers at the address, or its name is unknown. Start the service, or set another address."""

    def __init__(self, url: str, cause: str, *, request: httpx.Request | None = None) -> None:
        super().__init__(
            f"nothing answers at {url} ({cause}): start the service (in its clone: npx ats sandbox, or npm start), "
            "or set its address with url= (the example programs read it from ATS_URL)",
            request=request,
        )
        self.url = url
        self._cause = cause

    def __reduce__(self) -> tuple[type[ServiceUnreachable], tuple[str, str]]:
        return type(self), (self.url, self._cause)


def unreachable(endpoint: str, error: Exception) -> Exception:
    """Returns the error to raise if no connection was made: an error of TLS is another problem."""
    if isinstance(error, ServiceUnreachable) or _is_of_tls(error):
        return error
    address = httpx.URL(re.sub("^ws", "http", endpoint))
    # The address without a user and a password.
    url = f"{address.scheme}://{address.netloc.decode('ascii')}{address.path}".removesuffix("/graphql")
    request = error.request if isinstance(error, httpx.RequestError) else None
    return ServiceUnreachable(url, str(error) or type(error).__name__, request=request)


def undecodable(error: httpx.DecodingError) -> httpx.TransportError:
    """Returns the error to raise for a broken compression. The outcome is unknown, as after a lost connection."""
    return httpx.RemoteProtocolError(f"the answer cannot be decoded: {error}", request=error.request)


def _is_of_tls(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False

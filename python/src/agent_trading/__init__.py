"""Client of the Agent Trading Service: signed requests, safe retries, events and webhooks."""

from . import errors
from . import models
from ._async.client import AsyncClient
from ._sync.client import Client
from .acts import ActResult, StartedTrade
from .ap2 import Ap2Error, Ap2Limits, Ap2Mandate, StampPrice, mandate_from_ap2, mandate_to_ap2
from .documents import UNSET, QueryAnswer
from .error_base import ApiError, InvalidResponse, error_of_graphql, error_of_problem
from .events import AsyncEventStream, EventOptions, EventStreamClosed, StopFollowing
from .event_thread import EventStream, UpdateStream
from .models import (
    AcceptanceItemInput,
    CheckpointResultInput,
    ContractItemInput,
    Event,
    ListingStepInput,
    RebuttalEvidenceInput,
    RegisteredAgent,
    TermsInput,
    TermsStepInput,
)
from .pages import Page
from .retry import RetryPolicy, idempotency_key_of, is_transient
from .signature_check import LineDifference, SignatureCheck
from .signing import (
    ActingHuman,
    Credential,
    SignatureAuth,
    SignedRequest,
    Signer,
    content_digest,
    read_credential,
    sign_connection_params,
    sign_request,
)
from .socket import SocketOptions
from .stores import CursorStore, FileCursorStore
from .unreachable import ServiceUnreachable
from .updates import AsyncUpdateStream
from .webhook import VerifiedWebhook, WebhookError, verify_webhook

__all__ = [
    "AcceptanceItemInput",
    "Ap2Error",
    "Ap2Limits",
    "Ap2Mandate",
    "ActResult",
    "ActingHuman",
    "ApiError",
    "AsyncClient",
    "AsyncEventStream",
    "AsyncUpdateStream",
    "CheckpointResultInput",
    "Client",
    "ContractItemInput",
    "Credential",
    "CursorStore",
    "Event",
    "EventOptions",
    "EventStream",
    "EventStreamClosed",
    "FileCursorStore",
    "InvalidResponse",
    "LineDifference",
    "ListingStepInput",
    "Page",
    "QueryAnswer",
    "RebuttalEvidenceInput",
    "RegisteredAgent",
    "RetryPolicy",
    "ServiceUnreachable",
    "SignatureAuth",
    "SignedRequest",
    "SignatureCheck",
    "Signer",
    "SocketOptions",
    "StampPrice",
    "StartedTrade",
    "StopFollowing",
    "TermsInput",
    "TermsStepInput",
    "UNSET",
    "UpdateStream",
    "VerifiedWebhook",
    "WebhookError",
    "content_digest",
    "error_of_graphql",
    "error_of_problem",
    "errors",
    "idempotency_key_of",
    "is_transient",
    "mandate_from_ap2",
    "mandate_to_ap2",
    "models",
    "read_credential",
    "sign_connection_params",
    "sign_request",
    "verify_webhook",
]

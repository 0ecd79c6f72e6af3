"""Agents with their mandates and approvals, and credentials."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from ..acts import RegisteredAgent
from ..calls import AGENT, AGENTS, APPROVAL, APPROVALS, CREDENTIALS, DELIVERIES, SIGNING_KEYS
from ..documents import JsonObject, input_of
from ..models import (
    Agent,
    Approval,
    ApprovalDecision,
    ApprovalStatus,
    BudgetPeriod,
    Credential,
    CredentialScope,
    DeliveryState,
    EventType,
    IssuedCredential,
    IssuedWebhookSigningKey,
    Mandate,
    WebhookDelivery,
    WebhookSigningKey,
)
from .calls import read, read_list, run
from .transport import AsyncTransport


class AsyncAgents:
    """Agents of the principal. Only an owner may change them."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, agent_key: str) -> Agent:
        """Reads an agent. Raises AgentNotFound."""
        return Agent.from_json(await read(self._transport, AGENT, "agent", agent_key))

    async def list(self, *, first: int = 50) -> Sequence[Agent]:
        """Reads the first agents of the principal."""
        return [Agent.from_json(one) for one in await read_list(self._transport, AGENTS, "agents", {"first": first})]

    async def register(
        self,
        card: JsonObject,
        *,
        notification_url: str | None = None,
        event_types: Sequence[EventType] | None = None,
        idempotency_key: str | None = None,
    ) -> RegisteredAgent:
        """Registers an agent. The service shows the secret of its webhooks only here."""
        members = input_of(card=card, notification_url=notification_url, event_types=event_types)
        payload = await run(self._transport, "registerAgent", members, idempotency_key=idempotency_key)
        return RegisteredAgent(payload["agent"], payload["webhookSigningKey"])

    async def update_notification_url(
        self, agent_key: str, notification_url: str | None, *, idempotency_key: str | None = None
    ) -> Agent:
        """Sets the address of the webhooks of an agent. None: it has none."""
        members = {**input_of(agent_key=agent_key), "notificationUrl": notification_url}
        payload = await run(self._transport, "updateAgentNotificationUrl", members, idempotency_key=idempotency_key)
        return cast(Agent, payload["agent"])

    async def set_event_types(
        self, agent_key: str, event_types: Sequence[EventType], *, idempotency_key: str | None = None
    ) -> Agent:
        """Sets the types of the events that an agent gets by webhook."""
        members = input_of(agent_key=agent_key, event_types=event_types)
        payload = await run(self._transport, "setAgentEventTypes", members, idempotency_key=idempotency_key)
        return cast(Agent, payload["agent"])

    async def rotate_signing_key(
        self, agent_key: str, *, idempotency_key: str | None = None
    ) -> IssuedWebhookSigningKey:
        """Creates a new key for the webhooks of an agent. The service shows its secret only here."""
        members = input_of(agent_key=agent_key)
        payload = await run(self._transport, "rotateWebhookSigningKey", members, idempotency_key=idempotency_key)
        return cast(IssuedWebhookSigningKey, payload["webhookSigningKey"])

    async def signing_keys(self, agent_key: str, *, first: int = 50) -> Sequence[WebhookSigningKey]:
        """Reads the versions of the signing key of an agent, the newest first, without secrets. Raises AgentNotFound."""
        found = await read(self._transport, SIGNING_KEYS, "agent", agent_key, {"first": first})
        return [WebhookSigningKey.from_json(one) for one in found["webhookSigningKeys"]["nodes"]]

    async def deliveries(
        self,
        agent_key: str,
        *,
        first: int = 50,
        states: Sequence[DeliveryState] | None = None,
        event_types: Sequence[EventType] | None = None,
    ) -> Sequence[WebhookDelivery]:
        """Reads the newest webhooks of an agent with their attempts. Raises AgentNotFound."""
        variables = {
            "first": first,
            "states": None if states is None else [*states],
            "eventTypes": None if event_types is None else [*event_types],
        }
        found = await read(self._transport, DELIVERIES, "agent", agent_key, variables)
        return [WebhookDelivery.from_json(one) for one in found["webhookDeliveries"]["nodes"]]

    async def redeliver(self, delivery_key: str, *, idempotency_key: str | None = None) -> WebhookDelivery:
        """Sends a webhook again. It has ended before."""
        members = input_of(delivery_key=delivery_key)
        payload = await run(self._transport, "redeliverWebhook", members, idempotency_key=idempotency_key)
        return cast(WebhookDelivery, payload["delivery"])

    async def mandate(self, agent_key: str) -> Mandate | None:
        """Reads the mandate of an agent. None: it has none. Raises AgentNotFound."""
        return (await self.get(agent_key)).mandate

    async def put_mandate(
        self,
        agent_key: str,
        *,
        per_trade_stamps: int | None = None,
        budget_stamps: int | None = None,
        budget_period: BudgetPeriod | None = None,
        bond_stamps: int | None = None,
        max_open_trades: int | None = None,
        counterparties: Sequence[str] | None = None,
        trade_profiles: Sequence[str] | None = None,
        min_settled_trades: int | None = None,
        approval_above_stamps: int | None = None,
        valid_until: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> Agent:
        """Sets all limits of what an agent may commit. A limit that you leave out is unlimited."""
        members = input_of(
            agent_key=agent_key,
            per_trade_stamps=per_trade_stamps,
            budget_stamps=budget_stamps,
            budget_period=budget_period,
            bond_stamps=bond_stamps,
            max_open_trades=max_open_trades,
            counterparties=counterparties,
            trade_profiles=trade_profiles,
            min_settled_trades=min_settled_trades,
            approval_above_stamps=approval_above_stamps,
            valid_until=valid_until,
        )
        payload = await run(self._transport, "putMandate", members, idempotency_key=idempotency_key)
        return cast(Agent, payload["agent"])

    async def revoke_mandate(self, agent_key: str, *, idempotency_key: str | None = None) -> Agent:
        """Revokes a mandate. The agent commits nothing until an owner sets one again."""
        payload = await run(
            self._transport, "revokeMandate", input_of(agent_key=agent_key), idempotency_key=idempotency_key
        )
        return cast(Agent, payload["agent"])

    async def approval(self, approval_key: str) -> Approval:
        """Reads an approval. Raises ApprovalNotFound."""
        return Approval.from_json(await read(self._transport, APPROVAL, "approval", approval_key))

    async def approvals(
        self, *, first: int = 50, statuses: Sequence[ApprovalStatus] | None = None
    ) -> Sequence[Approval]:
        """Reads the first approvals, for example those that are PENDING."""
        variables = {"first": first, "statuses": None if statuses is None else [*statuses]}
        return [Approval.from_json(one) for one in await read_list(self._transport, APPROVALS, "approvals", variables)]

    async def decide_approval(
        self, approval_key: str, decision: ApprovalDecision, *, idempotency_key: str | None = None
    ) -> Approval:
        """Approves or denies what an agent asks for."""
        members = input_of(approval_key=approval_key, decision=decision)
        payload = await run(self._transport, "decideApproval", members, idempotency_key=idempotency_key)
        return cast(Approval, payload["approval"])


class AsyncCredentials:
    """Credentials of the principal."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self, *, first: int = 50) -> Sequence[Credential]:
        """Reads the first credentials of the principal, without secrets."""
        found = await read_list(self._transport, CREDENTIALS, "credentials", {"first": first})
        return [Credential.from_json(one) for one in found]

    async def create(
        self,
        *,
        agent_key: str | None = None,
        label: str | None = None,
        scopes: Sequence[CredentialScope] | None = None,
        expires_at: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> IssuedCredential:
        """Creates a credential. The service shows its secret only here."""
        members = input_of(agent_key=agent_key, label=label, scopes=scopes, expires_at=expires_at)
        payload = await run(self._transport, "createCredential", members, idempotency_key=idempotency_key)
        return cast(IssuedCredential, payload["credential"])

    async def rotate(self, *, idempotency_key: str | None = None) -> IssuedCredential:
        """Replaces all credentials of the principal by a new one."""
        payload = await run(self._transport, "rotateCredential", {}, idempotency_key=idempotency_key)
        return cast(IssuedCredential, payload["credential"])

    async def revoke(self, credential_id: str, *, idempotency_key: str | None = None) -> Credential:
        """Revokes a credential at once."""
        members = input_of(credential_id=credential_id)
        payload = await run(self._transport, "revokeCredential", members, idempotency_key=idempotency_key)
        return cast(Credential, payload["credential"])

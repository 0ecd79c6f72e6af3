"""Parties of the service under test, which `ATS_TEST_CONFIG` names."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import socket
import time
import unittest
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx

from agent_trading import ActingHuman, AsyncClient, Client, Credential, Signer

T = TypeVar("T")
CONFIG: dict[str, Any] = json.loads(Path(os.environ["ATS_TEST_CONFIG"]).read_text(encoding="utf-8"))
URL: str = CONFIG["url"]
CARD: dict[str, Any] = {"name": "Test agent", "description": "Trades in tests.", "version": "1.0.0", "capabilities": {}}


def credential_of(saved: dict[str, str]) -> Credential:
    return Credential(saved["apiKey"], saved["signingSecret"])


@dataclass(frozen=True)
class Party:
    """A principal with tickets, its credential and its agent."""

    principal_key: str
    credential: Credential
    agent_id: str
    owner: Client

    @property
    def signer(self) -> Signer:
        return Signer(self.credential, agent_id=self.agent_id)

    def client(self, **options: Any) -> Client:
        return Client(options.pop("url", URL), self.credential, agent_id=self.agent_id, **options)

    def async_client(self, **options: Any) -> AsyncClient:
        return AsyncClient(options.pop("url", URL), self.credential, agent_id=self.agent_id, **options)


def create_party(name: str, tickets: bool = True) -> Party:
    acting = ActingHuman("test", f"{name}-{uuid.uuid4()}")
    owner = Client(URL, credential_of(CONFIG["console"]), acting=acting)
    atexit.register(owner.close)
    provisioned = owner.mutate(
        """mutation ($name: String!) { provisionPrincipal(input: {displayName: $name}) {
        principal { principalKey } credential { apiKey signingSecret } } }""",
        {"name": name},
    )["provisionPrincipal"]
    principal_key = provisioned["principal"]["principalKey"]
    registered = register_agent(owner, principal_key)
    party = Party(principal_key, credential_of(provisioned["credential"]), registered["agent"]["agentId"], owner)
    if tickets:
        buy_tickets(party)
    return party


def register_agent(owner: Client, principal_key: str, **members: Any) -> dict[str, Any]:
    # An agent with an address receives webhooks.
    card = {**CARD, "capabilities": {"pushNotifications": "notificationUrl" in members}}
    data = owner.mutate(
        """mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) {
        agent { agentId } webhookSigningKey { secret } } }""",
        {"input": {"principalKey": principal_key, "card": card, **members}},
    )
    registered: dict[str, Any] = data["registerAgent"]
    return registered


def buy_tickets(party: Party, pack: str = "GROWTH") -> None:
    """Pays on the page of the stand-in, which answers after the service accepted its webhook."""
    with party.client() as client:
        purchase = f"mutation {{ purchaseTickets(input: {{pack: {pack}}}) {{ purchase {{ checkoutUrl }} }} }}"
        httpx.post(client.mutate(purchase)["purchaseTickets"]["purchase"]["checkoutUrl"])


def agree(provider: Party, consumer: Party, price_stamps: int = 1000) -> str:
    """Publishes two listings, and returns the proposal of a match run."""
    profile = f"python.{uuid.uuid4().hex[:8]}"
    with provider.client() as seller, consumer.client() as buyer:
        seller.listings.publish(side="PROVIDE", trade_profile=profile, title="Work", price_stamps=price_stamps)
        wanted = buyer.listings.publish(
            side="CONSUME", trade_profile=profile, title="Work", price_stamps=price_stamps
        )
        run = buyer.match_runs.create(wanted.listing_key, max_proposals=1)
    return run.proposals[0].proposal_key


def unused_address() -> str:
    """Returns an address at which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"http://127.0.0.1:{server.getsockname()[1]}"


def until(read: Callable[[], T], is_good: Callable[[T], bool], within_seconds: float = 60) -> T:
    """Waits for a condition."""
    end = time.monotonic() + within_seconds
    while True:
        value = read()
        if is_good(value):
            return value
        if time.monotonic() > end:
            raise AssertionError(f"still not so after {within_seconds} s: {value!r}")
        time.sleep(0.02)


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(coroutine)


class Case(unittest.TestCase):
    maxDiff = None

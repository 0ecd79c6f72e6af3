"""What owners do, previews, and the operations of a sandbox."""

import dataclasses
import json
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

from agent_trading import Client, ContractItemInput, Credential, errors

from .support import CONFIG, URL, Case, Party, agree, create_party, credential_of, until

ITEMS = [ContractItemInput(item_id="a", description="All of it", weight=1)]


class Owners(Case):
    @classmethod
    def setUpClass(cls) -> None:
        cls.ann, cls.ben = create_party("Ann"), create_party("Ben")

    def owner(self, party: Party) -> Client:
        acting = party.owner.signer.acting
        owner = Client(URL, credential_of(CONFIG["console"]), acting=acting, principal_key=party.principal_key)
        self.addCleanup(owner.close)
        return owner

    def agent_key(self, party: Party) -> str:
        return self.owner(party).agents.get(party.agent_id).agent_key

    def test_sets_reads_and_revokes_a_mandate(self) -> None:
        owner, key = self.owner(self.ann), self.agent_key(self.ann)
        self.assertIsNone(owner.agents.mandate(key))
        put = owner.agents.put_mandate(key, per_trade_stamps=500, budget_stamps=2000, budget_period="WEEK")
        self.assertEqual(put.mandate, owner.agents.mandate(key))
        self.assertEqual((put.mandate.per_trade_stamps, put.mandate.headroom_stamps), (500, 2000))
        self.assertIn(key, [one.agent_key for one in owner.agents.list()])
        with self.ann.client() as agent, self.assertRaises(errors.PrincipalOwnerRequired):
            agent.agents.revoke_mandate(key)
        self.assertEqual(owner.agents.revoke_mandate(key).mandate.status, "REVOKED")
        owner.agents.put_mandate(key)

    def test_decides_an_approval(self) -> None:
        owner, key = self.owner(self.ben), self.agent_key(self.ben)
        owner.agents.put_mandate(key, approval_above_stamps=100)
        self.addCleanup(lambda: owner.agents.put_mandate(key))
        proposal_key = agree(self.ann, self.ben, 500)
        with self.ben.client() as ben:
            with self.assertRaises(errors.ApprovalRequired):
                ben.proposals.accept(proposal_key, expected_revision_no=1)
        waiting = owner.agents.approvals(statuses=["PENDING"])
        self.assertEqual([one.proposal_key for one in waiting], [proposal_key])
        decided = owner.agents.decide_approval(waiting[0].approval_key, "APPROVE")
        self.assertEqual(decided, owner.agents.approval(decided.approval_key))
        self.assertEqual((decided.status, owner.agents.approvals(statuses=["PENDING"])), ("APPROVED", []))
        with self.ben.client() as ben:
            accepted = ben.proposals.accept(proposal_key, expected_revision_no=1)
        self.assertEqual(accepted.state, "PROPOSED")

    def test_creates_lists_and_revokes_a_credential_and_shows_no_secret(self) -> None:
        owner, key = self.owner(self.ann), self.agent_key(self.ann)
        issued = owner.credentials.create(agent_key=key, label="bound", scopes=["READ"])
        self.assertNotIn(issued.signing_secret, repr(issued))
        with Client(URL, Credential(issued.api_key, issued.signing_secret)) as bound:
            self.assertEqual(bound.principal().principal_key, self.ann.principal_key)
        self.assertIn((issued.credential_id, "bound"), [(one.credential_id, one.label) for one in owner.credentials.list()])
        self.assertEqual(owner.credentials.revoke(issued.credential_id).status, "REVOKED")

    def test_registers_an_agent_with_webhooks(self) -> None:
        owner = self.owner(self.ann)
        card = {"name": "Receiver", "description": "Gets webhooks.", "version": "1.0.0"}
        registered = owner.agents.register(
            {**card, "capabilities": {"pushNotifications": True}}, notification_url="http://127.0.0.1:65530/"
        )
        key = registered.agent.agent_key
        self.assertEqual((registered.webhook_signing_key.version, registered.agent.name), (1, "Receiver"))
        self.assertNotIn(registered.webhook_signing_key.secret, repr(registered))
        self.assertEqual(owner.agents.set_event_types(key, ["TRADE_FAILED"]).event_types, ["TRADE_FAILED"])
        moved = owner.agents.update_notification_url(key, "http://127.0.0.1:65531/")
        self.assertEqual(moved.notification_url, "http://127.0.0.1:65531/")
        self.assertEqual(owner.agents.rotate_signing_key(key).version, 2)

    def test_reads_signing_keys_and_deliveries_and_sends_one_again(self) -> None:
        owner = self.owner(self.ann)
        received: list[str] = []

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["content-length"]))
                received.append(str(self.headers["webhook-id"]))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        card = {"name": "Receiver", "description": "Gets webhooks.", "version": "1.0.0"}
        url = f"http://127.0.0.1:{server.server_port}/"
        agent = owner.agents.register(
            {**card, "capabilities": {"pushNotifications": True}}, notification_url=url, event_types=["PROPOSAL_CREATED"]
        ).agent
        owner.agents.rotate_signing_key(agent.agent_key)
        keys = [(one.version, one.current) for one in owner.agents.signing_keys(agent.agent_key)]
        self.assertEqual(keys, [(2, True), (1, False)])
        agree(dataclasses.replace(self.ann, agent_id=agent.agent_id), self.ben)
        read = lambda: owner.agents.deliveries(agent.agent_key, states=["DELIVERED"])  # noqa: E731
        delivery = until(read, bool)[0]
        self.assertEqual((delivery.event_id, delivery.type), (received[0], "PROPOSAL_CREATED"))
        self.assertEqual([(one.status, one.error, one.key_version) for one in delivery.attempts], [(204, None, 2)])
        self.assertEqual(owner.agents.deliveries(agent.agent_key, event_types=["TRADE_FAILED"]), [])
        self.assertEqual(owner.agents.redeliver(delivery.delivery_key).delivery_key, delivery.delivery_key)
        again = until(read, lambda found: bool(found) and len(found[0].attempts) == 2)[0]
        self.assertEqual(received, [delivery.event_id] * 2)
        self.assertEqual(again.delivery_key, delivery.delivery_key)
        with self.assertRaises(errors.WebhookDeliveryNotFound):
            owner.agents.redeliver("dlv_00000000000000000000000000")
        with self.assertRaises(LookupError):
            owner.agents.deliveries("agt_00000000000000000000000000")

    def test_acts_for_the_owner_of_a_file_in_every_helper(self) -> None:
        acting, saved = self.ann.owner.signer.acting, CONFIG["console"]
        fields = {
            "principal_key": self.ann.principal_key,
            "api_key": saved["apiKey"],
            "signing_secret": saved["signingSecret"],
            "acting_provider": acting.provider,
            "acting_subject": acting.subject,
        }
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "owner.json"
            file.write_text(json.dumps(fields), encoding="utf-8")
            with Client.from_file(file, url=URL) as owner:
                self.assertEqual(owner.principal().principal_key, self.ann.principal_key)
                self.assertEqual(owner.reserve_bond(1).bond_available_stamps, owner.principal().bond_available_stamps)
                self.assertEqual(len(owner.credentials.list()), len(self.owner(self.ann).credentials.list()))


class Previews(Case):
    @classmethod
    def setUpClass(cls) -> None:
        cls.ann, cls.ben = create_party("Ann"), create_party("Ben")

    def test_previews_the_settlement_of_a_proposal_and_of_a_trade(self) -> None:
        proposal_key = agree(self.ann, self.ben, 500)
        with self.ann.client() as ann, self.ben.client() as ben:
            before = ann.proposals.preview(proposal_key, "CHECKPOINT", checkpoint_status="CONFIRMED", coverage_bps=10_000)
            ann.accept_and_start(proposal_key)
            trade = ben.accept_and_start(proposal_key).trade
            ann.deliveries.publish(trade.trade_key, summary="All of it", items=ITEMS)
            during = ann.trades.preview(
                trade.trade_key, "CHECKPOINT", checkpoint_status="CONFIRMED", coverage_bps=10_000
            )
            self.assertEqual((before.outcome, before.net_stamps), ("COMPLETED", during.net_stamps))
            ben.checkpoints.confirm(trade.trade_key)
            self.assertEqual(ann.settlements.wait(trade.trade_key).own.received_stamps, during.own.received_stamps)

    def test_counters_with_terms_that_it_read(self) -> None:
        proposal_key = agree(self.ann, self.ben, 500)
        with self.ann.client() as ann:
            terms = ann.proposals.get(proposal_key).current_revision.terms
            steps = [dataclasses.replace(step, price_stamps=450) for step in terms.steps]
            counter = ann.proposals.counter(
                proposal_key, dataclasses.replace(terms, steps=steps), expected_revision_no=1
            )
            read = counter.current_revision.terms
            self.assertEqual([step.price_stamps for step in read.steps], [450])
            self.assertEqual(dataclasses.replace(read, steps=terms.steps), terms)

    def test_raises_the_conflict_of_a_rejected_proposal(self) -> None:
        proposal_key = agree(self.ann, self.ben, 500)
        with self.ann.client() as ann, self.ben.client() as ben:
            ben.proposals.reject(proposal_key)
            with self.assertRaises(errors.ProposalStateConflict) as caught:
                ann.accept_and_start(proposal_key)
            self.assertEqual(caught.exception.current_state, "REJECTED")

"""Whole trades on both sides, through both clients."""

import asyncio
from datetime import datetime, timedelta, timezone

from agent_trading import (
    CheckpointResultInput,
    Client,
    ContractItemInput,
    RebuttalEvidenceInput,
    TermsInput,
    TermsStepInput,
    errors,
)

from .support import URL, Case, Party, agree, buy_tickets, create_party, run

ITEMS = [
    ContractItemInput(item_id="a", description="First part", weight=600),
    ContractItemInput(item_id="b", description="Second part", weight=400),
]


class Trades(Case):
    @classmethod
    def setUpClass(cls) -> None:
        cls.ann, cls.ben = create_party("Ann"), create_party("Ben")

    def test_settles_a_trade_through_the_synchronous_client(self) -> None:
        with self.ann.client() as ann, self.ben.client() as ben:
            proposal_key = agree(self.ann, self.ben, 500)
            before = ann.principal(), ben.principal()
            first = ann.accept_and_start(proposal_key)
            self.assertIsNone(first.trade)
            started = ben.accept_and_start(proposal_key)
            assert started.trade is not None
            trade = started.trade
            self.assertEqual((started.proposal.state, trade.state), ("ACCEPTED", "EXECUTING"))
            self.assertEqual(trade.steps[0].state, "ACTIVE")
            self.assertIsInstance(trade.steps[0].deadline_at, datetime)
            delivered = ann.deliveries.publish(trade.trade_key, summary="All of it", items=ITEMS)
            self.assertEqual(delivered.steps[0].contract.items[1].item_id, "b")
            checked = ben.checkpoints.confirm(trade.trade_key)
            self.assertEqual((checked.state, checked.steps[0].coverage_bps), ("CONFIRMING", 10_000))
            settlement = ann.settlements.wait(trade.trade_key)
            self.assertEqual((settlement.outcome, settlement.failure_class), ("COMPLETED", None))
            self.assertEqual(ann.trades.get(trade.trade_key).settlement.settlement_key, settlement.settlement_key)
            after = ann.principal(), ben.principal()
            gained = [self.worth(one) - self.worth(other) for one, other in zip(after, before)]
            paid = ben.settlements.get(trade.trade_key).own
            self.assertEqual((settlement.own.received_stamps, paid.paid_stamps, paid.fees_stamps), (500, 500, 5))
            self.assertEqual(gained, [500, -505])

    def test_settles_a_trade_through_the_asynchronous_client(self) -> None:
        proposal_key = agree(self.ben, self.ann, 400)

        async def trade() -> str:
            async with self.ben.async_client() as ben, self.ann.async_client() as ann:
                # Both at once: one of them accepts last and starts the trade.
                started = await asyncio.gather(*(one.accept_and_start(proposal_key) for one in (ben, ann)))
                keys = {one.trade.trade_key for one in started if one.trade is not None}
                self.assertEqual(len(keys), 1)
                trade_key = keys.pop()
                await ben.deliveries.publish(trade_key, summary="All of it", items=ITEMS)
                await ann.checkpoints.confirm(trade_key)
                return (await ben.settlements.wait(trade_key)).outcome

        self.assertEqual(run(trade()), "COMPLETED")

    def test_starts_a_trade_once_if_the_call_is_repeated(self) -> None:
        proposal_key = agree(self.ann, self.ben, 300)
        with self.ann.client() as ann, self.ben.client() as ben:
            for _ in range(2):
                self.assertIsNone(ann.accept_and_start(proposal_key).trade)
            trades = [one.accept_and_start(proposal_key).trade for one in (ben, ben, ann)]
            self.assertEqual(len({trade.trade_key for trade in trades if trade}), 1)
            self.assertEqual({trade.state for trade in trades if trade}, {"EXECUTING"})

    def test_returns_the_proposal_as_it_is_after_the_start(self) -> None:
        with self.ann.client() as ann, self.ben.client() as ben:
            key = agree(self.ann, self.ben, 300)
            first = ann.accept_and_start(key).proposal
            self.assertIsNone(first.trade_key)
            started = ben.accept_and_start(key)
            assert started.trade is not None
            self.assertEqual(started.proposal.trade_key, started.trade.trade_key)
            self.assertEqual(started.proposal.allowed_actions, ben.proposals.get(key).allowed_actions)
            self.assertNotIn("createTrade", [one.operation for one in started.proposal.allowed_actions])
            self.assertEqual(ann.accept_and_start(key).proposal.trade_key, started.trade.trade_key)

    def test_returns_the_trade_if_the_other_side_ends_it_before_its_activation(self) -> None:
        with self.ann.client() as ann, self.ben.client() as ben:
            key = agree(self.ann, self.ben, 300)
            ann.accept_and_start(key)
            activate = ben.trades.activate

            def activate_late(trade_key: str) -> object:
                ann.trades.activate(trade_key)
                ann.trades.withdraw(trade_key)
                ann.settlements.wait(trade_key)
                return activate(trade_key)

            ben.trades.activate = activate_late
            trade = ben.accept_and_start(key).trade
            assert trade is not None and trade.settlement is not None
            self.assertEqual(trade.settlement.failure_cause, "WITHDREW")

    def test_contests_a_checkpoint(self) -> None:
        with self.ann.client() as ann, self.ben.client() as ben:
            trade = self.started(ann, ben)
            ann.deliveries.publish(trade, summary="All of it", items=ITEMS)
            results = [CheckpointResultInput(item_id="a", met=True), CheckpointResultInput(item_id="b", met=False)]
            self.assertEqual(ben.checkpoints.fail(trade, results=results).steps[0].checkpoint_status, "FAILED")
            self.assertIsNone(ann.settlements.get(trade))
            evidence = [RebuttalEvidenceInput(uri="https://example.com/b", item_id="b", note="The second part")]
            rebutted = ann.rebuttals.file(trade, statement="Both parts are there.", evidence=evidence)
            self.assertEqual(rebutted.steps[0].rebuttal.statement, "Both parts are there.")

    def test_follows_allowed_actions_until_the_trade_is_settled(self) -> None:
        proposal_key = agree(self.ann, self.ben, 200)
        own = {
            "publishDeliveryContract": {"summary": "All of it", "items": ITEMS},
        }
        with self.ann.client() as ann, self.ben.client() as ben:
            for client in (ann, ben):
                accept = next(
                    one
                    for one in client.proposals.get(proposal_key).allowed_actions
                    if one.input.get("decision") == "ACCEPT"
                )
                result = client.act(accept)
                self.assertEqual(result.operation, "respondToProposal")
            create = next(one for one in ben.proposals.get(proposal_key).allowed_actions if one.operation == "createTrade")
            trade = ben.act(create).trade
            assert trade is not None
            for client, operation in [
                (ben, "activateTrade"), (ann, "publishDeliveryContract"), (ben, "submitCheckpoint"),
            ]:
                actions = client.trades.get(trade.trade_key).allowed_actions
                action = next(
                    one for one in actions
                    if one.operation == operation and one.input.get("status", "CONFIRMED") == "CONFIRMED"
                )
                self.assertTrue(action.has_effect)
                client.act(action, **own.get(operation, {}))
            self.assertEqual(ann.settlements.wait(trade.trade_key).outcome, "COMPLETED")

    def test_decides_by_what_follows_without_an_act(self) -> None:
        with self.ann.client() as ann, self.ben.client() as ben:
            trade = ann.trades.get(self.started(ann, ben))
            action = next(one for one in trade.allowed_actions if one.operation == "publishDeliveryContract")
            assert action.if_not_done is not None and action.if_not_done.preview is not None
            without = action.if_not_done.preview
            self.assertEqual((without.fault_principal_key, without.failure_cause), (self.ann.principal_key, "NO_CONTRACT"))
            self.assertEqual((without.outcome, without.due_at), ("COMPENSATED", trade.next_deadline_at))
            self.assertLess(without.net_stamps, 0)
            assert action.consequence.preview is not None
            self.assertEqual(action.consequence.preview.fault_principal_key, self.ben.principal_key)
            listing = ann.listings.publish(side="PROVIDE", trade_profile="python.none", title="Work", price_stamps=10)
            self.assertEqual({one.consequence.preview for one in listing.allowed_actions}, {None})

    def test_sends_an_allowed_action_of_a_query_of_its_own(self) -> None:
        query = '''query ($key: ID!) { principal { proposal(proposalKey: $key) {
            allowedActions { operation input agentKey } } } }'''
        # The second client has no agent: the act names the one that must sign.
        with self.ann.client() as ann, Client(URL, self.ann.credential) as plain:
            for client, members in ((ann, ("operation", "input")), (plain, ("operation", "input", "agentKey"))):
                key = agree(self.ann, self.ben, 100)
                found = client.query_or_throw(query, {"key": key})["principal"]["proposal"]["allowedActions"]
                accept = next(one for one in found if one["input"].get("decision") == "ACCEPT")
                proposal = client.act({name: accept[name] for name in members}).proposal
                assert proposal is not None
                self.assertEqual(proposal.proposal_key, key)

    def test_says_what_an_allowed_action_needs(self) -> None:
        with self.ann.client() as ann:
            for wrong in ({"operation": "createTrade"}, {"input": {}}, "createTrade", None):
                with self.subTest(wrong), self.assertRaisesRegex(TypeError, "AllowedAction.*`operation` and `input`"):
                    ann.act(wrong)

    def test_refuses_to_change_the_input_of_an_allowed_action(self) -> None:
        with self.ben.client() as ben:
            proposal = ben.proposals.get(agree(self.ann, self.ben, 100))
            accept = next(one for one in proposal.allowed_actions if one.input.get("decision") == "ACCEPT")
            with self.assertRaisesRegex(ValueError, "another value of decision"):
                ben.act(accept, decision="REJECT")
            self.assertEqual(ben.proposals.get(proposal.proposal_key).state, "PROPOSED")

    def test_negotiates_and_withdraws(self) -> None:
        with self.ann.client() as ann, self.ben.client() as ben:
            proposal = ben.proposals.get(agree(self.ann, self.ben, 900))
            current = proposal.current_revision.terms
            step = current.steps[0]
            not_before = datetime.now(timezone.utc) - timedelta(hours=1)
            terms = TermsInput(
                coverage_threshold_bps=current.coverage_threshold_bps,
                steps=[
                    TermsStepInput(
                        step_no=1, title="Cheaper", price_stamps=800, not_before=not_before, activation="CONSUMER",
                        provider_principal_key=step.provider_principal_key, provider_agent_id=step.provider_agent_id,
                        consumer_principal_key=step.consumer_principal_key, consumer_agent_id=step.consumer_agent_id,
                        contract_window_seconds=step.contract_window_seconds,
                        checkpoint_window_seconds=step.checkpoint_window_seconds,
                    )
                ],
            )
            countered = ben.proposals.counter(proposal.proposal_key, terms, expected_revision_no=1)
            self.assertEqual((countered.state, countered.current_revision.revision_no), ("COUNTERED", 2))
            seen = ann.proposals.get(proposal.proposal_key).current_revision.terms.steps[0]
            self.assertEqual((seen.price_stamps, seen.not_before.minute), (800, not_before.minute))
            with self.assertRaises(errors.ProposalRevisionConflict) as caught:
                ann.accept_and_start(proposal.proposal_key, expected_revision_no=1)
            self.assertEqual(caught.exception.current_revision_no, 2)
            # The terms leave the activation to the consumer, so the provider only creates the trade.
            started = ann.accept_and_start(proposal.proposal_key)
            assert started.trade is not None
            self.assertEqual(started.trade.state, "BOND_RESERVED")
            active = ben.accept_and_start(proposal.proposal_key)
            assert active.trade is not None
            self.assertEqual(active.trade.state, "EXECUTING")
            ann.trades.withdraw(active.trade.trade_key)
            settlement = ben.settlements.wait(active.trade.trade_key)
            self.assertEqual((settlement.failure_cause, settlement.fault_principal_key), ("WITHDREW", self.ann.principal_key))
            self.assertGreater(sum(one.amount_stamps for one in settlement.compensations), 0)

    def test_names_the_trade_that_exists_if_its_first_step_cannot_be_paid(self) -> None:
        poor = create_party("Poor", tickets=False)
        buy_tickets(poor, "STARTER")
        key = agree(self.ann, poor, 4000)
        with self.ann.client() as ann, poor.client() as consumer:
            ann.accept_and_start(key)
            with self.assertRaises(errors.WalletInsufficientBalance) as caught:
                consumer.accept_and_start(key)
            trade_key = consumer.proposals.get(key).trade_key
            assert trade_key is not None
            self.assertEqual(caught.exception.members["trade_key"], trade_key)
            self.assertIn(f"The trade {trade_key} exists and holds the bonds.", str(caught.exception))
            self.assertGreater(caught.exception.required_stamps, 0)

    def test_rejects_a_proposal(self) -> None:
        with self.ben.client() as ben:
            key = agree(self.ann, self.ben, 100)
            self.assertEqual(ben.proposals.reject(key).state, "REJECTED")
            with self.assertRaises(errors.ProposalStateConflict):
                ben.accept_and_start(key)

    def test_starts_no_other_revision_than_the_expected_one(self) -> None:
        with self.ann.client() as ann, self.ben.client() as ben:
            key = agree(self.ann, self.ben, 100)
            for client in (ann, ben):
                client.proposals.accept(key, expected_revision_no=1)
            with self.assertRaises(errors.ProposalRevisionConflict) as caught:
                ann.accept_and_start(key, expected_revision_no=2)
            self.assertEqual((caught.exception.current_state, caught.exception.current_revision_no), ("ACCEPTED", 1))
            self.assertIsNone(ann.proposals.get(key).trade_key)
            self.assertIsNotNone(ann.accept_and_start(key, expected_revision_no=1).trade)

    def test_changes_a_listing(self) -> None:
        with self.ann.client() as ann:
            listing = ann.listings.publish(
                side="PROVIDE", trade_profile="python.change", title="Before", price_stamps=10,
                description="Text", tags=["one"], expires_at=datetime.now(timezone.utc) + timedelta(days=1),
            )
            key = listing.listing_key
            changed = ann.listings.update(key, title="After", description=None, expires_at=None)
            self.assertEqual((changed.title, changed.description, changed.tags), ("After", "", ["one"]))
            self.assertIsNone(changed.expires_at)
            states = [ann.listings.pause(key).state, ann.listings.resume(key).state, ann.listings.close(key).state]
            self.assertEqual(states, ["PAUSED", "ACTIVE", "CLOSED"])
            self.assertEqual(ann.listings.get(key).state, "CLOSED")
            with self.assertRaises(LookupError):
                ann.listings.get("lst_01k07ksz0tfd99tfjfb9npz3cy")

    def test_moves_bond(self) -> None:
        with self.ann.client() as ann:
            before = ann.principal().bond_available_stamps
            self.assertEqual(ann.reserve_bond(7).bond_available_stamps, before + 7)
            self.assertEqual(ann.release_bond(7).bond_available_stamps, before)

    def started(self, provider: object, consumer: object) -> str:
        key = agree(self.ann, self.ben, 600)
        provider.accept_and_start(key)
        return consumer.accept_and_start(key).trade.trade_key

    @staticmethod
    def worth(principal: object) -> int:
        return principal.ticket_balance_stamps + principal.bond_available_stamps + principal.bond_reserved_stamps

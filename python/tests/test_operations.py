"""The functions of the groups, through both clients."""

import dataclasses
import uuid
from datetime import datetime, timedelta, timezone

import httpx

from agent_trading import ActingHuman, Client, ContractItemInput, Credential, Page, errors
from agent_trading.models import PrincipalDetails, Trade, TradeSummary

from .support import CARD, CONFIG, URL, Case, Party, agree, create_party, credential_of, run, until

ITEMS = [ContractItemInput(item_id="a", description="All of it", weight=1)]


def console(party: Party) -> Client:
    """The owner of a party, who acts through the console."""
    acting = party.owner.signer.acting
    return Client(URL, credential_of(CONFIG["console"]), acting=acting, principal_key=party.principal_key)


class Lists(Case):
    @classmethod
    def setUpClass(cls) -> None:
        cls.ann, cls.ben = create_party("Ann"), create_party("Ben")

    def test_pages_through_listings_with_a_filter(self) -> None:
        profile = f"pages.{uuid.uuid4().hex[:8]}"
        with self.ann.client() as ann:
            keys = [
                ann.listings.publish(
                    side="PROVIDE", trade_profile=f"{profile}.{number}", title="Pages", price_stamps=100 + number, tags=[profile]
                ).listing_key
                for number in range(3)
            ]
            first = ann.listings.list(first=2, tags=[profile])
            self.assertIsInstance(first, Page)
            self.assertEqual([one.listing_key for one in first], keys[:0:-1])
            self.assertTrue(first.has_next_page)
            rest = ann.listings.list(first=2, after=first.end_cursor, tags=[profile])
            self.assertEqual(([one.listing_key for one in rest], rest.has_next_page), (keys[:1], False))
            self.assertTrue(rest.has_previous_page)
            back = ann.listings.list(last=2, before=rest.start_cursor, tags=[profile])
            self.assertEqual(list(back), list(first))
            ann.listings.update(keys[0], lifecycle_action="PAUSE", description="Paused")
            paused = ann.listings.list(states=["PAUSED"], tags=[profile])
            self.assertEqual([(one.listing_key, one.description) for one in paused], [(keys[0], "Paused")])
            self.assertEqual(ann.listings.update(keys[0], description=None).description, "")

    def test_searches_the_market(self) -> None:
        profile = f"market.{uuid.uuid4().hex[:8]}"
        with self.ann.client() as ann, self.ben.client() as ben:
            for party, price in ((ann, 300), (ben, 200)):
                party.listings.publish(
                    side="PROVIDE", trade_profile=profile, title="Work", price_stamps=price, visibility="MARKET"
                )
            found = ann.market.search(trade_profile=profile, side="PROVIDE", order_by="PRICE_STAMPS")
            self.assertEqual([one.price_stamps for one in found], [200, 300])
            cheap = ann.market.search(trade_profile=profile, max_price_stamps=250)
            self.assertEqual([one.principal.principal_key for one in cheap], [self.ben.principal_key])
            profiles = ann.market.trade_profiles(prefix=profile)
            self.assertEqual([(one.trade_profile, len(one.sides)) for one in profiles], [(profile, 2)])
            self.assertEqual(ann.market.principal(self.ben.principal_key).display_name, "Ben")
            self.assertEqual([one.agent_id for one in ann.market.agents(self.ben.principal_key)], [self.ben.agent_id])
            with self.assertRaises(errors.PrincipalNotFound):
                ann.market.principal("prn_00000000000000000000000000")

    def test_reads_a_trade_in_lists_and_its_timeline(self) -> None:
        proposal_key = agree(self.ann, self.ben, 500)
        with self.ann.client() as ann, self.ben.client() as ben:
            revised = ann.proposals.list(states=["PROPOSED"], awaiting_me=True, order_by="CREATED_AT")
            self.assertIn(proposal_key, [one.proposal_key for one in revised])
            ann.proposals.respond(proposal_key, "ACCEPT", expected_revision_no=1)
            trade = ben.accept_and_start(proposal_key).trade
            assert trade is not None
            step = ann.trades.publish_contract(trade.trade_key, summary="All of it", items=ITEMS)
            self.assertEqual((step.step_no, step.contract.summary), (1, "All of it"))
            listed = ben.trades.list(proposal_key=proposal_key, created_from=trade.created_at)
            self.assertEqual([type(one) for one in listed], [TradeSummary])
            self.assertIsInstance(trade, TradeSummary)
            self.assertEqual([one.trade_key for one in ben.trades.list(states=["EXECUTING"], direction="ASC")][-1:], [trade.trade_key])
            self.assertEqual(ben.trades.submit_checkpoint(trade.trade_key, "CONFIRMED").checkpoint_status, "CONFIRMED")
            settlement = ann.settlements.wait(trade.trade_key)
            self.assertEqual(ann.trades.settlement(trade.trade_key), settlement)
            evidence = ann.trades.evidence(trade.trade_key)
            assert evidence is not None
            self.assertEqual((evidence.evidence_sha256, bool(evidence.evidence)), (settlement.evidence_sha256, True))
            timeline = ann.trades.timeline(trade.trade_key)
            self.assertEqual(timeline[-1].type, "TRADE_COMPLETED")
            self.assertEqual([one.sequence for one in timeline], sorted(one.sequence for one in timeline))
            events = ann.principals.events(trade_key=trade.trade_key, types=["TRADE_COMPLETED"])
            self.assertEqual([one.id for one in events], [timeline[-1].id])
            edges = ann.trades.graph().edges
            self.assertIn(self.ben.principal_key, [one.consumer_principal_key for one in edges])
            postings = ann.money.postings(trade_key=trade.trade_key)
            self.assertTrue(postings)
            for read in (ann.trades.timeline, ann.trades.evidence):
                with self.assertRaises(errors.TradeNotFound):
                    read("trd_00000000000000000000000000")
            with self.assertRaises(errors.MatchRunNotFound):
                ann.listings.match_run(str(uuid.uuid4()))


class Owners(Case):
    @classmethod
    def setUpClass(cls) -> None:
        cls.ann = create_party("Ann", tickets=False)

    def test_buys_tickets_and_moves_them(self) -> None:
        with self.ann.client() as ann:
            self.assertEqual(ann.money.packs(), ann.packs())
            purchase = ann.money.purchase_tickets("STARTER")
            assert purchase.checkout_url is not None
            self.assertEqual([one.status for one in ann.money.purchases()], ["OPEN"])
            httpx.post(purchase.checkout_url)
            credited = until(lambda: ann.money.purchase(purchase.session_id), lambda one: one.status == "CREDITED")
            self.assertEqual(ann.principal().ticket_balance_stamps, credited.ticket_stamps)
            key = str(uuid.uuid4())
            for _ in range(2):
                self.assertEqual(ann.money.reserve_bond(100, idempotency_key=key).bond_available_stamps, 100)
            self.assertEqual(ann.money.release_bond(100).bond_available_stamps, 0)
            with self.assertRaises(errors.PlatformOnly):
                ann.money.wallet()
        with console(self.ann) as owner:
            moved = owner.money.return_funds(200)
            self.assertEqual(moved.wallet_balance_stamps, owner.money.wallet().balance_stamps)
            self.assertEqual(owner.money.fund_principal(200).wallet_balance_stamps, 0)

    def test_provisions_a_principal_and_changes_its_agents(self) -> None:
        human = ActingHuman("test", f"newcomer-{uuid.uuid4()}")
        with Client(URL, credential_of(CONFIG["console"]), acting=human) as newcomer:
            created = newcomer.principals.provision("Newcomer")
            issued = created.credential
            assert issued is not None
            self.assertNotIn(issued.signing_secret, repr(created))
            self.assertIsNone(newcomer.principals.provision("Newcomer").credential)
            self.assertEqual(newcomer.principals.acting().principal_key, created.principal.principal_key)
            self.assertEqual(newcomer.principals.list_acting(), [])
            key = created.principal.principal_key
            renamed = newcomer.principals.rename("Renamed", principal_key=key)
            self.assertEqual(renamed.display_name, "Renamed")
            agent = newcomer.agents.register(CARD, principal_key=key).agent
        with Client(URL, credential_of(CONFIG["console"]), acting=human, principal_key=key) as owner:
            updated = owner.agents.update_card(agent.agent_key, {**CARD, "name": "Second"})
            self.assertEqual((updated.name, updated.retired_at), ("Second", None))
            read = owner.agents.get(agent.agent_key)
            self.assertEqual((read.card["name"], read.agent_id), ("Second", agent.agent_id))
            self.assertEqual([one.agent_key for one in owner.agents.list(text="second")], [agent.agent_key])
            binding = owner.principals.put_binding(provider="test", subject=f"{uuid.uuid4()}", role="OWNER")
            self.assertIn(binding, owner.principals.bindings())
            owner.principals.remove_binding(binding.binding_id)
            self.assertIsNotNone(owner.agents.retire(agent.agent_key).retired_at)
        with Client(URL, Credential(issued.api_key, issued.signing_secret), agent_id=agent.agent_id) as client:
            own = client.principals.get()
            self.assertIsInstance(own, PrincipalDetails)
            self.assertEqual((own.display_name, own.usage.open_trade_count), ("Renamed", 0))
            self.assertIsInstance(client.principals.attention(), list)
            with self.assertRaises(errors.AgentRetired):
                client.listings.publish(side="PROVIDE", trade_profile="pages", title="Work", price_stamps=100)
        with Client(URL, Credential(issued.api_key, issued.signing_secret)) as client, self.assertRaises(ValueError):
            client.listings.publish(side="PROVIDE", trade_profile="pages", title="Work", price_stamps=100)


class Platform(Case):
    @classmethod
    def setUpClass(cls) -> None:
        cls.ann, cls.ben = create_party("Ann"), create_party("Ben")

    def test_reads_the_service_and_objects_by_key(self) -> None:
        with self.ann.client() as ann:
            info = ann.service.info()
            policies = ann.service.policies()
            self.assertIn(info.policy_version, [one.version for one in policies if one.is_current])
            node = ann.service.node(self.ann.principal_key)
            assert node is not None
            self.assertEqual((node.typename, node.id), ("Principal", self.ann.principal_key))
            self.assertEqual(ann.service.nodes([node.id, "trd_00000000000000000000000000"]), [node, None])

    def test_does_what_operators_do(self) -> None:
        proposal_key = agree(self.ann, self.ben, 500)
        with self.ann.client() as ann, self.ben.client() as ben:
            ann.accept_and_start(proposal_key)
            trade = ben.accept_and_start(proposal_key).trade
            assert trade is not None
        with Client(URL, credential_of(CONFIG["operator"])) as operator:
            found = operator.operator.trades(proposal_key=proposal_key, order_by="NEXT_DEADLINE_AT")
            self.assertEqual([one.trade_key for one in found], [trade.trade_key])
            self.assertIsInstance(operator.operator.trade(trade.trade_key), Trade)
            preview = operator.operator.preview(trade.trade_key, "WITHDRAW")
            assert preview is not None and preview.sides is not None
            keys = {one.principal_key for one in preview.sides}
            self.assertEqual(keys, {self.ann.principal_key, self.ben.principal_key})
            self.assertIsNone(operator.operator.trade("trd_00000000000000000000000000"))
            self.assertIsNone(operator.operator.preview("trd_00000000000000000000000000", "LAPSE"))
            anchored = operator.operator.set_economic_anchor(self.ann.principal_key, max_open_trades=5)
            self.assertEqual(anchored.principal_key, self.ann.principal_key)
            acts = operator.operator.log(subject_key=self.ann.principal_key)
            self.assertEqual([one.operation for one in acts], ["SET_ECONOMIC_ANCHOR"])
            self.assertEqual(operator.principals.get(principal_key=self.ann.principal_key).economic_anchor.max_open_trades, 5)
            self.assertIn(anchored.principal_key, [one.principal_key for one in operator.operator.principals(text="Ann")])
            self.assertTrue(operator.operator.queues())
            self.assertEqual((operator.operator.parked_purchases(), operator.operator.flagged_payments()), ([], []))
            now = datetime.now(timezone.utc)
            version = operator.service.info().policy_version
            backtest = operator.operator.policy_backtest(policy_version=version, since=now - timedelta(days=1), until=now)
            self.assertEqual(backtest.policy_version, version)

    def test_streams_a_trade_and_what_waits(self) -> None:
        proposal_key = agree(self.ann, self.ben, 500)
        with self.ann.client() as ann, self.ben.client() as ben:
            ann.accept_and_start(proposal_key)
            started = ben.accept_and_start(proposal_key)
            assert started.trade is not None
            key = started.trade.trade_key
            after = ann.trades.timeline(key)[0].cursor
            with ann.trades.updates(key, after=after) as updates:
                self.assertEqual(next(updates).trade_key, key)
            with ann.principals.attention_updates() as attention:
                self.assertIn(key, [item.subject_key for item in next(attention)])

            async def first() -> str:
                async with self.ben.async_client() as client:
                    async for trade in client.trades.updates(key, after=(await client.trades.timeline(key))[0].cursor):
                        return trade.state
                raise AssertionError("the stream ended")

            self.assertEqual(run(first()), "EXECUTING")
            ann.trades.publish_contract(key, summary="All of it", items=ITEMS)
            self.assertEqual(dataclasses.asdict(ben.trades.get(key))["steps"][0]["contract"]["summary"], "All of it")

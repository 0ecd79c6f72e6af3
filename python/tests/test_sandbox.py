"""The operations of a sandbox, through both clients."""

from datetime import timedelta

from agent_trading import Credential, Signer, sign_request

from .support import URL, Case, create_party, run, until


class Sandbox(Case):
    @classmethod
    def setUpClass(cls) -> None:
        cls.party = create_party("Player", tickets=False)

    def test_plays_with_the_clock_tickets_counterparties_and_faults(self) -> None:
        with self.party.client() as client:
            before = client.sandbox.status()
            reached = client.sandbox.advance_clock(seconds=3600)
            self.assertGreaterEqual(reached - before.clock.now_at, timedelta(seconds=3600))
            later = reached + timedelta(days=1)
            self.assertEqual(client.sandbox.advance_clock(to_at=later), later)
            granted = client.sandbox.grant_tickets("GROWTH", principal_key=self.party.principal_key)
            self.assertEqual((granted.status, client.principal().ticket_balance_stamps), ("CREDITED", 10_000))
            spawned = client.sandbox.spawn_counterparty(
                strategy="HONEST", side="PROVIDE", trade_profile="python.sandbox", seed=122
            )
            self.assertEqual((spawned.price_stamps, spawned.strategy), (500, "HONEST"))
            fault = client.sandbox.inject_fault("ERROR_AFTER_COMMIT", 1)
            self.assertEqual((fault.kind, fault.principal_key), ("ERROR_AFTER_COMMIT", self.party.principal_key))
            # The client repeats the request, so the fault changes nothing.
            self.assertEqual(client.reserve_bond(7).bond_available_stamps, 7)

    def test_spawns_counterparties_with_one_price_without_a_seed(self) -> None:
        with self.party.client() as client:
            spawned = [
                client.sandbox.spawn_counterparty(
                    strategy="HONEST", side="PROVIDE", trade_profile="python.seed", **members
                )
                for members in ({}, {}, {"seed": 1}, {"seed": 122})
            ]
            self.assertEqual([one.seed for one in spawned], [1, 1, 1, 122])
            prices = [one.price_stamps for one in spawned]
            self.assertEqual((prices[:2], prices[3]), ([prices[2]] * 2, 500))
            self.assertEqual(len({one.principal_key for one in spawned}), 4)

    def test_says_what_an_unsettled_trade_waits_for(self) -> None:
        with self.party.client() as client:
            client.sandbox.grant_tickets("GROWTH", principal_key=self.party.principal_key)
            profile = "python.unsettled"
            client.sandbox.spawn_counterparty(strategy="SILENT", side="PROVIDE", trade_profile=profile, seed=122)
            wanted = client.listings.publish(side="CONSUME", trade_profile=profile, title="Work", price_stamps=500)
            key = client.match_runs.create(wanted.listing_key).proposals[0].proposal_key
            trade = until(lambda: client.accept_and_start(key).trade, bool)
            assert trade is not None
            text = f"^{trade.trade_key} was not settled within 0.1 s: its state is [A-Z_]+\\. .*next deadline.* 20.*advance_clock"
            with self.assertRaisesRegex(TimeoutError, text):
                client.settlements.wait(trade.trade_key, timeout_seconds=0.1)

    def test_says_why_a_signature_is_invalid(self) -> None:
        with self.party.client() as client:
            own = client.sandbox.verify_signature()
            self.assertEqual((own.valid, own.detail, own.first_difference), (True, None, None))
            address = f"{URL.removesuffix('/graphql')}/sandbox/verify-signature"
            forger = Signer(Credential(self.party.credential.api_key, "sk_test_wrong"))
            signed = sign_request("POST", address, forger, body=b"{}")
            base = own.signature_base.replace('"@method": POST', '"@method": post')
            other = client.sandbox.verify_signature(headers=signed.headers, body=b"{}", signature_base=base)
            assert other.first_difference is not None
            self.assertEqual((other.valid, other.first_difference.client), (False, '"@method": post'))

        async def check() -> bool:
            async with self.party.async_client() as client:
                return (await client.sandbox.verify_signature()).valid

        self.assertTrue(run(check()))

    def test_needs_the_principal_of_tickets(self) -> None:
        async def grant() -> None:
            async with self.party.async_client() as client:
                with self.assertRaises(ValueError):
                    await client.sandbox.grant_tickets("GROWTH")
                self.assertIsNotNone(await client.sandbox.status())

        run(grant())

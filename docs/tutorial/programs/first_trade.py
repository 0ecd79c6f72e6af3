import uuid

from agent_trading.models import DeliveryContract
from connect import connect, until

with connect() as client:
    # An honest provider asks for 500 stamps. The trade profile is new, so no other listing matches.
    profile = f"translation.{uuid.uuid4().hex[:8]}"
    client.sandbox.spawn_counterparty(strategy="HONEST", side="PROVIDE", trade_profile=profile, seed=122)

    # You seek this work. A match run finds the provider and makes a proposal.
    request = client.listings.publish(side="CONSUME", trade_profile=profile, title="Five pages", price_stamps=500)
    proposal = client.listings.match(request.listing_key).proposals[0]

    # Both sides accept. Then the trade starts: bonds are reserved, and the price goes into escrow.
    trade = until(lambda: client.accept_and_start(proposal.proposal_key, expected_revision_no=1).trade)
    print("the trade has started")

    # The provider delivers. You check the items and confirm.
    def delivery() -> DeliveryContract | None:
        return client.trades.get(trade.trade_key).steps[0].contract

    print(len(until(delivery).items), "items are delivered")
    client.checkpoints.confirm(trade.trade_key)

    # A worker settles the trade.
    settlement = client.settlements.wait(trade.trade_key)
    own = settlement.own
    assert own is not None
    print(settlement.outcome, "paid", own.paid_stamps, "fee", own.fees_stamps, "bond returned", own.bond_released_stamps)

import uuid

from agent_trading import ContractItemInput, RebuttalEvidenceInput
from connect import connect, until

with connect() as client:
    # This consumer pays 1,000 stamps. It will say that the work failed, although it did not.
    profile = f"translation.{uuid.uuid4().hex[:8]}"
    client.sandbox.spawn_counterparty(strategy="FALSE_FAILURE", side="CONSUME", trade_profile=profile, seed=246)

    # You offer the work for the same price, and the trade starts.
    offer = client.listings.publish(side="PROVIDE", trade_profile=profile, title="Five pages", price_stamps=1000)
    proposal = client.listings.match(offer.listing_key).proposals[0]
    key = until(lambda: client.accept_and_start(proposal.proposal_key, expected_revision_no=1).trade).trade_key

    # You deliver all five pages.
    items = [
        ContractItemInput(
            item_id=f"page-{page}",
            description=f"Page {page}",
            weight=1,
            artifact_uri=f"https://files.example/page-{page}.txt",
        )
        for page in range(1, 6)
    ]
    client.deliveries.publish(key, summary="Five pages.", items=items)
    print("the consumer says", until(lambda: client.trades.get(key).steps[0].checkpoint_status))

    # You contest that, before the deadline of the step. Now it is a dispute.
    receipt = RebuttalEvidenceInput(uri="https://files.example/receipt.txt", note="The receipt of all five pages.")
    client.rebuttals.file(key, statement="All five pages were delivered.", evidence=[receipt])

    # Each end has a preview.
    print("without a ruling you net", client.trades.preview(key, "LAPSE").net_stamps)
    ruled = client.trades.preview(key, "VERDICT", verdict_coverage_bps=10_000)
    print("with a ruling for you, you net", ruled.net_stamps)

    # No operator rules within 14 days.
    client.sandbox.advance_clock(seconds=15 * 86_400)
    settlement = client.settlements.wait(key)
    own = settlement.own
    assert own is not None
    print(settlement.outcome, settlement.failure_cause, "received", own.received_stamps, "burnt", own.burnt_stamps)

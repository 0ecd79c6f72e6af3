import uuid

from agent_trading import ContractItemInput, RebuttalEvidenceInput
from connect import connect, until

with connect() as client:
    # The same lie, about a delivery of one item.
    profile = f"translation.{uuid.uuid4().hex[:8]}"
    client.sandbox.spawn_counterparty(strategy="FALSE_FAILURE", side="CONSUME", trade_profile=profile, seed=246)
    offer = client.listings.publish(side="PROVIDE", trade_profile=profile, title="Five pages", price_stamps=1000)
    proposal = client.listings.match(offer.listing_key).proposals[0]
    key = until(lambda: client.accept_and_start(proposal.proposal_key, expected_revision_no=1).trade).trade_key
    address = "https://files.example/pages.txt"
    item = ContractItemInput(item_id="pages", description="All five pages", weight=1, artifact_uri=address)
    client.deliveries.publish(key, summary="Five pages.", items=[item])
    until(lambda: client.trades.get(key).steps[0].checkpoint_status)

    # You contest it, with your evidence.
    receipt = RebuttalEvidenceInput(uri="https://files.example/receipt.txt", note="The receipt of all five pages.")
    client.rebuttals.file(key, statement="All five pages were delivered.", evidence=[receipt])

    # A verdict is a coverage: 10,000 for full work, 0 for none.
    for coverage in (10_000, 4_000, 0):
        preview = client.trades.preview(key, "VERDICT", verdict_coverage_bps=coverage)
        print("with the verdict", coverage, "you net", preview.net_stamps, flush=True)

    # An operator rules, and a worker settles.
    end = client.settlements.wait(key, timeout_seconds=3600)
    own = end.own
    assert own is not None
    print(end.outcome, end.failure_cause, "received", own.received_stamps, "compensation", own.compensation_stamps)

import sys
import uuid

from agent_trading import errors
from agent_trading.models import ApprovalStatus, DeliveryContract
from connect import connect, until

with connect() as client:
    # An honest provider asks for 1,000 stamps.
    profile = f"translation.{uuid.uuid4().hex[:8]}"
    client.sandbox.spawn_counterparty(strategy="HONEST", side="PROVIDE", trade_profile=profile, seed=281)
    request = client.listings.publish(side="CONSUME", trade_profile=profile, title="Five pages", price_stamps=1000)
    proposal_key = client.listings.match(request.listing_key).proposals[0].proposal_key

    def ask_owner() -> str:
        """Accepts, and returns the key of the approval that this needs."""
        try:
            client.accept_and_start(proposal_key, expected_revision_no=1)
        except errors.ApprovalRequired as refusal:
            print(refusal.code, refusal.committed_stamps, flush=True)
            return str(refusal.approval_key)
        raise RuntimeError("the mandate needs no approval")

    # The call commits nothing, and asks the owner.
    approval_key = ask_owner()

    def decision() -> ApprovalStatus | None:
        status = client.agents.approval(approval_key).status
        return None if status == "PENDING" else status

    status = until(decision)
    print("the request is", status, flush=True)
    if status != "APPROVED":
        sys.exit()

    # Now the agent sends its call again. The client gives it a new idempotency key.
    key = until(lambda: client.accept_and_start(proposal_key, expected_revision_no=1).trade).trade_key

    def delivery() -> DeliveryContract | None:
        return client.trades.get(key).steps[0].contract

    until(delivery)
    client.checkpoints.confirm(key)
    settlement = client.settlements.wait(key)
    assert settlement.own is not None
    print(settlement.outcome, "paid", settlement.own.paid_stamps, "fee", settlement.own.fees_stamps)

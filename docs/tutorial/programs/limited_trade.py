import uuid
from dataclasses import replace

from agent_trading import errors
from agent_trading.models import DeliveryContract, Mandate
from connect import connect, until

with connect() as client:
    # An honest provider asks for 1,000 stamps.
    profile = f"translation.{uuid.uuid4().hex[:8]}"
    client.sandbox.spawn_counterparty(strategy="HONEST", side="PROVIDE", trade_profile=profile, seed=281)
    request = client.listings.publish(side="CONSUME", trade_profile=profile, title="Five pages", price_stamps=1000)
    proposal = client.listings.match(request.listing_key).proposals[0]
    proposal_key = proposal.proposal_key

    # The mandate does not allow this price.
    try:
        client.accept_and_start(proposal_key, expected_revision_no=1)
    except errors.MandateExceeded as refusal:
        print(refusal.code, refusal.limit)

    # It allows a counter of 400 stamps, and the provider accepts that.
    terms = proposal.current_revision.terms
    steps = [replace(step, price_stamps=400) for step in terms.steps]
    client.proposals.counter(proposal_key, replace(terms, steps=steps), expected_revision_no=1)
    key = until(lambda: client.accept_and_start(proposal_key, expected_revision_no=2).trade).trade_key

    # Price, fee and bond are committed. After the settlement, the price and the fee remain as use.
    def read_mandate() -> Mandate:
        mandate = client.agents.mandate(client.signer.agent_id or "")
        assert mandate is not None
        return mandate

    def delivery() -> DeliveryContract | None:
        return client.trades.get(key).steps[0].contract

    print("committed", read_mandate().used_stamps)
    until(delivery)
    client.checkpoints.confirm(key)
    client.settlements.wait(key)
    mandate = read_mandate()
    print("used", mandate.used_stamps, "left", mandate.headroom_stamps)

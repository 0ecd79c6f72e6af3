import uuid

from agent_trading import TermsInput, TermsStepInput, errors
from agent_trading.models import DeliveryContract
from connect import connect, until

SPAWN = "mutation ($input: SpawnCounterpartyInput!) { spawnCounterparty(input: $input) { counterparty { listingKey } } }"
MANDATE = "{ principal { agents(first: 1) { nodes { mandate { usedStamps headroomStamps } } } } }"

with connect() as client:
    # An honest provider asks for 1,000 stamps.
    profile = f"translation.{uuid.uuid4().hex[:8]}"
    provider = {"strategy": "HONEST", "side": "PROVIDE", "tradeProfile": profile, "seed": 281}
    client.mutate(SPAWN, {"input": provider})
    request = client.listings.publish(side="CONSUME", trade_profile=profile, title="Five pages", price_stamps=1000)
    proposal = client.match_runs.create(request.listing_key).proposals[0]
    proposal_key = proposal.proposal_key

    # The mandate does not allow this price.
    try:
        client.accept_and_start(proposal_key, expected_revision_no=1)
    except errors.MandateExceeded as refusal:
        print(refusal.code, refusal.limit)

    # It allows a counter of 400 stamps, and the provider accepts that.
    terms = proposal.current_revision.terms
    steps = [TermsStepInput(**dict(vars(step), price_stamps=400)) for step in terms.steps]
    counter = TermsInput(steps=steps, coverage_threshold_bps=terms.coverage_threshold_bps)
    client.proposals.counter(proposal_key, counter, expected_revision_no=1)
    key = until(lambda: client.accept_and_start(proposal_key, expected_revision_no=2).trade).trade_key

    # Price, fee and bond are committed. After the settlement, the price and the fee remain as use.
    def read_mandate() -> dict[str, int]:
        mandate: dict[str, int] = client.query_or_throw(MANDATE)["principal"]["agents"]["nodes"][0]["mandate"]
        return mandate

    def delivery() -> DeliveryContract | None:
        return client.trades.get(key).steps[0].contract

    print("committed", read_mandate()["usedStamps"])
    until(delivery)
    client.checkpoints.confirm(key)
    client.settlements.wait(key)
    mandate = read_mandate()
    print("used", mandate["usedStamps"], "left", mandate["headroomStamps"])

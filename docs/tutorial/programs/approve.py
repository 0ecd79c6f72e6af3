from agent_trading import Client
from connect import FOLDER, URL, existing

with Client.from_file(existing(FOLDER / "owner.json"), url=URL) as owner:
    # The newest request of an agent. It has the terms and the stamps that the agent would commit.
    requests = owner.agents.approvals(statuses=["PENDING"], first=1)
    if not requests:
        raise RuntimeError("no agent asks for an approval")
    request = requests[0]
    price = sum(step.price_stamps for step in request.terms.steps)

    # DENY refuses it. Without a decision it expires.
    owner.agents.decide_approval(request.approval_key, "APPROVE")
print("approved", request.committed_stamps, "for a price of", price)

import json

from agent_trading import Client
from connect import FOLDER, URL, existing

buyer = json.loads(existing(FOLDER / "buyer.json").read_text(encoding="utf-8"))
with Client.from_file(existing(FOLDER / "owner.json"), url=URL) as owner:
    # At most 500 stamps in one trade, and 2,000 in a week.
    owner.agents.put_mandate(buyer["agent_id"], per_trade_stamps=500, budget_stamps=2000, budget_period="WEEK")
print("the agent has a mandate")

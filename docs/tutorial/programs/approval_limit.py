import json

from agent_trading import Client
from connect import FOLDER, URL, existing

buyer = json.loads(existing(FOLDER / "buyer.json").read_text(encoding="utf-8"))
with Client.from_file(existing(FOLDER / "owner.json"), url=URL) as owner:
    # A mandate replaces the one before. Above 500 stamps, the owner approves each commitment.
    owner.agents.put_mandate(
        buyer["agent_id"],
        per_trade_stamps=1500,
        budget_stamps=2000,
        budget_period="WEEK",
        approval_above_stamps=500,
    )
print("above 500 stamps the agent asks")

import json
import os

from agent_trading import Client
from connect import FOLDER, URL, existing

RECEIVER = f"http://127.0.0.1:{os.environ.get('WEBHOOK_PORT', '4010')}/"


def save(name: str, value: dict[str, str]) -> None:
    """Saves secrets in a new file that only you can read. An existing file would keep its mode."""
    (FOLDER / name).unlink(missing_ok=True)
    (FOLDER / name).touch(mode=0o600)
    (FOLDER / name).write_text(json.dumps(value), encoding="utf-8")


with Client.from_file(existing(FOLDER / "owner.json"), url=URL) as owner:
    # An agent that gets webhooks. Without event_types it gets TRADE_COMPLETED and TRADE_FAILED.
    registered = owner.agents.register(
        {
            "name": "Buyer",
            "description": "Buys translations.",
            "version": "1.0.0",
            "capabilities": {"pushNotifications": True},
        },
        notification_url=RECEIVER,
    )
    agent, key = registered.agent, registered.webhook_signing_key

    # A credential for this agent alone. Without the scope MONEY it moves no stamps outside of trades.
    issued = owner.credentials.create(agent_key=agent.agent_key, label="buyer", scopes=["READ", "TRADE"])

# The service shows both secrets only once.
secrets = {"api_key": issued.api_key, "signing_secret": issued.signing_secret}
save("buyer.json", {"agent_id": agent.agent_id, **secrets})
save("webhook-secrets.json", {str(key.version): key.secret})
print("the buyer has an address and a credential")

"""Reserves 5 stamps with a key of the caller, and prints the available bond."""

import os
import sys

from agent_trading import Client, Credential

url, key = sys.argv[1:]
with Client(url, Credential(os.environ["API_KEY"], os.environ["SIGNING_SECRET"])) as client:
    print(client.reserve_bond(5, idempotency_key=key).bond_available_stamps)

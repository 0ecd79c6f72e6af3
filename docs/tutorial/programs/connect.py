import os
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from agent_trading import Client

T = TypeVar("T")


def connect() -> Client:
    """Connects as the agent of the file in the first argument, or as the agent of the sandbox."""
    file = sys.argv[1] if len(sys.argv) > 1 else ".ats-sandbox/agent.json"
    return Client.from_file(file, url=f"http://127.0.0.1:{os.environ.get('PORT', '4000')}")


def until(read: Callable[[], T | None]) -> T:
    """Reads again until there is a result."""
    while (found := read()) is None:
        time.sleep(0.2)
    return found

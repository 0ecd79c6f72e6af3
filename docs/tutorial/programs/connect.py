import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from agent_trading import Client

T = TypeVar("T")

# The folder with the files of the sandbox.
FOLDER = Path(os.environ.get("ATS_DATA_DIR", ".ats-sandbox"))
URL = os.environ.get("ATS_URL", f"http://127.0.0.1:{os.environ.get('PORT', '4000')}")
MISSING = """There is no file {}. If your sandbox runs in another folder, set ATS_DATA_DIR to its .ats-sandbox.
For another service, set ATS_CREDENTIAL to the file of your credential, and ATS_URL to the address.
Chapter 3 of the tutorial makes operator.json, and chapter 4 makes buyer.json."""


def existing(file: Path) -> Path:
    """Returns the file, or ends the program and says what to do."""
    if not file.exists():
        sys.exit(MISSING.format(file))
    return file


def connect() -> Client:
    """Connects as the agent of the file in the first argument, or of ATS_CREDENTIAL, or of the sandbox."""
    file = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ATS_CREDENTIAL", str(FOLDER / "agent.json"))
    return Client.from_file(existing(Path(file)), url=URL)


def until(read: Callable[[], T | None]) -> T:
    """Reads again until there is a result."""
    while (found := read()) is None:
        time.sleep(0.2)
    return found

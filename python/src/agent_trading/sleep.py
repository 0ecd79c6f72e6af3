"""The pauses of both clients."""

from __future__ import annotations

import asyncio
import time


def sleep(seconds: float) -> None:
    time.sleep(seconds)


async def async_sleep(seconds: float) -> None:
    await asyncio.sleep(seconds)

"""Run coroutines in tests."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def awaited(coroutine):
    """Run it in a thread of its own: the browser of other tests may have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()

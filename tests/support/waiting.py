"""Wait for what is to be seen, never for a time."""

import time

LIMIT = 280.0  # seconds; it only bounds a hang, however busy the machine is
PAUSE = 0.05


def until(shown, step=None, again=15.0, told="It did not show"):
    """Wait until `shown()` is true, and give what it says.

    With a step, do it first, and again whenever nothing has come of it for `again` seconds:
    a page that is just being redrawn may miss a key or a click.
    """
    end = time.monotonic() + LIMIT
    due = time.monotonic()
    while not (found := shown()):
        now = time.monotonic()
        assert now < end, told() if callable(told) else told
        if step is not None and now >= due:
            step()
            due = time.monotonic() + again
        else:
            time.sleep(PAUSE)
    return found

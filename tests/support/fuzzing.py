"""Run a test on made-up cases: a few that are always the same, or new ones for as long as you like.

`make test` runs the first cases of seed 0, so that it says the same on every machine. `make fuzz` sets
FRNN_FUZZ_SECONDS: each test then draws a seed and goes on for that long. A failure ends with the words
that repeat its case alone.
"""

import inspect
import itertools
import os
import secrets
import time

import hypothesis
import numpy as np

SECONDS, SEED, CASE = "FRNN_FUZZ_SECONDS", "FRNN_FUZZ_SEED", "FRNN_FUZZ_CASE"


def fuzzed(often):
    """Give the test a generator of random numbers as its first argument, `often` times, each time another."""

    def decorate(test):
        def run(**fixtures):
            seed = first_seed()
            print(f"{SEED}={seed}")
            for number in numbers(often):
                try:
                    test(np.random.default_rng([seed, number]), **fixtures)
                except Exception as error:
                    error.add_note(f"To repeat this case alone: {SEED}={seed} {CASE}={number}")
                    raise

        _, *parameters = inspect.signature(test).parameters.values()
        return _called_like(test, run, parameters)

    return decorate


def searched(test):
    """Let Hypothesis look for a case: once, with the seed 0, or search after search while there is time.

    Write it above `given`. How many examples one search looks at is for the test's settings to say.
    """

    def search(rng, **fixtures):
        hypothesis.seed(int(rng.integers(2**32)))(test)(**fixtures)

    rng, _ = inspect.signature(search).parameters.values()
    return fuzzed(often=1)(_called_like(test, search, [rng, *inspect.signature(test).parameters.values()]))


def _called_like(test, run, parameters):
    """Show pytest the name and the marks of the test, and the fixtures that are left to give."""
    run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
    run.pytestmark = getattr(test, "pytestmark", [])
    run.__signature__ = inspect.Signature(parameters)
    return run


def first_seed():
    """The seed that was asked for; else 0 in `make test`, and one that nobody knows in `make fuzz`."""
    drawn = str(secrets.randbelow(2**32)) if SECONDS in os.environ else "0"
    return int(os.environ.get(SEED, drawn))


def numbers(often):
    """The numbers of the cases: the one asked for, the first ones, or as many as there is time for."""
    if CASE in os.environ:
        yield int(os.environ[CASE])
    elif SECONDS in os.environ:
        end = time.monotonic() + float(os.environ[SECONDS])
        yield from itertools.takewhile(lambda _: time.monotonic() < end, itertools.count())
    else:
        yield from range(often)

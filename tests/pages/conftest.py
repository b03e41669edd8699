"""Pages under test keep their results in a folder of their own, and leave no run behind."""

from pathlib import Path

import pytest
from waiting import LIMIT

from frnn_core.experiments import jobs


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Of each page `make check` opens the first view, marked quick; the rest is slow."""
    for item in items:
        if Path(__file__).parent in item.path.parents and not item.get_closest_marker("quick"):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
        for job in jobs.recent():
            job.cancel()
            job.wait(LIMIT)

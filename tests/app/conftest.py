"""Pages under test keep their results in a folder of their own, and leave no run behind."""

import pytest

from frnn_core import jobs


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
        for job in jobs.recent():
            job.cancel()
            job.wait(20)

"""The fuzzing itself: `make test` always sees the same cases, `make fuzz` others; each can be repeated."""

import time

import pytest
from fuzzing import CASE, SECONDS, SEED, fuzzed, searched
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    for name in (SECONDS, SEED, CASE):
        monkeypatch.delenv(name, raising=False)


def drawn(often=3):
    """What a fuzzed test gets to see."""
    seen = []
    fuzzed(often)(lambda rng: seen.append(int(rng.integers(10**9))))()
    return seen


def test_make_test_sees_the_same_cases_every_time():
    assert drawn() == drawn()
    assert len(set(drawn(50))) == 50
    assert drawn(50)[:3] == drawn(3)


def test_make_fuzz_sees_other_cases_for_as_long_as_it_was_told(monkeypatch):
    monkeypatch.setenv(SECONDS, "0.2")
    begin = time.monotonic()
    first = drawn()
    assert time.monotonic() - begin >= 0.2
    assert len(first) > 3
    assert first[:3] != drawn()[:3]


def test_a_failure_says_how_to_repeat_its_case_alone(monkeypatch):
    @fuzzed(often=100)
    def test(rng):
        seen.append(int(rng.integers(10)))
        assert seen[-1] != 7

    monkeypatch.setenv(SEED, "5")
    seen = []
    with pytest.raises(AssertionError) as failure:
        test()
    (words,) = failure.value.__notes__
    assert words == f"To repeat this case alone: FRNN_FUZZ_SEED=5 FRNN_FUZZ_CASE={len(seen) - 1}"
    monkeypatch.setenv(CASE, str(len(seen) - 1))
    seen = []
    with pytest.raises(AssertionError):
        test()
    assert seen == [7]


@pytest.mark.parametrize("factor", [2, 3])
@fuzzed(often=5)
def test_a_fuzzed_test_may_have_parameters_and_fixtures(rng, factor, tmp_path):
    assert rng.integers(1, 9) * factor in range(2, 27)
    assert tmp_path.exists()


def test_a_search_is_the_same_every_time_and_goes_on_while_there_is_time(monkeypatch):
    @searched
    @settings(max_examples=20)
    @given(number=st.integers(0, 10**9))
    def test(number):
        seen.append(number)

    def search():
        seen.clear()
        test()
        return [*seen]

    seen = []
    first = search()
    assert first == search()
    assert len(set(first)) > 10
    monkeypatch.setenv(SECONDS, "0.2")
    assert len(search()) > 20

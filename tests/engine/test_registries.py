"""Everything that can be chosen by a key says what it is, in one place."""

import pytest

from frnn_core import KERNELS, MEASURES, RELATIONS, SCALINGS, WEIGHTS
from frnn_core.errors import ParameterError, UnknownName
from frnn_core.stats import CORRECTIONS, TESTS

REGISTRIES = {
    "relation": RELATIONS,
    "kernel": KERNELS,
    "weight family": WEIGHTS,
    "normalisation": SCALINGS,
    "measure": MEASURES,
    "post-hoc test": TESTS,
    "correction": CORRECTIONS,
}


@pytest.mark.parametrize("kind", REGISTRIES)
def test_every_entry_is_complete(kind):
    registry = REGISTRIES[kind]
    assert registry.kind == kind
    for key, entry in registry.items():
        assert entry.key == key
        assert entry.label
        assert entry.help.endswith(".")
        assert len(entry.source) > 5
        assert entry.formula.count("{") == entry.formula.count("}")
        assert entry.formula
    assert len({entry.label for entry in registry.values()}) == len(registry)


@pytest.mark.parametrize("kind", REGISTRIES)
def test_a_wrong_key_is_answered_and_a_key_is_taken_once(kind):
    registry = REGISTRIES[kind]
    with pytest.raises(UnknownName, match=f"There is no {kind} called 'nonsense'"):
        registry["nonsense"]
    first = next(iter(registry))
    with pytest.raises(ParameterError, match=f"There is a {kind} '{first}' already"):
        registry.add(first, registry[first])


def test_what_is_lent_goes_back_and_followers_hear_of_each():
    heard = []
    with WEIGHTS.lent(), MEASURES.lent():
        WEIGHTS.add("new", WEIGHTS["mean"])
        assert list(WEIGHTS)[-1] == "new"
    assert "new" not in WEIGHTS
    CORRECTIONS.follow(lambda entry: heard.append(entry.key))
    try:
        assert heard == list(CORRECTIONS)
        with CORRECTIONS.lent():
            CORRECTIONS.add("new", CORRECTIONS["none"])
        assert heard[-1] == "none"
        assert len(heard) == len(CORRECTIONS) + 1
    finally:
        CORRECTIONS._followers.pop()


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_kernel_is_a_relation_and_has_a_fitted_partner(kernel):
    plain, fitted = RELATIONS[kernel], RELATIONS[KERNELS[kernel].fitted]
    assert plain.kernel == fitted.kernel == kernel
    assert (plain.family, fitted.family) == ("kernel", "fitted kernel")
    assert (plain.learns, fitted.learns) == (False, True)
    assert plain.triangle == fitted.triangle == KERNELS[kernel].triangle

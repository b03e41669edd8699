"""The registry: one decorated function adds one relation, and wrong names are answered."""

import re

import numpy as np
import pytest

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.parameters import Parameter
from frnn_core.engine.registry import Registry
from frnn_core.engine.relation import Relation, relation
from frnn_core.errors import FRNNError, ParameterError, UnknownName
from frnn_core.relations.links import AffineLink


def test_every_spec_is_complete():
    for key, spec in RELATIONS.items():
        assert spec.key == key
        assert spec.label
        assert spec.help.endswith(".")
        assert spec.defined.endswith(".")
        assert spec.formula.startswith("R(q, y)")
        assert re.match(r"doi:10\.|the paper|\w+.* \(\d{4}\), \w+", spec.source)
        for parameter in spec.parameters:
            assert parameter.check(parameter.default) == parameter.default


def test_one_decorated_function_adds_one(monkeypatch, blobs):
    monkeypatch.setattr("frnn_core.engine.relation.RELATIONS", Registry("relation"))
    registry = __import__("frnn_core.engine.relation", fromlist=["RELATIONS"]).RELATIONS

    @relation(key="half", label="Half", family="distance", formula="R", help="Half.", source="doi:x")
    def half(train):
        return FittedRelation("cityblock", AffineLink(2 * train.n_features))

    X, y, queries, _ = blobs
    expected = FRNNClassifier("man").fit(X, y).predict(queries)
    assert list(registry) == ["half"]
    np.testing.assert_array_equal(FRNNClassifier(registry["half"]).fit(X, y).predict(queries), expected)
    with pytest.raises(ParameterError, match="already"):
        relation(key="half", label="", family="distance", formula="", help="", source="")(half)


def test_an_unknown_relation_gets_the_nearest_name():
    with pytest.raises(UnknownName, match=r"no relation called 'mann'.* Did you mean man") as caught:
        RELATIONS["mann"]
    assert isinstance(caught.value, KeyError)
    assert isinstance(caught.value, ValueError)
    assert "xyz" not in RELATIONS
    assert RELATIONS.get("xyz") is None
    with pytest.raises(UnknownName, match="Known: man, euc"):
        RELATIONS["xyz"]


def test_gamma_has_one_way_in():
    assert RELATIONS["gauss"].resolve(gamma=2) == {"gamma": 2.0}
    assert RELATIONS["gauss"].resolve() == {"gamma": 1.0}
    assert RELATIONS["man"].resolve(gamma=2) == {}
    with pytest.raises(ParameterError, match="Pass gamma by itself"):
        RELATIONS["gauss"].resolve({"gamma": 2})


def test_parameters_are_checked():
    assert RELATIONS["che"].resolve({"variant": "published"}) == {"variant": "published"}
    with pytest.raises(ParameterError, match="variant must be one of published, corrected, not 'old'"):
        RELATIONS["che"].resolve({"variant": "old"})
    with pytest.raises(UnknownName, match="Did you mean variant"):
        RELATIONS["che"].resolve({"variants": "published"})
    with pytest.raises(ParameterError, match="takes no parameter 'variant'"):
        RELATIONS["man"].resolve({"variant": "published"})


@pytest.mark.parametrize("value", [0, -1.0, np.nan, np.inf, "1", True, None])
def test_a_width_must_be_a_positive_number(value):
    with pytest.raises(ParameterError, match="gamma must be a"):
        Parameter("gamma", 1.0).check(value)


def test_the_repr_of_a_spec_is_readable():
    assert "fit_function" not in repr(RELATIONS["man"])
    assert repr(RELATIONS).startswith("Registry(man, euc")
    assert issubclass(UnknownName, FRNNError)
    assert isinstance(RELATIONS["man"], Relation)


@pytest.mark.parametrize(
    ("parameter", "kind", "good", "bad"),
    [
        (Parameter("x", 3, low=1), "integer", [1, np.int64(7)], [0, 2.0, "3", None, True]),
        (Parameter("x", None, low=1), "integer", [None, 5], [0, "all"]),
        (Parameter("x", 0.5), "number", [1, 2.5, np.float64(3)], [0, -1.0, np.inf, "1", None]),
        (Parameter("x", "a", choices=("a", "b")), "choice", ["a", "b"], ["c", None]),
        (Parameter("x", ("man",), known=RELATIONS), "keys", [("man", "euc"), ["cos"]], [("mann",), ["xyz"]]),
    ],
)
def test_each_kind_of_parameter_takes_its_own_values(parameter, kind, good, bad):
    assert parameter.kind == kind
    for value in good:
        assert parameter.check(value) == (tuple(value) if kind == "keys" else value)
    for value in bad:
        with pytest.raises(FRNNError):
            parameter.check(value)

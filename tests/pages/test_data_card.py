"""The card of a data set."""

from frnn_core.data import load_dataset
from pages.ui.data_card import features


def test_features_are_named_by_what_they_are_where_not_all_are_numbers():
    assert features(load_dataset("haberman")) == ", ".join(load_dataset("haberman").feature_names)
    assert features(load_dataset("saheart-full")) == (
        "*number* systolic blood pressure, tobacco, LDL cholesterol, adiposity, type-A behaviour, obesity, "
        "alcohol, age; *yes or no* family history"
    )

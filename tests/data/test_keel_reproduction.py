"""With KEEL's own folds, FRNN with k = 3 gives the printed man and euc columns to 3 decimals."""

import numpy as np
import pytest

from frnn_core import FRNNClassifier
from frnn_core.data import dataset_names, keel_partition_names, load_dataset, partition
from frnn_core.paper import printed_table

PRINTED = printed_table("table_distances").set_index("dataset")
KNOWN = [name for name in dataset_names() if name in keel_partition_names()]


def balanced_accuracy(truth, predicted):
    return np.mean([np.mean(predicted[truth == label] == label) for label in np.unique(truth)])


def mean_over_keel_folds(name, relation):
    data = load_dataset(name)
    scores = []
    for train, test in partition(data, "keel"):
        model = FRNNClassifier(relation, k=3).fit(data.X[train], data.y[train])
        scores.append(balanced_accuracy(data.y[test], model.predict(data.X[test])))
    return np.mean(scores)


@pytest.mark.slow
@pytest.mark.parametrize("relation", ["man", "euc"])
@pytest.mark.parametrize("name", KNOWN)
def test_printed_cell(name, relation):
    assert f"{mean_over_keel_folds(name, relation):.3f}" == f"{PRINTED.loc[name, relation]:.3f}"


def test_clean_ecoli_would_have_given_another_number():
    """The paper prints .749, which needs the damage of KEEL's file."""
    assert f"{mean_over_keel_folds('ecoli-uci', 'man'):.3f}" == "0.788"

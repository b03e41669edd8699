"""FRNN on a data set.

Fit the classifier to nine folds of the *wine* data, ask it about the tenth, and see how the number of
neighbours matters.
"""

# %%
# `load_dataset` gives rows and classes, `partition` ten folds: KEEL's own where they are known, else
# stratified ones, as here.
from frnn_core import FRNNClassifier, load_dataset, partition

data = load_dataset("wine")
train, test = next(iter(partition(data)))
print(f"{data.X.shape[0]} rows, {data.X.shape[1]} features, classes {', '.join(data.class_names)}")

# %%
# It is a classifier in scikit-learn's manner: `fit`, `predict`, `predict_proba`, `score`; it can stand in a
# pipeline or a grid search.
model = FRNNClassifier("man", k=3).fit(data.X[train], data.y[train])
print("predicted", *model.predict(data.X[test][:8]))
print("true     ", *data.y[test][:8])
print(f"accuracy of this fold: {model.score(data.X[test], data.y[test]):.3f}")

# %%
# All ten folds, for two relations and several k. The folds are small, so differences of a hundredth mean
# little: [Compare relations](compare_relations.md) shows how to tell.
import plotly.graph_objects as go

ks = (1, 3, 5, 7, 9, 15, 20)
scores = {}
for relation in ("man", "euc"):
    scores[relation] = [
        sum(
            FRNNClassifier(relation, k=k).fit(data.X[a], data.y[a]).score(data.X[b], data.y[b])
            for a, b in partition(data)
        )
        / 10
        for k in ks
    ]
    print(relation, *(f"{score:.3f}" for score in scores[relation]))

figure = go.Figure(
    [
        go.Scatter(x=ks, y=scores["man"], mode="lines+markers", name="Manhattan", line_color="#2f5fb3"),
        go.Scatter(
            x=ks,
            y=scores["euc"],
            mode="lines+markers",
            name="Euclidean",
            line={"color": "#b3541e", "dash": "dash"},
        ),
    ],
    layout={
        "height": 300,
        "xaxis": {"title": "neighbours k", "dtick": 5},
        "yaxis_title": "accuracy, mean of 10 folds",
        "showlegend": True,
    },
)

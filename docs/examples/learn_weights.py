"""Learn how much each neighbour counts.

The paper weighs neighbours linearly. With `weights="learned"`, or for each class by itself, the weights are
those that predict the training rows best, each by the others.
"""

# %%
# *pima* has nearly two healthy patients for each ill one: balanced accuracy counts both classes alike.
from sklearn.metrics import balanced_accuracy_score

from frnn_core import FRNNClassifier, fit_weights, load_dataset, partition

data = load_dataset("pima")
for weights, k in (("linear", 3), ("linear", 20), ("learned", 20), ("learned-by-class", 20)):
    scores = []
    for train, test in partition(data):
        model = FRNNClassifier("man", k=k, weights=weights).fit(data.X[train], data.y[train])
        scores.append(balanced_accuracy_score(data.y[test], model.predict(data.X[test])))
    print(f"{weights:17s} k = {k:2d}: balanced accuracy {sum(scores) / 10:.3f}")

# %%
# `fit_weights` learns them by themselves, and tells how it went. `upper` counts rows inside a class,
# `lower` those outside.
low, high = data.X.min(axis=0), data.X.max(axis=0)
found = fit_weights((data.X - low) / (high - low), data.y, k=20)
print(f"{found.steps} steps, {found.reason}")
print("inside ", *(f"{weight:.3f}" for weight in found.upper[0][:6]), "…")
print("outside", *(f"{weight:.3f}" for weight in found.lower[0][:6]), "…")

# %%
# Beside the linear weights:
import plotly.graph_objects as go

from frnn_core import WEIGHTS

neighbours = list(range(1, 21))
figure = go.Figure(
    [
        go.Scatter(
            x=neighbours,
            y=WEIGHTS["linear"].family(1)(20),
            mode="lines",
            name="linear",
            line={"color": "#777777", "dash": "dot"},
        ),
        go.Scatter(
            x=neighbours,
            y=found.upper[0],
            mode="lines+markers",
            name="learned inside",
            line_color="#2f5fb3",
        ),
        go.Scatter(
            x=neighbours,
            y=found.lower[0],
            mode="lines+markers",
            name="learned outside",
            line={"color": "#b3541e", "dash": "dash"},
        ),
    ],
    layout={
        "height": 300,
        "xaxis": {"title": "neighbour, nearest first", "dtick": 5},
        "yaxis_title": "weight",
        "showlegend": True,
    },
)

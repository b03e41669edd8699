"""Learn the width of a kernel.

A kernel such as the Gaussian has a width γ: the larger it is, the more slowly similarity falls with
distance. It can be learned from the training rows, each predicted by the others.
"""

# %%
# `fit_gamma` takes rows as they are, so bring them to a range first.
from frnn_core import FRNNClassifier, fit_gamma, load_dataset

data = load_dataset("ion")
X = data.X / abs(data.X).max(axis=0)
found = fit_gamma(X[::2], data.y[::2], "gauss", k=3)
print(f"gamma = {found.gamma:.4f}, found in {found.steps} steps: {found.ending}")

# %%
# As a relation of the classifier: the width is learned at the fit, anew for each fold.
for relation in ("gauss", "gauss-grad"):
    model = FRNNClassifier(relation, k=3).fit(X[::2], data.y[::2])
    print(f"{relation:10s} accuracy on the other half: {model.score(X[1::2], data.y[1::2]):.3f}")

# %%
# The loss over a wide range of widths, and where the search ended.
import numpy as np
import plotly.graph_objects as go

gammas = np.logspace(-4, 2, 61)
losses = found.loss_curve(gammas)
figure = go.Figure(
    [
        go.Scatter(x=gammas, y=losses, mode="lines", name="loss", line_color="#2f5fb3"),
        go.Scatter(
            x=[found.gamma],
            y=found.loss_curve(np.array([found.gamma])),
            mode="markers",
            name="found",
            marker={"color": "#b3541e", "size": 10},
        ),
    ],
    layout={
        "height": 300,
        "xaxis": {"title": "width γ", "type": "log", "dtick": 2},
        "yaxis_title": "loss on the training rows",
        "showlegend": False,
    },
)

"""A table with categories and gaps.

`FRNNClassifier(encode="auto")` takes a data frame as it is: no columns to encode by hand, no gaps to fill.
"""

# %%
# The cars of *auto-full*: numbers, categories and missing values, most of which the paper left out.
from frnn_core import Encoding, FRNNClassifier, load_dataset

data = load_dataset("auto-full")
table = data.frame()
y, X = table["class"], table.drop(columns="class")
print(X.iloc[:3, :6].to_string(index=False))
print(f"{len(X)} rows, {int(X.isna().any(axis=1).sum())} of them with a gap")

# %%
# Half of the rows decide the other half.
model = FRNNClassifier("man", k=3, encode="auto").fit(X[::2], y[::2])
print(f"accuracy {model.score(X[1::2], y[1::2]):.3f}")
print(*(f"{column.name}: {column.role}" for column in model.columns_[:5]), sep=", ")

# %%
# How categories and gaps are compared can be chosen, for all columns or for each; see
# [encodings](../choices/treatments/index.md) and [gaps](../choices/gaps/index.md).
import plotly.graph_objects as go

scores = {}
for categories in ("overlap", "value-difference", "one-hot"):
    for gaps in ("polar", "differs", "fill"):
        chosen = Encoding(categories=categories, gaps=gaps)
        model = FRNNClassifier("man", k=3, encode=chosen).fit(X[::2], y[::2])
        scores[categories, gaps] = model.score(X[1::2], y[1::2])
        print(f"{categories:17s}{gaps:8s}{scores[categories, gaps]:.3f}")

figure = go.Figure(
    [
        go.Scatter(
            x=["polar", "differs", "fill"],
            y=[scores[categories, gaps] for gaps in ("polar", "differs", "fill")],
            mode="markers",
            name=categories,
            marker={"color": colour, "symbol": symbol, "size": 11},
        )
        for categories, colour, symbol in (
            ("overlap", "#2f5fb3", "circle"),
            ("value-difference", "#b3541e", "diamond"),
            ("one-hot", "#3d7f4f", "square"),
        )
    ],
    layout={
        "height": 300,
        "xaxis": {"title": "gaps", "range": [-0.5, 2.5]},
        "yaxis_title": "accuracy on the other half",
        "showlegend": True,
    },
)

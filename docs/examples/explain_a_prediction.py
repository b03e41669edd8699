"""Explain one prediction.

A class gets its score from the training rows nearest to the query: how like the query those inside the
class are (upper), and how unlike it those outside are (lower). `explain` hands out every one of these rows.
"""

# %%
# Row 83 of *glass*, asked of a model that has not seen it.
import numpy as np

from frnn_core import FRNNClassifier, load_dataset

data = load_dataset("glass")
asked = 82
others = np.arange(len(data.y)) != asked
model = FRNNClassifier("man", k=3).fit(data.X[others], data.y[others])
told = model.explain(data.X[[asked]])
print(f"class {told.predictions[0]} wins by {told.margins[0]:.4f}; the truth is {data.y[asked]}")

# %%
# Weight times similarity, added up, is the upper approximation; one less the sum outside is the lower. Both
# are shown for the two best classes, and they add up to the score.
rows = np.flatnonzero(others)
best = np.argsort(-told.scores[0])[:2]
for place in best:
    print(
        f"\nclass {told.classes[place]}: upper {told.upper[0, place]:.3f}, "
        f"lower {told.lower[0, place]:.3f}, score {told.scores[0, place]:.4f}"
    )
    for words, side in (("inside ", told.inside), ("outside", told.outside)):
        for i in range(3):
            row = rows[side.rows[0, place, i]]
            print(
                f"  {words} row {row + 1:3d} (class {data.y[row]}): {side.weights[0, place, i]:.3f} x "
                f"{side.similarities[0, place, i]:.4f} = {side.contributions[0, place, i]:.4f}"
            )

# %%
# The same as a picture: each part is a neighbour, in the colour of its class.
from frnn_core.figures import Look, Query, approximation_bars

codes = np.searchsorted(told.classes, data.y[others])
paints = ["#2f5fb3", "#d0842c", "#3d7f4f", "#8a5aa8", "#b04a5a", "#6b7280"]
figure = approximation_bars(
    Query(told, codes, paints), best, title="Upper, lower and score of the two best classes", look=Look()
)

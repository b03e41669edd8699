"""A tuned FRNN beside a support vector machine.

`TunedFRNNClassifier` chooses relation, k, kernel width, weights and scaling by cross-validation within the
training rows. Here it meets an SVM from scikit-learn that is tuned in the same way, on the same folds.
"""

# %%
# Five folds of *ionosphere* and three candidates, to keep this page quick; [the whole
# comparison](../guide/strength.md) is over 40 data sets, with every candidate.
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import SVC

from frnn_core import FRNNClassifier, TunedFRNNClassifier, load_dataset, partition
from frnn_core.tuning import Candidate

data = load_dataset("ion")
candidates = [Candidate("man"), Candidate("cos"), Candidate("man", weights=("linear", "exponential"))]
grid = {"svc__C": [0.1, 1, 10, 100], "svc__gamma": [0.01, 0.1, 1, 10], "svc__class_weight": ["balanced"]}


def classifiers():
    """Three classifiers, none of them fitted."""
    return {
        "FRNN, Manhattan, k = 3": FRNNClassifier("man", k=3),
        "FRNN, tuned": TunedFRNNClassifier(candidates=candidates),
        "SVM, tuned": GridSearchCV(
            make_pipeline(MinMaxScaler(), SVC()), grid, scoring="balanced_accuracy", cv=4
        ),
    }


# %%
# Each is fitted to the training rows alone, choices included.
found = {name: [] for name in classifiers()}
for train, test in partition(data, "stratified", n_splits=5):
    for name, model in classifiers().items():
        model.fit(data.X[train], data.y[train])
        found[name].append(balanced_accuracy_score(data.y[test], model.predict(data.X[test])))
for name, scores in found.items():
    print(f"{name:24s}", *(f"{score:.3f}" for score in scores))

# %%
# What was chosen on the last fold. One data set proves nothing: compare over many data sets, as in [Compare
# relations](compare_relations.md).
import plotly.graph_objects as go

tuned = TunedFRNNClassifier(candidates=candidates).fit(data.X[train], data.y[train])
print(tuned.best_params_)
figure = go.Figure(
    go.Bar(
        x=[sum(scores) / len(scores) for scores in found.values()],
        y=list(found),
        orientation="h",
        marker_color="#2f5fb3",
    ),
    layout={"height": 230, "xaxis": {"title": "balanced accuracy, mean of five folds", "range": [0, 1]}},
)

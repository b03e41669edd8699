"""Save a model, load it, ask it about new rows.

The file holds arrays and JSON, no code: loading runs nothing, and the loaded model gives the same scores to
the bit. It holds the training rows too, so give it only to those who may see them.
"""

# %%
# Two tables as they come: one with classes, one without.
from pathlib import Path
from tempfile import TemporaryDirectory

from frnn_core import (
    fit_model,
    load_dataset,
    load_model,
    model_card,
    predict_rows,
    read_dataset,
    read_new_rows,
    save_model,
)

frame = load_dataset("wine").frame()
known, new = frame[::2], frame[1::2].drop(columns="class")

# %%
# Fit, save, load, predict. Columns are found by name, whatever their order.
model = fit_model(read_dataset(known, name="wine", target="class"), "man", k=5)
with TemporaryDirectory() as folder:
    path = Path(folder) / "wine.frnn"
    save_model(model, path)
    loaded = load_model(path)
told = predict_rows(loaded, read_new_rows(new[new.columns[::-1]], loaded))
columns = ["class", "lead", "nearest training row", "unlike anything seen"]
print(told.frame()[columns].iloc[::20].round(3).to_string())

# %%
# A flag marks rows unlike anything the model has seen.
odd = new.head(2).copy()
odd.iloc[0] = odd.iloc[0] * 3
asked = predict_rows(loaded, read_new_rows(odd, loaded))
print(asked.frame()[columns].round(3).to_string())
print(asked.warnings[-1])

# %%
# The model card says in Markdown what the model is; `classifier()` is the fitted classifier in
# scikit-learn's manner.
print("\n".join(model_card(loaded).splitlines()[4:12]))
print(type(loaded.classifier()).__name__)

"""Code to take away with a model: a script and commands that read, fit, save, load and predict.

Names of files and columns come from the user, so they enter as Python literals and shell words only.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from frnn_core.data.reading import Options
from frnn_core.errors import ParameterError
from frnn_core.use.classifiers import arguments
from frnn_core.use.trained import TrainedModel
from frnn_core.version import __version__
from frnn_core.your_data.snippet import encoding_choices, encoding_words, reading_words

MODEL_FILE, NEW_FILE, OUT_FILE = "model.frnn", "new.csv", "classes.csv"


def model_script(
    model: TrainedModel,
    file_name: str,
    options: Options,
    *,
    model_file: str = MODEL_FILE,
    new_file: str = NEW_FILE,
) -> str:
    """A script that reads the table in the same way, fits and keeps the same model, and uses it."""
    function = "fit_model" if model.tuned is None else "fit_tuned_model"
    names = sorted([function, "load_model", "predict_rows", "read_dataset", "read_new_rows", "save_model"])
    candidates = model.settings.tuning.get("candidates")
    return f'''"""A model of these data, kept and used. Needs frnn-explorer {__version__}."""

from frnn_core import (
{"".join(f"    {name},{chr(10)}" for name in names)})
{"from frnn_core.tuning import Candidate" + chr(10) if candidates is not None else ""}
data = read_dataset(
    {file_name!r},
{_lines(options.arguments())})
model = {function}(
    data,
{_lines(_fitting(model))})
save_model(model, {model_file!r})

model = load_model({model_file!r})
rows = read_new_rows({new_file!r}, model)
told = predict_rows(model, rows)
print(*told.notes, *told.warnings, sep="\\n")
print(told.csv(), end="")
'''


def _fitting(model: TrainedModel) -> dict[str, Any]:
    """The arguments of the fit, those that are usual for gaps and categories left out."""
    settings = model.settings
    if model.tuned is None and not isinstance(settings.weights, str):
        raise ParameterError("Weights that were learned before cannot be written as code. Save the model.")
    chosen = encoding_choices(settings.encoding)
    estimate = {"estimate": model.about.estimate} if model.about.estimate else {}
    told = dict(settings.tuning) if model.tuned is not None else arguments(settings)
    if isinstance(told.get("candidates"), tuple):
        told["candidates"] = list(told["candidates"])
    return {**told, **({"encoding": chosen} if chosen else {}), **estimate}


def model_commands(
    model: TrainedModel,
    file_name: str,
    options: Options,
    *,
    model_file: str = MODEL_FILE,
    new_file: str = NEW_FILE,
) -> str:
    """The same as commands for a shell: fit, predict, explain; what has no option is refused in words."""
    start = ("python", "-m", "frnn_core")
    kept, asked = _path(model_file), _path(new_file)
    lines = [
        (*start, "fit", _path(file_name), *reading_words(options), *_fit_words(model), "--out", kept),
        (*start, "predict", kept, asked, "--out", OUT_FILE),
        (*start, "explain", kept, asked, "--row", "1"),
    ]
    return "\n".join(map(shlex.join, lines))


def _fit_words(model: TrainedModel) -> list[str]:
    settings = model.settings
    words = encoding_words(settings.encoding)
    if model.tuned is not None:
        if settings.tuning.get("candidates") is not None:
            raise ParameterError("Candidates of your own have no option on the command line. Use the script.")
        blended = ["--blended"] if settings.tuning.get("blended") else []
        return ["--tuned", *blended, "--seed", str(settings.tuning.get("seed", 0)), *words]
    told = arguments(settings)
    if told.pop("relation_params", None) or not isinstance(settings.weights, str):
        raise ParameterError("These settings have no option on the command line. Use the script.")
    told = {name: value for name, value in told.items() if value is not None}
    return [*(word for name, value in told.items() for word in (f"--{name}", str(value))), *words]


def _lines(arguments: Mapping[str, Any]) -> str:
    """Arguments of a call, a line each."""
    return "".join(f"    {name}={value!r},\n" for name, value in arguments.items())


def _path(name: str) -> str:
    return f"./{name}" if name.startswith("-") else name

"""The code to take away with a model: run in a clean process, its numbers are those of the model."""

import shlex
import subprocess
import sys

import pytest
from project import clean
from trained import asked_frame, mixed_frame

from frnn_core import fit_model, fit_tuned_model, predict_rows, read_dataset, read_new_rows
from frnn_core.__main__ import main
from frnn_core.data.reading import Options
from frnn_core.errors import ParameterError
from frnn_core.tuning.candidates import Candidate
from frnn_core.use.files import model_bytes
from frnn_core.your_data.use_snippet import model_commands, model_script

NAME = "my 'trees'; $HOME.csv"
OPTIONS = Options(target="kind", roles={"wild": "category"}, answers={})
FEW = [Candidate("man", ks=(1, 5)), Candidate("gauss", gammas=(0.5,), ks=(3,))]
MODELS = {
    "usual": lambda data: fit_model(data, estimate='it\'s "good"'),
    "chosen": lambda data: fit_model(
        data,
        "class-mah",
        k=4,
        weights="learned",
        normalise="standard-deviation",
        relation_params={"scale": "overall"},
        encoding={"gaps": "fill", "treatments": {"colour": "value-difference"}},
    ),
    "kernel": lambda data: fit_model(data, "gauss", k=2, gamma=0.3, encoding={"dates": "calendar"}),
    "tuned": lambda data: fit_tuned_model(data, FEW, folds=3, seed=5),
    "blended": lambda data: fit_tuned_model(data, FEW, blended=True, encoding={"categories": "one-hot"}),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mixed_frame().to_csv(NAME, index=False)
    asked_frame().to_csv("new.csv", index=False)
    return tmp_path


@pytest.mark.parametrize("kind", MODELS)
def test_the_script_gives_the_same_model_and_the_same_numbers(kind, folder):
    model = MODELS[kind](read_dataset(NAME, **OPTIONS.arguments()))
    (folder / "take.py").write_text(model_script(model, NAME, OPTIONS))
    done = subprocess.run(
        [sys.executable, "take.py"],
        capture_output=True,
        text=True,
        cwd=folder,
        env=clean(),
        check=True,
    )
    told = predict_rows(model, read_new_rows("new.csv", model))
    assert done.stdout.endswith(told.csv())
    assert all(words in done.stdout for words in (*told.notes, *told.warnings))
    assert (folder / "model.frnn").read_bytes() == model_bytes(model)


@pytest.mark.parametrize("kind", ["usual", "kernel"])
def test_the_commands_do_too(kind, folder, capsys):
    model = MODELS[kind](read_dataset(NAME, **OPTIONS.arguments())).with_estimate("")
    for line in model_commands(model, NAME, OPTIONS).splitlines():
        words = shlex.split(line)
        assert words[:3] == ["python", "-m", "frnn_core"]
        assert main(words[3:]) == 0
    assert (folder / "model.frnn").read_bytes() == model_bytes(model)
    told = predict_rows(model, read_new_rows("new.csv", model))
    assert (folder / "classes.csv").read_text() == told.csv()
    assert capsys.readouterr().out.startswith("Row 1 of new")


def test_commands_of_a_tuned_model_say_so(folder):
    data = read_dataset(NAME, **OPTIONS.arguments())
    few = fit_tuned_model(data, FEW, seed=2)
    with pytest.raises(ParameterError, match="Use the script"):
        model_commands(few, NAME, OPTIONS)
    with pytest.raises(ParameterError, match="Use the script"):
        model_commands(MODELS["chosen"](data), NAME, OPTIONS)

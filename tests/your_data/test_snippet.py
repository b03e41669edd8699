"""The code of a leaderboard to take away: it gives the same numbers, whatever the names."""

import ast
import io
import shlex

import numpy as np
import pandas as pd
import pytest
from boards import plain_board, plain_design

from frnn_core import __main__
from frnn_core import read_dataset as read
from frnn_core.cli.parser import parser
from frnn_core.cli.reading import reading
from frnn_core.data.reading import Options
from frnn_core.errors import ParameterError
from frnn_core.text import csv_text
from frnn_core.your_data.snippet import command_line, python_script

NAMES = ['"); import os #', "**x**", "<script>", "it's", "-dash", "$(touch pwned)"]


def write_hostile(folder, name):
    rng = np.random.default_rng(2)
    label = rng.choice(["u", "v"], 60)
    frame = pd.DataFrame(rng.normal(size=(60, 3)) + (label == "u")[:, None], columns=NAMES[:3])
    frame[NAMES[5]] = label
    frame.to_csv(folder / name, index=False)
    return read(folder / name, target=NAMES[5])


@pytest.mark.parametrize("name", ['a"); import os #.csv', "-it's $(touch pwned).csv", "`x`.csv"])
def test_script_and_command_give_the_same_numbers_whatever_the_names(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    write_hostile(tmp_path, name)
    roles = {NAMES[1]: "left-out", NAMES[0]: "number"}
    data = read(tmp_path / name, target=NAMES[5], roles=roles)
    design = plain_design(["man", "gauss"], k=2, gamma=0.3, folds=4, seed=8)
    options = Options(NAMES[5], tuple(roles.items()))
    board = plain_board(data, ["man", "gauss"], k=2, gamma=0.3, folds=4, seed=8)
    expected = board.frame().drop(columns="seconds")

    script = python_script(name, options, design)
    calls = [node for node in ast.walk(ast.parse(script)) if isinstance(node, ast.Import)]
    assert calls == []
    exec(compile(script, "leaderboard.py", "exec"), {})
    printed = capsys.readouterr().out.split("The same in full:\n")[1]
    assert printed_table(printed).equals(printed_table(csv_text(expected.assign(seconds=0.0)), expected))

    words = shlex.split(command_line(name, options, design))
    assert words[:4] == ["python", "-m", "frnn_core", "leaderboard"]
    assert __main__.main([*words[3:], "--format", "csv"]) == 0
    assert printed_table(capsys.readouterr().out).equals(printed_table(printed))
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]


def test_every_choice_of_reading_survives_the_command_and_the_script():
    options = Options(
        None,
        dict.fromkeys(NAMES, "category") | {"a=b": "class"},
        {"a,b": ["low, or", 'a "b"', "x=y"]},
        {"da=te": "day first"},
        edges=[-1.5, 2e300],
        folds=5,
    )
    design = plain_design(["man"])
    words = shlex.split(command_line("x.csv", options, design))
    assert Options(**reading(parser().parse_args(words[3:]))) == options
    script = ast.parse(python_script("x.csv", options, design))
    call = next(n for n in ast.walk(script) if isinstance(n, ast.Call) and n.func.id == "read_dataset")
    assert Options(**{word.arg: ast.literal_eval(word.value) for word in call.keywords}) == options
    with pytest.raises(ParameterError, match="--role needs a column, = and a value"):
        reading(parser().parse_args(["leaderboard", "x.csv", "--role", "zip"]))
    with pytest.raises(ParameterError, match="--edges needs numbers"):
        reading(parser().parse_args(["leaderboard", "x.csv", "--edges", "1,b"]))


def printed_table(text, like=None):
    table = pd.read_csv(io.StringIO(text), index_col="relation", keep_default_na=True).drop(columns="seconds")
    return table if like is None else table[list(like)]


def test_the_command_prints_text_and_latex_and_refuses_in_words(tmp_path, capsys):
    write_hostile(tmp_path, "x.csv")
    call = [
        "leaderboard",
        str(tmp_path / "x.csv"),
        "--relations",
        "man",
        "euc",
        "--folds",
        "3",
        "--k",
        "3",
        "--beside",
        "none",
    ]
    assert __main__.main([*call, f"--target={NAMES[5]}"]) == 0
    assert capsys.readouterr().out.startswith("Use ")
    assert __main__.main([*call, "--format", "latex"]) == 0
    assert r"\begin{tabular}" in capsys.readouterr().out
    assert __main__.main(["leaderboard", str(tmp_path / "none.csv")]) == 2
    assert "There is no file" in capsys.readouterr().err

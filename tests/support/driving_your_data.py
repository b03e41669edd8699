"""How the tests drive the page Your data."""

import csv

from driving import figures, moved, opened, text, waited
from waiting import LIMIT

from frnn_core import RELATIONS, load_dataset, read_dataset
from frnn_core.experiments.baselines import baseline_names
from frnn_core.text import number
from frnn_core.your_data.advice import finding as told
from pages.ui.your_data.file import sample_text

PAGE = "your_data"
SETTLED = {"yk": "3", "ybeside": "", "yrepeats": "1"}
"""Nothing is chosen, nothing stands beside, rows are dealt once: as `boards.plain_board`."""
QUICK = {"among": "man,euc,mah", **SETTLED}
KEYS = ["man", "euc", "mah"]
HEAD, *LINES = sample_text().splitlines()


def all_text(app):
    return " ".join([text(app), *(element.value for element in app.text)])


def sample(**options):
    return read_dataset(sample_text().encode(), name="sample.csv", **options)


def means(board):
    return {key: number(value) for key, value in board.frame()["mean"].items()}


def assert_shows(app, board):
    """Finding, dots and table are those of the board."""
    assert app.subheader[0].value == told(board)
    figure = figures(app)[0]
    dots = next(trace for trace in figure["data"] if trace["meta"] == "means")
    drawn = {**board.means, **board.beside.drop("majority", errors="ignore")}
    assert dict(zip(dots["customdata"], dots["x"], strict=True)) == drawn
    shown = app.dataframe[-1].value
    names = {f"{spec.label} ({key})": key for key, spec in RELATIONS.items()}
    names |= {label: key for key, label in baseline_names().items()}
    assert {names[row]: mean for row, mean in shown["mean"].items()} == means(board)


def upload(app, name, data):
    app.file_uploader(key="upload").set_value((name, data, "text/plain"))
    return moved(app)


def compared(app):
    """Press the button and wait for the end; of the run first, for every look of the page takes its time."""
    app.button(key="compare").click()
    moved(app)
    if "comparison under way" in app.session_state:
        _, run = app.session_state["comparison under way"]
        run.wait(LIMIT)
    return waited(app, lambda: finished(app))


def finished(app):
    """Whether the finding is there, and final."""
    computing = any("Computing" in (bar.proto.text or "") for bar in app.get("progress"))
    return app.subheader and not computing and not app.subheader[0].value.startswith("So far")


def csv_of(name="wine", separator=",", decimal="."):
    data = load_dataset(name)
    rows = [
        separator.join([*(f"{v:g}".replace(".", decimal) for v in x), f"c{y}"])
        for x, y in zip(data.X, data.y, strict=True)
    ]
    head = separator.join([*(f"f{i}" for i in range(data.X.shape[1])), "kind"])
    return "\n".join([head, *rows]).encode()


def fitted(**params):
    app = opened(PAGE, **{**QUICK, **params})
    app.button(key="fit the model").click()
    return moved(app)


def with_rows(app, data, name="new.csv"):
    app.file_uploader(key="new rows").set_value((name, data, "text/csv"))
    return moved(app)


def few_rows(count=5, drop=()):
    """The last rows of the sample, in another order of columns, without their class."""
    names = HEAD.split(",")
    frame = [dict(zip(names, cells, strict=True)) for cells in csv.reader(LINES[-count:])]
    order = [name for name in reversed(names) if name not in {"outcome", *drop}]
    lines = [",".join(f'"{row[name]}"' for name in order) for row in frame]
    return "\n".join([",".join(order), *lines]).encode()

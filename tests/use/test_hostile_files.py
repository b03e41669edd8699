"""Files that are no models, damaged and hostile ones: each is refused in words, and nothing of it runs."""

import io
import json
import random
import zipfile

import numpy as np
import pytest
from project import ROOT
from trained import mixed_data

from frnn_core import Encoding, fit_model, load_model
from frnn_core.errors import DataError
from frnn_core.use import container, files
from frnn_core.use.container import FORMAT_VERSION, HEADER, array_name
from frnn_core.use.files import model_bytes


@pytest.fixture(scope="module")
def good():
    return model_bytes(fit_model(mixed_data(), "mah", encoding=Encoding(gaps="fill")))


def members(data):
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def packed(parts, kind=zipfile.ZIP_STORED):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", kind) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return target.getvalue()


def with_header(data, change):
    parts = members(data)
    head = json.loads(parts[HEADER])
    change(head)
    return packed({**parts, HEADER: json.dumps(head)})


def array_bytes(array, **options):
    target = io.BytesIO()
    np.lib.format.write_array(target, array, **options)
    return target.getvalue()


def refused(data, words):
    with pytest.raises(DataError, match=words):
        load_model(data)


def why_not(data):
    """Why a file is refused; nothing if it is not."""
    try:
        load_model(data)
    except DataError as error:
        return str(error)
    return ""


def test_files_that_are_no_models_are_refused_in_words(good, tmp_path):
    refused(b"", "is empty")
    refused(b"a,b,c\n1,2,3\n", "is no model file. A model file ends in .frnn")
    refused(packed({"table.csv": "a,b"}), "a zip, but no model file")
    refused(packed({HEADER: "{}"}), "no model file of FRNN Explorer")
    refused(packed({HEADER: "[1, 2"}), "damaged")
    refused(packed({HEADER: "[" * 100_000}), "damaged")
    refused(str(tmp_path), "is a folder")
    refused(str(tmp_path / "none.frnn"), "There is no file")
    with pytest.raises(DataError, match="above the limit of 100 bytes"):
        load_model(good, max_bytes=100)
    (tmp_path / "large.frnn").write_bytes(good)
    with pytest.raises(DataError, match=r"The file large.frnn has .* above the limit"):
        load_model(tmp_path / "large.frnn", max_bytes=100)
    with (tmp_path / "large.frnn").open("rb") as stream:
        assert load_model(stream).columns == load_model(good).columns


def test_damaged_files_are_refused_in_words(good):
    refused(good[: len(good) // 2], "damaged")
    for place in np.linspace(100, len(good) - 100, 40).astype(int):
        broken = bytearray(good)
        broken[place] ^= 0xFF
        words = why_not(bytes(broken))
        assert not words or "Save the model again" in words or "A model file" in words
    parts = members(good)
    refused(
        packed({name: part for name, part in parts.items() if name != array_name(0)}), "no model file holds"
    )
    refused(packed({**parts, array_name(0): parts[array_name(0)][:-8]}), "damaged")


def test_files_of_a_newer_version_are_refused_with_the_cure(good):
    refused(
        with_header(good, lambda head: head.update(version=FORMAT_VERSION + 1, **{"written by": "9.9"})),
        "written by a newer FRNN Explorer \\(9.9, format 2\\).*Update it",
    )
    refused(with_header(good, lambda head: head.update(version="x")), "damaged")


def test_a_relation_that_has_changed_since_is_noted(good):
    def older(head):
        head["model"]["parts"]["settings"]["parts"]["revision"] = 0

    assert "has changed since this model was fitted" in load_model(with_header(good, older)).about.notes[-1]


class Evil:
    def __reduce__(self):
        return (print, ("run",))


def test_hostile_files_are_refused_and_nothing_is_run(good, capsys):
    parts = members(good)
    evil = array_bytes(np.array([Evil()], dtype=object), allow_pickle=True)
    refused(packed({**parts, array_name(0): evil}), "holds Python objects")
    refused(packed({**parts, "../../outside.npy": b""}), "no model file holds")
    refused(packed({**parts, "/etc/outside": b""}), "no model file holds")
    refused(packed(parts, zipfile.ZIP_DEFLATED), "packed by another program")
    huge = (
        b"\x93NUMPY\x01\x00v\x00"
        + f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({10**13},), }}".encode()
    )
    refused(packed({**parts, array_name(0): huge.ljust(128, b" ")}), "damaged")
    records = array_bytes(np.zeros(3, dtype=[("a", "f8")]))
    refused(packed({**parts, array_name(0): records}), "holds Python objects|damaged")
    assert capsys.readouterr().out == ""


def test_a_file_that_claims_to_hold_more_than_it_does_is_refused(good):
    """Two names for the same bytes: the classic bomb without compression."""
    with zipfile.ZipFile(io.BytesIO(good)) as file:
        first = file.getinfo(array_name(0))
        start = good.index(b"PK\x01\x02")
    broken = bytearray(good)
    place = broken.index(array_name(0).encode(), start) - 46
    size = (first.file_size + 10**9).to_bytes(4, "little")
    broken[place + 20 : place + 24] = broken[place + 24 : place + 28] = size
    refused(bytes(broken), "claims to hold more than it does|damaged")


@pytest.mark.parametrize(
    "change",
    [
        lambda head: head["model"].update(kind="Popen"),
        lambda head: head["model"]["parts"].update(model={"function": "os.system"}),
        lambda head: head["model"]["parts"].update(model={"kind": "Model", "parts": {}}),
        lambda head: head["model"]["parts"].update(extra=1),
        lambda head: head["model"]["parts"].update(settings=None),
        lambda head: head["model"]["parts"].update(familiar=None),
        lambda head: head["model"]["parts"].update(columns=[]),
        lambda head: head["model"]["parts"].update(rescaler="x"),
        lambda head: head["model"]["parts"]["about"]["parts"].update(written=[["height"]]),
        lambda head: head["model"]["parts"]["familiar"]["parts"].update(rows=True),
        lambda head: head["model"]["parts"]["columns"][0]["parts"].update(values="x"),
        lambda head: head["model"]["parts"]["model"]["parts"].update(k=0),
        lambda head: head["model"]["parts"]["model"]["parts"].update(k="3"),
        lambda head: head["model"]["parts"]["model"]["parts"].update(classes={"array": 10**6}),
        lambda head: head["model"]["parts"]["model"]["parts"].update(classes={"texts": ["one"]}),
        lambda head: head["model"]["parts"]["model"]["parts"].update(train={"again": 0}),
        lambda head: head.update(model=[1, 2]),
        lambda head: head.update(model=None),
        lambda head: head.update(arrays=3),
    ],
)
def test_headers_that_do_not_fit_are_refused(change, good):
    refused(with_header(good, change), "damaged")


def test_no_class_is_found_by_a_name_that_a_file_gives():
    """Every class and function that may stand in a file is listed in the code."""
    source = (ROOT / "frnn_core/use/codec.py").read_text() + (ROOT / "frnn_core/use/container.py").read_text()
    for word in ("import_module", "__import__", "getattr(sys", "eval(", "exec(", "pickle.load"):
        assert word not in source
    assert set(files.OURS) == {"TrainedModel", "Settings", "About", "Familiar"}
    assert container.KINDS == "fiubU"


def places(tree, path=()):
    """Where something stands in a tree."""
    yield path
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


STRANGE = (
    None,
    0,
    -1,
    10**6,
    1e308,
    "x",
    [],
    {},
    {"array": 0},
    {"function": "identity"},
    {"again": 0},
    [[1]],
)


def test_whatever_is_changed_in_a_header_a_file_loads_or_is_refused_in_words(good):
    parts = members(good)
    text = parts[HEADER]
    every = [path for path in places(json.loads(text)) if path[:1] == ("model",)]
    draw = random.Random(5)
    refusals = 0
    for path in draw.sample(every, 200):
        head = json.loads(text)
        inner = head
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = draw.choice(STRANGE)
        refusals += bool(why_not(packed({**parts, HEADER: json.dumps(head)})))
    assert 100 < refusals < 200

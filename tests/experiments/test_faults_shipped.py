"""A file of the package that is missing, damaged, of another version or a pickle is named, with the cure."""

import io
import json
import zipfile

import numpy as np
import pytest
from project import ROOT

from frnn_core import resources
from frnn_core.data.snapshot import read_snapshot
from frnn_core.experiments import shipped
from frnn_core.experiments.baselines import results
from frnn_core.resources import ShippedError
from frnn_core.studies.learned import combo_inner

READERS = {
    "frnn_core/experiments/results.npz": shipped.shipped.__wrapped__,
    "frnn_core/experiments/results-full.npz": lambda: shipped.shipped.__wrapped__(shipped.file_of("full")),
    "frnn_core/experiments/baselines.npz": results.shipped_baselines.__wrapped__,
    "frnn_core/studies/learned/combo_inner.npz": combo_inner._shipped.__wrapped__,
    "frnn_core/data/snapshot.npz": lambda: read_snapshot("wine"),
}
RAN = []


class Payload:
    def __reduce__(self):
        return RAN.append, ("ran",)


def flipped(content):
    """A wrong byte in every 300, so that no part is spared."""
    wrong = bytearray(content)
    for place in range(1000, len(wrong) - 2000, 300):
        wrong[place] ^= 255
    return bytes(wrong)


def pickled(content):
    """Every array replaced by a pickle that would tell if it were loaded."""
    buffer, new = io.BytesIO(), io.BytesIO()
    np.save(buffer, np.array([Payload()], dtype=object), allow_pickle=True)
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(new, "w") as archive:
        for name in old.namelist():
            archive.writestr(name, buffer.getvalue() if name.endswith(".npy") else old.read(name))
    return new.getvalue()


DAMAGES = {
    "missing": None,
    "empty": lambda content: b"",
    "cut": lambda content: content[: len(content) // 2],
    "garbage": lambda content: b"PK\x03\x04" + b"garbage" * 500,
    "flipped": flipped,
    "pickled": pickled,
    "other": lambda content: b"\x93NUMPY" + content[6:],
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("path", READERS)
def test_a_shipped_file_that_is_damaged_or_missing_is_named_with_the_cure(
    tmp_path, monkeypatch, path, damage
):
    there = tmp_path / path
    there.parent.mkdir(parents=True)
    if DAMAGES[damage] is not None:
        there.write_bytes(DAMAGES[damage]((ROOT / path).read_bytes()))
    monkeypatch.setattr(resources, "files", lambda package: tmp_path / package.replace(".", "/"))
    words = "missing" if damage == "missing" else "damaged"
    with pytest.raises(ShippedError, match=rf"^{path}, .* is {words}.*Restore the file, or install"):
        READERS[path]()
    assert RAN == []


@pytest.mark.parametrize("text", ["", "{", '{"results.npz": {}}', '{"a": {"kinds": [["man"]], "data": []}}'])
def test_a_damaged_list_of_the_files_is_named(tmp_path, monkeypatch, text):
    there = tmp_path / "frnn_core" / "experiments"
    there.mkdir(parents=True)
    (there / shipped.CONTENTS).write_text(text)
    monkeypatch.setattr(resources, "files", lambda package: tmp_path / package.replace(".", "/"))
    with pytest.raises(ShippedError, match=r"^frnn_core/experiments/results.json, .* is damaged"):
        shipped.contents.__wrapped__()


@pytest.mark.parametrize(
    ("change", "words"), [({"layout": 99}, "another layout"), ({"ks": [1]}, "another size")]
)
def test_shipped_results_of_another_version_are_not_taken_for_these(change, words):
    new = io.BytesIO()
    with (
        zipfile.ZipFile(ROOT / "frnn_core" / "experiments" / shipped.FILE) as old,
        zipfile.ZipFile(new, "w") as archive,
    ):
        for name in old.namelist():
            kept = old.read(name)
            archive.writestr(name, json.dumps(json.loads(kept) | change) if name == "header.json" else kept)
    with pytest.raises(ShippedError, match=words) as told:
        shipped.read(new)
    assert ("damaged" in str(told.value)) == (words == "another size")

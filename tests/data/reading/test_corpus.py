"""Tables in the shapes in which they are found are read as they are meant."""

from __future__ import annotations

import pytest

from tests.data.reading.corpus import SHAPES, Shape
from tests.support.table_meaning import Meaning, faults


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.title)
def test_shape(shape: Shape) -> None:
    assert faults(shape.data, shape.meaning) == []


def test_the_corpus_is_large_and_says_everything_once() -> None:
    titles = [shape.title for shape in SHAPES]
    assert len(titles) == len(set(titles)) >= 60
    assert all(shape.meaning.refused or shape.meaning.known for shape in SHAPES)


def test_a_misreading_is_found() -> None:
    meaning = Meaning(("a",), {0: (1.0, "x"), -1: (5.0, None)}, 3, "class", ("x", "y"), ("decimal comma",))
    assert faults(b"a,class\n1,x\n2,y\n3,x\n4,y\n", meaning) == [
        "rows: 4, not 3",
        "no note says 'decimal comma'",
    ]
    same = Meaning(("a",), {0: (1.0, "x"), -1: (5.0, None)}, 4, "class", ("x", "y"))
    assert faults(b"a,class\n1,x\n2,y\n3,x\n4,y\n", same) == ["row -1: (4.0, 'y'), not (5.0, None)"]
    assert faults(b"", meaning) == ["refused: The file is empty. Choose a file with a table in it."]
    refused = Meaning(refused="is empty")
    assert faults(b"", refused) == []
    assert faults(b"a,class\n1,x\n2,y\n3,x\n4,y\n", refused) == [
        "read, though it should be refused: is empty"
    ]

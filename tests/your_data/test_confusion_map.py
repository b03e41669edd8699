"""What was taken for what: the cells of the map, its words, and tables of very many classes."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.your_data.confusion_map import DRAWN_UP_TO, WRITTEN_UP_TO, confusion_map, confusion_text


def counted(values, names=None):
    names = names or [f"c{i}" for i in range(len(values))]
    return pd.DataFrame(np.asarray(values, dtype=float), index=names, columns=names)


THREE = counted([[8, 2, 0], [1, 5, 4], [0, 0, 0]], ["a", "b", "c"])


def test_cells_hold_the_share_of_the_class_and_the_rows_on_hover():
    figure = confusion_map(THREE)
    (cells,) = figure.data
    np.testing.assert_allclose(cells.z, [[0.8, 0.2, 0], [0.1, 0.5, 0.4], [np.nan] * 3])
    assert cells.customdata[1][2] == "b taken for c: 4 rows, .40 of the class"
    assert cells.customdata[2][0] == "c taken for a: no row of this class was judged"
    assert [note.text for note in figure.layout.annotations if note.text in "81254"] == list("82154")


def test_words_name_the_most_frequent_mistakes_first():
    assert confusion_text(THREE) == (
        "13 of 20 rows right; most often wrong: b taken for c (4), a taken for b (2) and b taken for a (1)."
    )
    assert confusion_text(THREE, most=1) == "13 of 20 rows right; most often wrong: b taken for c (4)."
    assert confusion_text(counted(np.diag([3, 4]))) == "7 of 7 rows right."


def test_mistakes_that_are_level_come_in_the_order_of_the_classes():
    told = confusion_text(counted(np.ones((3, 3))), most=2)
    assert told == "3 of 9 rows right; most often wrong: c0 taken for c1 (1) and c0 taken for c2 (1)."


def test_numbers_stand_in_the_cells_of_few_classes_only():
    few, many = (counted(np.eye(n) + 1) for n in (WRITTEN_UP_TO, WRITTEN_UP_TO + 1))
    assert len(confusion_map(few).layout.annotations) - len(confusion_map(many).layout.annotations) == (
        WRITTEN_UP_TO**2
    )


@pytest.mark.parametrize("classes", [DRAWN_UP_TO, 1000])
def test_of_many_classes_those_with_the_most_mistakes_are_drawn(classes):
    values = 5 * np.eye(classes)
    hard = np.random.default_rng(0).permutation(classes)[:DRAWN_UP_TO]
    values[hard, np.roll(hard, 1)] = 3
    (cells,) = confusion_map(counted(values)).data
    drawn = np.sort(hard)
    assert cells.customdata[0][0].startswith(f"c{drawn[0]} taken for c{drawn[0]}")
    np.testing.assert_allclose(cells.z, values[np.ix_(drawn, drawn)] / 8)
    told = confusion_map(counted(values)).layout.title.text
    assert (f"Of {classes:,} classes the {DRAWN_UP_TO} with the most mistakes" in told) == (classes > 40)

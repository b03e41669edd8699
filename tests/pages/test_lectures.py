"""The lectures of docs/guide.md: Home has the same, their links open, and pages say what the guide does."""

import re
from functools import cache

import pytest
from driving import ROOT, moved, opened, seen, text
from links import visited

from frnn_core.data import dataset_names
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import SEVEN
from frnn_core.experiments.score_table import score_table
from frnn_core.text import number
from pages.ui.home.ways import LECTURES

HEADING = re.compile(r"^### \d+\. (?P<title>.*) \((?P<minutes>\d+) minutes\)$", re.MULTILINE)
LINK = re.compile(r"`/(?P<page>\w+)\?(?P<asked>[^`]*)`")


@cache
def lectures():
    """Of each lecture by its title: minutes, the pages and parameters of its links, and its words."""
    guide = (ROOT / "docs/guide.md").read_text(encoding="utf-8")
    part = guide.partition("## In a lecture hall")[2].partition("\n## ")[0]
    heads = list(HEADING.finditer(part))
    ends = [head.start() for head in heads[1:]] + [len(part)]
    found = {}
    for head, end in zip(heads, ends, strict=True):
        words = part[head.end() : end]
        links = [
            (link["page"], dict(pair.split("=") for pair in link["asked"].split("&")))
            for link in LINK.finditer(words)
        ]
        found[head["title"]] = int(head["minutes"]), links, " ".join(words.split())
    return found


def told(title):
    """The words of the lecture whose title begins so."""
    return next(words for known, (_, _, words) in lectures().items() if known.startswith(title))


def same(title):
    """A title with the quotes of either place."""
    return title.translate(str.maketrans("“”", '""'))


def test_home_and_the_guide_have_the_same_lectures():
    in_guide = {
        same(title): (minutes, page, {name: value for name, value in asked.items() if name != "present"})
        for title, (minutes, [(page, asked), *_], _) in lectures().items()
    }
    assert in_guide == {same(title): lecture for title, lecture in LECTURES.items()}
    assert all(10 <= minutes <= 20 for minutes, _, _ in in_guide.values())
    assert len(in_guide) == 9
    assert "9 lectures of 10 to 20 minutes" in [block.label for block in seen().expander]


@pytest.mark.parametrize("title", list(lectures()))
def test_every_link_of_a_lecture_is_followed_as_it_stands(title):
    for page, asked in lectures()[title][1]:
        app = visited(page, **asked)
        assert not [note.value for note in app.warning if note.value.startswith("This link")], (page, asked)


def gaps(variant):
    """The best relation less the worst on each data set."""
    settings = tuple(Setting.of_variant(key, variant) for key in SEVEN)
    frame = score_table(Plan(dataset_names(), settings, (3,))).frame(3)
    return (frame.max(axis=1) - frame.min(axis=1)).sort_values(ascending=False)


def test_where_the_relation_matters_most():
    before, after = gaps("published"), gaps("corrected")
    assert f"{before.index[0]}, by {number(before.iloc[0])}" in told("One missing")
    assert f"then {after.index[0]}, by {number(after.iloc[0])}" in told("One missing")


def test_a_table_read_sideways():
    app = opened("paper", exhibit="sideways")
    ends = re.search(r"p = \*\*(.+?)\*\* the right way round, p = \*\*(.+?)\*\* turned", text(app))
    right, turned = ends.groups()
    assert float(turned) < 1e-6 < 0.2 < float(right)
    assert "from far below .001 to above .2" in told("A table")


def test_the_kernels_cannot_be_told_apart():
    (p,) = re.findall(r"\(\*the relations cannot be told apart\*, p = (\.\d+)\)", told("Do the kernels"))
    app = opened("significance", r="kernels")
    assert f"The relations cannot be told apart (Friedman p = {p}" in text(app)


@pytest.mark.parametrize(
    ("data", "of_guide"),
    [
        ("pima", r"(?P<cells>\d+) of 500 cells lie inside"),
        (
            "ion",
            r"after a guess: (?P<cells>\d+) of 500, and with the best k, which is (?P<k>\d+), a single "
            r"width, γ = (?P<gamma>[.\d]+)\. Ask what one may say of its score, (?P<best>[.\d]+) ",
        ),
    ],
)
def test_how_flat_accuracy_is(data, of_guide):
    of_page = (
        r"The best is (?P<best>\S+) at k = (?P<k>\d+), γ = (?P<gamma>\S+); .* over γ = (?P<low>\S+) to "
        r"(?P<high>\S+), and (?P<cells>\d+) of 500 cells do"
    )
    shown = re.search(of_page, text(opened("sensitivity", view="kg", data=data))).groupdict()
    assert (shown["low"] == shown["high"]) == (data == "ion")
    shown["gamma"] = number(float(shown["gamma"]), 2)
    assert re.search(of_guide, told("How flat")).groupdict().items() <= shown.items()


def test_where_the_balls_end():
    app = opened("gamma_descent")
    published, corrected = re.search(
        r"Published ends at γ = (\S+) \(accuracy \S+\); corrected at (\S+) \(", text(app)
    ).groups()
    assert f"settle near γ = {float(corrected):.1f}" in told("Why the circular")
    assert f"to γ near {number(float(published), 1)}" in told("Why the circular")
    share = re.search(r"(\d+) % of the test rows", " ".join(note.value for note in app.warning))
    assert share, [note.value for note in app.warning]
    assert "four of ten test rows are like no training row at all" in told("Why the circular")
    assert round(float(share[1]) / 10) == 4


def test_what_learned_weights_bring():
    app = opened("weights")
    gain = re.search(r"The difference is (\S+) \(95 % interval −", text(app))[1]
    ahead, of = re.search(r"On all (\d+) data sets: ahead on (\d+),", text(app)).groups()[::-1]
    assert f"({gain}, and it is not)" in told("How many neighbours")
    assert f"(ahead on {ahead} of {of})" in told("How many neighbours")
    assert "a difference within fold noise" in text(moved(app))

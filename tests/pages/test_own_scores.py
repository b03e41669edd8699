"""Significance on scores that a visitor brings: everything works on them, and they stay in the visit."""

import io
import zipfile

import pytest
from driving import address, figures, moved, opened, text

from frnn_core.stats import compare, read_scores
from frnn_core.stats.sample_scores import SAMPLE
from pages.ui.significance import own

DEMSAR = read_scores(SAMPLE.encode()).frame
EVIL = ["**bold**", "[x](http://evil.org)", "<script>alert(1)</script>", ":smile: $a$"]


def brought(data=SAMPLE, **params):
    app = opened("significance", scores="yours", **params)
    app.file_uploader(key=own._UPLOAD).set_value(("mine.csv", data.encode(), "text/csv"))
    return moved(app)


def heading(app):
    return app.subheader[0].value.replace("\\", "")


def test_without_scores_they_are_asked_for_and_a_sample_is_one_click_away():
    app = opened("significance", scores="yours")
    assert not app.subheader
    assert "never stored or passed on" in text(app)
    assert not app.sidebar.slider
    app.button(key="scores sample").click()
    found = compare(DEMSAR, noun="method")
    pairs = len(found.significant_pairs())
    assert f"Friedman p = .012, 14 of 14 data sets); {pairs} of 6 pairs differ" in heading(moved(app))
    assert address(app) == {"scores": "yours"}
    drawn = str(figures(app)[0])
    assert "The methods differ overall" in drawn
    assert "cf tuned" in drawn


@pytest.mark.parametrize("part", ["Matrix", "One pair", "Ranks", "Bayesian ranking", "Data sets", "In words"])
def test_every_tab_works_on_them(part):
    app = brought(part=part)
    assert heading(app).startswith("Significant overall")
    told = text(app)
    if part == "Matrix":
        assert "C4.5+m+cf has the best mean".replace("+", "\\+").replace(".", "\\.") in told
    if part == "One pair":
        assert "How many data sets to see this gap?" in told
        assert "more of this one" in told
        assert len(figures(app)) == 4
    if part == "In words":
        assert told.count("We compared 4 methods") == 1
        assert "by score on 14 data sets" in told


def test_choices_and_directions_reach_the_tests():
    app = brought(svs="1", correction="bonferroni")
    found = compare(DEMSAR, control="C4.5", correction="bonferroni", noun="method")
    assert f"{len(found.significant_pairs())} of 3 pairs differ" in heading(app)
    assert app.selectbox(key="svs").options[1] == "All against C4.5"
    app.toggle(key="slower").set_value(True)
    assert "lower is better" in text(moved(app))
    assert address(app) == {"scores": "yours", "svs": "1", "correction": "bonferroni", "slower": "1"}


def test_data_sets_are_left_out_by_place_and_marked():
    app = brought(soff="1,14", part="Data sets")
    assert "12 of 12 data sets" in heading(app)
    assert "Exploratory: 2 data sets removed by hand" in text(app)
    next(button for button in app.button if button.label == "Restore all").click()
    assert "14 of 14 data sets" in heading(moved(app))


def test_what_a_link_asks_and_the_table_has_not_is_said():
    app = brought(svs="9", sva="3", svb="3", soff="2,15,900", part="One pair")
    told = [note.value for note in app.warning if note.value.startswith("This link asked for")]
    assert len(told) == 3
    assert "method compared with = 9; the table has 4 methods. That part was ignored; All pairs is" in told[1]
    assert "left out by place = 2,15,900; the table has 14 data sets" in told[0]
    assert "second method = 3; a pair is of two different ones" in told[2]
    assert app.selectbox(key="svs").value == 0
    assert "13 of 13 data sets" in heading(app)
    assert "Exploratory: 1 data set removed by hand" in text(app)
    assert address(app) == {"scores": "yours", "sva": "3", "svb": "1", "soff": "2", "part": "One pair"}


def test_a_link_to_somebodys_scores_says_that_they_must_be_uploaded_again():
    app = opened("significance", scores="yours", svs="2")
    (note,) = app.warning
    assert "Upload the table again below" in note.value
    assert address(app) == {"scores": "yours", "svs": "2"}
    app.file_uploader(key=own._UPLOAD).set_value(("mine.csv", SAMPLE.encode(), "text/csv"))
    moved(app)
    assert not [note for note in app.warning if "upload" in note.value.lower()]
    assert app.selectbox(key="svs").value == 2
    chosen = opened("significance")
    chosen.segmented_control(key="scores").set_value("yours")
    assert not moved(chosen).warning


def test_names_are_shown_as_they_stand():
    rows = "\n".join(f"set {i},{0.5 + i / 90},{0.6 - i / 80},{0.4 + i % 3 / 10},{0.3}" for i in range(9))
    app = brought(f"data set,{','.join(EVIL)}\n{rows}\n", part="In words")
    told = text(app)
    assert "\\*\\*bold\\*\\*" in told
    assert "**bold**" not in told
    assert "](http" not in told
    assert "<script>" not in told
    shown = str(figures(app)[0]["layout"])
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown


def test_they_are_in_no_link_no_shared_cache_and_no_other_visit():
    app = brought("data set,secretive,other\nu,.9,.8\nv,.7,.6\nw,.5,.4\n", part="One pair", sva="2", svb="1")
    assert "secretive" not in str(address(app))
    other = opened("significance", scores="yours")
    assert "secretive" not in text(other)
    assert not other.subheader


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("data set,a\nu,.9\nv,.8\n", "one method only"),
        ("data set,a,b\nu,x,y\n", "No column holds numbers"),
        ("data set,method,score\nu,a,.1\nu,a,.2\n", "has two scores on u"),
        (
            "data set," + ",".join(f"m{i}" for i in range(70)) + "\n" + f"u{',.5' * 70}\n" * 1,
            "There are 70 methods",
        ),
    ],
)
def test_what_cannot_be_compared_is_said_in_words(data, words):
    assert words in text(brought(data)).replace("\\", "")


def test_a_table_on_its_side_is_noticed_and_turned():
    data = "method,u,v,w,x,y\na,.9,.8,.7,.8,.9\nb,.5,.6,.5,.4,.3\n"
    app = brought(data)
    assert "looks transposed" in text(app)
    app.toggle(key="sturn").set_value(True)
    assert "5 of 5 data sets" in heading(moved(app))
    assert "looks transposed" not in text(app)


def test_the_bundle_compares_them_again(tmp_path, monkeypatch, capsys):
    from frnn_core.stats.scores_bundle import scores_bundle

    result = compare(DEMSAR.rename_axis("data set"), noun="method", test="nemenyi", lower_is_better=True)
    packed = scores_bundle(result, {"comparison.txt": "words"}, about="Four methods.")
    assert packed == scores_bundle(result, {"comparison.txt": "words"}, about="Four methods.")
    zipfile.ZipFile(io.BytesIO(packed)).extractall(tmp_path)
    assert (tmp_path / "README.txt").read_text().startswith("Four methods.\nFRNN Explorer")
    monkeypatch.chdir(tmp_path)
    exec(compile((tmp_path / "reproduce.py").read_text(), "reproduce.py", "exec"), {})
    told = capsys.readouterr().out
    assert f"Friedman: chi-square = {result.friedman.statistic:.2f}" in told


def test_nemenyi_is_replaced_with_a_word_and_stays_the_choice():
    app = opened("significance", test="nemenyi", blanks="skillings-mack")
    (note,) = [info.value for info in app.info if "Nemenyi" in info.value]
    assert "Each pair is compared by Wilcoxon signed-rank instead" in note
    assert app.selectbox(key="test").value == "nemenyi"
    assert address(app) == {"test": "nemenyi", "blanks": "skillings-mack"}
    assert "Wilcoxon signed-rank" in text(app)
    assert 'test="' not in text(app)
    app.selectbox(key="blanks").set_value("complete")
    moved(app)
    assert not [info for info in app.info if "Nemenyi" in info.value]

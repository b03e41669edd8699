"""The page Paper shows what the core finds: counts, verdicts, exhibits, printed tables."""

import base64

import numpy as np
import pytest
from driving import address, figures, moved, opened, seen, text

from frnn_core.paper.cells import agreement_counts, printed_cells
from frnn_core.paper.claims import VERDICTS, audit, claims, finding, topics
from frnn_core.paper.columns import NUMBERS
from frnn_core.paper.exhibits import (
    chebyshev_story,
    chebyshev_summary,
    descent_summary,
    friedman_ranks,
    sideways_story,
)
from frnn_core.paper.left_out import left_out, left_out_words
from frnn_core.paper.table_views import (
    absent_rows,
    agreement_words,
    blank_reasons,
    other_table,
    other_tables,
    table_view,
)
from frnn_core.paper.verdicts import p_short
from frnn_core.text import number
from pages.ui.paper.tables import all_cells, latex

PAGE = "paper"
COMPARED = ("3 decimals", "within .01", "beyond")


def claims_table(app):
    """The table of claims on screen."""
    return next(frame.value for frame in app.dataframe if "Verdict" in frame.value)


def trace(app, meta):
    """One trace of the figures on screen, arrays as lists."""
    (found,) = [data for figure in figures(app) for data in figure["data"] if data.get("meta") == meta]
    return {key: _plain(value) for key, value in found.items()}


def _plain(value):
    """A list, also where the figure carries the bytes of an array."""
    if not isinstance(value, dict) or "bdata" not in value:
        return value
    flat = np.frombuffer(base64.b64decode(value["bdata"]), value["dtype"])
    shape = [int(size) for size in str(value.get("shape", len(flat))).split(",")]
    return flat.reshape(shape).tolist()


@pytest.mark.quick
def test_the_counts_are_those_of_cells_and_audit():
    app = seen(PAGE)
    counts = agreement_counts(printed_cells("published"))
    verdicts = audit()["verdict"].value_counts()
    expected = [
        *(f"{counts.loc['KEEL', name]:,}" for name in COMPARED),
        *(f"{counts.loc['stand-in', name]:,}" for name in COMPARED),
        *(str(verdicts[name]) for name in VERDICTS),
    ]
    assert [metric.value for metric in app.metric] == expected
    assert app.title[0].value == "What holds?"
    assert "Every printed number beside a recomputed one." in text(app)
    assert address(app) == {}


def test_the_finding_gives_the_cells_on_keels_folds_first():
    heading = seen(PAGE).subheader[0].value
    exact, near, far = agreement_counts(printed_cells("published")).loc["KEEL", list(COMPARED)]
    assert f"{exact:,} of {exact + near + far:,} printed cells come out to 3 decimals" in heading
    assert f"{exact + near:,} within .01" in heading
    holds, not_so, unknown = (int((audit()["verdict"] == verdict).sum()) for verdict in VERDICTS)
    assert f"{holds} hold, {not_so} do not follow, {unknown} cannot be checked" in heading


def test_every_claim_is_on_screen_with_its_verdict():
    shown = claims_table(seen(PAGE))
    signs = {"holds": "✓", "does not follow": "≠", "cannot be checked": "?"}
    assert shown["Claim"].tolist() == [claim.title for claim in claims()]
    assert shown["Where"].tolist() == [claim.where for claim in claims()]
    assert shown["Verdict"].tolist() == [finding(claim.id).verdict for claim in claims()]
    assert shown["Recomputed"].tolist() == [finding(claim.id).recomputed for claim in claims()]
    assert shown[" "].tolist() == [signs[verdict] for verdict in shown["Verdict"]]


@pytest.mark.parametrize(
    ("key", "verdict"), [("holds", "holds"), ("not", "does not follow"), ("open", "cannot be checked")]
)
def test_the_verdict_filters_the_claims(key, verdict):
    app = opened(PAGE)
    app.pills(key="verdict").set_value(key)
    shown = claims_table(moved(app))
    expected = [claim.title for claim in claims() if finding(claim.id).verdict == verdict]
    assert shown["Claim"].tolist() == expected
    assert set(shown["Verdict"]) == {verdict}
    assert address(app) == {"verdict": key}


def test_the_topic_filters_the_claims_and_an_empty_choice_has_a_way_back():
    app = opened(PAGE)
    app.selectbox(key="topic").set_value("cells")
    shown = claims_table(moved(app))
    assert shown["Claim"].tolist() == [claim.title for claim in claims() if topics()[claim.id] == "Cells"]
    assert address(app) == {"topic": "cells"}
    app.pills(key="verdict").set_value("open")
    moved(app)
    assert "No claim of this topic has this verdict." in text(app)
    next(button for button in app.button if button.label == "Show all claims").click()
    assert len(claims_table(moved(app))) == len(claims())
    assert address(app) == {}


def assert_evidence(app, claim_id):
    claim = next(claim for claim in claims() if claim.id == claim_id)
    words = text(app)
    assert claim.says in words
    assert f"**Recomputed:** {finding(claim_id).recomputed}" in words
    assert f"**How it was judged:** {claim.how}" in words


def test_a_link_to_a_claim_opens_its_evidence():
    app = opened(PAGE, claim="friedman-dml")
    assert_evidence(app, "friedman-dml")
    assert address(app) == {"claim": "friedman-dml"}
    numbers = next(frame.value for frame in app.dataframe if "value" in frame.value)
    assert numbers["value"].iloc[0] == f"{finding('friedman-dml').numbers['p']:.4g}"
    evidence = next(frame.value for frame in app.dataframe if "p transposed" in frame.value)
    assert evidence["p"].tolist() == finding("friedman-dml").evidence["p"].tolist()


def test_a_claim_can_be_opened_by_name():
    app = opened(PAGE)
    assert "How it was judged" not in text(app)
    app.selectbox(key="claim").set_value("chebyshev-column")
    assert_evidence(moved(app), "chebyshev-column")
    assert address(app) == {"claim": "chebyshev-column"}


def test_the_first_exhibit_is_the_absolute_value():
    app = seen(PAGE)
    told, words = chebyshev_summary(), text(app)
    for value in (told["printed"], told["published"], told["corrected"], told["euc"]):
        assert number(value) in words
    assert f"{told['published agree']} come out to 3 decimals without the absolute value" in words
    assert f"{told['corrected agree']} with it" in words
    story = chebyshev_story()
    for name in ("printed", "published", "corrected"):
        assert sorted(trace(app, name)["x"]) == pytest.approx(sorted(story[name]))


@pytest.mark.parametrize(("turn", "column"), [("right", "p"), ("turned", "p transposed")])
def test_the_table_can_be_turned(turn, column):
    app = opened(PAGE)
    app.segmented_control(key="exhibit").set_value("sideways")
    moved(app)
    app.segmented_control(key="turn").set_value(turn)
    moved(app)
    row = sideways_story().loc["table_dml"]
    assert f"p = **{p_short(row['p'])}** the right way round" in text(app)
    assert f"p = **{p_short(row['p transposed'])}** turned" in text(app)
    title = figures(app)[0]["layout"]["title"]["text"]
    assert f"p = {p_short(row[column])}" in title
    ranks = friedman_ranks("table_dml", turn == "turned")
    assert trace(app, "ranks")["z"] == ranks.to_numpy().tolist()
    assert address(app) == {"exhibit": "sideways"} | ({"turn": "right"} if turn == "right" else {})


def test_the_exhibit_has_all_four_tables():
    app = opened(PAGE, exhibit="sideways")
    story = sideways_story()
    table = app.table[0].value
    assert table["Right way"].tolist() == [p_short(p) for p in story["p"]]
    assert table["Turned"].tolist() == [p_short(p) for p in story["p transposed"]]
    app.selectbox(key="tested").set_value("kernels")
    assert f"p = **{p_short(story.loc['table_kernels', 'p'])}**" in text(moved(app))
    assert address(app)["tested"] == "kernels"


def test_the_exhibit_on_descent():
    app = opened(PAGE, exhibit="descent")
    told, words = descent_summary(), text(app)
    for column in ("printed", "published", "corrected", "unfitted"):
        assert " and ".join(number(value) for value in told[column]) in words
    drawn = trace(app, "corrected")
    assert len(drawn["x"]) == told.loc["cir-grad", "data sets"]


def test_a_printed_table_beside_ours():
    app = opened(PAGE, pt="Printed tables")
    view = table_view("table_distances", "published")
    assert agreement_words(view.cells) in text(app)
    keel = view.difference[view.folds == "KEEL"]
    shown = trace(app, "KEEL")["z"]
    assert shown[0] == pytest.approx(keel.iloc[0].tolist(), nan_ok=True)
    assert len(shown) == len(keel) == 21
    numbers = next(frame.value for frame in app.dataframe if "printed − ours" in frame.value)
    assert numbers["printed"].tolist() == pytest.approx(view.cells["printed"].tolist(), nan_ok=True)


def test_the_controls_of_a_printed_table():
    app = opened(PAGE, pt="Printed tables")
    app.selectbox(key="table").set_value("19")
    moved(app)
    app.segmented_control(key="as").set_value("corrected")
    moved(app)
    app.segmented_control(key="cellshow").set_value("ours")
    moved(app)
    view = table_view("table_gradient_kernels", "corrected")
    assert agreement_words(view.cells) in text(app)
    assert trace(app, "KEEL")["z"][0] == pytest.approx(view.ours.iloc[0].tolist())
    assert address(app) == {
        "table": "19",
        "as": "corrected",
        "cellshow": "ours",
        "pt": "Printed tables",
    }


def test_the_variant_is_offered_only_where_it_changes_the_table():
    app = opened(PAGE, pt="Printed tables", table="11")
    assert "as" not in [control.key for control in app.segmented_control]
    assert "Table 11" in text(app)


def test_other_printed_tables_are_shown_beside_what_is_recomputed():
    app = opened(PAGE, pt="Printed tables")
    for label, (title, ids) in other_tables().items():
        app.selectbox(key="table").set_value(label.removeprefix("Table "))
        shown = moved(app).dataframe[0].value
        expected = other_table(label)
        assert list(shown) == list(expected)
        assert shown.iloc[:, -1].tolist() == expected.iloc[:, -1].tolist()
        assert f"**{label}: {title}.**" in text(app)
        assert all(finding(claim_id).recomputed in text(app) for claim_id in ids)


def test_a_button_opens_the_evidence_of_a_table():
    app = opened(PAGE, pt="Printed tables", table="7")
    app.button(key="evidence ranks-distances").click()
    assert_evidence(moved(app), "ranks-distances")


def test_what_cannot_be_checked_and_why():
    app = opened(PAGE, pt="What cannot be checked")
    words = text(app)
    for claim in claims():
        if finding(claim.id).verdict == "cannot be checked":
            assert f"**{claim.title}** ({claim.where}). {finding(claim.id).note}" in words
    reasons = blank_reasons(printed_cells("published"))
    shown = next(frame.value for frame in app.dataframe if "reason" in frame.value)
    assert shown["cells"].tolist() == reasons["cells"].tolist()
    assert f"**{absent_rows()['missing'].sum()} rows**" in words


def test_a_bad_link_is_ignored_with_a_note():
    asked = {"claim": "nonsense", "verdict": "maybe", "table": "99", "as": "x", "exhibit": "y"}
    app = opened(PAGE, **asked)
    notes = " ".join(warning.value for warning in app.warning)
    assert all(value in notes for value in asked.values())
    assert address(app) == {}
    assert "How it was judged" not in text(app)


def test_reset_puts_everything_back():
    app = opened(PAGE, verdict="not", exhibit="descent", table="19", turn="right")
    next(button for button in app.button if button.label == "Reset").click()
    assert address(moved(app)) == {}
    assert len(claims_table(app)) == len(claims())


def test_the_files_hold_claims_and_cells():
    app = seen(PAGE)
    labels = [button.label for button in app.get("download_button")]
    assert labels == ["CSV", "LaTeX", "SVG", "PDF", "Cells", "Table, LaTeX"]
    cells = all_cells()
    assert len(cells) == 2 * len(printed_cells())
    assert set(cells["variant"]) == {"published", "corrected"}
    assert set(cells["table"]) == set(NUMBERS.values())
    both = cells.dropna(subset=["printed", "ours"])
    np.testing.assert_allclose(both["printed - ours"], both["printed"] - both["ours"])


def test_a_table_as_latex():
    accuracies = latex("6", "published")
    assert "wine & stand-in & .967 (" in accuracies
    assert "Table 6 of the paper: the seven distances, printed (recomputed as published)." in accuracies
    assert "man & 2.405 & 2.450" in latex("7", "published")


def test_what_was_left_out_is_told_under_the_encoding_that_is_chosen():
    app = opened("paper", exhibit="left-out", cats="value-difference", gaps="fill")
    found = left_out(3, "value-difference", "fill")
    for sentence in left_out_words(found):
        assert sentence in " ".join(element.value for element in app.markdown)
    means = trace(app, "means")
    np.testing.assert_allclose(np.sort(_plain(means["x"])), np.sort(found.tests["gain"]))

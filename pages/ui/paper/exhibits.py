"""Five guided exhibits: an absolute value, a table turned, a descent, what was left out and left open."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from frnn_core.engine.encoding import Encoding
from frnn_core.engine.treatments import GAPS, TREATMENTS
from frnn_core.paper.checks.ranks import SECTIONS, TITLES
from frnn_core.paper.columns import NUMBERS
from frnn_core.paper.exhibits import (
    chebyshev_story,
    chebyshev_summary,
    descent_summary,
    friedman_ranks,
    sideways_story,
)
from frnn_core.paper.figures import printed_column, table_sideways
from frnn_core.paper.figures.gains import gains, gains_text
from frnn_core.paper.fitted_kernels import AT_CHANCE, COMPACT, descent_story
from frnn_core.paper.left_out import LeftOut, known_encodings, left_out, left_out_words
from frnn_core.paper.verdicts import p_short
from frnn_core.studies.gamma_descent import width_text
from frnn_core.studies.gamma_descent.figures import gain
from frnn_core.text import number, signed
from pages.ui import layout, state
from pages.ui.cache import fresh
from pages.ui.controls import switch
from pages.ui.paper import left_open, links
from pages.ui.paper.controls import (
    CATEGORIES,
    CATS,
    EXHIBIT,
    EXHIBITS,
    GAP_WAYS,
    GAPWAY,
    TESTED,
    TURN,
    WAYS,
)


def draw() -> None:
    """The exhibit that was chosen."""
    switch("Exhibit", EXHIBITS, EXHIBIT)
    shown = {
        "abs": absolute_value,
        "sideways": turned_table,
        "descent": settling,
        "left-out": numbers_alone,
        "left-open": left_open.draw,
    }
    shown[state.value(EXHIBIT)]()


def _beside(words: Callable[[], None], picture: Callable[[], None]) -> None:
    """Steps at the left, the picture at the right; one below the other on a phone."""
    with st.container(key="exhibit-parts"):
        left, right = st.columns([2, 3], gap="large")
    with left:
        words()
    with right:
        picture()


def absolute_value() -> None:
    """Chebyshev: printed, as published, corrected."""
    story, told = chebyshev_story(), chebyshev_summary()
    gains = story["corrected"] - story["published"]
    most = str(gains.idxmax())

    def words() -> None:
        st.markdown("**1. The formula.** Chebyshev's distance is the largest difference in any one feature:")
        st.latex(r"d(x, y) = \max_i |x_i - y_i|")
        st.markdown("The published code takes the largest *signed* difference:")
        st.latex(r"\max_i\,(y_i - x_i)")
        st.markdown(
            "A training row that is smaller in every feature then counts as closer than an equal one, "
            "however far away it is."
        )
        st.markdown(
            f"**2. The trace in the print.** Of {told['KEEL cells']} printed cells with KEEL's folds, "
            f"{told['published agree']} come out to 3 decimals without the absolute value and "
            f"{told['corrected agree']} with it."
        )
        st.markdown(
            f"**3. With the absolute value** accuracy rises on {told['better']} of {told['data sets']} data "
            f"sets, most on {most} ({number(story.loc[most, 'published'])} to "
            f"{number(story.loc[most, 'corrected'])}). The mean goes from {number(told['published'])} "
            f"(printed {number(told['printed'])}) to {number(told['corrected'])}, beside "
            f"{number(told['euc'])} for Euclidean."
        )
        links.open_button(links.CHEBYSHEV, "Benchmark: flip As published to Corrected")

    def picture() -> None:
        layout.figure(
            fresh(
                printed_column.printed_column,
                story,
                title="Chebyshev with and without the absolute value",
                look=layout.look(f"Table 6, column che; k = 3, mean of 10 folds, {len(story)} data sets"),
            ),
            "absolute value",
            printed_column.printed_column_text(story),
            "chebyshev",
        )

    _beside(words, picture)


def turned_table() -> None:
    """Friedman's test on a printed table, both ways round."""
    story = sideways_story()

    def words() -> None:
        name = state.value(TESTED)
        row = story.loc[f"table_{name}"]
        st.markdown(
            f"**1. The print.** Friedman's test asks whether relations differ. For the {row['title']} "
            f"(section {SECTIONS[name]}) the paper prints p < {_bound(row['printed bound'])}."
        )
        st.markdown(
            "**2. What should be ranked.** On each data set the *relations* get ranks. If they are equally "
            "good, their mean ranks are about the same, and p is large."
        )
        st.markdown(
            "**3. What is ranked with the table turned.** Each relation ranks the *data sets*. Some data "
            "sets are harder than others for every relation, so p is tiny whatever the relations do."
        )
        st.markdown(
            f"**4. What comes out** on the {row['data sets']} complete rows of {NUMBERS[f'table_{name}']}: "
            f"p = **{p_short(row['p'])}** the right way round, p = **{p_short(row['p transposed'])}** turned."
        )
        st.table(_both_ways(story), border="horizontal")
        links.open_button(links.friedman(name), "Significance: this test on our scores")

    def picture() -> None:
        with st.container(horizontal=True, vertical_alignment="center"):
            switch("Way round", WAYS, TURN)
            st.selectbox(
                "Table",
                TITLES,
                key=TESTED.name,
                format_func=lambda key: f"{NUMBERS[f'table_{key}']}: {TITLES[key]}",
                label_visibility="collapsed",
                width=260,
            )
        name, turned = state.value(TESTED), state.value(TURN) == "turned"
        table = f"table_{name}"
        ranks = friedman_ranks(table, turned)
        p = p_short(story.loc[table, "p transposed" if turned else "p"])
        over = f"{NUMBERS[table]}, {len(ranks)} complete rows; 1 = best"
        layout.figure(
            fresh(table_sideways.sideways, ranks, turned, p=p, look=layout.look(over)),
            "sideways",
            table_sideways.sideways_text(ranks, turned, p),
            "friedman-ranks",
        )

    _beside(words, picture)


def _both_ways(story: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "Printed": [f"< {_bound(bound)}" for bound in story["printed bound"]],
            "Right way": [p_short(p) for p in story["p"]],
            "Turned": [p_short(p) for p in story["p transposed"]],
        },
        index=pd.Index(story["title"].tolist(), name="p-value of"),
    )


def _bound(bound: float) -> str:
    return f"{bound:.0e}".replace("e-0", "e-")


def settling() -> None:
    """Descent on γ for the circular and the spherical kernel."""
    story, told = descent_story(), descent_summary()
    circle = story[story["relation"] == "cir-grad"]
    count = int(told["data sets"].iloc[0])

    def both(column: str) -> str:
        return " and ".join(number(told.loc[name, column]) for name in COMPACT)

    def width(column: str) -> str:
        return " and ".join(width_text(told.loc[name, column]) for name in COMPACT)

    def share(column: str) -> str:
        return " and ".join(f"{told.loc[name, column]:.0%}" for name in COMPACT)

    def change() -> str:
        return " and ".join(signed(told.loc[n, "corrected"] - told.loc[n, "unfitted"]) for n in COMPACT)

    def words() -> None:
        st.markdown(
            f"**1. The print.** With γ learned by descent the circular and the spherical kernel have a mean "
            f"accuracy of {both('printed')}; {share('chance_printed')} of the printed cells are at chance "
            f"(at most {number(AT_CHANCE, 2)} above always naming one class)."
        )
        st.markdown(
            "**2. Why γ shrinks.** The published gradient looks at the *least* similar rows of a row's own "
            "class. Beyond γ these kernels are 0 and stay 0, so those rows do not pull. The other classes "
            f"do, and γ goes from 1 to a median of {width('gamma_published')}, with a mean accuracy of "
            f"{both('published')}."
        )
        st.markdown(
            "**3. With the derivative itself** descent ends at a median γ of "
            f"{width('gamma_corrected')}, with {both('corrected')}. Without learning (γ = 1) it is "
            f"{both('unfitted')}, so learning γ changes the mean by {change()}."
        )
        st.caption(
            f"Circular first, then spherical; k = 3; the {count} data sets small enough for the published "
            "gradient. The published gradient as we run it does not sink to chance as often as the print "
            f"({share('chance_published')} of the data sets), so that gradient alone does not explain the "
            "printed columns."
        )
        links.open_button(links.DESCENT, "Gamma descent on heart: press Play")

    def picture() -> None:
        layout.figure(
            fresh(
                gain.descent_gain,
                circle,
                title="Circular kernel: where descent ends, and what that is worth",
                look=layout.look(f"A line a data set ({count}), k = 3; accuracy with learned γ − with γ = 1"),
            ),
            "settling",
            gain.descent_gain_text(circle),
            "descent-gain",
        )

    _beside(words, picture)


def numbers_alone() -> None:
    """The data sets with all that the paper left out, beside the numbers that it kept."""
    encoding = Encoding(state.value(CATS), state.value(GAPWAY))
    found = left_out(3, encoding.categories, encoding.gaps) if encoding in known_encodings() else None

    def words() -> None:
        if found is None:
            st.markdown(
                "No results under this encoding come with the package. "
                "`python -m frnn_core run --preset full` computes them."
            )
        else:
            st.markdown("\n\n".join(f"**{i}.** {said}" for i, said in enumerate(left_out_words(found), 1)))
        st.caption(
            f"{TREATMENTS[encoding.categories].help} {GAPS[encoding.gaps].help} Rows that both versions have "
            "are in the same folds. KEEL's crx also lost its decimal points, which the full table has; the "
            "full table of bands was not to be had."
        )

    def picture() -> None:
        with st.container(horizontal=True):
            categories = CATEGORIES.__getitem__
            st.selectbox("Categories", CATEGORIES, key=CATS.name, format_func=categories, width=225)
            st.selectbox("Gaps", GAP_WAYS, key=GAPWAY.name, format_func=GAP_WAYS.__getitem__, width=225)
        if found is not None:
            _gains(found)

    _beside(words, picture)


def _gains(found: LeftOut) -> None:
    over = f"k = 3, mean of 10 folds, {len(found.full)} data sets; {found.encoding.words()}"
    picture = gains(found, title="What the full tables are worth", look=layout.look(over))
    layout.figure(picture, "left out", gains_text(found), "left-out")
    with st.expander("By data set, and the test of each relation"):
        st.dataframe(found.gains.T.round(3), height="content")
        st.dataframe(found.tests.round(4), height="content")

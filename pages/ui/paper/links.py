"""From a claim or an exhibit to the page where the same can be seen and changed."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from frnn_core.paper.columns import printed
from pages.ui import selection, shell
from pages.ui.navigation import all_pages

Link = tuple[str, Mapping[str, str]]
CONDITIONS = {param.name: param.write(param.default) for param in selection.CONDITIONS}
BASE = {"d": "all", "without": "", "k": "3", "g": "1", **CONDITIONS}
RELATIONS = {
    "distances": "seven",
    "kernels": "kernels",
    "dml": "man,nca,lmnn,dmlmj",
    "gradient-kernels": "exp,gauss-grad,exp-grad,rat-grad,cir-grad,sph-grad",
}
SIX = "man,euc,che,can,cos,mah"
DESCENT: Link = (
    "gamma_descent",
    {"set": "heart", "kind": "circle", "method": "descent", "start": "1", "runs": "both"},
)


def benchmark(relations: str, variant: str = "corrected", cell: str = "", show: str = "score") -> Link:
    """Scores of some relations; the cell is opened."""
    opened = {"cell": cell} if cell else {}
    return "benchmark", {**BASE, "r": relations, "v": variant, "show": show, "tab": "One cell", **opened}


def significance(
    relations: str, variant: str = "published", pair: str = "", against: str = "all", part: str = "Pairs"
) -> Link:
    """The tests of some relations, or one pair ("nca/man")."""
    first, _, second = pair.partition("/")
    asked = {"a": first, "b": second, "part": "One pair"} if pair else {"part": part}
    usual = {"test": "conover", "blanks": "complete", "correction": "holm", "alpha": "0.05"}
    return "significance", {**BASE, **usual, "r": relations, "v": variant, "against": against, **asked}


def over_k(relations: str, shown: str = "rank", variant: str = "published") -> Link:
    """Some relations for every k."""
    return "sensitivity", {**BASE, "view": "k", "over": shown, "r": relations, "v": variant}


def friedman(name: str) -> Link:
    """Friedman's test of our scores on the rows of a printed table."""
    page, asked = significance(RELATIONS[name.replace("_", "-")])
    rows = ",".join(printed(f"table_{name}").index)
    return page, {**asked, "d": "own", "only": rows}


CHEBYSHEV = benchmark("seven", "published", "texture/che")
LINKS: dict[str, Link] = {
    "cells-man-euc": benchmark("man,euc"),
    "cells-can": benchmark("can"),
    "cells-angles": benchmark("pcc,cos"),
    "cells-mah": benchmark("mah"),
    "cells-kernels": benchmark("kernels"),
    "cells-by-k": over_k("man,euc", "score"),
    "chebyshev-column": CHEBYSHEV,
    "chebyshev-worst": significance("seven", "corrected", part="Ranks"),
    "chebyshev-two-sets": benchmark("seven", cell="thyroid/che"),
    "descent-collapse": DESCENT,
    "csmbr-column": benchmark("mahalanobis", "published", "dermatology/class-mah"),
    "dml-squared": benchmark("man,dmlmj", "published"),
    "dml-default": benchmark("man,nca,lmnn"),
    "combo-seven": benchmark("man,combo"),
    "undefined-cells": benchmark("mah", cell="sonar/mah"),
    "data-ecoli": benchmark("man,euc", cell="ecoli/man"),
    "data-mammo": benchmark("man,euc", cell="mammo/man"),
    "titanic-ties": benchmark("seven", cell="titanic/man"),
    **{f"friedman-{name.replace('_', '-')}": friedman(name) for name in ("distances", "kernels", "dml")},
    "friedman-gradient-kernels": friedman("gradient_kernels"),
    **{
        f"{kind}-{name}": significance(relations, part=part)
        for kind, part in (("ranks", "Ranks"), ("pairs", "Pairs"))
        for name, relations in RELATIONS.items()
    },
    "man-best": significance("seven", against="man"),
    "order-distances": significance("seven", part="Ranks"),
    "ranks-by-k": over_k(SIX),
    "order-by-k": over_k(SIX),
    **dict.fromkeys(
        ("csmbr-wilcoxon", "csmbr-significant"), significance("mahalanobis", pair="class-mah/mah")
    ),
    "csmbr-below-man": significance("mahalanobis", pair="man/class-mah"),
    **dict.fromkeys(("combo-wilcoxon", "combo-mean"), significance("man,combo", pair="combo/man")),
    "nca-significant": significance(RELATIONS["dml"], pair="nca/man"),
    "fitted-gauss-grad": significance("gauss,gauss-grad", pair="gauss-grad/gauss"),
    "fitted-rat-grad": significance("rat,rat-grad", pair="rat-grad/rat"),
    "fitted-no-gain": benchmark(RELATIONS["gradient-kernels"], "published"),
    "means-distances": benchmark("seven", "published"),
    "means-kernels": benchmark("kernels"),
    "gaps": benchmark("seven", "published", show="gap"),
    "canberra-gap": benchmark("seven", "published", show="gap"),
    "combo-gap": benchmark("man,combo", "published", show="gap"),
    "nca-consistent": over_k("man,nca", "score"),
    "nca-margin": over_k("man,nca", "score"),
    "kernels-monk": benchmark("kernels", cell="monk/man"),
}
"""Claims by id; the others have no live view."""

OPEN: dict[str, Link] = {
    "weights": ("weights", {}),
    "rank": ("learned", {"la": "rank"}),
    "classes": ("learned", {"learn": "class-man"}),
    "local": ("learned", {"learn": "local-man"}),
    "tuning": ("gamma_descent", {}),
    "worth": ("benchmark", {"beside": "frnn-blended,frnn-tuned,svm-tuned,forest-balanced,boosting"}),
    "study": ("weights", {"wt": "all", "wc": "one"}),
}
"""Questions that the paper left open, by key."""


def open_button(link: Link, words: str = "") -> None:
    """A link that opens the live view."""
    page, asked = link
    st.page_link(
        shell.page(page),
        label=words or f"Open in {all_pages()[page].title}",
        query_params=asked,
        icon=":material/open_in_new:",
    )

"""What an approximate search is worth, in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from frnn_core.errors import unknown_name

Search = Literal["exact", "approximate"]
SEARCHES: tuple[Search, ...] = get_args(Search)


def check_search(search: str) -> Search:
    """Give the search back, or raise an error that names both."""
    for known in SEARCHES:
        if search == known:
            return known
    raise unknown_name("search", search, SEARCHES)


@dataclass(frozen=True)
class ClassSearch:
    """How one class is searched: in cells, or exactly for a reason.

    Attributes
    ----------
    label, rows : the class and its number of rows
    cells, probes : how many cells its rows are in, and how many of them a query looks into on
        average; 0 where exact
    nbytes : memory of the cells
    reason : why it is searched exactly; empty where it is not
    """

    label: str
    rows: int
    cells: int = 0
    probes: int = 0
    nbytes: int = 0
    reason: str = ""


@dataclass(frozen=True)
class Recall:
    """What the cells find of what there is, on training rows that are searched exactly too.

    Attributes
    ----------
    rows : number of training rows drawn, each of which was left out of its own search
    k : how many neighbours were looked for in each class
    value : mean over the rows of the share of the k nearest neighbours that is found, in classes with cells
    low, high : Wilson's 95 % interval of it, with the rows as trials. A mean of shares varies no more than
        that of as many zeros and ones, so it is rather too wide; the neighbours of a row are no trials.
    differing : how many of the rows the exact search would give another class
    """

    rows: int
    k: int
    value: float
    low: float
    high: float
    differing: int


@dataclass(frozen=True)
class SearchReport:
    """How neighbours are searched, and what may be missed.

    Attributes
    ----------
    asked : the search that was asked for
    index : the kind of index, empty where every class is searched exactly
    classes : how each class is searched; empty where an exact search was asked for
    build_seconds : time for the index, its adjustment and the measurement of its recall
    recall : what is found, measured; None where every class is searched exactly, so that all is found
    """

    asked: Search
    index: str = ""
    classes: tuple[ClassSearch, ...] = ()
    build_seconds: float = 0.0
    recall: Recall | None = None

    @property
    def exact(self) -> bool:
        """Whether every neighbour is found."""
        return self.recall is None

    @property
    def nbytes(self) -> int:
        """Memory of the index, the training rows themselves aside."""
        return sum(part.nbytes for part in self.classes)

    def text(self) -> str:
        """The report in words."""
        if self.asked == "exact":
            return "Exact search: every neighbour is found."
        if self.recall is None:
            lines = ["Exact search, though an approximate one was asked for: every neighbour is found."]
        else:
            lines = self._measured(self.recall)
        return "\n".join([*lines, *self._exact_classes()])

    __str__ = text

    def _measured(self, found: Recall) -> list[str]:
        lines = [f"Approximate search: {self.index}."]
        for part in self.classes:
            if not part.reason:
                lines.append(
                    f"Class {part.label}: {part.rows:,} rows in {part.cells:,} cells, of which a query looks "
                    f"into {part.probes:,} on average."
                )
        lines.append(f"Built in {self.build_seconds:.1f} s; the index takes {self.nbytes / 1e6:,.1f} MB.")
        lines.append(
            f"Of the {found.k} nearest rows of each of these classes it finds a share of {found.value:.4f} "
            f"(95 % interval {found.low:.4f} to {found.high:.4f}), measured on {found.rows:,} training rows, "
            "each left out of its own search."
        )
        lines.append(f"An exact search would give {found.differing:,} of these rows another class.")
        return lines

    def _exact_classes(self) -> list[str]:
        """One line for each reason, with the classes that it holds for, or how many."""
        lines = []
        for reason in dict.fromkeys(part.reason for part in self.classes if part.reason):
            held = [part.label for part in self.classes if part.reason == reason]
            if len(held) == len(self.classes):
                who = "Every class is"
            elif len(held) == 1:
                who = f"Class {held[0]} is"
            else:
                who = f"{len(held)} of {len(self.classes)} classes are"
            lines.append(f"{who} searched exactly: {reason}.")
        return lines

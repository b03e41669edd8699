"""Small tables in the shapes in which they are found: SHAPES, and what a person means by each."""

from tests.data.reading.corpus.by_hand import BY_HAND
from tests.data.reading.corpus.shape import Shape
from tests.data.reading.corpus.spreadsheets import SPREADSHEETS
from tests.data.reading.corpus.statistics import STATISTICS
from tests.data.reading.corpus.weka_keel import WEKA_KEEL

SHAPES: tuple[Shape, ...] = (*SPREADSHEETS, *STATISTICS, *WEKA_KEEL, *BY_HAND)

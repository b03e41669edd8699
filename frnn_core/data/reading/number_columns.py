"""Columns of numbers, from numbers and from the different texts that stand for them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import GAP_MARKS, is_gap
from frnn_core.data.reading.number_style import NumberStyle
from frnn_core.data.reading.raw_table import Column
from frnn_core.data.reading.spelling import SpellingReader


def number_column(name: str, values: NDArray[np.float64]) -> Column:
    """Make a column of numbers; infinite ones count as missing."""
    infinite = np.isinf(values)
    if not infinite.any():
        return Column(name, values)
    return Column(name, np.where(infinite, np.nan, values), infinite=int(infinite.sum()))


def numbers_of_texts(column: Column, style: NumberStyle) -> Column:
    """Read a column of texts, all of them numbers or gaps, as numbers of a style."""
    texts = column.categories or ()
    plain = [None if is_gap(text) else style.plain(text) for text in texts]
    numbers = np.array([np.nan if text is None else float(text) for text in plain], dtype=np.float64)
    spellings = SpellingReader(style)
    spellings.add(texts, numbers, 0, texts=False)
    spelling = spellings.result(len(texts))
    there = ~column.missing
    places = column.values[there].astype(np.intp)
    values, codes = np.full(len(column.values), np.nan), np.full(len(column.values), -1, dtype=np.int16)
    values[there] = numbers[places]
    if spelling is not None:
        codes[there] = spelling.codes[places]
    rows = np.bincount(places, minlength=len(texts))
    changed = (text for text, told in zip(texts, plain, strict=True) if told not in (None, text))
    return replace(
        number_column(column.name, values),
        samples=column.samples,
        unnamed=column.unnamed,
        declared=column.declared,
        spelling=replace(spelling, codes=codes) if spelling is not None else column.spelling,
        style=style,
        example=next(changed, ""),
        marks=tuple((text, int(rows[p])) for p, text in enumerate(texts) if text.lower() in GAP_MARKS),
    )

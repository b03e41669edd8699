"""The line of column names: whether there is one, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from frnn_core.data.reading.cells import GAP_MARKS, GAPS, is_gap
from frnn_core.data.reading.class_column import CLASS_NAMES, LIKELY_NAMES
from frnn_core.data.reading.number_style import written

Rows = Sequence[Sequence[str]]

_FEWEST_NUMBERED_NAMES = 3


def find_header(rows: Rows, width: int) -> tuple[str, ...] | None:
    """Give the names in the first row; None if it looks like the rows below it."""
    first, rest = rows[0], [cells for cells in rows[1:] if len(cells) == width]
    if len(first) == width - 1 and _all_texts(first, rest):
        return _completed(first, rest)
    if len(first) != width:
        return None
    tests: tuple[Callable[[Sequence[str], Rows], bool], ...] = (
        _all_texts,
        _unlike_its_columns,
        _numbers_its_columns,
        _names_the_class,
    )
    return tuple(first) if any(test(first, rest) for test in tests) else None


def names_in_comment(cells: Sequence[str], rows: Rows, width: int) -> tuple[str, ...] | None:
    """Give the names in a comment above the table, unless it is prose or the table has its own."""
    if len(cells) != width or not _all_texts(cells, rows):
        return None
    plain = find_header(rows, width) is None or all(_all_texts(row, rows) for row in rows)
    return tuple(cells) if plain else None


def is_number(cell: str) -> bool:
    """Tell whether a cell is a number, in whatever style, or a gap."""
    text = cell.strip()
    return is_gap(text) or written(text) is not None


def has_unit(cell: str) -> bool:
    """Tell whether a cell is a number with a unit."""
    number = written(cell.strip())
    return number is not None and bool(number.unit)


def has_title_above(rows: Rows, width: int) -> bool:
    """Tell whether the first row is a title and empty cells, and the second one names the columns."""
    first, below = rows[0], rows[1:]
    if width < 3 or len(first) != width or len(below) < 3 or is_number(first[0]):
        return False
    return not any(cell.strip() for cell in first[1:]) and _all_texts(below[0], below[1:])


def has_units_below(rows: Rows, width: int) -> bool:
    """Tell whether the row below the names gives units: texts above numbers, and nothing above texts."""
    below = [cells for cells in rows[2:] if len(cells) == width]
    if len(below) < 2 or len(rows[1]) != width:
        return False
    named = 0
    for unit, *cells in zip(rows[1], *below, strict=True):
        if _all_numbers(cells):
            named += not is_number(unit)
        elif unit.strip() and unit.strip() not in GAP_MARKS:
            return False
        if written(unit.strip()) is not None:
            return False
    return named > 0


def _completed(first: Sequence[str], rest: Rows) -> tuple[str, ...]:
    """Add the name that is missing: at the end if all rows end in a separator, else of the row names."""
    if all(not cells[-1].strip() for cells in rest):
        return (*first, "")
    return ("", *first)


def _all_texts(first: Sequence[str], rest: Rows) -> bool:
    """Tell whether no cell is a value; 2020 total is none above numbers without that unit."""
    values = (place for place, cell in enumerate(first) if is_number(cell))
    return all(_names_a_number(first[place], place, rest) for place in values)


def _names_a_number(cell: str, place: int, rest: Rows) -> bool:
    """Tell whether a cell is a number with a word that does not stand behind the numbers below it."""
    name = written(cell.strip())
    if name is None or not name.unit:
        return False
    below = [written(cells[place].strip()) for cells in rest if len(cells) > place]
    return not any(number is not None and number.unit == name.unit for number in below)


def _unlike_its_columns(first: Sequence[str], rest: Rows) -> bool:
    """Tell whether a text stands above numbers."""
    return bool(rest) and any(
        not is_number(name) and _all_numbers(below) for name, *below in zip(first, *rest, strict=True)
    )


def _all_numbers(cells: Sequence[str]) -> bool:
    """Tell whether cells are numbers or gaps; words such as none alone may as well be texts."""
    return all(map(is_number, cells)) and (
        all(cell.strip().lower() in GAPS for cell in cells)
        or any(written(cell.strip()) is not None for cell in cells)
    )


def _numbers_its_columns(first: Sequence[str], rest: Rows) -> bool:
    """Tell whether the first row counts the columns: 0, 1, 2, … or 1, 2, 3, …, besides texts."""
    numbered = [(place, cell.strip()) for place, cell in enumerate(first) if is_number(cell)]
    return len(numbered) >= _FEWEST_NUMBERED_NAMES and any(
        all(cell == str(place + start) for place, cell in numbered) for start in (0, 1)
    )


def _names_the_class(first: Sequence[str], rest: Rows) -> bool:
    """Tell whether a usual name of the class stands above other texts; y above n is a label."""
    for place, cell in enumerate(first):
        name, below = cell.strip().lower(), {cells[place].strip().lower() for cells in rest}
        if name in (*CLASS_NAMES, *LIKELY_NAMES) and name not in below:
            return len(name) > 1 or not below or max(map(len, below)) > 1
    return False

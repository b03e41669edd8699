"""Numbers that decide are printed so that they can be told apart."""

from frnn_core.text import apart, told_apart


def test_scores_that_print_alike_get_the_digit_that_tells():
    assert told_apart([0.49996, 0.50004, 0.25]) == [".49996", ".50004", ".25000"]
    assert told_apart([0.71, 0.69, 0.6902]) == [".710", ".690", ".690"]  # the two behind decide nothing
    assert told_apart([0.5, 0.5, 0.1]) == [".500", ".500", ".100"]  # a tie stays one
    assert told_apart([0.7]) == [".700"]
    assert apart(3e-7, 0) == (".0000003", ".0000000")

"""Experiments: plans, their evaluation, results kept and shipped, score tables, long runs."""

"""Figures as pure functions: data in, Plotly figure out."""

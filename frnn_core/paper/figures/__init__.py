"""Figures of the printed tables."""

"""What the page Benchmark alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Benchmark", icon="grid_on", place=10, group="Compare")

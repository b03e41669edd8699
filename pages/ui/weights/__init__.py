"""What the page Weights alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Weights", icon="equalizer", place=14, group="Compare")

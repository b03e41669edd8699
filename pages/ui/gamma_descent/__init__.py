"""What the page Gamma descent alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Gamma descent", icon="trending_down", place=13, group="Compare")

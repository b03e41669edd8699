"""What the page Sensitivity alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Sensitivity", icon="tune", place=12, group="Compare")

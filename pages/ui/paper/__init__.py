"""What the page Paper alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Paper", icon="fact_check", place=30, group="Check")

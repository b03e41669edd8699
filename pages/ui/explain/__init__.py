"""What the page Explain alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Explain", icon="account_tree", place=23, group="Learn")

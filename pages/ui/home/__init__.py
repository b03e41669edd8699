"""What the page Home alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Home", icon="home", place=0)

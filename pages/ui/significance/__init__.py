"""What the page Significance alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Significance", icon="linear_scale", place=11, group="Compare")

"""What the page Playground alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Playground", icon="touch_app", place=21, group="Learn")

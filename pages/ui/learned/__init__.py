"""What the page Learned relations alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Learned relations", icon="school", place=15, group="Compare")

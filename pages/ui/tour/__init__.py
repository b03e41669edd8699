"""What the page Tour alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Tour", icon="route", place=20, group="Learn")

"""What the page Relations alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Relations", icon="join_inner", place=22, group="Learn")

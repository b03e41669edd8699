"""What the page Your data alone needs."""

from pages.ui.navigation import Page

PAGE = Page("Your data", icon="upload_file", place=31, group="Check")

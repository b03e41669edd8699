"""To come."""

from pages.ui import selection, shell

shell.start("significance", selection.PARAMS)

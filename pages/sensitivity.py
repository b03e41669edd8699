"""To come."""

from pages.ui import selection, shell

shell.start("sensitivity", selection.PARAMS)

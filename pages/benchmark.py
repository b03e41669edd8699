"""To come."""

from pages.ui import selection, shell

shell.start("benchmark", selection.PARAMS)

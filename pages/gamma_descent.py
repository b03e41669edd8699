"""To come."""

from pages.ui import selection, shell

shell.start("gamma_descent", selection.PARAMS)

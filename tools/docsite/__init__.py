"""The documentation site: its sources are made from what is there already, and Sphinx builds it.

`python -m tools.docsite FOLDER` writes the sources: Markdown of the repository, its links led to the pages of
the site; a page for each entry of each registry; the reference, from docstrings; the examples, run. Nothing
here needs Sphinx, so all of it is tested without.
"""

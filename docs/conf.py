"""How Sphinx builds the site from what `python -m tools.docsite` has written."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]

from frnn_core import __version__  # noqa: E402

project = "FRNN Explorer"
author = "The FRNN Explorer developers"
project_copyright = author
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx_design", "sphinx_copybutton", "mathml"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
html_math_renderer = "mathml"
add_module_names = False
toc_object_entries_show_parents = "hide"
exclude_patterns = ["files/**"]

html_theme = "pydata_sphinx_theme"
html_title = "FRNN Explorer"
html_static_path = ["_build/source/_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {
    "logo": {"text": "FRNN Explorer"},
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True

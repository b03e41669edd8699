"""A canvas that answers while points are dragged, for the pages under Learn and for Home."""

from pages.ui.scene.mount import Done, mount
from pages.ui.scene.spec import Panel, Show, points, spec

__all__ = ["Done", "Panel", "Show", "mount", "points", "spec"]

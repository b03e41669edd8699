"""A fitted model as data for a scene in the browser, which searches, weighs and decides, but never fits."""

from frnn_core.studies.scene.handed import handed

__all__ = ["handed"]

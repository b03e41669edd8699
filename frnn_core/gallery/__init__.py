"""Relations to look at: similarity fields, link curves, properties on data, and what the paper found."""

from frnn_core.gallery.class_pair import ClassPair, class_pair
from frnn_core.gallery.curves import LinkCurve, link_curve, slope
from frnn_core.gallery.field import Field, Fit, field, fit, two_features
from frnn_core.gallery.properties import Check, properties, property_table
from frnn_core.gallery.standing import Standing, claims_on, standing

__all__ = [
    "Check",
    "ClassPair",
    "Field",
    "Fit",
    "LinkCurve",
    "Standing",
    "claims_on",
    "class_pair",
    "field",
    "fit",
    "link_curve",
    "properties",
    "property_table",
    "slope",
    "standing",
    "two_features",
]

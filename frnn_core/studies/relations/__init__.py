"""Relations to look at: similarity fields, link curves, properties on data, and what the paper found."""

from frnn_core.studies.relations.class_pair import ClassPair, class_pair
from frnn_core.studies.relations.link_curve import LinkCurve, link_curve
from frnn_core.studies.relations.place_in_paper import Standing, claims_on, standing
from frnn_core.studies.relations.properties import Check, properties, property_table
from frnn_core.studies.relations.similarity_field import Field, Fit, field, fit, two_features

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
    "standing",
    "two_features",
]

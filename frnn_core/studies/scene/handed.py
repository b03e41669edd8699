"""A fitted model as plain data: where rows are placed, the distance, the link, what each neighbour counts.

Every relation is an embedding, a base distance and a link, so these say all that a search by definition
needs. What a script in the browser cannot compute (a kernel that it does not know, say) is not handed over.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from frnn_core.engine.fitted import BASE_METRICS, Embedding, Link, Regions, identity
from frnn_core.engine.scalings import Scaler
from frnn_core.engine.weighting import WeightFamily, Weighting
from frnn_core.model import Model
from frnn_core.relations import KERNELS
from frnn_core.relations.embeddings import ClassLinear, ClassScaled, Direction, Linear, Scaled
from frnn_core.relations.links import AffineLink, ClassAffineLink, DiameterLink, KernelLink
from frnn_core.relations.regions import Cells

Data = dict[str, Any]
KNOWN_KERNELS = ("gauss", "exp", "rat", "circle", "sphere")
"""The kernels that the script in the browser computes too; another is drawn by the server alone."""


def handed(model: Model, most_k: int) -> Data | None:
    """What a model is made of, with weights for every k up to `most_k` where they are not learned.

    `kMoves` says whether they are there for another k than the model's. None where some of it cannot be said
    in data.
    """
    relation, scaler = model.relation, model.normaliser
    embedding, link = _embedding(relation.embed), _link(relation.link)
    regions = _regions(relation.regions)
    if not isinstance(scaler, Scaler) or relation.metric not in BASE_METRICS:
        return None
    if embedding is None or link is None or (regions is None and relation.regions is not None):
        return None
    weights = model.weights.at(model.k)
    for_every_k = isinstance(model.weights, Weighting)
    counts = most_k if for_every_k else model.k
    return {
        "scale": {name: getattr(scaler, name).tolist() for name in ("origin", "width", "shift")},
        "embedding": embedding,
        "metric": relation.metric,
        "link": link,
        "byClass": bool(relation.per_class),
        "regions": regions,
        "classes": model.train.n_classes,
        "k": model.k,
        "kMoves": for_every_k,
        "upper": [_table(family, counts) for family in weights.upper],
        "lower": [_table(family, counts) for family in weights.lower],
    }


def _embedding(embed: Embedding) -> Data | None:
    if embed is identity:
        return {"kind": "identity"}
    if isinstance(embed, Direction):
        return {"kind": "direction", "origin": embed.origin.tolist(), "shortest": float(embed.shortest)}
    if isinstance(embed, Linear):
        return {"kind": "linear", "maps": [embed.W.tolist()]}
    if isinstance(embed, ClassLinear):
        return {"kind": "linear", "maps": [W.tolist() for W in embed.maps]}
    if isinstance(embed, Scaled):
        return {"kind": "scaled", "weights": [embed.weights.tolist()]}
    if isinstance(embed, ClassScaled):
        return {"kind": "scaled", "weights": embed.weights.tolist()}
    return None


def _link(link: Link) -> Data | None:
    if isinstance(link, DiameterLink):
        link = link.exact
    if isinstance(link, AffineLink):
        return {"kind": "affine", "scale": float(link.scale), "squared": link.squared}
    if isinstance(link, ClassAffineLink):
        return {"kind": "by class", "scales": link.scales.tolist()}
    if isinstance(link, KernelLink) and np.ndim(link.gamma) == 0:
        key = next((key for key in KNOWN_KERNELS if KERNELS[key].value is link.kernel), "")
        return {"kind": "kernel", "key": key, "gamma": float(link.gamma)} if key else None
    return None


def _regions(regions: Regions | None) -> Data | None:
    if isinstance(regions, Cells):
        return {"centres": regions.centres.tolist(), "width": regions.width.tolist()}
    return None


def _table(family: WeightFamily, counts: int) -> list[list[float]]:
    """The weights for 1, 2, … neighbours."""
    return [np.asarray(family(m), dtype=np.float64).tolist() for m in range(1, counts + 1)]

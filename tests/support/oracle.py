"""FRNN straight from the definitions, in plain Python: slow, short, and independent of the package."""

from __future__ import annotations

import math

import numpy as np


def normalised(train, queries, how="centred"):
    if how is None:
        return train, queries
    low, high = train.min(axis=0), train.max(axis=0)
    width = np.where(high > low, high - low, np.inf)
    origin = (low + high) / 2 if how == "centred" else low
    return (train - origin) / width, (queries - origin) / width


def quadratic(A):
    inverse = np.linalg.inv(A)
    return lambda x, y: math.sqrt(max(0.0, (x - y) @ inverse @ (x - y)))


def root_of_determinant(distance, n):
    """The 2n-th root of the determinant of the matrix behind a quadratic distance of n features."""
    unit, origin = np.eye(n), np.zeros(n)
    squares = [[distance(unit[i] + unit[j], origin) ** 2 for j in range(n)] for i in range(n)]
    own = [distance(unit[i], origin) ** 2 for i in range(n)]
    A = [[(squares[i][j] - own[i] - own[j]) / 2 for j in range(n)] for i in range(n)]
    return np.linalg.det(A) ** (1 / (2 * n))


def largest(distance, rows):
    return max(distance(u, v) for u in rows for v in rows)


def canberra(x, y):
    return sum(abs(a - b) / (abs(a) + abs(b)) for a, b in zip(x, y, strict=True) if abs(a) + abs(b) > 0)


def half_cosine(x, y, origin):
    x, y = x - origin, y - origin
    a, b = math.sqrt(x @ x), math.sqrt(y @ y)
    if a < 1e-9 or b < 1e-9:
        return 1.0 if a < 1e-9 and b < 1e-9 else 0.5
    return (1 + x @ y / (a * b)) / 2


def circle(d, g):
    return 0.0 if d >= g else 2 / math.pi * (math.acos(d / g) - d / g * math.sqrt(1 - (d / g) ** 2))


def sphere(d, g):
    return 0.0 if d >= g else 1 - 1.5 * d / g + 0.5 * (d / g) ** 3


def class_distances(X, y):
    """The Mahalanobis distance of each class and its largest value, with the overall ones as stand-in."""
    overall = quadratic(np.cov(X.T).reshape(X.shape[1], -1))
    result = {}
    for c in sorted(set(y)):
        rows = X[y == c]
        A = np.cov(rows.T).reshape(X.shape[1], -1) if len(rows) > X.shape[1] else np.zeros((1, 1))
        values = np.linalg.eigvalsh(A)
        own = len(rows) > X.shape[1] and values.min() > values.max() * X.shape[1] * np.finfo(float).eps
        distance = quadratic(A) if own else overall
        result[c] = (distance, largest(distance, rows) or largest(overall, X))
    return result


def relation(key, X, y, gamma=1.0, scale="class", variant="corrected"):
    """R(query, row, class of the row) for normalised training rows X with classes y."""
    n = X.shape[1]
    euclid = math.dist
    if key == "mah":
        d = quadratic(np.cov(X.T).reshape(n, -1))
        top = largest(d, X)
        return lambda q, r, c: 1 - d(q, r) / top
    if key == "class-mah":
        own = class_distances(X, y)
        top = largest(quadratic(np.cov(X.T).reshape(n, -1)), X)
        if scale == "volume":
            sizes = {c: root_of_determinant(own[c][0], n) for c in own}
            overall = root_of_determinant(quadratic(np.cov(X.T).reshape(n, -1)), n)
            return lambda q, r, c: 1 - own[c][0](q, r) * overall / sizes[c] / top
        return lambda q, r, c: 1 - own[c][0](q, r) / (own[c][1] if scale == "class" else top)
    sign = abs if variant == "corrected" else lambda difference: difference
    return {
        "man": lambda q, r, c: 1 - sum(abs(q - r)) / n,
        "euc": lambda q, r, c: 1 - euclid(q, r) / math.sqrt(n),
        "che": lambda q, r, c: 1 - max(sign(b - a) for a, b in zip(q, r, strict=True)),
        "can": lambda q, r, c: 1 - canberra(q, r) / n,
        "cos": lambda q, r, c: half_cosine(q, r, np.zeros(n)),
        "pcc": lambda q, r, c: half_cosine(q, r, X.mean(axis=0)),
        "gauss": lambda q, r, c: math.exp(-(euclid(q, r) ** 2) / gamma),
        "exp": lambda q, r, c: math.exp(-euclid(q, r) / gamma),
        "rat": lambda q, r, c: gamma / (euclid(q, r) ** 2 + gamma),
        "circle": lambda q, r, c: circle(euclid(q, r), gamma),
        "sphere": lambda q, r, c: sphere(euclid(q, r), gamma),
    }[key]


SHARES = {
    "linear": lambda i, m: m + 1 - i,
    "strict": lambda i, m: i == 1,
    "mean": lambda i, m: 1,
    "exponential": lambda i, m: 2.0**-i,
    "inverse-additive": lambda i, m: 1 / i,
    "quantifier": lambda i, m: math.sqrt(i) - math.sqrt(i - 1),
}


def samworth(i, m, d):
    """Samworth's i-th of m weights for d features."""
    return (1 + d / 2 - d / (2 * m ** (2 / d)) * (i ** (1 + 2 / d) - (i - 1) ** (1 + 2 / d))) / m


def owa(values, k, weights="linear", d=1):
    """The OWA of the k largest values; weights may be a function m -> m weights."""
    top = sorted(values, reverse=True)[:k]
    if callable(weights):
        shares = list(weights(len(top)))
    elif weights == "samworth":
        shares = [samworth(i, len(top), d) for i in range(1, len(top) + 1)]
    else:
        shares = [SHARES[weights](i, len(top)) for i in range(1, len(top) + 1)]
    return sum(share * value for share, value in zip(shares, top, strict=True)) / sum(shares)


def approximations(key, X, y, queries, k, *, weights="linear", normalise="centred", **params):
    """Lower and upper approximation of every class, as two nested lists; `key` may be a relation itself.

    `weights` is the name of a family, or a pair of lists: families inside and outside, for each class.
    """
    X, queries = normalised(X, queries, normalise)
    R = key if callable(key) else relation(key, X, y, **params)
    d, classes = X.shape[1], sorted(set(y))
    within, without = ([weights] * len(classes),) * 2 if isinstance(weights, str) else weights
    lower, upper = [], []
    for q in queries:
        similar = [(R(q, row, c), c) for row, c in zip(X, y, strict=True)]
        inside = [[s for s, c in similar if c == C] for C in classes]
        outside = [[s for s, c in similar if c != C] for C in classes]
        upper.append([owa(of, k, w, d) for of, w in zip(inside, within, strict=True)])
        lower.append([1 - owa(of, k, w, d) for of, w in zip(outside, without, strict=True)])
    return np.array(lower), np.array(upper)

"""How the tests drive the pages."""

import base64
import json
from functools import cache

import numpy as np
from project import ROOT
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest
from waiting import LIMIT, until

# Every AppTest asks all installed packages for components of Streamlit; what is installed stays the same.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


def opened(page="", **params):
    """A page as a visitor of this link sees it, without the home page first."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=LIMIT)
    if page:
        app.switch_page(f"pages/{page}.py")
    for name, value in params.items():
        app.query_params[name] = value
    return moved(app)


@cache
def seen(page="", **params):
    """The same for a test that only looks: opened once, for all that look at this view."""
    return opened(page, **params)


def moved(app):
    """Run again after a control was moved."""
    app.run()
    assert not app.exception, app.exception
    return app


def waited(app, shown):
    """Look again and again until it shows, as a visitor would."""
    until(shown, lambda: moved(app), again=0.2, told=lambda: text(app))
    return app


def text(app):
    """All words on the page."""
    kinds = (app.title, app.subheader, app.markdown, app.caption, app.info, app.warning, app.error)
    return " ".join(str(element.value) for kind in kinds for element in kind)


def figures(app):
    """The figures of the page, as dictionaries."""
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def scenes(app):
    """What the scenes of the page are told."""
    told = [json.loads(part.proto.json) for part in app.get("bidi_component") if part.proto.json]
    return [each for each in told if isinstance(each, dict) and "square" in each]


def address(app):
    """The parameters in the address."""
    return {name: app.query_params[name] for name in app.query_params}


def popovers(app):
    """The labels of the popovers."""
    return [block.proto.popover.label for block in app.get("popover")]


def decoded(values):
    """Plotly sends arrays as text or as lists."""
    if isinstance(values, dict):
        flat = np.frombuffer(base64.b64decode(values["bdata"]), dtype=np.dtype(values["dtype"]))
        return flat.reshape([int(n) for n in str(values.get("shape", flat.size)).split(",")])
    return np.array(values, dtype=float)

"""The canvas as a component: its script stands beside this file, in parts that make one module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any

import streamlit as st

PARTS = ("engine", "paint", "panel", "bars", "hands", "turns", "edits", "scene")
FOLDER = Path(__file__).parent
LATE = 30_000
"""Milliseconds after which the script of a scene will not come: this browser cannot read it, say."""
MOUNT = f"""
export default function (component) {{
  const root = component.parentElement, sorry = () => component.setTriggerValue("unable", true);
  const show = () => {{
    clearTimeout(root.waiting);
    try {{
      (root.scene ??= new window.frnnScene(root)).take(component);
    }} catch (error) {{
      console.error(error);
      sorry();
    }}
  }};
  if (!document.createElement("canvas").getContext?.("2d")) sorry();
  else if (window.frnnScene) show();
  else {{
    addEventListener("frnn-scene", show, {{once: true}});
    root.waiting ??= setTimeout(() => root.isConnected && sorry(), {LATE});
  }}
  return () => root.isConnected || root.scene?.end(); // also called for data that newer data have overtaken
}}
"""
"""Shows a scene. It is sent with every change, so the script, which is long, is a component by itself."""

PLACE = """
export default function (component) {
  window.frnnPlace = component.parentElement;
  dispatchEvent(new Event("frnn-place"));
}
"""
"""A place for the bars of a scene that stand elsewhere on the page."""
SORRY = (
    "This browser cannot show the scene, so there are figures in its place, and nothing can be dragged. "
    "A newer browser shows it."
)


@dataclass(frozen=True)
class Done:
    """What a visitor has done: where the query is, and the edits of the points as the address holds them.

    `board` is what the scene was told that its points are; by now the page may have others.
    """

    board: str
    query: tuple[float, float]
    edits: str


def script() -> str:
    """The parts of the script, one after the other."""
    return "\n".join((FOLDER / f"{part}.js").read_text(encoding="utf-8") for part in PARTS)


@cache
def _components() -> tuple[Callable[..., Any], ...]:
    """The script, the scene, and a place for its bars."""
    style = (FOLDER / "scene.css").read_text(encoding="utf-8")
    scripts = st.components.v2.component("frnn_scene_script", js=script())
    place = st.components.v2.component("frnn_place", js=PLACE, css=style)
    return scripts, st.components.v2.component("frnn_scene", js=MOUNT, css=style), place


def mount(data: Mapping[str, Any], key: str, take: Callable[[Done], None]) -> None:
    """Show a scene; `take` is called when something was dragged, put or asked, before the page runs again.

    What was done on another board than the one shown last is not taken.
    """
    count = f"{key} count"

    def done() -> None:
        told = _told(st.session_state.get(key))
        if told is not None:
            st.session_state[count], found = told
            if found.board == data["board"]:
                take(found)

    given = {**data, "seq": st.session_state.get(count, 0)}
    scripts, shown, _ = _components()
    with st.container(gap=None):
        scripts(key=f"{key} script")
        shown(key=key, data=given, on_done_change=done, on_unable_change=_unable)


def place_bars(key: str) -> None:
    """Where the bars of the scene on this page stand, if it is told that they are elsewhere."""
    _components()[2](key=key)


def sorry() -> None:
    """Say why there is a figure and no scene."""
    st.caption(SORRY)


def _told(state: Any) -> tuple[int, Done] | None:
    """What a browser sent, if it is what our script sends."""
    try:
        told = state["done"]
        x, y = (float(value) for value in told["query"])
        if not (isfinite(x) and isfinite(y)):
            return None
        return int(told["seq"]), Done(str(told["board"]), (x, y), str(told["edits"]))
    except (KeyError, TypeError, ValueError):
        return None


def _unable() -> None:
    """A browser without a canvas, or one that cannot run the script, gets the figures."""
    st.session_state["no canvas"] = True


def possible() -> bool:
    """Whether the browser of this visit can draw."""
    return not st.session_state.get("no canvas", False)

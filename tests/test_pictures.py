"""The pictures of README and guide: there, small, moving where they should, and made by one tool."""

import io
import re

import pytest
from PIL import Image
from project import ROOT

from tools import moving_pictures
from tools.moving_pictures import LARGEST, MOVING, STILLS, packed, server, way, with_white

PAGES = {"README.md": ROOT / "docs", "docs/guide.md": ROOT / "docs"}


@pytest.mark.parametrize("picture", [*STILLS, *MOVING], ids=lambda picture: picture.name)
def test_a_picture_is_there_and_small_and_shown(picture):
    path = ROOT / "docs" / f"{picture.name}.png"
    assert path.stat().st_size < LARGEST
    with Image.open(path) as image:
        frames = getattr(image, "n_frames", 1)
        assert frames >= 30 if picture in MOVING else frames == 1
        assert image.width >= 900
    told = "".join((ROOT / name).read_text(encoding="utf-8") for name in PAGES)
    assert re.search(rf"!\[[^\]]{{20,}}\]\((docs/)?{picture.name}\.png\)", told), (
        "it is shown, with words for it"
    )


def test_every_picture_of_docs_is_made_by_the_tool():
    made = {f"{picture.name}.png" for picture in (*STILLS, *MOVING)}
    assert {path.name for path in (ROOT / "docs").glob("*.png")} == made


def test_a_way_has_equal_steps_and_both_ends():
    assert way([(0, 0), (3, 0), (3, 1)], 5) == [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]


def test_frames_are_packed_with_their_times_and_colours():
    frames = [Image.new("RGB", (40, 20), "white") for _ in range(3)]
    for i, frame in enumerate(frames):
        frame.paste((11, 110, 143), (10 * i, 0, 10 * i + 10, 20))
    image = Image.open(io.BytesIO(packed(frames, 120)))
    assert (image.n_frames, image.info["loop"]) == (3, 0)
    for i in range(3):
        image.seek(i)
        row = [image.convert("RGB").getpixel((x, 5)) for x in (5, 15, 25, 35)]
        assert [place for place, colour in enumerate(row) if colour != (255, 255, 255)] == [i]
        assert image.info["duration"] == (1200 if i == 2 else 120)
    assert with_white([250, 250, 249, 11, 110, 143]) == [255, 255, 255, 11, 110, 143]


def test_results_of_whoever_takes_the_pictures_are_not_on_them(monkeypatch):
    given = []
    monkeypatch.setenv("FRNN_STORE", "mine.sqlite")
    monkeypatch.setattr(
        moving_pictures.subprocess, "Popen", lambda *words, env, **how: given.append(env) or 1 / 0
    )
    with pytest.raises(ZeroDivisionError), server():
        pass
    assert given[0]["XDG_CACHE_HOME"]
    assert "FRNN_STORE" not in given[0]

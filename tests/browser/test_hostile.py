"""In a real browser nothing in a link or a file becomes a link, a picture, a formula or a script."""

import re
from urllib.parse import quote, urlsplit

import pytest
from browsing import settled, unfolded

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

MARKUP = (
    "www.evil.test",
    "me@evil.test",
    "http://evil.test/",
    "![x](//evil.test/a.png)",
    "[x](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    "$x^2$",
    ":material/home:",
    "**x**",
    "`x`",
)
MADE = "a[href*=evil], a[href^='mailto:'], a[href^='javascript:'], img[src*=evil], img[src=x]"


@pytest.fixture
def asked(visitor):
    """The hosts that the page has asked for something; a blob, which it has made itself, is of its own."""
    hosts = set()
    visitor.on("request", lambda request: hosts.add(urlsplit(request.url.removeprefix("blob:")).hostname))
    visitor.on("dialog", lambda dialog: hosts.add(f"a dialog: {dialog.message}"))
    return hosts


def seen(page):
    """The words of the page, without the joiners that nobody sees."""
    return page.inner_text("[data-testid=stMain]").replace("\N{WORD JOINER}", "")


def test_a_hostile_link_is_shown_as_it_stands(server, visitor, asked):
    names = ("step", "tr", "tc", "tk", "ts")
    for some in (MARKUP[:5], MARKUP[5:]):
        visitor.goto(
            f"{server.url}/tour?" + "&".join(f"{n}={quote(v)}" for n, v in zip(names, some, strict=True))
        )
        visitor.get_by_text("This link asked for step").wait_for()
        settled(visitor)
        for value in some:
            assert f"= {value}; " in seen(visitor)
        assert visitor.locator(MADE).count() == 0
        assert visitor.locator("[data-testid=stAlert] :is(a, img, strong, em, code, .katex)").count() == 0
    assert asked == {"127.0.0.1"}


def test_hostile_names_in_a_file_are_shown_as_they_stand(server, visitor, asked, tmp_path):
    head = ",".join(f'"{name}"' for name in MARKUP)
    rows = [",".join([*(str((i * j) % 7) for j in range(1, len(MARKUP))), MARKUP[i % 2]]) for i in range(40)]
    file = tmp_path / "www.evil.test ![x](a) $x$.csv"
    file.write_text("\n".join([head, *rows]))
    visitor.goto(f"{server.url}/your_data?among=man,mah&yk=3&ybeside=&yrepeats=1&target={quote(MARKUP[0])}")
    visitor.get_by_text("Until you upload a table").wait_for()
    settled(visitor)
    visitor.set_input_files("input[type=file]", file)
    visitor.get_by_text(re.compile("40 of 40 rows|The class column is chosen above")).first.wait_for()
    settled(visitor)
    visitor.get_by_text(re.compile("^First rows")).click()
    visitor.get_by_text(re.compile("Understood as")).wait_for()
    options = unfolded(visitor, re.compile("Class column"))
    assert {*MARKUP} & {*options.all_inner_texts()}
    assert visitor.locator(MADE).count() == 0
    assert asked == {"127.0.0.1"}


def test_hostile_names_in_an_error_are_shown_as_they_stand(server, visitor, asked, tmp_path):
    file = tmp_path / "x.csv"
    file.write_text("\n".join(["www.evil.test,www.evil.test,class", *(f"{i},1,a" for i in range(9))]))
    visitor.goto(f"{server.url}/your_data?among=man&yk=3&ybeside=&yrepeats=1")
    visitor.get_by_text("Until you upload a table").wait_for()
    settled(visitor)
    visitor.set_input_files("input[type=file]", file)
    visitor.get_by_text("Several columns have the same name").wait_for()
    assert "the same name: www.evil.test" in seen(visitor)
    assert visitor.locator(MADE).count() == 0
    assert asked == {"127.0.0.1"}

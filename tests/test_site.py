"""The documentation site, without Sphinx: every entry has a page, every link a target, every example runs."""

import doctest
import re
from functools import cache
from pathlib import Path

import pytest
from project import ROOT

import frnn_core
from tools.docsite import choices, docstrings, documents, examples, layers, reference, words
from tools.docsite.svg import coloured, svg, with_key

SHELVES = {shelf.folder: shelf for shelf in choices.SHELVES}
ENTRIES = [(folder, key) for folder, shelf in SHELVES.items() for key in shelf.entries]
LINK = re.compile(r"\]\(([^)\s]+)\)|\{doc\}`[^<`]*<([^>]+)>`|^:link: (\S+)$", re.MULTILINE)
TREE = re.compile(r"```\{toctree\}\n(.*?)```", re.DOTALL)


@cache
def pages():
    """The text of every page by its place, pictures and what examples print left out."""
    found = {
        path.relative_to(ROOT / "docs/site").with_suffix("").as_posix(): path.read_text(encoding="utf-8")
        for path in (ROOT / "docs/site").rglob("*.md")
    }
    found |= {each.place: documents.page(each, lambda file: None) for each in documents.DOCUMENTS}
    for folder, shelf in SHELVES.items():
        found[f"choices/{folder}/index"] = choices.index(shelf)
        found |= {f"choices/{folder}/{key}": choices.page(shelf, key, ["a picture"]) for key in shelf.entries}
    found["gallery/index"] = examples.index(examples.examples())
    found |= {f"gallery/{each.name}": examples.page(each) for each in examples.examples()}
    found["reference/index"] = reference.index()
    return found | {f"reference/{reference.file_name(n.name)}": reference.page(n) for n in reference.names()}


def outside_code(text):
    return re.sub(r"^```(?:python|pycon|sh|text).*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def test_every_entry_of_every_registry_has_a_page_with_all_that_is_known():
    assert len(ENTRIES) == sum(len(shelf.entries) for shelf in SHELVES.values()) > 60
    for folder, key in ENTRIES:
        entry, text = SHELVES[folder].entries[key], pages()[f"choices/{folder}/{key}"]
        assert text.startswith(f"# {words.capital(entry.label)}\n\n{entry.help}")
        assert f"`{key}`" in text
        assert getattr(entry, "formula", "") in text
        assert text.rstrip().endswith(words.capital(words.linked(entry.source)))
    class_mah = pages()["choices/relations/class-mah"]
    assert "| Symmetric, R(x, y) = R(y, x) | no |" in class_mah
    assert "| `scale` | `class`, `overall`, `volume` | `class` |" in class_mah
    assert "fails for 10,429 of 15,753 pairs" in class_mah
    assert "[Gaussian](../kernels/gauss.md)" in pages()["choices/relations/gauss-grad"]


@pytest.mark.parametrize("folder", SHELVES)
def test_every_entry_is_asked_for_as_its_page_says(folder):
    shelf = SHELVES[folder]
    for key in (
        shelf.entries if folder not in ("tests", "corrections", "measures") else [next(iter(shelf.entries))]
    ):
        names = {}
        exec(shelf.call(shelf.entries[key]), names)
        assert key in shelf.call(shelf.entries[key])
        if "model" in names and folder == "relations":
            assert names["model"].relation == key


@pytest.mark.parametrize("folder", SHELVES)
def test_pictures_are_drawn_of_what_entries_compute(folder):
    shelf = SHELVES[folder]
    without = {("gaps", "drop")}
    keys = ["class-mah"] if folder == "relations" else list(shelf.entries)
    for key in keys:
        drawn = shelf.draw(shelf.entries[key])
        assert bool(drawn) == ((folder, key) not in without)
    made = shelf.draw(shelf.entries[keys[0]])
    assert all(svg(figure, shelf.columns).startswith(b"<?xml") for figure in made.values())
    if folder == "corrections":
        assert "Ten p-values before and after: 2 stay below .05 (dotted)" in made
    if folder == "measures":
        assert list(made) == ["One hundred answers in three classes: balanced accuracy 0.663"]


def test_every_public_name_has_a_page_with_its_words():
    assert {name.name for name in reference.names()} == set(frnn_core.__all__)
    assert len(reference.names()) == len(frnn_core.__all__)
    compare = pages()["reference/compare"]
    assert "{py:function} compare(scores, *, reasons=None, test='conover'" in compare
    assert "- `control`: Compare all others with this relation only" in compare
    assert ">>> round(result.omnibus.p, 3), result.cliques" in compare
    assert "{py:method} explain(X)" in pages()["reference/FRNNClassifier"]
    assert all(name.first_sentence() for name in reference.names())


def test_every_public_function_and_class_shows_an_example():
    without = [n.name for n in reference.names() if n.kind != "data" and ">>>" not in n.docstring]
    assert without == []


def test_every_link_inside_the_site_leads_somewhere():
    anchors = {
        place: {documents.slug(h) for h in documents.headings(text)} for place, text in pages().items()
    }
    checked = 0
    for place, text in pages().items():
        for found in LINK.findall(outside_code(text)):
            link = next(filter(None, found))
            if re.match(r"[a-z]+:", link) or "files/" in link:
                continue
            path, _, anchor = link.partition("#")
            folder = Path(place).parent
            target = (ROOT / folder / path.removesuffix(".md")).resolve().relative_to(ROOT).as_posix()
            target = place if not path else target
            assert target in pages(), f"{place} links to {link}"
            assert not anchor or anchor in anchors[target], f"{place} links to {link}"
            checked += 1
    assert checked > 200


def test_every_page_is_in_the_menu_once():
    listed = []
    for place, text in pages().items():
        for tree in TREE.findall(text):
            names = [line for line in tree.splitlines() if line and not line.startswith(":")]
            listed += [(Path(place).parent / name).as_posix() for name in names]
    assert sorted(listed) == sorted(set(pages()) - {"index"})


def test_every_picture_of_the_written_pages_is_there():
    for place, text in pages().items():
        for file in re.findall(r"(?<![\w/])(?:\.\./)*files/([^\s)>`]+)", text):
            assert (ROOT / file).is_file(), f"{place} shows {file}"


def test_links_of_documents_lead_to_pages_files_and_names():
    given = []
    text = documents.page(next(d for d in documents.DOCUMENTS if d.place == "about/data"), given.append)
    assert text.count("](results.md#how-the-results-were-obtained)") == 1
    assert "tools/snapshot_sources.csv" in given
    assert "(`frnn_core/data`)" in text
    with pytest.raises(ValueError, match="no section called 'Nonsense'"):
        documents.section_of("# A\n", "Nonsense")


def test_the_map_is_drawn_in_rows_with_the_pages_above_and_the_base_below():
    text = pages()["about/architecture"]
    assert "mermaid" not in text
    rows = layers.levels((ROOT / "docs/architecture.md").read_text(encoding="utf-8").split("```")[1])
    assert len(rows) == 14
    assert [len(row) for row in rows[:3]] == [2, 1, 2]
    assert "processes" in rows[-1][0]
    assert "<strong>figures</strong> — what several pages draw" in text


def test_the_examples_of_the_generator_are_true():
    ran = [doctest.testmod(module) for module in (docstrings, documents, layers, words)]
    assert sum(result.failed for result in ran) == 0
    assert sum(result.attempted for result in ran) >= 6


def test_docstrings_become_lists():
    text = docstrings.markdown(
        "One ``a``, :math:`x_i`.\n\nParameters\n----------\na, b : two\n    lines\n\n"
        "Examples\n--------\n>>> 1\n1"
    )
    assert text.split("\n\n") == [
        "One `a`, {math}`x_i`.",
        "**Parameters**",
        "- `a`, `b`: two lines",
        "**Examples**",
        "```pycon\n>>> 1\n1\n```",
    ]


def test_a_legend_becomes_a_line_above_the_plot():
    import plotly.graph_objects as go

    one, two = (
        go.Scatter(x=[0, 1], y=[0, 1], mode="lines", name=name, line_color="#123456") for name in "ab"
    )
    figure = with_key(go.Figure([one, two], layout_showlegend=True))
    assert [note.text for note in figure.layout.annotations] == [
        '<span style="color:#123456">—</span> a   <span style="color:#123456">—</span> b'
    ]
    assert with_key(go.Figure([one, two])).layout.annotations == ()
    assert coloured(go.Figure(one)).data[0].marker.color == "#123456"


def test_all_examples_are_in_the_gallery():
    assert sorted(examples.ORDER) == sorted(path.stem for path in examples.FOLDER.glob("*.py"))


WHAT_THEY_PRINT = {
    "first_model": "accuracy of this fold: 1.000",
    "explain_a_prediction": "class 1 wins by 0.0025; the truth is 2",
    "learn_a_width": "gamma = 1.8176",
    "learn_weights": "learned-by-class  k = 20: balanced accuracy 0.7",
    "categories_and_gaps": "205 rows, 46 of them with a gap",
    "compare_relations": "No significant difference among man, pcc and euc.",
    "scores_of_your_own": "it takes 209 data sets like these",
    "tuned_beside_svm": "FRNN, tuned ",
    "save_and_load": "1 row of 2 is unlike anything seen",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", examples.ORDER)
def test_examples_run_and_say_what_they_found(name):
    done = examples.run(examples.read(examples.FOLDER / f"{name}.py"))
    printed = "\n".join(cell.printed for cell in done.cells)
    assert WHAT_THEY_PRINT[name] in printed
    assert done.about
    assert all(cell.words for cell in done.cells)
    text = examples.page(done)
    assert text.startswith(f"# {done.title}\n")
    if done.figure is not None:
        assert svg(done.figure, "2").startswith(b"<?xml")
        assert f"{name}.svg" in text


def test_an_example_that_warns_fails():
    cell = examples.Cell("", "import warnings\nwarnings.warn('no', stacklevel=1)")
    with pytest.raises(UserWarning, match="no"):
        examples.run(examples.Example("made_up", "Made up", "", (cell,)))

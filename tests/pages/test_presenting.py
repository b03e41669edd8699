"""Present: in and out by one button, in the link, with the pickers of the sidebar on the page itself."""

from driving import address, figures, moved, opened

from frnn_core.figures.look import LARGE_TEXT_SIZE, TEXT_SIZE


def sizes(app):
    """The size of the text in every figure."""
    return {chart["layout"]["font"]["size"] for chart in figures(app)}


def test_one_button_goes_in_and_out_and_the_link_holds_it():
    app = opened("benchmark")
    assert app.button(key="presenting").label == "Present"
    assert [slider.key for slider in app.sidebar.slider] == ["k"]
    assert app.get("download_button")
    assert sizes(app) == {TEXT_SIZE}

    app.button(key="presenting").click()
    moved(app)
    assert address(app) == {"present": "1"}
    assert app.button(key="presenting").label == "Leave"
    assert not app.sidebar.slider
    assert not app.get("download_button")
    assert sizes(app) == {LARGE_TEXT_SIZE}
    app.slider(key="k").set_value(5)
    moved(app)
    assert address(app) == {"present": "1", "k": "5"}

    app.button(key="presenting").click()
    moved(app)
    assert address(app) == {"k": "5"}
    assert [slider.value for slider in app.sidebar.slider] == [5]
    assert sizes(app) == {TEXT_SIZE}


def test_a_link_opens_it_and_a_changed_address_leaves_it():
    app = opened("significance", present="1")
    assert app.button(key="presenting").label == "Leave"
    app.query_params.clear()
    moved(app)
    assert app.button(key="presenting").label == "Present"
    assert app.sidebar.slider

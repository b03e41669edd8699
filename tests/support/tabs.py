"""A tab without a browser: it speaks Streamlit's own protocol, and may send what no browser would."""

import re
import urllib.request
from contextlib import contextmanager

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from waiting import LIMIT
from websockets.sync.client import connect


class Tab:
    """One page of a server, its words and its uploader."""

    def __init__(self, line, port, page, query=""):
        self.line, self.port, self.page, self.query = line, port, page, query
        self.session = self.uploader = ""
        self.widgets = {}
        self.words, self.titles, self.pages, self.figures = [], [], [], 0

    def run(self):
        """Ask for a run of the page, and read the view to its end."""
        self.ask()
        return self.read()

    def ask(self):
        """Ask for a run of the page with the values of its widgets."""
        asked = BackMsg()
        asked.rerun_script.page_name = self.page
        asked.rerun_script.query_string = self.query
        asked.rerun_script.widget_states.widgets.extend(self.widgets.values())
        self.line.send(asked.SerializeToString())

    def read(self):
        """Read what comes until a run of the page ends, and give its words."""
        self._forget()
        while True:
            message = ForwardMsg.FromString(self.line.recv(timeout=LIMIT, decode=False))
            kind = message.WhichOneof("type")
            if kind == "new_session":
                self.session = message.new_session.initialize.session_id or self.session
            elif kind == "delta":
                self._look(message.delta)
            elif kind == "page_info_changed":
                self.query = message.page_info_changed.query_string
            elif kind == "navigation":
                self.pages = [page.page_name for page in message.navigation.app_pages]
            elif kind == "script_finished":
                if message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    return " ".join(self.words)
                self._forget()

    def _forget(self):
        self.words, self.titles, self.figures = [], [], 0

    def _look(self, delta):
        element = delta.new_element
        kind = element.WhichOneof("type")
        if kind == "file_uploader":
            self.uploader = element.file_uploader.id
        elif kind == "plotly_chart" or (
            kind == "bidi_component" and '"square"' in element.bidi_component.json
        ):
            self.figures += 1
        elif kind == "heading" and element.heading.tag == "h1":
            self.titles.append(element.heading.body)
        elif kind in ("text", "markdown", "alert"):
            self.words.append(getattr(element, kind).body)
        elif kind == "exception":
            self.words.append(f"{element.exception.type}: {element.exception.message}")

    def send(self, name, data, file="1" * 32):
        """Bring a file to the server, under any name; the status of the answer."""
        where = f"http://127.0.0.1:{self.port}"
        with urllib.request.urlopen(f"{where}/_stcore/health", timeout=LIMIT) as found:
            token = re.search(r"_streamlit_xsrf=([^;]+)", found.headers["Set-Cookie"]).group(1)
        head = f'--x\r\nContent-Disposition: form-data; name="f"; filename="{name}"\r\n\r\n'.encode()
        asked = urllib.request.Request(
            f"{where}/_stcore/upload_file/{self.session}/{file}",
            head + data + b"\r\n--x--\r\n",
            {
                "Content-Type": "multipart/form-data; boundary=x",
                "X-Xsrftoken": token,
                "Cookie": f"_streamlit_xsrf={token}",
            },
            method="PUT",
        )
        with urllib.request.urlopen(asked, timeout=LIMIT) as found:
            return found.status

    def upload(self, name, data, file="1" * 32):
        """Bring a file and say so, as a visitor does; the words of the page."""
        self.send(name, data, file)
        return self.chosen(name, len(data), file)

    def chosen(self, name, size=0, file="1" * 32):
        """Say that the uploader holds a file, whether it does or not; the words of the page."""
        self.say(name, size, file)
        return self.read()

    def say(self, name, size=0, file="1" * 32):
        """Say that the uploader holds a file, and do not wait."""
        state = WidgetState(id=self.uploader)
        info = state.file_uploader_state_value.uploaded_file_info.add()
        info.file_id, info.name, info.size = file, name, size
        self.widgets["upload"] = state
        self.ask()


@contextmanager
def tab(port, page="your_data", query="", asked=1):
    """A tab on a page, which has been drawn; asked twice at once, the first run is interrupted."""
    with connect(f"ws://127.0.0.1:{port}/_stcore/stream", subprotocols=["streamlit"], max_size=2**27) as line:
        here = Tab(line, port, page, query)
        for _ in range(asked):
            here.ask()
        here.read()
        yield here

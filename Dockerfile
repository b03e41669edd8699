# docker build -t frnn-explorer . && docker run --rm -p 127.0.0.1:8501:8501 frnn-explorer
# The tag moves with the security updates of Python and Debian. To build from one image for good, ask for its digest
# (docker buildx imagetools inspect python:3.11-slim) and add --build-arg BASE=python:3.11-slim@sha256:…
ARG BASE=python:3.11-slim
FROM ${BASE}

WORKDIR /app
COPY requirements.txt ./
RUN pip install --no-cache-dir --no-deps --require-hashes --requirement requirements.txt

COPY .streamlit .streamlit
COPY frnn_core frnn_core
COPY pages pages
COPY app.py LICENSE ./

# Results that visitors compute are kept in /home/explorer/.cache; mount a volume there to keep them longer. A new volume
# gets the owner of the folder that it covers, so the folder must be there.
RUN useradd --uid 1000 --create-home explorer \
    && install --directory --owner=1000 --group=explorer /home/explorer/.cache
USER 1000

EXPOSE 8501
HEALTHCHECK --start-period=30s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=3)"]
# Inside a container every address of it is meant; which of them are reachable is said by docker run. Without a name
# for the address that it prints, Streamlit would ask outside for one.
CMD ["streamlit", "run", "app.py", "--server.address=0.0.0.0", "--server.headless=true", \
    "--browser.serverAddress=127.0.0.1"]

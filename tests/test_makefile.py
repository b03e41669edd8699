"""What the Makefile does to a system: nginx is fetched for one test, and never installed."""

import os
import shutil
import subprocess

import pytest
from project import ROOT

MAKE = shutil.which("make")
REAL = ("sh", "id", "mkdir", "cat", "chmod")
APT = """#!/bin/sh
echo "$@" >> {calls}
case "$*" in *"{given}") echo > "$3_1_all.deb";; *) exit 100;; esac
"""
DPKG = """#!/bin/sh
mkdir -p usr/sbin
case "$2" in nginx_*) echo '#!/bin/sh' > usr/sbin/nginx; chmod +x usr/sbin/nginx;; esac
"""

pytestmark = pytest.mark.skipif(MAKE is None, reason="there is no make")


@pytest.fixture
def nginx(tmp_path):
    """Call make nginx on a system with nothing but what is made up here."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in REAL:
        (programs / name).symlink_to(shutil.which(name))

    def written(name, text):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)

    written("openssl", "#!/bin/sh\n")
    written("sudo", '#!/bin/sh\nshift\n"$@"\n')
    written("dpkg-deb", DPKG)

    def call(given):
        written("apt-get", APT.format(calls=tmp_path / "calls", given=given))
        words = [MAKE, "--silent", "nginx", f"VENV={tmp_path / 'venv'}", "SBIN=/nonexistent"]
        env = {"PATH": str(programs), "HOME": os.environ.get("HOME", "")}
        done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        calls = tmp_path / "calls"
        return done.stdout, calls.read_text() if calls.exists() else ""

    return call


def test_nginx_is_unpacked_and_not_installed(nginx, tmp_path):
    told, calls = nginx("download nginx")
    assert "nothing is started" in told
    assert "could not" not in told
    assert "install" not in calls
    assert calls.splitlines()[-1] == "-qq download nginx"
    assert os.access(tmp_path / "venv" / "nginx" / "usr" / "sbin" / "nginx", os.X_OK)
    assert nginx("download nginx") == ("", calls)


def test_where_it_cannot_be_had_a_word_says_what_is_skipped(nginx):
    told, calls = nginx("nothing")
    assert told.splitlines()[-1].startswith("nginx could not be fetched; without it")
    assert "install" not in calls

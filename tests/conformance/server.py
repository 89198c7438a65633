# SPDX-License-Identifier: BSL-1.0
"""Starts and ends the server that the cases are for."""

import re
import signal
import subprocess
import tempfile
from pathlib import Path

READY = re.compile(r"listening on (\S+):([0-9]+)\n")
STOP_PATIENCE = 30
SANITIZER = re.compile(r"ERROR: \w+Sanitizer|WARNING: ThreadSanitizer|runtime error:")


def make_static_files(folder):
    """Makes the files that the cases ask for in folder/static, and one beside it."""
    files = folder / "static"
    (files / "sub").mkdir(parents=True)
    for name, content in {
        "alphabet.txt": "abcdefghijklmnopqrstuvwxyz",
        "empty.txt": "",
        "page.html": "<!doctype html><title>page</title>",
        "sp ace.txt": "space",
        "sub/index.html": "index",
        ".hidden": "hidden",
        "big.bin": "b" * (1024 * 1024),
        "../outside-secret.txt": "SECRET-OUTSIDE",
    }.items():
        (files / name).write_text(content, encoding="ascii")
    (files / "link-in").symlink_to("alphabet.txt")
    (files / "link-out").symlink_to("../outside-secret.txt")
    return files


class Server:
    """A running server. `faults` says, after its end, what was wrong with how it ran."""

    def __init__(self, program, flags):
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        self._process = subprocess.Popen(
            [program, "--port", "0", *flags], stdout=subprocess.PIPE, stderr=self._errors,
            encoding="utf-8")
        self.faults = []
        line = self._process.stdout.readline()
        match = READY.fullmatch(line)
        if not match:
            self._process.kill()
            self._process.wait()
            raise RuntimeError(f"the server does not say where it listens: {line!r}\n"
                               + self.errors())
        self.address = (match[1], int(match[2]))

    def stop(self):
        """Drains the server and waits for its end."""
        self.signal(signal.SIGTERM)
        self.wait()

    def signal(self, number):
        self._process.send_signal(number)

    def wait(self):
        """Waits for its end: by itself, with 0, and without a finding of a sanitizer."""
        try:
            code = self._process.wait(STOP_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            code = "no end"
        self._process.stdout.close()
        if code != 0:
            self.faults.append(f"the server ended with {code}")
        errors = self.errors()
        if SANITIZER.search(errors):
            self.faults.append("a sanitizer has found something")
        if self.faults:
            self.faults.append(errors)
        self._errors.close()

    def errors(self):
        self._errors.seek(0)
        return self._errors.read()

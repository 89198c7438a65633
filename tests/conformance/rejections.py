# SPDX-License-Identifier: BSL-1.0
"""The server's table of refusals, read from its source, and which of them clients have seen."""

import functools
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(
    r'rejection_info\{\s*(\w+)\s*,\s*"\1"\s*,\s*status::(\w+)\s*,\s*((?:"(?:[^"\\]|\\.)*"\s*)+),')
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
STATUS = re.compile(r"^\s*(\w+) = ([1-5][0-9][0-9]),", re.MULTILINE)
ENUMERATION = re.compile(r"enum class rejection [^{]*\{([^}]*)\}")


@functools.lru_cache(maxsize=None)
def table():
    """Gives each reason's status and the sentence that the client sees; not that of `none`."""
    codes = dict(STATUS.findall(read("include/frevo/core/status.hpp")))
    rows = {name: (int(codes[status]), "".join(STRING.findall(title)))
            for name, status, title in ROW.findall(read("src/protocol/rejection.cpp"))}
    rows.pop("none")
    return rows


def enumerators():
    """Gives the names in the enumeration, but for `none`."""
    [body] = ENUMERATION.findall(read("src/protocol/rejection.hpp"))
    body = re.sub(r"//[^\n]*", "", body)
    return set(re.findall(r"\w+", body)) - {"none"}


def read(file):
    return (ROOT / file).read_text(encoding="utf-8")


def reasons_in(responses):
    """Gives the reasons that the problem documents among these responses tell."""
    titles = {title: name for name, (_, title) in table().items()}
    found = set()
    for response in responses:
        if response.value("content-type") != "application/problem+json":
            continue
        try:
            document = json.loads(response.body.decode("utf-8"))
        except ValueError:
            continue
        name = titles.get(document.get("detail"))
        if name and response.status == table()[name][0]:
            found.add(name)
    return found

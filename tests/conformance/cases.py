# SPDX-License-Identifier: BSL-1.0
"""The cases: what README.md says about their form, checked when they are read."""

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SEVERITIES = ("must", "should", "may")
CASE_MEMBERS = {"id", "severity", "rfc", "title", "segments", "accept",
                "heads", "wait_ms", "timed"}
SEGMENT_KINDS = {
    "cat": {"cat"}, "sleep_ms": {"sleep_ms"}, "await": {"await"}, "half_close": {"half_close"},
    "drip": {"drip", "gap_ms", "until_close"}, "split_each": {"split_each", "gap_ms"},
}
OUTCOME_MEMBERS = {"responses", "conn", "close_ms"}
RESPONSE_MEMBERS = {
    "status", "times", "headers", "absent", "body", "body_rep", "body_re", "body_not", "json",
    "json_has", "json_pairs", "json_i", "no_body", "max_body", "framing", "gunzip",
    "cookies_lines", "date_now", "same_headers_as", "rejection",
}
DEFAULT_WAIT_MS = 3000


class BadCase(Exception):
    """A file of cases is not of the form it should have."""


def text_of(part, number=None):
    """Expands a part: a text, or [part or list of parts, times]; `${n}` counts the times."""
    if isinstance(part, str):
        return part if number is None else part.replace("${n}", str(number))
    what, times = part
    if isinstance(what, str):
        return "".join(text_of(what, n + 1) for n in range(times))
    return "".join(text_of(each) for each in what) * times


def bytes_of(text, values):
    """Gives the bytes of a text, one a character, with `${name}` replaced."""
    for name, value in values.items():
        text = text.replace("${" + name + "}", value)
    return text.encode("latin-1")


class Case:
    """One row of the table."""

    def __init__(self, data, file):
        where = f"{file}: {data.get('id')}"
        require(where, set(data) <= CASE_MEMBERS, f"unknown members {set(data) - CASE_MEMBERS}")
        require(where, data["severity"] in SEVERITIES, "no such severity")
        require(where, data.get("timed") in (None, "head", "idle", "body"), "no such time limit")
        self.id = data["id"]
        self.area = self.id.split("-")[0]
        self.severity = data["severity"]
        self.rfc = data["rfc"]
        self.title = data["title"]
        self.heads = data.get("heads", [])
        self.wait = data.get("wait_ms", DEFAULT_WAIT_MS) / 1000
        self.timed = data.get("timed")
        self.segments = [read_segment(where, each) for each in data["segments"]]
        self.accept = data["accept"]
        require(where, self.accept, "nothing is accepted")
        for outcome in self.accept:
            require(where, set(outcome) <= OUTCOME_MEMBERS, "unknown members of an outcome")
            require(where, outcome["conn"] in ("open", "closed", "any"), "no such state")
            for row in outcome["responses"]:
                unknown = set(row) - RESPONSE_MEMBERS
                require(where, not unknown, f"unknown members of a response: {unknown}")


def read_segment(where, segment):
    if isinstance(segment, str):
        return {"send": segment}
    kinds = [kind for kind, members in SEGMENT_KINDS.items()
             if kind in segment and set(segment) <= members]
    require(where, len(kinds) == 1, f"no such segment: {segment}")
    if "cat" in segment:
        return {"send": "".join(text_of(part) for part in segment["cat"])}
    return segment


def require(where, condition, sentence):
    if not condition:
        raise BadCase(f"{where}: {sentence}")


def load_cases(folder=FOLDER / "cases"):
    """Reads all files of a folder."""
    cases = []
    for file in sorted(folder.glob("*.json")):
        for data in json.loads(file.read_text(encoding="utf-8"))["cases"]:
            try:
                cases.append(Case(data, file.name))
            except (KeyError, TypeError, ValueError) as error:
                raise BadCase(f"{file.name}: {data.get('id')}: {error!r}") from error
    names = [case.id for case in cases]
    for name in names:
        require(name, names.count(name) == 1, "the name is not unique")
    return cases


def load_gaps(cases, file=FOLDER / "known_gaps.json"):
    """Reads which cases are known to fail: a dictionary from their names to the reasons."""
    reasons = {}
    for gap in json.loads(file.read_text(encoding="utf-8"))["gaps"]:
        for name in gap["cases"]:
            require(file.name, name not in reasons, f"{name} is there twice")
            require(file.name, any(name == case.id for case in cases), f"no case {name}")
            reasons[name] = gap["reason"]
    return reasons

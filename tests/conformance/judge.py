# SPDX-License-Identifier: BSL-1.0
"""Compares what was seen with what a case accepts."""

import calendar
import gzip
import json
import re
import time
import zlib

import rejections

DATE = re.compile("(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} "
                  "[0-9]{2}:[0-9]{2}:[0-9]{2} GMT")
DATE_TOLERANCE = 5
# How much longer than a case says the server may take to close, on a busy machine.
BUSY = 5


def verdict(case, seen):
    """Gives None if an outcome fits, else a sentence for each outcome that does not."""
    complaints = []
    for outcome in case.accept:
        complaint = complaint_about(outcome, seen)
        if complaint is None:
            return None
        complaints.append(complaint)
    return "; or ".join(dict.fromkeys(complaints)) + f" (seen: {summary(seen)})"


def summary(seen):
    states = " ".join(str(response.status) for response in seen.responses) or "no response"
    return states + (", closed" if seen.closed else ", not closed")


def complaint_about(outcome, seen):
    if seen.fault:
        return seen.fault
    complaint = responses_complaint(outcome["responses"], seen.responses)
    if complaint:
        return complaint
    if outcome["conn"] == "closed" and not seen.closed:
        return "the connection stays open"
    if outcome["conn"] == "open":
        if seen.closed:
            return "the connection is closed"
        if not seen.answers_on:
            return "a further request is not answered, or there is a response too many"
    if "close_ms" in outcome:
        first, last = outcome["close_ms"]
        if seen.close_ms is None or not first <= seen.close_ms <= last * BUSY:
            return f"closed after {seen.close_ms} ms, not {first} to {last * BUSY}"
    return None


def responses_fit(expected, responses):
    return responses_complaint(expected, responses) is None


def count_rows(expected):
    return sum(row.get("times", 1) for row in expected)


def responses_complaint(expected, responses):
    rows = [row for row in expected for _ in range(row.get("times", 1))]
    if len(rows) != len(responses):
        return f"{len(rows)} responses are wanted, not {len(responses)}"
    for number, (row, response) in enumerate(zip(rows, responses), 1):
        complaint = response_complaint(row, response, number, responses)
        if complaint:
            return f"response {number}: {complaint}"
    return None


def response_complaint(row, response, number, responses):
    body = response.body
    if response.status not in row.get("status", [response.status]):
        return f"status is not {short(row['status'])} ({response.status})"
    if row.get("gunzip"):
        try:
            body = gzip.decompress(body)
        except (OSError, EOFError, zlib.error) as error:
            return f"no gzip: {error}"
    for member, expected in row.items():
        if member in ("status", "times", "gunzip"):
            continue
        if not CHECKS[member](expected, Subject(response, body, number, responses)):
            return f"{member} is not {short(expected)} ({short(shown(member, response, body))})"
    return None


class Subject:
    """A response as the checks see it."""

    def __init__(self, response, body, number, responses):
        self.response = response
        self.body = body
        self.text = body.decode("latin-1")
        self.number = number
        self.responses = responses

    def json(self):
        try:
            return json.loads(self.body.decode("utf-8"))
        except ValueError:
            return NO_JSON


NO_JSON = object()


def has_fields(expected, subject):
    values = {name: subject.response.value(name) for name in expected}
    return all(values[name] is not None and re.search(pattern, values[name])
               for name, pattern in expected.items())


def has_none(expected, subject):
    return all(subject.response.value(name) is None for name in expected)


def has_members(expected, subject):
    found = subject.json()
    return isinstance(found, dict) and all(name in found for name in expected)


def has_elements(expected, subject):
    found = subject.json()
    return isinstance(found, list) and all(each in found for each in expected)


def has_number(expected, subject):
    found = subject.json()
    return isinstance(found, dict) and found.get(expected) == subject.number


def is_now(_, subject):
    date = subject.response.value("date") or ""
    if not DATE.fullmatch(date):
        return False
    then = calendar.timegm(time.strptime(date, "%a, %d %b %Y %H:%M:%S GMT"))
    return abs(time.time() - then) <= DATE_TOLERANCE


def has_fields_of(expected, subject):
    def comparable(response):
        return sorted(each for each in response.fields if each[0] not in ("date", "connection"))

    return comparable(subject.response) == comparable(subject.responses[expected])


def is_rejection(expected, subject):
    status, title = rejections.table()[expected]
    found = subject.json()
    return (subject.response.status == status and isinstance(found, dict)
            and found.get("detail") == title)


CHECKS = {
    "headers": has_fields,
    "absent": has_none,
    "body": lambda expected, it: it.text == expected,
    "body_rep": lambda expected, it: it.text == expected[0] * expected[1],
    "body_re": lambda expected, it: re.search(expected, it.text, re.DOTALL) is not None,
    "body_not": lambda expected, it: expected not in it.text,
    "json": lambda expected, it: it.json() == expected,
    "json_has": has_members,
    "json_pairs": has_elements,
    "json_i": has_number,
    "no_body": lambda expected, it: (not it.body) == expected,
    "max_body": lambda expected, it: len(it.body) <= expected,
    "framing": lambda expected, it: it.response.framing in expected.split("|"),
    "cookies_lines": lambda expected, it: expected == sum(
        name == "set-cookie" for name, _ in it.response.fields),
    "date_now": is_now,
    "same_headers_as": has_fields_of,
    "rejection": is_rejection,
}


def shown(member, response, body):
    """What a complaint shows of the response."""
    if member == "framing":
        return response.framing
    if member.startswith(("body", "json", "rejection", "no_body", "max_body")):
        return body.decode("latin-1")
    return response.fields


def short(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 160 else text[:150] + f"... {len(text)} characters"

# SPDX-License-Identifier: BSL-1.0
"""Plays a case on a connection of its own and says what came of it."""

import time
from dataclasses import dataclass, field

import judge
from cases import bytes_of
from wire import Wire

# How long an awaited response may take, and by how much the waiting times of the cases are longer
# here: test machines may be busy, and only a case that fails waits to the end.
AWAIT_PATIENCE = 7.5
BUSY = 5
# What comes this late behind the last response is not seen where the connection may stay open.
QUIET = 0.05
SPLIT_GAP_MS = 2
PROBE = b"GET /plaintext HTTP/1.1\r\nHost: localhost\r\n\r\n"


@dataclass
class Played:
    """What was seen."""

    responses: list = field(default_factory=list)
    fault: str = None  # why a response is malformed, or an awaited one did not come
    closed: bool = False  # the server's stream has ended
    close_ms: float = None  # when, counted as the case says
    answers_on: bool = None  # whether a further request was answered; None: not tried


def play(case, address, values, bytewise=False):
    """Plays the case. `values` stand for `${name}` in segments."""
    wire = Wire(address, case.heads, bytewise)
    try:
        seen = Played()
        since_opening = False
        for segment in case.segments:
            since_opening = since_opening or bool(segment.get("until_close"))
            if not perform(wire, segment, values):
                seen.fault = f"response {segment.get('await', '')} does not come in time"
                break
        settle(wire, case)
        seen.responses = list(wire.reader.responses)
        seen.closed = wire.ended is not None
        if seen.closed:
            start = wire.opened if since_opening else wire.sent
            seen.close_ms = (wire.ended - start) * 1000
        seen.fault = wire.reader.fault or seen.fault
        if wire.reader.inside and not seen.fault:
            seen.fault = "a response does not end"
        wants_open = any(outcome["conn"] == "open" for outcome in fitting(case, seen.responses))
        if wants_open and not seen.fault and not seen.closed:
            seen.answers_on = probe(wire, seen)
        return seen
    finally:
        wire.close()


def perform(wire, segment, values):
    """Does what a segment says; false if an awaited response does not come."""
    if "send" in segment:
        wire.send(bytes_of(segment["send"], values))
    elif "drip" in segment:
        wire.drip(bytes_of(segment["drip"], values), segment["gap_ms"] / 1000)
    elif "split_each" in segment:
        gap = segment.get("gap_ms", SPLIT_GAP_MS) / 1000
        return split_each(wire, bytes_of(segment["split_each"], values), gap)
    elif "sleep_ms" in segment:
        wire.listen(segment["sleep_ms"] / 1000)
        wire.sent = time.monotonic()
    elif "half_close" in segment:
        wire.half_close()
    else:
        came = await_responses(wire, segment["await"])
        wire.sent = time.monotonic()
        return came
    return True


def await_responses(wire, count):
    wire.wait(lambda: len(wire.reader.responses) >= count, AWAIT_PATIENCE)
    return len(wire.reader.responses) >= count


def split_each(wire, data, gap):
    for cut in range(1, len(data)):
        answered = len(wire.reader.responses)
        wire.send(data[:cut])
        wire.listen(gap)
        wire.send(data[cut:])
        if not await_responses(wire, answered + 1):
            return False
    return True


def fitting(case, responses):
    """Gives the outcomes whose responses are these."""
    return [outcome for outcome in case.accept
            if judge.responses_fit(outcome["responses"], responses)]


def settle(wire, case):
    """Reads until it is certain how the case ends, or its time is over."""
    until = wire.sent + case.wait * BUSY
    most = max(judge.count_rows(outcome["responses"]) for outcome in case.accept)
    while wire.ended is None and wire.reader.fault is None:
        count = len(wire.reader.responses)
        fits = fitting(case, wire.reader.responses)
        if not wire.reader.inside and any(each["conn"] != "closed" for each in fits):
            if all(each["conn"] == "open" for each in fits) or not wire.listen(QUIET):
                return
            continue
        if count >= most and not fits:
            return
        left = until - time.monotonic()
        if left <= 0:
            return
        wire.wait(lambda: len(wire.reader.responses) > count, left)


def probe(wire, seen):
    """Tells whether a further request is answered, and nothing else comes before."""
    wire.send(PROBE)
    count = len(seen.responses)
    wire.wait(lambda: len(wire.reader.responses) > count, AWAIT_PATIENCE)
    more = wire.reader.responses[count:]
    return len(more) == 1 and more[0].status == 200 and more[0].body == b"Hello, World!"

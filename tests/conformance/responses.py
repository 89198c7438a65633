# SPDX-License-Identifier: BSL-1.0
"""Reads HTTP/1.1 responses as strictly as RFC 9112 lets a client be."""

import re
from dataclasses import dataclass, field

STATUS_LINE = re.compile(rb"HTTP/1\.([01]) ([1-5][0-9][0-9]) ([\t\x20-\x7e\x80-\xff]*)\Z")
FIELD_LINE = re.compile(
    rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*((?:[\x21-\x7e\x80-\xff]"
    rb"(?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?)[ \t]*\Z")
CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,16})(?:[ \t]*;[\t\x20-\x7e\x80-\xff]*)?\Z")
LONGEST_HEAD = 256 * 1024


class Malformed(Exception):
    """The bytes are no HTTP response; the text says why."""


@dataclass
class Response:
    """One response; `framing` is how its end was found: cl, chunked, close or none."""

    status: int
    fields: list  # of (name in lower case, value) as text, a character a byte
    framing: str = "none"
    body: bytes = b""
    trailers: list = field(default_factory=list)

    def value(self, name):
        """Gives the values of a name, joined by comma and space; None when there is none."""
        values = [value for each, value in self.fields if each == name]
        return ", ".join(values) if values else None

    def final(self):
        """Tells whether it answers a request; 101 does."""
        return self.status >= 200 or self.status == 101


class ResponseReader:
    """Takes the bytes of one connection and gives complete responses.

    `heads` are the positions, from 0, of the final responses that answer HEAD. `responses` grows;
    `inside` tells whether a further one has begun; `fault` becomes a sentence when the bytes stop
    making sense. Behind a 101 nothing is read.
    """

    def __init__(self, heads=()):
        self.responses = []
        self.inside = False
        self.fault = None
        self._heads = set(heads)
        self._finals = 0
        self._input = bytearray()
        self._steps = self._read_all()
        self._ended = False
        next(self._steps)

    def feed(self, data):
        """Takes bytes as they arrive."""
        self._input += data
        self._go_on()

    def end(self):
        """Says that no more bytes will come."""
        self._ended = True
        self._go_on()

    def _go_on(self):
        if self.fault is None and self._steps is not None:
            try:
                next(self._steps)
            except StopIteration:
                self._steps = None
            except Malformed as reason:
                self.fault = str(reason)

    # What follows runs as a generator, which stops wherever bytes are missing.

    def _read_all(self):
        while True:
            while not self._input:
                if self._ended:
                    return
                yield
            self.inside = True
            response = yield from self._response()
            self.inside = False
            self.responses.append(response)
            self._finals += response.final()
            if response.status == 101:
                return

    def _more(self, what):
        if self._ended:
            raise Malformed(f"the connection ends inside {what}")
        yield

    def _line(self, what):
        while True:
            end = self._input.find(b"\n")
            if end >= 0:
                line = bytes(self._input[:end])
                del self._input[:end + 1]
                if not line.endswith(b"\r"):
                    raise Malformed(f"{what} ends without CR")
                return line[:-1]
            if len(self._input) > LONGEST_HEAD:
                raise Malformed(f"{what} has no end")
            yield from self._more(what)

    def _bytes(self, size, what):
        while len(self._input) < size:
            yield from self._more(what)
        data = bytes(self._input[:size])
        del self._input[:size]
        return data

    def _field_lines(self, what):
        fields = []
        while True:
            line = yield from self._line(what)
            if not line:
                return fields
            match = FIELD_LINE.match(line)
            if not match:
                raise Malformed(f"{what} is malformed: {line!r}")
            name, value = match.groups()
            fields.append((name.decode("latin-1").lower(), value.decode("latin-1")))

    def _response(self):
        line = yield from self._line("a status line")
        match = STATUS_LINE.match(line)
        if not match:
            raise Malformed(f"no status line: {line[:60]!r}")
        minor, status = int(match[1]), int(match[2])
        response = Response(status, (yield from self._field_lines("a field line")))
        length, chunked = framing_fields(response, minor)
        to_head = response.final() and self._finals in self._heads
        if status < 200 or status in (204, 304) or to_head:
            return response
        if chunked:
            response.framing = "chunked"
            response.body = yield from self._chunks()
            response.trailers = yield from self._field_lines("a trailer")
        elif length is not None:
            response.framing = "cl"
            response.body = yield from self._bytes(length, "a body")
        else:
            response.framing = "close"
            while not self._ended:
                yield
            response.body = bytes(self._input)
            self._input.clear()
        return response

    def _chunks(self):
        pieces = []
        while True:
            line = yield from self._line("a chunk size")
            match = CHUNK_SIZE.match(line)
            if not match:
                raise Malformed(f"no chunk size: {line[:60]!r}")
            size = int(match[1], 16)
            if size == 0:
                return b"".join(pieces)
            pieces.append((yield from self._bytes(size, "a chunk")))
            if (yield from self._bytes(2, "a chunk")) != b"\r\n":
                raise Malformed("chunk data without CR LF behind it")


def framing_fields(response, minor):
    """Gives (Content-Length or None, whether chunked) and refuses what may not be sent."""
    lengths = [value for name, value in response.fields if name == "content-length"]
    codings = response.value("transfer-encoding")
    if len(lengths) > 1 or (lengths and not re.fullmatch("[0-9]{1,18}", lengths[0])):
        raise Malformed(f"Content-Length: {lengths}")
    if codings is None:
        chunked = False
    elif codings.lower() == "chunked" and minor == 1:
        chunked = True
    else:
        raise Malformed(f"Transfer-Encoding: {codings} in HTTP/1.{minor}")
    if chunked and lengths:
        raise Malformed("both Content-Length and Transfer-Encoding")
    if (response.status < 200 or response.status == 204) and (chunked or lengths):
        raise Malformed(f"a {response.status} with a framing field")
    return (int(lengths[0]) if lengths else None), chunked

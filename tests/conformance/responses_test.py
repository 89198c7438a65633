#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests of responses.py."""

import unittest

from responses import ResponseReader

HEAD = b"HTTP/1.1 200 OK\r\n"


def read(data, heads=(), end=True):
    reader = ResponseReader(heads)
    reader.feed(data)
    if end:
        reader.end()
    return reader


class GoodResponses(unittest.TestCase):
    def test_a_length_ends_a_body(self):
        reader = read(HEAD + b"Content-Length: 2\r\nX-A:  b \r\n\r\nhi", end=False)
        [response] = reader.responses
        self.assertEqual((response.status, response.body, response.framing), (200, b"hi", "cl"))
        self.assertEqual(response.value("x-a"), "b")
        self.assertIsNone(response.value("x-b"))

    def test_equal_names_are_joined(self):
        [response] = read(HEAD + b"A: 1\r\na: 2\r\nContent-Length: 0\r\n\r\n").responses
        self.assertEqual(response.value("a"), "1, 2")

    def test_chunks_and_trailers(self):
        [response] = read(
            HEAD + b"Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nhi\r\n3\r\n\r\nx\r\n0\r\n"
            b"X-T: 1\r\n\r\n").responses
        self.assertEqual((response.body, response.framing), (b"hi\r\nx", "chunked"))
        self.assertEqual(response.trailers, [("x-t", "1")])

    def test_the_end_of_the_connection_ends_a_body(self):
        reader = read(HEAD + b"\r\nhi", end=False)
        self.assertEqual(reader.responses, [])
        reader.end()
        self.assertEqual((reader.responses[0].body, reader.responses[0].framing), (b"hi", "close"))
        self.assertIsNone(reader.fault)

    def test_some_have_no_body(self):
        data = (b"HTTP/1.1 100 Continue\r\n\r\n" b"HTTP/1.1 204 No Content\r\n\r\n"
                b"HTTP/1.1 304 \r\nContent-Length: 5\r\n\r\n" + HEAD + b"Content-Length: 7\r\n\r\n")
        reader = read(data, heads=[2])
        self.assertEqual([each.status for each in reader.responses], [100, 204, 304, 200])
        self.assertEqual({each.framing for each in reader.responses}, {"none"})
        self.assertIsNone(reader.fault)

    def test_nothing_is_read_behind_a_switch(self):
        reader = read(b"HTTP/1.1 101 Switching Protocols\r\n\r\n\x81\x00")
        self.assertEqual(len(reader.responses), 1)
        self.assertIsNone(reader.fault)

    def test_it_does_not_matter_how_the_bytes_are_cut(self):
        data = (HEAD + b"Content-Length: 2\r\n\r\nhi") * 2 + HEAD + (
            b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n")
        reader = ResponseReader()
        for at in range(len(data)):
            reader.feed(data[at:at + 1])
        self.assertEqual([each.body for each in reader.responses], [b"hi", b"hi", b"x"])
        self.assertIsNone(reader.fault)


class BadResponses(unittest.TestCase):
    def expect(self, words, data, **how):
        fault = read(data, **how).fault
        self.assertIsNotNone(fault)
        self.assertIn(words, fault)

    def test_rubbish(self):
        self.expect("no status line", b"hello\r\n\r\n")
        self.expect("no status line", b"HTTP/1.1 99 Low\r\n\r\n")
        self.expect("no status line", b"HTTP/2.0 200 OK\r\n\r\n")

    def test_lines_end_with_cr_lf(self):
        self.expect("without CR", b"HTTP/1.1 200 OK\n\n")
        self.expect("malformed", HEAD + b"A: b\rC: d\r\n\r\n")

    def test_fields(self):
        self.expect("malformed", HEAD + b"A : b\r\n\r\n")
        self.expect("malformed", HEAD + b"A: b\r\n c\r\n\r\n")
        self.expect("malformed", HEAD + b"A: \x00\r\n\r\n")

    def test_lengths(self):
        self.expect("Content-Length", HEAD + b"Content-Length: +1\r\n\r\nx")
        self.expect("Content-Length", HEAD + b"Content-Length: 1\r\nContent-Length: 1\r\n\r\nx")
        self.expect("both", HEAD + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx")
        self.expect("framing field", b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n")

    def test_an_old_version_has_no_chunks(self):
        self.expect("HTTP/1.0", b"HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")

    def test_chunks(self):
        start = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
        self.expect("no chunk size", start + b"x\r\n")
        self.expect("without CR LF", start + b"1\r\nabc")

    def test_an_early_end(self):
        self.expect("inside a status line", b"HTTP/1.1 2")
        self.expect("inside a body", HEAD + b"Content-Length: 2\r\n\r\nh")
        self.expect("inside a chunk size", HEAD + b"Transfer-Encoding: chunked\r\n\r\n")

    def test_a_body_where_none_may_be(self):
        self.expect("no status line", HEAD + b"Content-Length: 2\r\n\r\nhi\r\n", heads=[0])


if __name__ == "__main__":
    unittest.main()

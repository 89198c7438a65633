#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests of player.py and wire.py against servers that do what the test says."""

import socket
import threading
import types
import unittest
from unittest import mock

import judge
import player
from cases import Case
from player import PROBE, play
from wire import pieces_of

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nHello, World!"
GET = "GET / HTTP/1.1\r\n\r\n"


class Fake:
    """Answers each whole text that it waits for, then maybe closes."""

    def __init__(self, script, close=False):
        self.received = b""
        self._script = list(script)
        self._close = close
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = self._listener.getsockname()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._thread.join()
        self._listener.close()

    def _serve(self):
        connection, _ = self._listener.accept()
        with connection:
            unanswered = b""
            while data := connection.recv(65536):
                self.received += data
                unanswered += data
                if self._script and unanswered.endswith(self._script[0][0]):
                    connection.sendall(self._script.pop(0)[1])
                    unanswered = b""
                if self._close and not self._script:
                    return


def case_of(segments, responses, conn, **members):
    return Case({"id": "XX-01", "severity": "must", "rfc": "", "title": "", "wait_ms": 60,
                 "segments": segments, "accept": [{"responses": responses, "conn": conn}],
                 **members}, "test")


def verdict(case, fake, bytewise=False):
    return judge.verdict(case, play(case, fake.address, {"etag": '"x"'}, bytewise))


class Playing(unittest.TestCase):
    hello = {"status": [200], "body": "Hello, World!"}

    def impatient(self):
        return mock.patch.object(player, "AWAIT_PATIENCE", 0.3)

    def test_an_open_connection_answers_on(self):
        with Fake([(GET.encode(), OK), (PROBE, OK)]) as fake:
            self.assertIsNone(verdict(case_of([GET], [self.hello], "open"), fake))

    def test_a_response_too_many_is_no_open_connection(self):
        with Fake([(GET.encode(), OK), (PROBE, OK + OK)]) as fake:
            self.assertIsNotNone(verdict(case_of([GET], [self.hello], "open"), fake))

    def test_a_silent_server_is_not_open(self):
        with Fake([(GET.encode(), OK)]) as fake, self.impatient():
            self.assertIsNotNone(verdict(case_of([GET], [self.hello], "open"), fake))

    def test_closed(self):
        case = case_of([GET], [self.hello], "closed")
        with Fake([(GET.encode(), OK)], close=True) as fake:
            self.assertIsNone(verdict(case, fake))
        with Fake([(GET.encode(), OK)]) as fake:
            self.assertIsNotNone(verdict(case, fake))

    def test_a_response_without_its_end_never_fits(self):
        with Fake([(GET.encode(), OK[:-1])], close=True) as fake:
            self.assertIsNotNone(verdict(case_of([GET], [], "any"), fake))

    def test_a_second_response_is_seen(self):
        with Fake([(GET.encode(), OK + OK)]) as fake:
            self.assertIsNotNone(verdict(case_of([GET], [self.hello], "any"), fake))

    def test_an_awaited_response_must_come(self):
        case = case_of([GET, {"await": 1}, "more"], [self.hello], "any")
        with Fake([(GET.encode(), OK)]) as fake:
            self.assertIsNone(verdict(case, fake))
            self.assertEqual(fake.received, GET.encode() + b"more")
        with Fake([]) as fake, self.impatient():
            self.assertIn("in time", verdict(case, fake))
            self.assertEqual(fake.received, GET.encode())

    def test_values_are_put_in(self):
        with Fake([(b'"x"!', OK)]) as fake:
            self.assertIsNone(verdict(case_of(["${etag}!"], [self.hello], "any"), fake))

    def test_every_cut(self):
        sent, responses = [], []

        def send(data):
            sent.append(data)
            if len(sent) % 2 == 0:
                responses.append(None)

        wire = types.SimpleNamespace(
            send=send, reader=types.SimpleNamespace(responses=responses),
            listen=lambda seconds: False, wait=lambda done, seconds: False)
        self.assertTrue(player.split_each(wire, b"abcd", 0))
        self.assertEqual(sent, [b"a", b"bcd", b"ab", b"cd", b"abc", b"d"])

    def test_drips_end_when_the_server_closes(self):
        case = case_of([{"drip": "abc" * 200, "gap_ms": 50, "until_close": True}], [], "closed")
        with Fake([(b"abc", b"")], close=True) as fake:
            self.assertIsNone(verdict(case, fake))
            self.assertLess(len(fake.received), 600)

    def test_half_close(self):
        with Fake([(b"a", OK)]) as fake:
            self.assertIsNone(verdict(
                case_of(["a", {"half_close": True}], [self.hello], "closed"), fake))

    def test_bytewise_delivery(self):
        with Fake([(b"abcd", OK), (PROBE, OK)]) as fake:
            self.assertIsNone(verdict(case_of(["abcd"], [self.hello], "open"), fake, True))
            self.assertEqual(fake.received, b"abcd" + PROBE)

    def test_pieces_are_bytes_but_for_the_middle_of_long_texts(self):
        self.assertEqual(list(pieces_of(3)), [(0, 1), (1, 2), (2, 3)])
        for size in (32 * 1024, 100_001):
            pieces = list(pieces_of(size))
            self.assertEqual([begin for begin, _ in pieces[1:]], [end for _, end in pieces[:-1]])
            self.assertEqual((pieces[0], pieces[-1]), ((0, 1), (size - 1, size)))


if __name__ == "__main__":
    unittest.main()

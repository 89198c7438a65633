#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests of the example conformance as a program: its flags, its signals, its belief in proxies.

    program_test.py PROGRAM
"""

import signal
import socket
import subprocess
import sys
import unittest

from responses import ResponseReader
from server import Server


def ask(server, request):
    """Sends a request that closes, gives its response."""
    with socket.create_connection(server.address, timeout=20) as connection:
        connection.sendall(request.encode("latin-1"))
        return read_all(connection)


def read_all(connection):
    reader = ResponseReader()
    while data := connection.recv(65536):
        reader.feed(data)
    reader.end()
    [response] = reader.responses
    return response


class Program(unittest.TestCase):
    program = None

    def refused(self, *flags):
        ran = subprocess.run([self.program, *flags], capture_output=True, text=True, timeout=20)
        self.assertEqual((ran.returncode, ran.stdout), (2, ""), flags)
        return ran.stderr

    def test_a_flag_that_it_does_not_know(self):
        self.assertIn("--verbose", self.refused("--verbose"))
        self.assertIn("--port=1", self.refused("--port=1"))
        self.assertIn("8080", self.refused("8080"))

    def test_a_value_that_does_not_fit(self):
        for flags in (["--port"], ["--port", "65536"], ["--port", "x"], ["--threads", "-1"],
                      ["--idle-timeout-ms", "soon"], ["--host", ""]):
            self.assertIn(flags[0], self.refused(*flags))

    def test_tls_is_not_left_out_silently(self):
        ran = subprocess.run([self.program, "--port", "0", "--tls-port", "0"], timeout=20,
                             capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stdout), (1, ""))
        self.assertIn("TLS", ran.stderr)

    def test_every_flag_is_taken(self):
        server = Server(self.program, [
            "--host", "127.0.0.1", "--threads", "2", "--static", ".", "--trust-proxy",
            "--header-timeout-ms", "1000", "--idle-timeout-ms", "1000",
            "--body-timeout-ms", "1000", "--drain-timeout-ms", "1000",
            "--tls-cert", "x", "--tls-key", "x"])
        server.stop()
        self.assertEqual(server.faults, [])

    def test_an_address_with_colons(self):
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            self.skipTest("no IPv6 here")
        server = Server(self.program, ["--host", "::1"])
        self.addCleanup(server.stop)
        self.assertEqual(server.address[0], "[::1]")

    def test_draining_answers_what_was_received(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            server = Server(self.program, [])
            with socket.create_connection(server.address, timeout=20) as connection:
                connection.sendall(b"GET /slow?ms=0 HTTP/1.1\r\nHost: a\r\n\r\n")
                connection.recv(65536)  # its handler's worker knows the connection now
                connection.sendall(b"GET /slow?ms=300 HTTP/1.1\r\nHost: a\r\n\r\n")
                ask(server, "GET /plaintext HTTP/1.0\r\n\r\n")
                server.signal(number)
                response = read_all(connection)
            self.assertEqual((response.status, response.body), (200, b"slow"))
            server.wait()
            self.assertEqual(server.faults, [])

    def test_the_nearest_proxy_is_believed_when_it_is_told_to(self):
        server = Server(self.program, ["--trust-proxy"])
        self.addCleanup(server.stop)
        for fields, address in (
                ("", "127.0.0.1"),
                ("Forwarded: for=192.0.2.1, for=203.0.113.9;proto=http\r\n", "203.0.113.9"),
                ("Forwarded: for=192.0.2.1\r\nForwarded: For=\"203.0.113.9:80\"\r\n",
                 "203.0.113.9"),
                ("Forwarded: proto=http; for=\"[2001:db8::1]:80\"\r\n", "2001:db8::1"),
                ("X-Forwarded-For: 192.0.2.1, 203.0.113.9\r\n", "203.0.113.9"),
                ("X-Forwarded-For: 2001:db8::1\r\n", "2001:db8::1"),
                ("Forwarded: proto=http\r\n", "127.0.0.1")):
            response = ask(server, f"GET /client HTTP/1.0\r\n{fields}\r\n")
            self.assertEqual(response.body.decode(), f'{{"ip":"{address}"}}', fields)


if __name__ == "__main__":
    Program.program = sys.argv.pop(1)
    unittest.main()

# SPDX-License-Identifier: BSL-1.0
"""One connection to the server: sends as it is told, reads all the while."""

import select
import socket
import time

from responses import ResponseReader

# How long a server may refuse to take more bytes.
SEND_PATIENCE = 30.0
# In bytewise delivery: the pause behind a byte, without which the system joins them; how long a text
# may be to have one behind each of its bytes, and how many bytes at both ends of a longer one get
# one; how many are sent one at a time there, and how many together in its middle.
BYTE_GAP = 0.0003
PAUSED_TEXT = 9000
PAUSED_BYTES = 400
SINGLE_BYTES = 16 * 1024
MIDDLE_PIECE = 61


def pieces_of(size):
    """Gives (begin, end) of the pieces of a text in bytewise delivery."""
    at = 0
    while at < size:
        middle = SINGLE_BYTES <= at < size - SINGLE_BYTES
        end = min(at + MIDDLE_PIECE, size - SINGLE_BYTES) if middle else at + 1
        yield at, end
        at = end


class Wire:
    """A connection.

    `ended` is when the server's stream ended or was reset, None before; `sent` is when the last
    piece began to be sent.
    """

    def __init__(self, address, heads=(), bytewise=False):
        self.reader = ResponseReader(heads)
        self.ended = None
        self._bytewise = bytewise
        self._broken = False
        self._socket = socket.create_connection(address, timeout=SEND_PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setblocking(False)
        self.opened = self.sent = time.monotonic()

    def close(self):
        self._socket.close()

    def send(self, data):
        """Sends bytes: as one piece, or one at a time."""
        self.sent = time.monotonic()
        if not self._bytewise:
            self._send(data)
        for begin, end in pieces_of(len(data)) if self._bytewise else ():
            if self.ended or self._broken:
                break
            self._send(data[begin:end])
            if (len(data) <= PAUSED_TEXT or begin < PAUSED_BYTES
                    or len(data) - end < PAUSED_BYTES):
                self.sent = time.monotonic()
                self.listen(BYTE_GAP)

    def drip(self, data, gap):
        """Sends one byte at a time with pauses until all is sent or the server has closed."""
        for at in range(len(data)):
            if self.ended or self._broken:
                break
            self.sent = time.monotonic()
            self._send(data[at:at + 1])
            self.listen(gap)

    def half_close(self):
        try:
            self._socket.shutdown(socket.SHUT_WR)
        except OSError:
            self._broken = True
        self.sent = time.monotonic()

    def listen(self, seconds):
        """Reads for this long, or until the end. Tells whether anything came."""
        return self.wait(lambda: False, seconds)

    def wait(self, done, seconds):
        """Reads until done() holds, the stream ends or the time is over.

        Tells whether anything came.
        """
        until = time.monotonic() + seconds
        came = False
        while self.ended is None and not done():
            left = until - time.monotonic()
            if left <= 0:
                break
            came = self._poll(left) or came
        return came

    def _poll(self, seconds, send=False):
        """Waits for the socket once; reads what is there. Tells whether something was read."""
        wanted = [self._socket]
        readable, _, _ = select.select(wanted, wanted if send else [], [], seconds)
        return bool(readable) and self._receive()

    def _receive(self):
        try:
            data = self._socket.recv(256 * 1024)
        except BlockingIOError:
            return False
        except OSError: # reset
            data = b""
        if data:
            self.reader.feed(data)
        else:
            self.ended = time.monotonic()
            self.reader.end()
        return True

    def _send(self, data):
        left = memoryview(data)
        until = time.monotonic() + SEND_PATIENCE
        while left and not self._broken and self.ended is None:
            try:
                left = left[self._socket.send(left):]
                until = time.monotonic() + SEND_PATIENCE
            except BlockingIOError:
                if time.monotonic() > until:
                    self._broken = True
                self._poll(0.1, send=True)
            except OSError: # the server has reset; what it said before may still be there
                self._broken = True

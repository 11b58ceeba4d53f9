"""Streams without end."""

import io


class Endless(io.RawIOBase):
    """A stream of parts that need not end, which counts what is taken of it."""

    def __init__(self, parts):
        self._parts, self._rest, self.taken = iter(parts), b"", 0

    def readable(self):
        return True

    def readinto(self, buffer):
        if not self._rest:
            self._rest = next(self._parts, b"")
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        self.taken += size
        return size

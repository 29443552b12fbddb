"""Runs a command in a network of its own whose only host counts the names that are looked up.

    unshare --user --map-root-user --net --mount python watched_resolver.py COMMAND…

Prints ``look-ups: N``; the names go to standard error.
"""

from __future__ import annotations

import fcntl
import socket
import struct
import subprocess
import sys
import tempfile
import threading

_SET_FLAGS, _UP_AND_RUNNING = 0x8914, 0x41


def main() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, _SET_FLAGS, struct.pack("16sh14x", b"lo", _UP_AND_RUNNING))
    asked: list[bytes] = []
    host = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    host.bind(("127.0.0.1", 53))

    def listen() -> None:
        while True:
            asked.append(host.recvfrom(512)[0])

    threading.Thread(target=listen, daemon=True).start()
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as resolver:
        resolver.write("nameserver 127.0.0.1\n")
        resolver.flush()
        subprocess.run(["mount", "--bind", resolver.name, "/etc/resolv.conf"], check=True)
        subprocess.run(sys.argv[1:], check=True, stdout=sys.stderr)
    for query in asked:
        print(query[12:].decode("ascii", "replace"), file=sys.stderr)
    print(f"look-ups: {len(asked)}")


if __name__ == "__main__":
    main()

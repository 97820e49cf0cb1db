#!/usr/bin/env python3
"""What an operator does to the test network that start.sh started. Standard library only.

  ircctl.py --port 16660 wait-links hub.test.net leaf.test.net    wait until these servers see each other
  ircctl.py --port 16660 squit leaf.test.net "for a test"         a netsplit; AUTOCONNECT ends it
  ircctl.py --port 16660 connect leaf.test.net                    link again now
  ircctl.py --port 16660 sanick OLD NEW                           a forced nick change, as services do it
  ircctl.py --port 16660 kill NICK REASON | saquit NICK REASON | raw LINE
"""
import argparse
import socket
import sys
import time

LINKS_WAIT_S = 30


class Link:
    """A raw connection to a server, registered under a nick of its own."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.buffer = b""
        self.last = []
        self.send("NICK ctl%d" % (time.time_ns() // 1000 % 10**7))
        self.send("USER ctl 0 * :control")
        self.expect("376", "422")

    def send(self, line):
        self.socket.sendall(line.encode() + b"\r\n")

    def read(self, until):
        """The words of the next line, or None when there is none before `until`."""
        while b"\n" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0:
                return None
            self.socket.settimeout(left)
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                return None
            if not data:
                raise SystemExit("the server closed the connection: " + " | ".join(self.last))
            self.buffer += data
        raw, self.buffer = self.buffer.split(b"\n", 1)
        line = raw.rstrip(b"\r").decode("utf-8", "replace")
        self.last = self.last[-5:] + [line]
        words = line.split(" ")
        if words[0] == "PING":
            self.send("PONG " + " ".join(words[1:]))
        return words

    def expect(self, *commands):
        """The words of the next line with one of these commands."""
        until = time.monotonic() + 10
        while True:
            words = self.read(until)
            if words is None:
                raise SystemExit("no %s came: %s" % (" or ".join(commands), " | ".join(self.last)))
            if len(words) > 1 and words[1] in commands:
                return words

    def links(self):
        """The servers this one sees."""
        self.send("LINKS")
        seen = set()
        while (words := self.expect("364", "365"))[1] == "364":
            seen.add(words[3])
        return seen

    def quit(self):
        self.send("QUIT :done")
        self.socket.close()


def wait_links(port, wanted):
    until = time.monotonic() + LINKS_WAIT_S
    seen = set()
    while time.monotonic() < until:
        link = Link(port)
        seen = link.links()
        link.quit()
        if wanted <= seen:
            return 0
        time.sleep(0.5)
    print("linked:", *sorted(seen), "missing:", *sorted(wanted - seen), file=sys.stderr)
    return 1


def operate(port, line):
    link = Link(port)
    link.send("OPER oper operpass")
    link.expect("381")
    link.send(line)
    until = time.monotonic() + 0.7
    while (words := link.read(until)) is not None:
        print(" ".join(words))
    link.quit()
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=16660)
    commands = ["wait-links", "squit", "connect", "sanick", "kill", "saquit", "raw"]
    parser.add_argument("command", choices=commands)
    parser.add_argument("words", nargs="+")
    call = parser.parse_args()
    first, rest = call.words[0], " ".join(call.words[1:])
    if call.command == "wait-links":
        return wait_links(call.port, set(call.words))
    lines = {
        "squit": f"SQUIT {first} :{rest or 'a test'}",
        "connect": f"CONNECT {first}",
        "sanick": f"SANICK {first} {rest}",
        "kill": f"KILL {first} :{rest or 'a test'}",
        "saquit": f"SAQUIT {first} :{rest or 'a test'}",
        "raw": " ".join(call.words),
    }
    return operate(call.port, lines[call.command])


if __name__ == "__main__":
    sys.exit(main())

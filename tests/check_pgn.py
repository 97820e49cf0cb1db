#!/usr/bin/env python3
"""Read exported games with python-chess, and say what it complains of.

    pip install chess==1.11.2
    chessmasters export pgn > games.pgn
    tests/check_pgn.py games.pgn ...

Every game is read and played through. Whatever python-chess notes as an error or logs makes the exit status 1, and so does
a game without a move, a result after the moves that is not the tag's, or a Date that is none.
"""
import argparse
import logging
import pathlib
import re
import sys


class Complaints(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def check(path, complaints):
    import chess.pgn

    games = 0
    with path.open(encoding="utf-8", newline="") as text:
        while (game := chess.pgn.read_game(text)) is not None:
            games += 1
            where = f"{path} game {games} ({game.headers.get('Round')})"
            found = [repr(error) for error in game.errors]
            board = game.end().board()
            if board.ply() == 0 and "FEN" not in game.headers:
                found.append("no moves")
            if not re.fullmatch(r"\d{4}\.\d\d\.\d\d", game.headers["Date"]):
                found.append(f"Date {game.headers['Date']}")
            outcome = board.outcome()
            if outcome and outcome.termination is chess.Termination.CHECKMATE and game.headers["Result"] != outcome.result():
                found.append(f"mate, and Result {game.headers['Result']}")
            complaints.lines.extend(f"{where}: {each}" for each in found)
    return games


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("files", nargs="+", type=pathlib.Path)
    options = arguments.parse_args()
    complaints = Complaints()
    logging.getLogger("chess.pgn").addHandler(complaints)
    for path in options.files:
        print(f"{path}: {check(path, complaints)} games")
    for line in complaints.lines:
        print(line)
    sys.exit(1 if complaints.lines else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Hold the reader of gamescores against python-chess on games of chance with everything that PGN allows.

    pip install chess==1.11.2
    tests/compare_readers.py --games 2000 --seed 1 target/release/chessmasters

Writes games with comments, glyphs, variations in variations, tags with quotation marks, brackets and letters of all
sorts, lines of many lengths and starts from other positions; lets `verify --json` read them; and compares the number of
games, the tags, the plies and the last position of each. Exits 1 on any difference.
"""
import argparse
import json
import random
import re
import subprocess
import sys

import chess
import chess.pgn

LETTERS = "abcdefghKQRBN12345678 xO-+=#.,:;!?()[]<>&%$*/\\\"'éüřКя½…–♘\n\t"
WORDS = ["better", "12. Nf5", "e4", "O-O", "[%clk 0:01:02]", "[%eval -0.35]", "1-0", "1... c5", "(no)", "{", ";", "[x]",
         "$3", "--", "2. exd5", "*", "\"quoted\"", "<br>", "&nbsp;", "[Event \"x\"]"]


def comment(chance):
    if chance.random() < 0.5:
        text = " ".join(chance.choice(WORDS) for _ in range(chance.randint(1, 6)))
    else:
        text = "".join(chance.choice(LETTERS) for _ in range(chance.randint(1, 60)))
    # A brace cannot stand in a comment; an opening one may have lost its closing one, which is looked into.
    return " ".join(text.replace("{", "").replace("}", "").split())


def move(chance, board):
    legal = list(board.legal_moves)
    liked = [each for each in legal if board.is_capture(each) or board.is_castling(each) or each.promotion]
    return chance.choice(liked if liked and chance.random() < 0.4 else legal)


def decorate(chance, node):
    if chance.random() < 0.15:
        node.nags.add(chance.randint(1, 139))
    if chance.random() < 0.15:
        node.comment = comment(chance)
    if chance.random() < 0.05:
        node.starting_comment = comment(chance)


def grow(chance, node, plies, depth):
    for _ in range(plies):
        board = node.board()
        if not any(board.legal_moves):
            return
        main = node.add_variation(move(chance, board))
        decorate(chance, main)
        if depth < 3 and chance.random() < (0.08 if depth else 0.15):
            for _ in range(chance.randint(1, 2)):
                other = move(chance, board)
                if not node.has_variation(other):
                    side = node.add_variation(other)
                    decorate(chance, side)
                    grow(chance, side, chance.randint(0, 6), depth + 1)
        node = main


def game(chance):
    score = chess.pgn.Game()
    for name in ("Event", "Site", "White", "Black", "Annotator"):
        text = "".join(chance.choice(LETTERS) for _ in range(chance.randint(0, 20)))
        score.headers[name] = " ".join(text.split())
    if chance.random() < 0.1:
        board = chess.Board()
        for _ in range(chance.randint(1, 60)):
            if not any(board.legal_moves):
                board.pop()
                break
            board.push(move(chance, board))
        if any(board.legal_moves):
            score.setup(board)
    if chance.random() < 0.2:
        score.comment = comment(chance)
    grow(chance, score, chance.choice([1, 2, 10, 40, 80, 160]), 0)
    score.headers["Result"] = chance.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return score


def wanted(score):
    end = score.end()
    return {
        # The exporter writes backslashes as they are, and the standard reads two as one.
        "tags": {name: re.sub(r'\\(["\\])', r"\1", value) for name, value in score.headers.items()},
        "plies": end.ply() - score.ply(),
        "fen": end.board().fen(en_passant="legal"),
        "start": "FEN" in score.headers and score.board() != chess.Board(),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    chance = random.Random(wishes.seed)
    scores = [game(chance) for _ in range(wishes.games)]
    texts = []
    for score in scores:
        columns = chance.choice([80, 80, 40, 255, None])
        texts.append(score.accept(chess.pgn.StringExporter(columns=columns)) + chance.choice(["\n\n", "\n\n\n", "\n\n\n\n"]))
    text = "".join(texts)
    if chance.random() < 0.3:
        text = text.replace("\n", "\r\n")
    run = subprocess.run([wishes.program, "verify", "--json", "-"], input=text.encode(), capture_output=True, check=False)
    read = [json.loads(line) for line in run.stdout.decode().splitlines()]
    differences = []
    if len(read) != len(scores):
        differences.append(f"{len(read)} games of {len(scores)}")
    for index, (found, score) in enumerate(zip(read, scores)):
        expected = wanted(score)
        for name in ("tags", "plies", "fen"):
            if found[name] != expected[name]:
                differences.append(f"game {index + 1}: {name} {found[name]!r} is not {expected[name]!r}")
        sound = found["error"] is None or (expected["start"] and found["error"]["ply"] == 0)
        if not sound:
            differences.append(f"game {index + 1}: {found['error']}")
        if differences and len(differences) < 4:
            print(texts[index], file=sys.stderr)
    for line in differences[:40]:
        print(line)
    plies = sum(found["plies"] for found in read)
    print(f"{len(read)} games, {plies} plies, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())

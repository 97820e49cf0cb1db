#!/usr/bin/env python3
"""Hold complete tournaments against other engines, round by round.

    pip install caissify-pairings==0.5.0 py4swiss==0.3.1
    chessmasters generate --players 31 --rounds 9 --seed 1 > t1.trf
    tests/compare_engines.py --rules 2026 t1.trf ...

Every round of every file is paired again by caissify-pairings (2026) or py4swiss (2017) from the rounds before it, and
the pairs are compared with what the file has. Differences in pairs make the exit status 1. Sides are compared for
2017 only: caissify counts ranks differently where article 5.2.4 or 5.2.5 decides.

Where the two must differ: where no legal pairing exists caissify pairs illegally (a file simply ends there), and py4swiss
0.3.1 takes a topscorer's opponent to be spared a side for the third time running unless both had it twice, also where
the wider colour difference denies only the other one (C.9 of 2017).
"""
import argparse
import logging
import pathlib
import sys
import tempfile

POINTS = {"1": 2, "=": 1, "0": 0, "W": 2, "D": 1, "L": 0, "+": 2, "-": 0, "F": 2, "H": 1, "U": 2, "Z": 0, " ": 0}
PLAYED = "10=WDL"


class Tournament:
    def __init__(self, text):
        self.head, self.lines, self.cells = [], {}, {}
        self.rounds_total, self.initial = 0, "white"
        for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
            if line.startswith("001"):
                number = int(line[4:8])
                self.lines[number] = line[:91].ljust(91)
                self.cells[number] = [
                    (int(line[at:at + 4].strip() or 0), line[at + 5:at + 6], line[at + 7:at + 8] or " ")
                    for at in range(91, len(line), 10)
                ]
            elif line[:3] in ("XXR", "142"):
                self.rounds_total = int(line[4:])
            elif line[:3] == "XXC":
                self.initial = line[4:9]
            elif line[:3] == "152":
                self.initial = "white" if line[4:].strip().upper() == "W" else "black"
        self.rounds = max(map(len, self.cells.values()), default=0)
        self.rounds_total = self.rounds_total or self.rounds

    def cell(self, number, round_index):
        cells = self.cells[number]
        return cells[round_index] if round_index < len(cells) else (0, "-", "Z")

    def paired(self, round_index):
        """The round as pairs of white and black, the bye's opponent 0; and who was not to be paired."""
        pairs, away = set(), []
        for number in self.cells:
            opponent, side, code = self.cell(number, round_index)
            if opponent:
                pairs.add((number, opponent) if side == "w" else (opponent, number))
            elif code == "U":
                pairs.add((number, 0))
            else:
                away.append(number)
        return pairs, away


def by_caissify(tournament, played, away):
    from caissify_pairings.engines.dutch import DutchEngine

    score = {number: [0] for number in tournament.cells}
    for number, sums in score.items():
        for index in range(played):
            sums.append(sums[-1] + POINTS[tournament.cell(number, index)[2]])
    players, met = [], set()
    for number in tournament.cells:
        sides, floats, byes, forfeits = [], [], 0, 0
        for index in range(played):
            opponent, side, code = tournament.cell(number, index)
            if opponent and code in PLAYED:
                met.add((min(number, opponent), max(number, opponent)))
                sides.append("white" if side == "w" else "black")
                lead = score[number][index] - score[opponent][index]
                floats.append("down" if lead > 0 else "up" if lead < 0 else "none")
            else:
                floats.append("down" if POINTS[code] else "none")
                byes += code in "UF"
                forfeits += code == "+"
        if number not in away:
            players.append(
                dict(id=number, name="", title="", rating=9999 - number, starting_number=number,
                     score=score[number][played] / 2, color_hist=sides, float_history=floats,
                     bye_count=byes, forfeit_win_count=forfeits))
    engine = DutchEngine(
        players=players, previous_pairings=met, round_number=played + 1,
        total_rounds=tournament.rounds_total, initial_color=tournament.initial, accelerated=False)
    return {(pair["white_id"], pair.get("black_id") or 0) for pair in engine.generate_pairings()}


def by_py4swiss(tournament, played, away):
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    lines = ["012 comparison", f"XXR {tournament.rounds_total}", f"XXC {tournament.initial}1"]
    if away:
        lines.append("XXZ " + " ".join(map(str, away)))
    for number, head in tournament.lines.items():
        cells = (tournament.cell(number, index) for index in range(played))
        points = sum(POINTS[tournament.cell(number, index)[2]] for index in range(played))
        head = f"{head[:14]}{'P%05d' % number:<33}{head[47:80]}{points / 2:4.1f} {number:4d}  "
        lines.append(head[:91] + "".join(f"{o or '0000':>4} {s or '-'} {c}  " for o, s, c in cells).rstrip())
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "state.trf")
        path.write_text("\n".join(lines) + "\n")
        return {(pair.white, pair.black) for pair in DutchEngine.generate_pairings(TrfParser.parse(path))}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--rules", choices=("2026", "2017"), default="2026")
    arguments.add_argument("files", nargs="+", type=pathlib.Path)
    options = arguments.parse_args()
    logging.disable(logging.CRITICAL)
    engine = by_caissify if options.rules == "2026" else by_py4swiss
    compared = differences = sides = 0
    for path in options.files:
        tournament = Tournament(path.read_text(encoding="utf-8", errors="replace"))
        for index in range(tournament.rounds):
            ours, away = tournament.paired(index)
            if not ours:
                continue
            theirs = engine(tournament, index, away)
            compared += 1
            if {frozenset(pair) for pair in ours} != {frozenset(pair) for pair in theirs}:
                differences += 1
                print(f"{path} round {index + 1}: ours only {sorted(ours - theirs)}, theirs only {sorted(theirs - ours)}")
            elif options.rules == "2017":
                games = {pair for pair in ours if tournament.cell(pair[0], index)[2] in PLAYED}
                sides += len(games - theirs)
    print(f"{compared} rounds, {differences} with other pairs" + (f", {sides} games with other sides" if options.rules == "2017" else ""))
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()

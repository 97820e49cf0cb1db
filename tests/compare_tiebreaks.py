#!/usr/bin/env python3
"""Hold the tie-breaks of reports against tiebreak-core, another implementation of C.07.

    pip install tiebreak-core==1.2.0
    chessmasters generate --players 31 --rounds 9 --seed 1 > t1.trf
    tests/compare_tiebreaks.py --edition 2026 [--round-robin] t1.trf ...

Every value of every player is compared, the direct encounter by the order it gives. A difference makes the exit status 1.

Where the two must differ, such values are left out; this program goes with FIDE's own tie-break server. tiebreak-core lets a
pair that was forfeited in the last round keep its result in Fore Buchholz, takes a forfeited pair for met in the direct
encounter of a Swiss, and cuts nothing for Median 2 of fewer than five rounds. In a round robin it gives who is free a
dummy opponent and half a point for it in the last round, counts the free round into half of the possible points of Koya, and
counts forfeit wins as games won and as games with black.
"""
import argparse
import json
import pathlib
import subprocess
import sys

from tiebreak_core import fide2024, fide2026
from tiebreak_core.models import GameRecord, PlayerTiebreakData

NAMES = {
    "BH": "buchholz", "BHC1": "buchholz_cut1", "BHC2": "buchholz_cut2", "BHM1": "median_buchholz",
    "BHM2": "median_buchholz_2", "SB": "sonneborn_berger", "SBC1": "sonneborn_berger_cut1", "PS": "progressive",
    "WIN": "wins", "WON": "won", "BPG": "games_black", "BWG": "wins_black", "REP": "rounds_elected", "ARO": "aro",
    "TPR": "tpr", "KS": "koya", "AOB": "aob", "FB": "fore_buchholz",
}
# In a round robin: what does not hang on rounds without an opponent, nor on forfeits as games of type B.
ROUND_ROBIN = ["SB", "PS", "WIN", "ARO", "TPR", "KS"]
POINTS = {"1": 1.0, "=": 0.5, "0": 0.0, "+": 1.0, "-": 0.0, "F": 1.0, "H": 0.5, "U": 1.0, "Z": 0.0, " ": 0.0}
KINDS = {"+": "forfeit_win", "-": "forfeit_loss", "F": "pairing_bye", "U": "pairing_bye"}


def players(text):
    """The players of a report, as tiebreak-core has them, and the number of rounds."""
    lines = [line for line in text.split("\n") if line.startswith("001")]
    cells = {
        int(line[4:8]): [
            (int(line[at:at + 4].strip() or 0), line[at + 5:at + 6], line[at + 7:at + 8] or " ")
            for at in range(91, len(line), 10)
        ]
        for line in lines
    }
    ratings = {int(line[4:8]): int(line[48:52].strip() or 0) for line in lines}
    paired = [
        index + 1 for rounds in cells.values() for index, (opponent, _, code) in enumerate(rounds)
        if opponent or code == "U"
    ]
    rounds = max(paired, default=0)
    found = {}
    for number, row in cells.items():
        row = (row + [(0, "-", "Z")] * rounds)[:rounds]
        games = []
        for index, (opponent, side, code) in enumerate(row):
            games.append(GameRecord(
                opponent_id=opponent or -1,
                opponent_rating=ratings.get(opponent, 0),
                score=POINTS[code],
                color="black" if side == "b" else "white",
                round_number=index + 1,
                kind=KINDS.get(code, "played" if code in "1=0" else "requested_bye"),
            ))
        points = sum(game.score for game in games)
        found[number] = PlayerTiebreakData(number, ratings[number], points, games)
    return found, rounds


def theirs(everybody, rounds, code, player, edition, round_robin):
    if edition == "2024":
        return fide2024.calculate(player, everybody, NAMES[code], rounds)
    mode = "round_robin" if round_robin else "swiss"
    return fide2026.calculate(player, everybody, NAMES[code], rounds, mode=mode)


def encounters(everybody, edition, round_robin):
    """Groups of equals in the order of the direct encounter, but for those with a forfeited game among them."""
    by_points = {}
    for number, player in everybody.items():
        by_points.setdefault(player.points, []).append(number)
    for _, group in sorted(by_points.items(), reverse=True):
        group.sort()
        forfeited = any(
            game.opponent_id in group and game.kind.startswith("forfeit")
            for number in group for game in everybody[number].games
        )
        if len(group) > 1 and not (forfeited and not round_robin):
            if edition == "2024":
                yield group, fide2024._de_tiers(group, everybody)
            else:
                yield group, fide2026._de_tiers(group, everybody, "round_robin" if round_robin else "swiss")


def ours(program, file, edition, more):
    command = [program, "standings", str(file), "--edition", edition, "--json", *more]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--edition", choices=["2024", "2026"], default="2026")
    parser.add_argument("--round-robin", action="store_true")
    parser.add_argument("--program", default="target/release/chessmasters")
    wishes = parser.parse_args()
    more = ["--round-robin"] if wishes.round_robin else []
    values, orders, differ = 0, 0, 0
    for file in wishes.files:
        everybody, rounds = players(file.read_text())
        table = ours(wishes.program, file, wishes.edition, more)
        late = any(game.kind.startswith("forfeit") for p in everybody.values() for game in p.games[-1:])
        free = any(game.opponent_id == -1 for p in everybody.values() for game in p.games)
        for code in ROUND_ROBIN if wishes.round_robin else NAMES:
            if wishes.round_robin and free and code in ("SB", "KS"):
                continue
            if (code == "FB" and late) or (code == "BHM2" and rounds < 5):
                continue
            for number, player in everybody.items():
                other = theirs(everybody, rounds, code, player, wishes.edition, wishes.round_robin)
                values += 1
                if abs(other - table[str(number)][code]) > 0.0051:
                    differ += 1
                    print(f"{file}: {code} of {number}: {table[str(number)][code]}, tiebreak-core {other}")
        places = ours(wishes.program, file, wishes.edition, ["--tiebreaks", "DE", *more])
        for group, tiers in encounters(everybody, wishes.edition, wishes.round_robin):
            orders += 1
            first = min(places[str(number)]["place"] for number in group)
            expected = {}
            for tier in tiers:
                expected.update({number: first for number in tier})
                first += len(tier)
            got = {number: places[str(number)]["place"] for number in group}
            if got != expected:
                differ += 1
                print(f"{file}: DE of {group}: {got}, tiebreak-core {expected}")
    print(f"{len(wishes.files)} files, {values} values and {orders} groups of equals compared, {differ} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())

"""Rows of batches for tests, always the same, and ways to run a batch in a process of its own."""

import csv
import random
import subprocess
import sys

from oddchip.evaluator import format_cards

RANGES = ("QQ+,AKs", "TT+:0.5,AQ+", "22+,A2s+,KTs+", "A5s-A2s,76s", "random")
PROGRAM = "import sys; from oddchip.cli import run; sys.argv[0] = 'oddchip'; run()"
COLUMNS = ("id", "p1", "p2", "p3", "board", "dead", "note")

BAD_ROWS = {
    "unknown suit": (("AhKz", "QsQd"), "2c7d9h", "", "hand 1: "),
    "card twice": (("AhKh", "AhQd"), "2c7d9h", "", "card Ah is in hand 1 and in hand 2"),
    "card on the board": (("AhKh", "QsQd"), "2c7d9hAh", "", "card Ah is in hand 1 and on the board"),
    "long board": (("AhKh", "QsQd"), "2c7d9hTsJs4c", "", "has 6 cards (at most 5)"),
    "one player": (("AhKh",), "", "", "1 player given"),
    "no player": ((), "", "", "0 players given"),
    "a gap": (("AhKh", "", "QsQd"), "", "", "hand 2 is empty, but hand 3 is not"),
    "no range": (("AAs", "QsQd"), "", "", "a pair cannot be suited"),
    "nothing left": (("AA", "KK"), "AsAhAdAc", "", "of which no combo is left"),
    "impossible together": (("AA", "AA", "AA"), "", "", "no deal is possible"),
    "dead words": (("AhKh", "QQ"), "", "zz", "among the dead cards"),
}
"""Hands, board, dead cards, and what the error says."""


def spots(count, seed=1):
    """Return (hands, board, dead) of hands and ranges, two to four players, boards of all sizes."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        cards = chance.sample(range(52), 16)
        players = chance.choice((2, 2, 2, 3, 4))
        hands = [format_cards(cards[2 * at : 2 * at + 2]) for at in range(players)]
        board = format_cards(cards[8 : 8 + chance.choice((0, 3, 4, 5))])
        if players == 2 and chance.random() < 0.4:
            hands[chance.randrange(2)] = chance.choice(RANGES)
        made.append((tuple(hands), board, format_cards(cards[13:]) if chance.random() < 0.2 else ""))
    return made


def write_csv(path, rows, columns=COLUMNS):
    """Write rows of (hands, board, dead) with an id and a note that needs quotes."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        for number, (hands, board, dead) in enumerate(rows):
            writer.writerow([number, *hands, *[""] * (3 - len(hands)), board, dead, f'"a", {number}'])
    return path


def command(*arguments):
    """Return the command line of `oddchip batch`."""
    return [sys.executable, "-c", PROGRAM, "batch", *map(str, arguments)]


def run(*arguments, **options):
    """Run `oddchip batch` to its end."""
    return subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=120, check=False, **options
    )

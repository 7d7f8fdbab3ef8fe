"""Spots whose answers are known, hands to test with, and the way to the cases that stand beside the checkout.

C numbers are lines of `cases/equity.md` there, B numbers of `cases/bugs.md`. The counts were made by other
programs (OMPEval, poker-equity, eval7, phevaluator), never by this one.
"""

import json
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


class Showdown(NamedTuple):
    """Hands that meet on a board of five, and who must win."""

    id: str
    fact: str
    board: str
    hands: tuple[str, ...]
    winners: tuple[int, ...]
    kev_ranks: tuple[int, ...] = ()
    categories: tuple[str, ...] = ()


TRAPS = (
    Showdown(
        "C022", "two pair and the kicker lie on the board; a lower pair in the hand does not play",
        "6cQcAd6sAc", ("TdJs", "3s3d"), (1, 2), (2546, 2546), ("two pair", "two pair"),
    ),
    Showdown(
        "C023", "of three pairs the lowest does not play, and the six on the board is everybody's kicker",
        "JcJdQcQh6s", ("5c5d", "4c6d"), (1, 2), (2727, 2727), ("two pair", "two pair"),
    ),
    Showdown(
        "C024", "the third pair gives the kicker: its card on the board is everybody's",
        "9hJhJsAsAh", ("2d9s", "7s5h"), (1, 2), (2493, 2493), ("two pair", "two pair"),
    ),
    Showdown(
        "C025", "a flush card below the five on the board does not play",
        "3d6dTdJdAd", ("2d4c", "5sTc"), (1, 2), (627, 627), ("flush", "flush"),
    ),
    Showdown(
        "C026", "of two flushes the queen's beats the one that has the higher card in another suit",
        "QdJd9dKc6d", ("Ah5d", "Qc7d"), (2,), (1183, 1178), ("flush", "flush"),
    ),
    Showdown(
        "C030a", "the full house takes the pair in the hand, not the lower one on the board",
        "2s3s2h3h3d", ("TsTh", "9s9h"), (1,), (303, 304), ("full house", "full house"),
    ),
    Showdown(
        "C030b", "the full house takes the higher of two pairs",
        "JhJdJc6d6c", ("TsTh", "9s9h"), (1,), (206, 207), ("full house", "full house"),
    ),
    Showdown(
        "C031", "a royal flush beats the king-high straight flush that shares four cards with it",
        "KsQsJsTs9d", ("AsAh", "Ac9s"), (1,), (1, 2), ("straight flush", "straight flush"),
    ),
    Showdown(
        "C032", "a straight flush on the board goes on in the hand",
        "3h4h5h6h7h", ("8h8d", "AdKc"), (1,), (), ("straight flush", "straight flush"),
    ),
    Showdown(
        "C033", "a straight on the board is shared, whoever holds its cards again",
        "AhKhQsJsTd", ("AsKd", "QhJc"), (1, 2), (), ("straight", "straight"),
    ),
)  # fmt: skip


class Hand(NamedTuple):
    """Cards and their rank on the scale of Cactus Kev, 1 for a royal flush."""

    id: str
    fact: str
    cards: str
    kev_rank: int
    category: str


HANDS = (
    Hand("C011a", "trips and a higher pair are full of the trips", "9c4c4s9d4hQc6c", 292, "full house"),
    Hand("C011b", "two sets of trips are full of the higher set", "9c4c4s9d4h2c9h", 236, "full house"),
    Hand("C012a", "the steel wheel beats its own aces and kings", "As2s3s4s5sKdKc", 10, "straight flush"),
    Hand("C012b", "the ace leaves the six-high straight flush alone", "As2s3s4s5s6sKd", 9, "straight flush"),
    Hand("C012c", "a straight flush to the king is second", "9hThJhQhKh2c3d", 2, "straight flush"),
    Hand("C012d", "a royal flush is first", "ThJhQhKhAh2c3d", 1, "straight flush"),
    Hand("C027", "straight and flush of different cards are a flush", "9cThJhQhKh2h3h", 821, "flush"),
    Hand("C028", "a straight flush hides under a higher flush", "AcQsJcTc9c8c7c", 4, "straight flush"),
    Hand("C029", "of three pairs the two highest play, and the five", "4s8s4h7s8h7c5c", 3102, "two pair"),
)  # fmt: skip


class KnownSpot(NamedTuple):
    """Known hands and how many deals each set of players wins or shares."""

    id: str
    hands: tuple[str, ...]
    outcomes: dict[tuple[int, ...], int]
    board: str = ""
    dead: str = ""


def two(case, first, second, win, lose, tie, board=""):
    """Return a spot of two hands, with the deals that the first wins, loses and ties."""
    outcomes = {(1,): win, (2,): lose, (1, 2): tie}
    return KnownSpot(case, (first, second), {who: deals for who, deals in outcomes.items() if deals}, board)


KNOWN_SPOTS = (
    two("C034", "AcAs", "KcKs", 1410336, 292660, 9308),
    two("C035", "AhAd", "KhKs", 1399204, 305177, 7923),
    two("C036", "AcAs", "KhKd", 1388072, 317694, 6538),
    two("C039", "KcQc", "6c5c", 1083296, 615437, 13571),
    two("C040", "KcKd", "Ks2d", 1612287, 73825, 26192),
    two("C041", "KcKd", "Ks2h", 1597463, 89530, 25311),
    two("C042", "QcQd", "Qs2d", 1603112, 73826, 35366),
    two("C045", "AhKh", "QhQs", 781594, 922599, 8111),
    two("C046", "AhKh", "QdQs", 787966, 917606, 6732),
    two("C047", "AdAh", "AcAs", 37210, 37210, 1637884),
    two("C032", "8h8d", "AdKc", 1, 0, 0, "3h4h5h6h7h"),
    two("C033", "AsKd", "QhJc", 0, 0, 1, "AhKhQsJsTd"),
    two("C085", "AhAd", "KsKc", 907, 83, 0, "2c7d9h"),
    two("C089", "AsKs", "AcJc", 461, 529, 0, "Js8s5d"),
    two("C092", "AdKd", "AcAs", 19, 971, 0, "6sJc5h"),
    two("C093", "AhAs", "KhKs", 923, 67, 0, "2h7h9h"),
    two("C095", "JcJd", "AdAc", 1, 0, 0, "Js6c4d6dQs"),
    KnownSpot("C101", ("AhAs", "KhKs", "QhQs"), {(1,): 924864, (2,): 233476, (3,): 204228, (1, 2, 3): 8186}),
    KnownSpot(
        "C105",
        ("3d7d", "2h9h", "2c9c"),
        {(1,): 183, (2,): 28, (3,): 28, (2, 3): 380, (1, 2, 3): 201},
        board="5d5h5c",
        dead="3s3c",
    ),
    KnownSpot("C107", ("AcKd", "JsTs", "2h2c"), {(1,): 487593, (2,): 491838, (3,): 385860, (1, 2, 3): 5463}),
)


class RangeSpot(NamedTuple):
    """Ranges, and for the first of two the deals it wins, loses and ties."""

    id: str
    hands: tuple[str, str]
    counts: tuple[int, int, int]
    equity: float
    board: str = ""
    dead: str = ""


RANGE_SPOTS = (
    RangeSpot("C048", ("AA", "KK"), (50371344, 10986372, 285228), 0.8194605),
    RangeSpot("C049", ("AKs", "QQ"), (18834720, 22082460, 178116), 0.4604853),
    RangeSpot("C050", ("AKo", "AKs"), (893040, 2941344, 37260912), 0.4750786),
    RangeSpot("C051", ("22", "AKo"), (64528740, 57996648, 760500), 0.5264916),
    RangeSpot("C056a", ("22", "22"), (214008, 214008, 9845808), 0.5),
    RangeSpot("C056b", ("AA", "AA"), (223260, 223260, 9827304), 0.5),
    RangeSpot("C058", ("KsKh", "AK"), (9378330, 4204762, 115340), 0.6888380),
    RangeSpot("C059", ("QhQs", "TT+"), (20500392, 20489682, 1817526), 0.5001251),
    RangeSpot("C064", ("AA,22", "AK"), (159939228, 84536148, 2096400), 0.6529029016),
    RangeSpot("C066", ("AA,AA,22", "AK"), (159939228, 84536148, 2096400), 0.6529029016),
    RangeSpot("C071", ("QQ+,AKs", "TT+,AQs+,KQs"), (358504, 138134, 17172), 0.7144469746, "Kh7h2c"),
    RangeSpot("C072", ("QQ+,AKs", "TT+,AQs+,KQs"), (157216, 50738, 5154), 0.7498216867, "Kh7h2c", "AsKd"),
    RangeSpot("C075", ("AsAd", "AKs,TT"), (1847, 3103, 0), 0.3731313, "Th9h2s"),
    RangeSpot("C076", ("KsKh", "AA"), (5430, 510, 0), 0.9141414, "Kd7h2c"),
    RangeSpot("C077", ("As6s", "random"), (1220344506, 804780676, 72447218), 0.5990583),
    RangeSpot("C079", ("AK", "random"), (159167583, 108567320, 6233737), 0.5923468, "2c3c"),
    RangeSpot("C080", ("AK", "random"), (337849, 384617, 6174), 0.4679073, "2c3c8h9d"),
    RangeSpot("C083", ("5s4h", "random"), (0, 731, 259), 0.1308081, "KsJhTh8h8c"),
    RangeSpot("C084", ("Kd8d", "random"), (847, 137, 6), 0.8585859, "2d9s4hKsJh"),
    RangeSpot("C091a", ("AsAd", "AA,A3o,32s"), (9, 0, 1), 0.95, "KhJd8c5d2s"),
    RangeSpot("C097", ("AcAs", "KK"), (1350116, 12574, 8064), 0.9878855, dead="KdKh"),
)

AGAINST_RANDOM = {
    "AA": (1781508418, 304661670, 11402312),
    "KK": (1722470558, 363424882, 11676960),
    "QQ": (1670338644, 414934680, 12299076),
    "AKs": (1389004215, 673957209, 34610976),
    "AKo": (1352291878, 709592683, 35687839),
    "55": (1250992922, 817847556, 28731922),
    "A6s": (1220344506, 804780676, 72447218),
    "32o": (613318625, 1355723830, 128529945),
}
"""Deals that a hand of a class wins, loses and ties against a random one: rows of appendix A."""


def by_id(cases):
    """Return cases as parameters that are named by their ids."""
    return [pytest.param(case, id=case.id) for case in cases]


def shared_equities():
    """Return the shared equity cases as parameters."""
    path = SHARED / "cases" / "equity.jsonl"
    if not path.is_file():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"{path} is not there"))]
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [pytest.param(line, id=line["id"]) for line in lines]


def shared_against_random():
    """Return win, lose and tie of each class against a random hand, from appendix A; None where it is not."""
    path = SHARED / "cases" / "equity.md"
    if not path.is_file():
        return None
    appendix = path.read_text(encoding="utf-8").split("## Appendix A")[1]
    rows = [[cell.strip() for cell in line.split("|")] for line in appendix.splitlines() if line[:1] == "|"]
    return {row[2]: tuple(map(int, row[3:6])) for row in rows if row[1].isdigit()}


@contextmanager
def error_saying(error, *parts):
    """Expect exactly this class of error, all these parts in its message, and our style in the message."""
    with pytest.raises(error) as caught:
        yield caught
    message = str(caught.value)
    assert caught.type is error
    for part in parts:
        assert part in message
    assert message[0] == message[0].lower()
    assert not message.endswith(".")


def random_hands(seed, count, cards):
    """Return hands of different cards, (count, cards) uint8, in random order."""
    rng = np.random.default_rng(seed)
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    rows = np.arange(count)
    for place in range(cards):
        other = rng.integers(place, 52, size=count)
        decks[rows, place], decks[rows, other] = decks[rows, other], decks[rows, place]
    return np.ascontiguousarray(decks[:, :cards])


def flush_hands(seed, count, cards):
    """Return hands with five or more cards of a suit, in random order."""
    random = Random(seed)
    return _hands_around([random.sample(range(13), 5) for _ in range(count)], cards, random)


def straight_flush_hands(seed, count, cards):
    """Return hands that hold a straight flush, in random order."""
    random = Random(seed)
    lowest = [random.randrange(-1, 9) for _ in range(count)]
    return _hands_around([[rank % 13 for rank in range(low, low + 5)] for low in lowest], cards, random)


def _hands_around(suited_ranks, cards, random):
    """Put each set of five ranks into a suit, and half of the other cards into the same one."""
    hands = []
    for ranks in suited_ranks:
        suit = random.randrange(4)
        hand = [4 * rank + suit for rank in ranks]
        while len(hand) < cards:
            card = 4 * random.randrange(13) + random.choice([suit, random.randrange(4)])
            hand += [card] if card not in hand else []
        hands.append(random.sample(hand, cards))
    return np.array(hands, dtype=np.uint8)

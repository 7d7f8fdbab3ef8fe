"""Range texts: what they stand for, and how those that stand for nothing are refused.

B numbers are lines of the bug log of other programs, `cases/bugs.md` beside the checkout.
"""

import pytest
from cases import error_saying
from hypothesis import given
from hypothesis import strategies as st

from oddchip.equity.ranges import Range
from oddchip.evaluator import OddchipError, RangeSyntaxError

RANKS = "23456789TJQKA"


def combos(text):
    """Return the combos of a range text, and check that all have the weight 1."""
    mapping = Range.parse(text).to_mapping()
    assert set(mapping.values()) == {1.0}
    return set(mapping)


def union(*texts):
    return set().union(*map(combos, texts))


def suited(*hands):
    return {f"{high}{suit}{low}{suit}" for high, low in hands for suit in "cdhs"}


def pairs(*ranks):
    return {
        f"{rank}{suits[0]}{rank}{suits[1]}"
        for rank in ranks
        for suits in ("sh", "sd", "sc", "hd", "hc", "dc")
    }


def offsuit(*hands):
    return {f"{high}{a}{low}{b}" for high, low in hands for a in "cdhs" for b in "cdhs" if a != b}


def below(rank):
    """Return the hands with this top card."""
    return [rank + low for low in RANKS[: RANKS.index(rank)]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AA", pairs("A")),
        ("AKs", suited("AK")),
        ("AKo", offsuit("AK")),
        ("AK", suited("AK") | offsuit("AK")),
        ("KA", suited("AK") | offsuit("AK")),
        ("KAs", suited("AK")),
        ("QQ+", pairs(*"QKA")),
        ("22+", pairs(*RANKS)),
        ("AA+", pairs("A")),
        ("ATs+", suited("AT", "AJ", "AQ", "AK")),
        ("TAs+", suited("AT", "AJ", "AQ", "AK")),
        ("K2o+", offsuit(*below("K"))),
        ("AT+", suited("AT", "AJ", "AQ", "AK") | offsuit("AT", "AJ", "AQ", "AK")),
        ("T8s+", suited("T8", "T9")),
        ("99-66", pairs(*"6789")),
        ("66-99", pairs(*"6789")),
        ("AA-AA", pairs("A")),
        ("A5s-A2s", suited("A5", "A4", "A3", "A2")),
        ("A2o-A5o", offsuit("A5", "A4", "A3", "A2")),
        ("AJ-A9", suited("AJ", "AT", "A9") | offsuit("AJ", "AT", "A9")),
        ("AKs-AKs", suited("AK")),
        ("JTs-76s", suited("JT", "T9", "98", "87", "76")),
        ("76s-JTs", suited("JT", "T9", "98", "87", "76")),
        ("T8s-86s", suited("T8", "97", "86")),
        ("A5o-K4o", offsuit("A5", "K4")),
        ("AK-QJs", suited("AK", "KQ", "QJ")),
        ("AsKs", {"AsKs"}),
        ("KsAs", {"AsKs"}),
        ("AcAd", {"AdAc"}),
        ("Ax", pairs("A") | suited(*below("A")) | offsuit(*below("A"))),
        ("xA", pairs("A") | suited(*below("A")) | offsuit(*below("A"))),
        ("A*", pairs("A") | suited(*below("A")) | offsuit(*below("A"))),
        ("Axs", suited(*below("A"))),
        ("A*s", suited(*below("A"))),
        ("Axo", pairs("A") | offsuit(*below("A"))),
        ("Ah*h", {f"Ah{rank}h" for rank in RANKS[:-1]}),
        ("*hAh", {f"Ah{rank}h" for rank in RANKS[:-1]}),
        ("A*K*", suited("AK") | offsuit("AK")),
        ("AxKx", suited("AK") | offsuit("AK")),
        ("A*Kh", {f"A{suit}Kh" for suit in "cdhs"}),
        ("A*A*", pairs("A")),
        ("AsA*", {"AsAh", "AsAd", "AsAc"}),
        ("xxs", suited(*(hand for rank in RANKS for hand in below(rank)))),
    ],
)
def test_hands(text, expected):
    assert combos(text) == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("K2o+", 132),
        ("Ax", 198),
        ("Axs", 48),
        ("Axo", 150),
        ("Ah*h", 12),
        ("*h*h", 78),
        ("Ah**", 51),
        ("A*K*", 16),
        ("random", 1326),
        ("Any", 1326),
        ("100%", 1326),
        ("0%-100%", 1326),
        ("**", 1326),
        ("xx", 1326),
        ("****", 1326),
        ("xxs", 312),
        ("xxo", 1014),
    ],
)
def test_numbers_of_combos(text, count):
    assert len(combos(text)) == count


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("aks", "AKs"),
        ("AKS", "AKs"),
        ("aKO", "AKo"),
        ("ASKS", "AsKs"),
        ("ACAD", "AcAd"),
        ("asks", "AsKs"),
        ("AXS", "A*s"),
        ("qq+", "QQ+"),
        ("RANDOM", "random"),
        ("10s9s", "Ts9s"),
        ("A10s+", "ATs+"),
        ("1010", "TT"),
        ("J10s-98s", "JTs-98s"),
        ("10x", "Tx"),
        ("A♠K♠", "AsKs"),
        ("A♠\ufe0fK♥\ufe0e", "AsKh"),
        ("A♤*♡", "As*h"),
        ("99–66", "99-66"),
        ("99—66", "99-66"),
        ("5%−20%", "5%-20%"),
        ("QQ+ –AA", "QQ+,!AA"),
    ],
)
def test_one_meaning_in_other_spellings(text, same):
    assert Range.parse(text) == Range.parse(same)


@pytest.mark.parametrize(
    "text",
    [
        "QQ+,AKs",
        "QQ+ AKs",
        "QQ+;AKs",
        " QQ+ ,\tAKs\n",
        "QQ+ ; AKs",
        "QQ+,\u00a0AKs",
        "QQ+,AKs,",
        "AKs,QQ+",
        "QQ,KK,AA,AKs",
    ],
)
def test_what_stands_between_tokens(text):
    assert combos(text) == union("QQ+", "AKs")


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("AcAd:0.5", {"AdAc": 0.5}),
        ("AcAd=0.5", {"AdAc": 0.5}),
        ("AcAd@50", {"AdAc": 0.5}),
        ("AcAd@50%", {"AdAc": 0.5}),
        ("AcAd:50%", {"AdAc": 0.5}),
        ("AcAd: .5", {"AdAc": 0.5}),
        ("AcAd : 0.5, KsQs", {"AdAc": 0.5, "KsQs": 1.0}),
        ("AcAd:1", {"AdAc": 1.0}),
        ("AcAd@1", {"AdAc": 0.01}),
        ("AcAd@0.5", {"AdAc": 0.005}),
        ("AcAd@100", {"AdAc": 1.0}),
        ("AcAd:1e-05", {"AdAc": 1e-05}),
        ("AcAd:5E-324", {"AdAc": 5e-324}),
        ("[50]AcAd,KsQs[/50],2c2d", {"AdAc": 0.5, "KsQs": 0.5, "2d2c": 1.0}),
        ("[12.5] AcAd KsQs [/12.5]2c2d", {"AdAc": 0.125, "KsQs": 0.125, "2d2c": 1.0}),
        ("[50%]AcAd,[/50%][25]KsQs[/25]", {"AdAc": 0.5, "KsQs": 0.25}),
        ("0.5(AcAd)", {"AdAc": 0.5}),
        ("50%(AcAd, KsQs),2c2d", {"AdAc": 0.5, "KsQs": 0.5, "2d2c": 1.0}),
        ("2c2d 0.25( AcAd;KsQs )", {"AdAc": 0.25, "KsQs": 0.25, "2d2c": 1.0}),
    ],
)
def test_weights(text, weights):
    assert Range.parse(text).to_mapping() == weights


def test_the_weight_of_all_hands():
    assert Range.parse("random:0.5").total_weight == Range.parse("50%(**)").total_weight == 663


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("AA,AA", "AA"),
        ("AKs,AsKs", "AKs"),
        ("AA:0.5,AA", "AA"),
        ("AA,AA:0.5", "AA:0.5"),
        ("QQ+,KK:0.25", "AA,KK:0.25,QQ"),
        ("KK:0.25,QQ+", "QQ+"),
        ("Ax:0.1,AA", "AA,A2+:0.1"),
    ],
)
def test_a_later_token_overrides_an_earlier_one(text, same):
    assert Range.parse(text) == Range.parse(same)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("QQ+,!KK", "AA,QQ"),
        ("QQ+,-KK", "AA,QQ"),
        ("QQ+ -KK AKs", "AA,QQ,AKs"),
        ("QQ+!KK!QQ", "AA"),
        ("AKs,!AK,QQ", "QQ"),
        ("AA,!AA,KK,AA", "AA,KK"),
        ("99+,!JJ-TT", "QQ+,99"),
        ("99+,-JJ-TT", "QQ+,99"),
        ("AA:0.5,KK:0.5,!AA", "KK:0.5"),
        ("[50]QQ+[/50]!KK", "AA:0.5,QQ:0.5"),
        ("AA,!As**", "AhAd,AhAc,AdAc"),
        ("22+,!3%", "88-22"),
    ],
)
def test_removals(text, same):
    assert Range.parse(text) == Range.parse(same)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (
            "15%",
            "55+,A5s,A7s+,A9o+,K9s+,KJo+,QJs",
        ),  # down to A5s, 14.78 % of the combos; A6s would be 15.08 %
        ("15.08%", "55+,A5s+,A9o+,K9s+,KJo+,QJs"),
        ("15.07%", "15%"),
        ("5%", "77+,AJs+"),  # down to AJs, 4.52 %; AKo would be 5.43 %
        ("0.45%", "AA"),
        ("0.01%", "AA"),
        ("0.9%", "KK+"),
        ("5%-15%", "66-55,A5s,A7s-ATs,A9o+,K9s+,KJo+,QJs"),
        ("15%-5%", "5%-15%"),
        ("0%-3%", "99+"),
        ("99.5%", "random,!32o"),
        ("5%:0.5", "77+:0.5,AJs+:0.5"),
        ("5%@50", "77+:0.5,AJs+:0.5"),
    ],
)
def test_percentages(text, same):
    assert Range.parse(text) == Range.parse(same)


def test_percentages_next_to_each_other_divide_all_hands():
    parts = [combos(text) for text in ("5%", "5%-20%", "20%-60%", "60%-100%")]
    assert sum(map(len, parts)) == len(set().union(*parts)) == 1326


@pytest.mark.parametrize(
    ("text", "token", "position", "parts"),
    [
        # hands
        ("AAs", "AAs", 2, ["a pair cannot be suited", "write 'AA'"]),
        ("KK, AAo:0.5", "AAo", 6, ["a pair", "write 'AA'"]),
        ("AsAs", "AsAs", 2, ["As comes twice", "'AsA*'"]),
        ("10h10h", "10h10h", 3, ["10h comes twice"]),
        ("T9s+", "T9s+", 3, ["programs disagree", "write 'T9s', or 'AKs-T9s'"]),
        ("QJ+", "QJ+", 2, ["programs disagree", "write 'QJ', or 'AK-QJ'"]),
        ("AK+", "AK+", 2, ["programs disagree", "write 'AK'"]),
        ("A", "A", 0, ["one rank", "'Ax'"]),
        ("AA,10-88", "10", 3, ["one rank", "'10x'"]),
        ("As", "As", 0, ["one card", "'As**'"]),
        ("AhK", "AhK", 2, ["has no suit", "'AhK*'"]),
        ("Ahs", "Ahs", 2, ["'s' is not a rank"]),
        ("AKh", "AKh", 2, ["'h' after two ranks", "'AKs', 'AKo' or 'AK'"]),
        ("AK♠", "AK♠", 2, ["'♠' after two ranks"]),
        ("sA", "sA", 0, ["'s' is not a rank"]),
        ("Ao", "Ao", 1, ["'o' is not a rank"]),
        ("AKQJ", "AKQJ", 1, ["'K' is not a suit", "AhKd"]),
        ("AhsK", "AhsK", 2, ["'s' is not a rank"]),
        ("AhKhQh", "AhKhQh", 0, ["not a hand", "','"]),
        ("o", "o", 0, ["not a hand"]),
        ("AA #KK", "#KK", 3, ["unknown character '#'", "23456789TJQKA"]),
        ("AA/KK", "AA/KK", 2, ["unknown character '/'"]),
        ("AA\u200b", "AA\u200b", 2, ["unknown character '\\u200b'"]),
        ("A1s", "A1s", 1, ["unknown character '1'"]),
        ("AA 0.5", "0.5", 3, ["a number is not a hand", "'AA:0.5'", "'15%'"]),
        ("15", "15", 0, ["a number is not a hand"]),
        # plus and dash
        ("QQ++", "QQ++", 2, ["'+' stands once"]),
        ("Q+Q", "Q+Q", 1, ["at the end"]),
        ("99+-66", "99+-66", 2, ["not with '-'", "'!'"]),
        ("99-66+", "99-66+", 5, ["not with '-'"]),
        ("+", "+", 0, ["at the end of a hand"]),
        ("AhKh+", "AhKh+", 4, ["'+' goes with a pair or a class"]),
        ("Ax+", "Ax+", 2, ["'+' goes with a pair or a class"]),
        ("22-AKs", "22-AKs", 3, ["a pair and a hand that is not one", "'22,AKs'"]),
        ("AKo-AQs", "AKo-AQs", 4, ["both ends must be suited", "'AKo,AQs'", "'AKo-AQo'"]),
        ("A5s-A2", "A5s-A2", 4, ["both ends must be suited", "'A5s-A2s'"]),
        ("A5s-K2s", "A5s-K2s", 4, ["the same top card or the same gap", "'A5s,K2s'"]),
        ("AA,99 - 66", "-", 6, ["once, between two hands", "'99-66' without spaces", "'!66'"]),
        ("99-", "99-", 2, ["once, between two hands"]),
        ("QQ+,!-AA", "-AA", 5, ["once, between two hands"]),
        ("99-88-77", "99-88-77", 5, ["once, between two hands"]),
        ("AhAs-QhQs", "AhAs-QhQs", 0, ["only pairs and classes"]),
        ("AKs-Qxs", "AKs-Qxs", 4, ["only pairs and classes"]),
        # percentages
        ("0%", "0%", 0, ["0% is not a part of all hands", "above 0 and at most 100"]),
        ("150%", "150%", 0, ["150% is not a part of all hands"]),
        ("5%-120%", "5%-120%", 0, ["120% is not a part of all hands"]),
        ("5-20%", "5-20%", 0, ["'5%-20%'"]),
        ("15%+", "15%+", 0, ["'15%'"]),
        ("5%-5.1%", "5%-5.1%", 0, ["no class of hands lies between"]),
        # weights
        ("AA:0", "AA:0", 3, ["a weight of 0", "leave the hands out"]),
        ("AA:1.5", "AA:1.5", 3, ["a weight of 1.5", "at most 1", "'%'"]),
        ("AA:1e-400", "AA:1e-400", 3, ["a weight of 1e-400"]),
        ("AA:1e400", "AA:1e400", 3, ["a weight of 1e400"]),
        ("AA@0", "AA@0", 3, ["a weight of 0", "percentage"]),
        ("AA@101", "AA@101", 3, ["a weight of 101", "at most 100"]),
        ("AA:150%", "AA:150%", 3, ["a weight of 150%", "at most 100"]),
        ("AA=-0.5", "AA=-0.5", 3, ["'-0.5' is not a weight"]),
        ("AA:", "AA:", 3, ["'' is not a weight"]),
        ("AA:,KK", "AA:", 3, ["'' is not a weight"]),
        ("AA:0.5KK", "AA:0.5KK", 3, ["'0.5KK' is not a weight"]),
        ("AA:nan", "AA:nan", 3, ["'nan' is not a weight"]),
        ("AA:٠.٥", "AA:٠.٥", 3, ["is not a weight"]),
        ("AA:0.5:0.5", ":", 6, ["no hands before it"]),
        (":0.5", ":", 0, ["no hands before it"]),
        # brackets
        ("QQ,[50]AA", "[50]", 3, ["not closed", "'[/50]'"]),
        ("0.5(AA", "0.5(", 0, ["not closed", "')'"]),
        ("AA[/50]", "[/50]", 2, ["not opened"]),
        ("AA)", ")", 2, ["not opened"]),
        ("[50]AA[/40]", "[/40]", 6, ["closes '[50]'", "'[/50]'"]),
        ("[50]AA)", ")", 6, ["closes '[50]'", "'[/50]'"]),
        ("0.5(AA[/50]", "[/50]", 6, ["closes '0.5('", "')'"]),
        ("[50][/50]", "[/50]", 4, ["no hands in the brackets"]),
        ("0.5( )", ")", 5, ["no hands in the brackets"]),
        ("[0]AA[/0]", "[0]", 1, ["a weight of 0"]),
        ("[101]AA[/101]", "[101]", 1, ["a weight of 101"]),
        ("[]AA[/]", "[]", 1, ["'' is not a weight"]),
        ("2(AA)", "2(", 0, ["a weight of 2", "'%'"]),
        ("50%%(AA)", "50%%(", 0, ["'50%%' is not a weight"]),
        ("(AA)", "(", 0, ["parentheses without a weight", "'0.5(AA)'"]),
        ("AA[50]KK[/50]", "[50]", 2, ["touch the hands", "','"]),
        ("[50 AA", "[", 0, ["not closed"]),
        ("AA]", "]", 2, ["not opened"]),
        ("0.5([50]AA[/50])", "[50]", 4, ["brackets inside brackets", "')'"]),
        ("[50]0.5(AA)[/50]", "0.5(", 4, ["brackets inside brackets", "'[/50]'"]),
        ("[50]KK,AA:0.3[/50]", "AA:0.3", 9, ["a weight inside brackets", "one weight"]),
        # removals
        ("!AA", "!AA", 0, ["nothing stands before it", "'random,!AA'"]),
        ("-AA,QQ", "-AA", 0, ["nothing stands before it"]),
        ("QQ+,!AKs", "!AKs", 4, ["takes nothing out"]),
        ("AA,!AA,!KK", "!KK", 7, ["nothing stands before it"]),
        ("AA,!AA", "!AA", 3, ["nothing is left"]),
        ("QQ+,!KK:0.5", "!KK:0.5", 4, ["a removal has no weight", "'!KK'"]),
        ("[50]QQ+,-KK[/50]", "-KK", 8, ["a removal has no weight", "'!KK'"]),
        ("QQ+,!0.5(KK)", "!0.5(", 4, ["a removal has no weight"]),
        ("QQ+,-0.5(KK)", "-0.5(", 4, ["a removal has no weight"]),
        ("QQ+,![50]KK[/50]", "!", 4, ["no hands behind it"]),
        ("QQ+ !", "!", 4, ["no hands behind it", "'!AA'"]),
        # nothing
        ("", "", 0, ["an empty range", "'random'"]),
        (" \n", " \n", 0, ["an empty range"]),
        (",", ",", 0, ["no hands before the ','"]),
        (",AA", ",", 0, ["no hands before the ','"]),
        ("AA,,KK", ",", 3, ["no hands before the ','"]),
        ("AA, ;KK", ";", 4, ["no hands before the ';'"]),
        ("[50],AA[/50]", ",", 4, ["no hands before the ','"]),
    ],
)
def test_errors_name_the_token_its_place_and_what_to_write(text, token, position, parts):
    with error_saying(
        RangeSyntaxError, f"range {token!r}: ", f" (position {position}); write ", *parts
    ) as caught:
        Range.parse(text)
    assert caught.value.text == text
    assert caught.value.position == position
    assert str(caught.value).endswith(f"; write {caught.value.expected}")
    assert isinstance(caught.value, OddchipError)
    assert isinstance(caught.value, ValueError)


def test_only_text_is_parsed():
    with pytest.raises(TypeError, match="bytes"):
        Range.parse(b"AA")


@pytest.mark.parametrize(
    ("case", "text", "count"),
    [
        ("B40", "22", 6),
        ("B41", "AJo+", 36),
        ("B43", "6c5c,AQo+", 25),
        ("B44", "99-66", 24),
        ("B44", "A5s-A2s", 16),
        ("B44", "QQ+ AKs", 22),
        ("B44", "QQ+;AKs", 22),
        ("B44", "99+!AA", 30),
        ("B44", "15%", 196),
        ("B44", "Ax", 198),
        ("B46", "AA,AA,22", 12),
        ("B46", "AKs,AsKs", 4),
        ("B49", "K2s+", 44),
        ("B49", "Q2s+", 40),
        ("B49", "J2s+", 36),
        ("B49", "K2o+", 132),
        ("B49", "K2+", 176),
        ("B49", "T8s-86s", 12),
        ("B51", "KhQh:1.0", 1),
        ("B52", "AK-87s,A2s+", 72),
    ],
)
def test_bug_log(case, text, count):
    assert len(combos(text)) == count, case


@pytest.mark.parametrize(
    ("case", "text"),
    [
        ("B44", "AK,,QQ"),
        ("B45", "AKo-AQs"),
        ("B47", "AsAs"),
        ("B48", "AAs"),
        ("B49", "32s+"),
        ("B49", "22-AKs"),
        ("B53", "T9s+"),
    ],
)
def test_bug_log_errors(case, text):
    with pytest.raises(RangeSyntaxError):
        Range.parse(text)


@pytest.mark.parametrize(
    ("text", "weight"), [("AA@50", 0.5), ("AA:0.5", 0.5), ("29%(AA)", 0.29), ("0.29(AA)", 0.29)]
)
def test_bug_log_weights(text, weight):
    """B44, B45, B50: a weight is neither dropped nor cut short."""
    assert set(Range.parse(text).to_mapping().values()) == {weight}
    assert str(Range.parse(text)) == f"AA:{weight}"


@given(st.text(alphabet="AKT92sohcx*+-–!,;: @=.%()[]/015♠#\n", max_size=14) | st.text(max_size=8))
def test_any_text_is_a_range_or_an_error_with_its_place(text):
    result = parsed_or_error(text)
    if isinstance(result, RangeSyntaxError):
        assert 0 <= result.position <= len(text)
        assert result.text == text
    else:
        assert Range.parse(str(result)) == result


def parsed_or_error(text):
    try:
        return Range.parse(text)
    except RangeSyntaxError as error:
        return error

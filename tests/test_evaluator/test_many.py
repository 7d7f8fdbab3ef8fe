"""Strengths of arrays of hands: what is accepted, what is refused, and which row the error names."""

import numpy as np
import pytest
from cases import error_saying, flush_hands, random_hands, straight_flush_hands

from oddchip.evaluator import CardError, DuplicateCardError, HandSizeError, evaluate, evaluate_many, many

HAND_SIZES = [5, 6, 7]
# Whole and broken groups of sixteen hands and blocks of 512.
COUNTS = [0, 1, 2, 15, 16, 17, 33, 511, 512, 513, 1000, 1025]


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(many, "CHUNK", 50)


def good(count, cards):
    return random_hands(count, count, cards)


@pytest.mark.parametrize("cards", HAND_SIZES)
@pytest.mark.parametrize("count", COUNTS)
def test_agrees_with_evaluate(count, cards):
    hands = good(count, cards)
    strengths = evaluate_many(hands)
    assert strengths.dtype == np.uint16
    assert strengths.shape == (count,)
    assert strengths.tolist() == list(map(evaluate, hands.tolist()))


@pytest.mark.parametrize("cards", HAND_SIZES)
@pytest.mark.parametrize("make", [flush_hands, straight_flush_hands])
def test_agrees_with_evaluate_where_every_hand_is_a_flush(make, cards):
    hands = make(cards, 2001, cards)
    assert evaluate_many(hands).tolist() == list(map(evaluate, hands.tolist()))


@pytest.mark.parametrize("cards", HAND_SIZES)
def test_chunks_and_threads_change_nothing(monkeypatch, cards):
    hands = good(1001, cards)
    whole = evaluate_many(hands, threads=1)
    for chunk in (1, 17, 500):
        monkeypatch.setattr(many, "CHUNK", chunk)
        for threads in (None, 1, 2, 5):
            np.testing.assert_array_equal(evaluate_many(hands, threads=threads), whole)


@pytest.mark.parametrize("cards", HAND_SIZES)
def test_every_layout_and_integer_type_is_read(cards):
    hands = good(101, cards)
    expected = evaluate_many(hands)
    read_only = hands.copy()
    read_only.flags.writeable = False
    wide = np.zeros((101, 2 * cards), dtype=np.uint8)
    wide[:, ::2] = hands
    variants = [
        read_only,
        np.asfortranarray(hands),
        wide[:, ::2],
        hands[::-1][::-1],
        hands.tolist(),
        list(hands),
        *(hands.astype(dtype) for dtype in ("i1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u8")),
    ]
    for variant in variants:
        np.testing.assert_array_equal(evaluate_many(variant), expected)


def test_the_input_is_left_alone():
    hands = good(100, 7)
    before = hands.copy()
    evaluate_many(hands)
    np.testing.assert_array_equal(hands, before)


@pytest.mark.parametrize("cards", HAND_SIZES)
def test_out_is_filled_and_returned(cards):
    hands = good(100, cards)
    out = np.zeros(100, dtype=np.uint16)
    assert evaluate_many(hands, out=out) is out
    np.testing.assert_array_equal(out, evaluate_many(hands))


@pytest.mark.parametrize("dtype", [np.int16, np.uint32, np.float64, ">u2"])
def test_out_of_another_type_is_refused(dtype):
    with error_saying(TypeError, f"out has dtype {np.dtype(dtype)}", "uint16 is needed"):
        evaluate_many(good(3, 7), out=np.zeros(3, dtype=dtype))


def test_out_that_is_no_array_is_refused():
    with error_saying(TypeError, "out has dtype list", "uint16 is needed"):
        evaluate_many(good(3, 7), out=[0, 0, 0])


@pytest.mark.parametrize("shape", [(2,), (4,), (3, 1), ()])
def test_out_of_another_shape_is_refused(shape):
    with error_saying(ValueError, f"out has shape {shape}", "(3,) is needed"):
        evaluate_many(good(3, 7), out=np.zeros(shape, dtype=np.uint16))


def test_out_that_cannot_be_written_in_one_go_is_refused():
    read_only = np.zeros(3, dtype=np.uint16)
    read_only.flags.writeable = False
    for out in (np.zeros(6, dtype=np.uint16)[::2], read_only):
        with error_saying(ValueError, "out is read-only or not contiguous"):
            evaluate_many(good(3, 7), out=out)


@pytest.mark.parametrize(
    "hands",
    [
        np.zeros((3, 7)),
        np.zeros((3, 7), dtype=bool),
        np.zeros((3, 7), dtype=complex),
        np.zeros((3, 7), dtype=object),
        [["Ah", "Kh", "Qh", "Jh", "Th"]],
    ],
    ids=["float", "bool", "complex", "object", "text"],
)
def test_ids_that_are_no_integers_are_refused(hands):
    with error_saying(
        TypeError, f"hands have dtype {np.asarray(hands).dtype}", "integer dtype such as uint8"
    ):
        evaluate_many(hands)


@pytest.mark.parametrize("shape", [(), (7,), (0,), (3, 4), (3, 8), (3, 0), (0, 4), (2, 3, 7)])
def test_other_shapes_are_refused(shape):
    with error_saying(HandSizeError, f"hands have shape {shape}", "(n, 5), (n, 6) or (n, 7) is needed"):
        evaluate_many(np.zeros(shape, dtype=np.uint8))


def test_hands_of_different_sizes_are_refused():
    with error_saying(HandSizeError, "different numbers of cards", "(n, 5), (n, 6) or (n, 7)"):
        evaluate_many([[0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5]])


@pytest.mark.parametrize("text", ["AhKhQhJhTh", ["AhKhQhJhTh", "2c3c4c5c6c"]])
def test_hands_as_text_are_refused(text):
    with error_saying(HandSizeError, "hands have shape", "(n, 5), (n, 6) or (n, 7) is needed"):
        evaluate_many(text)


@pytest.mark.parametrize("cards", HAND_SIZES)
@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize("row", [0, 16, 31, 40, 49, 50, 111])
@pytest.mark.parametrize(
    ("dtype", "card"),
    [("u1", 52), ("u1", 63), ("u1", 64), ("u1", 255), ("i8", -1), ("i8", 300), ("u8", 2**63)],
)
def test_an_id_that_is_no_card_names_the_row(small_chunks, dtype, card, row, place, cards):
    hands = good(112, cards).astype(dtype)
    hands[row, place] = card
    for threads in (1, 2):
        with error_saying(
            CardError, f"hands[{row}]: ", f"{card} at index", "is not a card id", "0 for 2c to 51 for As"
        ):
            evaluate_many(hands, threads=threads)


@pytest.mark.parametrize("dtype", ["u1", "i8"])
@pytest.mark.parametrize("cards", HAND_SIZES)
@pytest.mark.parametrize("row", [0, 15, 16, 31, 40, 49, 50, 111])
def test_a_card_twice_names_the_row_and_both_places(small_chunks, row, cards, dtype):
    for first, second in ((0, 1), (0, cards - 1), (2, 4), (cards - 2, cards - 1)):
        hands = good(112, cards).astype(dtype)
        hands[row, [first, second]] = 51
        hands[row, [place for place in range(cards) if place not in (first, second)]] = range(cards - 2)
        for threads in (1, 2):
            with error_saying(
                DuplicateCardError, f"hands[{row}]: card As", f"at index {first}", f"at index {second}"
            ):
                evaluate_many(hands, threads=threads)


@pytest.mark.parametrize("card", range(52))
def test_every_card_is_noticed_when_it_comes_twice(card):
    hands = np.array([[other for other in range(52) if other != card][:7]] * 16, dtype=np.uint8)
    evaluate_many(hands)
    hands[5, [1, 6]] = card
    for cards in ([0, 1, 2, 3, 6], [0, 1, 2, 3, 4, 6], range(7)):
        with error_saying(DuplicateCardError, "hands[5]: card "):
            evaluate_many(hands[:, list(cards)])


@pytest.mark.parametrize("dtype", ["u1", "i8"])
@pytest.mark.parametrize("cards", HAND_SIZES)
def test_the_first_of_several_faulty_hands_is_named(small_chunks, cards, dtype):
    hands = good(112, cards).astype(dtype)
    hands[20, 0] = hands[20, 1]
    hands[[30, 60], 0] = 99
    for threads in (1, 2):
        with error_saying(DuplicateCardError, "hands[20]: "):
            evaluate_many(hands, threads=threads)
    hands[10, 2] = 99
    with error_saying(CardError, "hands[10]: 99 at index 2 is not a card id"):
        evaluate_many(hands)


@pytest.mark.parametrize("cards", HAND_SIZES)
def test_unchecked_hands_are_worth_the_same(cards):
    hands = good(1000, cards)
    np.testing.assert_array_equal(evaluate_many(hands, check=False), evaluate_many(hands))


@pytest.mark.parametrize("cards", HAND_SIZES)
@pytest.mark.parametrize("dtype", ["u1", "i8"])
def test_unchecked_nonsense_stays_inside_the_tables(cards, dtype):
    rng = np.random.default_rng(cards)
    nonsense = rng.integers(0, 256, size=(100_003, cards)).astype(dtype)
    cards_of_one_kind = np.repeat(np.arange(256), cards).reshape(256, cards).astype(dtype)
    for hands in (nonsense, cards_of_one_kind, nonsense.astype("i8") - 2**40):
        strengths = evaluate_many(hands, check=False)
        assert strengths.shape == (len(hands),)
        assert strengths.max() <= 7462


@pytest.mark.parametrize("threads", [0, -1])
@pytest.mark.parametrize("count", [0, 3])
def test_no_threads_are_refused(threads, count):
    with error_saying(ValueError, f"threads is {threads}", "positive number"):
        evaluate_many(good(count, 7), threads=threads)

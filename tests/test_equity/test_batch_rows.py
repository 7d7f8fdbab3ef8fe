"""Batches against single calculations: right, in order, the same for repeats, no row lost to a bad one."""

import errno
import random
from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np
import polars as pl
import pytest
from batch_spots import BAD_ROWS, spots

from oddchip.equity import batch_answers, calculate_equity
from oddchip.equity.batch import FEWEST_ROWS, batch_equity
from oddchip.equity.batch_answers import LONGEST_TEXT
from oddchip.equity.batch_rows import RowInput, RowOptions, checksum_of, solve_rows
from oddchip.evaluator import BatchError, TableError, format_cards

OPTIONS = RowOptions("auto", None, None, seed=3, threads=1)
FEW = RowOptions("monte-carlo", None, 5_000, seed=3, threads=1)
SPOTS = spots(60, seed=8)


def row(hands, board="", dead=""):
    return RowInput(tuple(hands), board, dead)


def frame_of(made):
    return pl.DataFrame(
        {
            **{
                f"p{at + 1}": [hands[at] if at < len(hands) else None for hands, _, _ in made]
                for at in range(4)
            },
            "board": [board for _, board, _ in made],
            "dead": [dead for _, _, dead in made],
        }
    )


@pytest.mark.parametrize("method", ["auto", "exact"])
def test_rows_are_what_single_calls_say(method):
    made = SPOTS if method == "auto" else [spot for spot in SPOTS if "random" not in spot[0]]
    solved = solve_rows([row(*spot) for spot in made], OPTIONS._replace(method=method)).rows
    for (hands, board, dead), found in zip(made, solved, strict=True):
        single = calculate_equity(hands, board, dead=dead, method=method, seed=1)
        assert found.error is None
        assert found.method == single.method
        for (equity, win, tie, error), player in zip(found.players, single.players, strict=True):
            tolerance = 1e-12 if single.method == "exact" else 5 * (player.std_error + error)
            assert equity == pytest.approx(player.equity, abs=tolerance)
            assert win == pytest.approx(player.win, abs=max(tolerance, 5e-3 * (single.method != "exact")))
            assert tie == pytest.approx(player.tie, abs=max(tolerance, 5e-3 * (single.method != "exact")))
            assert (error == 0) == (player.std_error == 0)


def test_sampled_rows_stay_within_their_errors():
    made = spots(40, seed=11)
    solved = solve_rows([row(*spot) for spot in made], FEW._replace(samples=20_000)).rows
    distances = []
    for (hands, board, dead), found in zip(made, solved, strict=True):
        exact = calculate_equity(hands, board, dead=dead, method="exact")
        for (equity, _, _, error), player in zip(found.players, exact.players, strict=True):
            distances.append((equity - player.equity) / error if error else 0.0)
            assert error or equity == pytest.approx(player.equity, abs=1e-12)
    assert max(map(abs, distances)) < 4.5
    assert 0.3 < sum(each**2 for each in distances) / sum(each != 0 for each in distances) < 2


def test_the_error_that_is_asked_for_is_reached():
    options = RowOptions("monte-carlo", 0.002, None, seed=0, threads=1)
    for found in solve_rows([row(*spot) for spot in SPOTS[:10]], options).rows:
        assert found.method == "monte-carlo"
        assert max(error for *_, error in found.players) <= 0.002


@pytest.mark.parametrize("options", [OPTIONS, FEW], ids=lambda options: options.method)
def test_repeats_under_other_names_are_calculated_once_and_equal_to_the_last_bit(options):
    chance = random.Random(2)
    rows, orders = [], []
    for hands, board, dead in SPOTS[:30]:
        for _ in range(4):
            suits = str.maketrans("cdhs", "".join(chance.sample("cdhs", 4)))
            order = chance.sample(range(len(hands)), len(hands))
            orders.append(order)
            # Ranges here name no suits but as suited, which the renaming must leave alone.
            moved = [
                hands[at].translate(suits) if len(hands[at]) == 4 and hands[at][1] in "cdhs" else hands[at]
                for at in order
            ]
            if any(hand in {"A5s-A2s,76s"} for hand in hands):
                moved = [hands[at] for at in order]
                rows.append(row(moved, board, dead))
            else:
                rows.append(row(moved, board.translate(suits), dead.translate(suits)))
    seed = chance.getrandbits(60)  # so that nothing is kept of other tests
    solved = solve_rows(rows, options._replace(seed=seed))
    assert solved.calculated == 30
    for at in range(0, len(rows), 4):
        first = dict(zip(orders[at], solved.rows[at].players, strict=True))
        for other in range(at + 1, at + 4):
            assert dict(zip(orders[other], solved.rows[other].players, strict=True)) == first


def test_nothing_depends_on_which_rows_come_together():
    rows = [row(*spot) for spot in SPOTS]
    options = FEW._replace(samples=300)
    forward = solve_rows(rows, options).rows
    assert solve_rows(rows, options).calculated == 0
    alone = [solve_rows([each], options._replace(threads=2)).rows[0] for each in reversed(rows)]
    assert alone[::-1] == forward
    # From nothing, in another order, with other threads.
    again = solve_rows(rows[::-1], options._replace(seed=4, threads=2)).rows[::-1]
    assert [each.players for each in again] != [each.players for each in forward]
    assert solve_rows(rows, options._replace(seed=4)).rows == again


def test_the_seed_and_the_limits_count():
    spot = [row(["AhKh", "QQ+", "random"])]
    found = {
        solve_rows(spot, RowOptions("monte-carlo", None, samples, seed, 1)).rows[0].players
        for seed in (0, 1, 2)
        for samples in (300, 3000)
    }
    assert len(found) == 6


@pytest.mark.parametrize("kind", BAD_ROWS)
def test_a_bad_row_gets_its_error_and_the_others_go_on(kind):
    hands, board, dead, said = BAD_ROWS[kind]
    good = row(["AhKh", "QsQd"], "2c7d9h")
    before, bad, after = solve_rows([good, row(hands, board, dead), good], OPTIONS).rows
    assert before == after
    assert before.error is None
    assert said in bad.error
    assert bad.error == " ".join(bad.error.split())
    assert (bad.method, bad.players) == (None, ())


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (RowInput((22, "AA"), "", ""), "hand 1 has '22' of type int (a text is needed)"),
        (RowInput((None, None), None, None), "0 players given"),
        (RowInput(("AA", ["Kh", "Kd"]), "", ""), "hand 2 has \"['Kh', 'Kd']\" of type list"),
        (RowInput(("AA", "KK"), 7, ""), "the board has '7' of type int"),
        (RowInput(("AA", "KK"), "", [None]), "the dead cards has 'None' of type NoneType"),
        (
            RowInput(("A" * (LONGEST_TEXT + 1), "KK"), "", ""),
            "hand 1 has 100,001 characters (at most 100,000)",
        ),
        (RowInput(("AA",) * 11, "", ""), "11 players given (2 to 10 can be compared)"),
    ],
)
def test_cells_that_are_no_texts_are_errors(cells, said):
    assert said in solve_rows([cells], OPTIONS).rows[0].error


def test_lists_of_cards_and_spaces_are_fine():
    found = solve_rows(
        [
            RowInput(("AhKh", "QsQd"), ["2c", "7d", "9h"], [" 3c"]),
            RowInput((" Ah Kh ", "QsQd", " ", None), "2c 7d 9h", "3c"),
        ],
        OPTIONS,
    ).rows
    assert found[0] == found[1]
    assert found[0].error is None


def test_a_mistake_of_ours_in_one_row_does_not_end_the_others(monkeypatch):
    def fail(spot):
        raise IndexError("broken")

    monkeypatch.setattr("oddchip.equity.batch_answers.canonical_spot", fail)
    options = OPTIONS._replace(seed=99)
    (found,) = solve_rows([row(["AhKh", "QsQd"])], options).rows
    assert found.error == "IndexError: broken (not expected, so please report it)"


@pytest.mark.parametrize(
    "failure",
    [
        MemoryError(),
        OSError(errno.EMFILE, "too many open files"),
        RuntimeError("can't start new thread"),
        TableError("the table is cut off"),
    ],
    ids=lambda failure: type(failure).__name__,
)
def test_what_the_machine_lacks_is_no_answer_to_a_row(monkeypatch, tmp_path, failure):
    def fail(*ignored, **options):
        raise failure

    rows = [row(["AhKh", "QsQd"], "2c7d9h")]
    options = OPTIONS._replace(seed=random.Random(str(failure)).getrandbits(60))
    out = tmp_path / "out.csv"
    frame = pl.DataFrame({"p1": ["AhKh"], "p2": ["QsQd"]})
    with monkeypatch.context() as patch:
        patch.setattr("oddchip.equity.batch_answers.calculate_spot", fail)
        with pytest.raises(type(failure)):
            solve_rows(rows, options)
        with pytest.raises(type(failure)):
            batch_equity(frame, out, seed=options.seed, threads=1)
    assert solve_rows(rows, options).rows[0].error is None
    assert batch_equity(frame, out, seed=options.seed, threads=1, resume=True).errors == 0


def test_too_deep_a_recursion_is_a_mistake_of_ours(monkeypatch):
    def fail(spot):
        raise RecursionError("too deep")

    monkeypatch.setattr("oddchip.equity.batch_answers.canonical_spot", fail)
    (found,) = solve_rows([row(["AhKh", "QsQd"])], OPTIONS._replace(seed=97)).rows
    assert found.error.startswith("RecursionError: too deep (not expected")


def test_threads_share_what_is_kept(monkeypatch):
    monkeypatch.setattr("oddchip.equity.batch_answers.MOST_KEPT", 2)
    rows = [row([*hands], "2c7d9h3s4s") for hands in (("AhKh", "QsQd"), ("AA", "KK"), ("Ah2d", "Tc9c"))]
    expected = solve_rows(rows, OPTIONS).rows
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda shift: solve_rows((rows[shift % 3 :] + rows) * 40, OPTIONS), range(64)):
            assert set(found.rows) == set(expected)


def test_a_value_may_go_while_another_thread_asks_for_it(monkeypatch):
    """The moment between looking for a value and marking it as the last one that was asked for."""
    monkeypatch.setattr("oddchip.equity.batch_answers.MOST_KEPT", 1)
    kept = batch_answers._Kept()
    with ThreadPoolExecutor(1) as pool:
        others = []

        class Slow(type(kept._values)):
            def get(self, key):
                value = super().get(key)
                others.append(pool.submit(kept.put, "other", 2))
                wait(others, timeout=0.2)
                return value

        kept._values = Slow()
        kept.put("first", 1)
        assert kept.get("first") == 1
        others[0].result(timeout=10)
    assert kept._values.keys() == {"other"}


def test_the_checksum_tells_rows_apart():
    rows = [row(*spot) for spot in SPOTS]
    sums = {checksum_of(rows), checksum_of(rows[:-1]), checksum_of(rows[::-1]), checksum_of(rows[1:])}
    assert len(sums) == 4
    assert checksum_of(rows[7:], checksum_of(rows[:7])) == checksum_of(rows)
    assert checksum_of([row(["AA", "KK"], None)]) != checksum_of([row(["AA", "KK"], "")])
    assert solve_rows(rows, OPTIONS).asked == checksum_of(rows)


def test_ctrl_c_never_becomes_a_result(monkeypatch):
    from oddchip.equity import monte_carlo

    def interrupt(*ignored):
        raise KeyboardInterrupt

    # After some deals a single calculation gives what it has, which must not be taken for an answer.
    monkeypatch.setattr(monte_carlo, "_reached", interrupt)
    with pytest.raises(KeyboardInterrupt):
        solve_rows([row(["AhKh", "QQ+", "random"])], FEW._replace(seed=98))


# Frames


def test_a_frame_gets_columns_in_the_order_of_its_rows():
    frame = frame_of(SPOTS).with_row_index("id")
    answers = batch_equity(frame, threads=1, seed=3)
    assert answers.columns[:7] == frame.columns
    assert answers.columns[7] == "method"
    assert answers.columns[8:12] == ["p1_equity", "p1_win", "p1_tie", "p1_std_error"]
    assert answers.columns[-2:] == ["p4_std_error", "error"]
    assert answers.select(frame.columns).equals(frame)
    solved = solve_rows([row(*spot) for spot in SPOTS], OPTIONS).rows
    for index, found in enumerate(solved):
        equities = [answers[f"p{at + 1}_equity"][index] for at in range(4)]
        assert equities == [*(player[0] for player in found.players), *[None] * (4 - len(found.players))]


def test_processes_and_threads_change_nothing():
    chance = random.Random(6)
    made = []
    for _ in range(FEWEST_ROWS + 150):
        cards = chance.sample(range(52), 9)
        made.append(((format_cards(cards[:2]), format_cards(cards[2:4])), format_cards(cards[4:]), ""))
    made[77] = (("AhKz", "QQ"), "", "")
    made[200:230] = SPOTS[:30]
    frame = frame_of(made)
    assert batch_equity(frame, threads=1, seed=1).equals(batch_equity(frame, threads=2, seed=1))
    sampled = {"method": "monte-carlo", "std_error": 0.01, "seed": 1}
    alone = batch_equity(frame[:300], threads=1, **sampled)
    assert batch_equity(frame[:300], scheduler="local:2", **sampled).equals(alone)
    assert batch_equity(frame[:300], threads=2, **sampled).equals(alone)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"method": "guess"}, "unknown method 'guess'"),
        ({"std_error": 0}, "std_error is 0"),
        ({"samples": -1}, "samples is -1"),
        ({"seed": -1}, "seed is -1"),
        ({"threads": 0}, "threads is 0"),
        ({"scheduler": "here"}, "unknown scheduler 'here'"),
        ({"method": "exact", "samples": 5}, "method exact, which samples nothing"),
        ({"resume": True}, "out, which is not given"),
        ({"force": True}, "out, which is not given"),
        ({"output_format": "csv"}, "out, which is not given"),
        ({"out": "x.txt"}, "does not tell the format"),
        ({"out": "x.csv", "output_format": "xml"}, "unknown format 'xml'"),
    ],
)
def test_wrong_options_are_refused(options, said):
    with pytest.raises(ValueError, match=said):
        batch_equity(frame_of(SPOTS), **options)


@pytest.mark.parametrize(
    ("usual", "others"),
    [
        (
            {"seed": 7, "samples": 300},
            [{"seed": np.int64(7), "samples": 300}, {"seed": np.uint8(7), "samples": np.int32(300)}],
        ),
        ({"seed": 7, "samples": 300}, [{"seed": 7, "samples": np.uint16(300)}]),
        (
            {"seed": 7, "std_error": 0.0625},
            [{"seed": 7, "std_error": np.float32(0.0625)}, {"seed": 7, "std_error": np.float64(0.0625)}],
        ),
    ],
)
def test_numbers_of_other_types_give_the_same_digits(monkeypatch, tmp_path, usual, others):
    def answers(options):
        for kept in ("_by_text", "_by_spot"):  # numbers of all types are equal in these
            monkeypatch.setattr(batch_answers, kept, batch_answers._Kept())
        return batch_equity(frame_of(SPOTS[:5]), method="monte-carlo", threads=1, **options)

    for options in others:
        assert answers(options).equals(answers(usual))
        batch_equity(frame_of(SPOTS[:5]), tmp_path / "out.csv", force=True, threads=1, **options)


@pytest.mark.parametrize("wrong", [{"seed": 7.0}, {"seed": 7.5}, {"seed": "7"}, {"samples": 300.0}])
def test_seeds_and_samples_are_whole_numbers(wrong):
    with pytest.raises(TypeError):
        batch_equity(frame_of(SPOTS[:1]), **wrong)


def test_the_digest_of_a_frame_is_left_out_where_nothing_is_written(monkeypatch):
    def fail(*ignored):
        raise AssertionError("copied for nothing")

    monkeypatch.setattr(pl.DataFrame, "write_ipc_stream", fail)
    assert batch_equity(frame_of(SPOTS[:2]), threads=1).height == 2


def test_an_empty_frame_is_refused():
    with pytest.raises(BatchError, match="the frame has no rows"):
        batch_equity(pl.DataFrame({"p1": [], "p2": []}))

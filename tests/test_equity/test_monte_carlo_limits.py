"""When sampling stops, what it says on the way, and when a spot is sampled at all."""

import json
import os
import re
import signal
import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest
from cases import error_saying

from oddchip.equity import Progress, calculate_equity, make_sampler, monte_carlo, parse_spot, solve
from oddchip.equity.limits import Limits, make_limits
from oddchip.equity.monte_carlo import sample_until
from oddchip.evaluator import TooLargeError

HANDS = ["QQ+,AK:0.5", "22+,AJ+", "AhKh"]
WIDE = "22+,A2s+,K5s+,A7o+,KTo+,QTs+"
FOREVER = 1e-7
"""A standard error for which the spots here would have to be sampled for hours."""


def sampled(hands=HANDS, board="", **options):
    return calculate_equity(hands, board, method="monte-carlo", **{"seed": 1, **options})


def without_time(result):
    return replace(result, elapsed_s=0.0)


class Clock:
    """Counts how often it is looked at, in seconds of this length."""

    def __init__(self, tick):
        self.tick, self.looks = tick, -1

    def perf_counter(self):
        self.looks += 1
        return self.looks * self.tick


@pytest.fixture
def seconds_between_chunks(monkeypatch):
    """Return a function that sets how many seconds a chunk takes, by a clock that only we can turn."""

    def set_clock(tick):
        monkeypatch.setattr(monte_carlo, "time", Clock(tick))

    return set_clock


@pytest.mark.parametrize(
    ("hands", "board"),
    [(HANDS, ""), (["AhKh", "QsQd"], ""), ([WIDE] * 6, ""), (["AA", "random"], "2c7d9hTs3c")],
)
@pytest.mark.parametrize("samples", [1, 2, 63, 1000, 100_000])
def test_no_more_samples_than_the_last_board_needs(hands, board, samples):
    result = sampled(hands, board, samples=samples)
    tries = make_sampler(parse_spot(hands, board), seed=1).tries
    assert samples <= result.samples < samples + tries
    assert result.sampling.stopped_by == "samples"


def test_more_samples_are_the_same_and_some_more():
    """Whoever asks for a whole number of chunks gets them as they are, and a chunk is cut at its end only."""
    made = make_sampler(parse_spot(HANDS), seed=1)
    whole = made.sample(range(3))
    assert sampled(samples=whole.deals).outcomes == whole.outcomes
    cut = made.sample(range(2)) + made.sample_chunk(2, 1000)
    assert sampled(samples=cut.deals).outcomes == cut.outcomes
    assert cut.deals < whole.deals


@pytest.mark.parametrize("limit", [1e-2, 2e-3, 5e-4])
def test_everybodys_error_is_below_the_limit(limit):
    result = sampled(["AA", "KK", "7h2c"], std_error=limit)
    errors = [player.std_error for player in result.players]
    assert min(errors) < max(errors) <= limit
    assert result.sampling.stopped_by == "std_error"


def test_the_usual_limit_is_an_error_of_five_ten_thousandths():
    assert without_time(sampled()) == without_time(sampled(std_error=5e-4))
    assert max(player.std_error for player in sampled().players) <= 5e-4


def test_the_usual_limit_does_not_hold_beside_others():
    result = sampled(samples=2_000_000)
    assert result.samples >= 2_000_000
    assert max(player.std_error for player in result.players) < 4e-4


def test_time_ends_sampling(seconds_between_chunks):
    seconds_between_chunks(1.0)
    result = sampled(time_limit=4.5)
    assert result.sampling.stopped_by == "time"
    assert result.outcomes == make_sampler(parse_spot(HANDS), seed=1).sample(range(5)).outcomes


def test_a_limit_of_real_time_ends_sampling():
    result = sampled(time_limit=0.05)
    assert result.sampling.stopped_by == "time"
    assert result.elapsed_s >= 0.05


@pytest.mark.parametrize(
    ("limits", "stopped_by"),
    [
        ({"samples": 1000, "std_error": FOREVER, "time_limit": 1e6}, "samples"),
        ({"samples": 10**12, "std_error": 2e-3, "time_limit": 1e6}, "std_error"),
        ({"samples": 10**12, "std_error": FOREVER, "time_limit": 3}, "time"),
        ({"samples": 10**12, "time_limit": 3}, "time"),
        ({"samples": 1000, "time_limit": 1e6}, "samples"),
    ],
)
def test_the_first_limit_that_is_reached_counts(seconds_between_chunks, limits, stopped_by):
    seconds_between_chunks(1.0)
    assert sampled(**limits).sampling.stopped_by == stopped_by


@pytest.mark.parametrize("value", [0, -1, -1e-3, float("nan")])
@pytest.mark.parametrize("name", ["std_error", "samples", "time_limit"])
@pytest.mark.parametrize("method", ["auto", "exact", "monte-carlo"])
def test_limits_have_to_be_above_0(method, name, value):
    with error_saying(ValueError, f"{name} is {value}", "not above 0"):
        calculate_equity(["AA", "KK"], method=method, **{name: value})


@pytest.mark.parametrize("samples", [1.5, 1e6, "1000"])
def test_samples_are_a_whole_number(samples):
    with pytest.raises(TypeError):
        calculate_equity(["AA", "KK"], method="monte-carlo", samples=samples)


def test_limits_as_they_are_used():
    assert make_limits(None, None, None) == Limits(5e-4, None, None)
    assert make_limits(0.1, 7, 2.5) == Limits(0.1, 7, 2.5)
    assert make_limits(None, None, 2.5) == Limits(None, None, 2.5)


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told_after_each_chunk(monkeypatch, threads):
    monkeypatch.setattr(monte_carlo, "REPORT_SECONDS", 0.0)
    told = []
    result = sampled(std_error=3e-4, on_progress=told.append, threads=threads)
    made = make_sampler(parse_spot(HANDS), seed=1, std_error=3e-4)
    assert len(told) > 10
    totals = made.sample([0])
    for index, progress in enumerate(told):
        assert isinstance(progress, Progress)
        assert progress.players == totals.players()
        assert progress.samples == totals.deals
        assert progress.rate == pytest.approx(progress.samples / progress.elapsed_s)
        assert 0 < progress.part < 1
        totals += made.sample([index + 1])
    assert [progress.elapsed_s for progress in told] == sorted(progress.elapsed_s for progress in told)
    assert told[-1].part > 0.9
    assert result.players == totals.players()
    assert without_time(result) == without_time(sampled(std_error=3e-4))


@pytest.mark.parametrize(
    ("limits", "parts"),
    [
        ({"time_limit": 10}, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]),
        ({"time_limit": 4, "samples": 10**12, "std_error": FOREVER}, [0.25, 0.5, 0.75]),
    ],
)
def test_which_part_of_the_time_is_over(monkeypatch, limits, parts):
    """A look at the clock at the start, and one after each chunk."""
    clock = Clock(1.0)
    monkeypatch.setattr(monte_carlo, "time", clock)
    told = []
    sampled(on_progress=told.append, **limits)
    assert [progress.part for progress in told] == pytest.approx(parts, abs=1e-4)
    assert [progress.elapsed_s for progress in told] == [*range(1, len(parts) + 1)]


def test_which_part_of_the_samples_is_done(monkeypatch):
    monkeypatch.setattr(monte_carlo, "REPORT_SECONDS", 0.0)
    told = []
    sampled(samples=200_000, on_progress=told.append)
    assert len(told) > 2
    assert [progress.part for progress in told] == [progress.samples / 200_000 for progress in told]


def test_progress_is_told_about_ten_times_a_second(seconds_between_chunks):
    seconds_between_chunks(0.03)
    told = []
    sampled(time_limit=3.0, on_progress=told.append)
    assert [round(progress.elapsed_s / 0.03) for progress in told] == [*range(4, 100, 4)]


@pytest.mark.parametrize("answer", [None, True, 0, ""])
def test_only_false_stops(monkeypatch, answer):
    monkeypatch.setattr(monte_carlo, "REPORT_SECONDS", 0.0)
    result = sampled(samples=100_000, on_progress=lambda _: answer)
    assert result.sampling.stopped_by == "samples"


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_a_callback_that_returns_false_stops_with_what_was_sampled(monkeypatch, threads):
    monkeypatch.setattr(monte_carlo, "REPORT_SECONDS", 0.0)
    told = []

    def stop_at_the_third(progress):
        told.append(progress)
        return len(told) < 3

    before = threading.active_count()
    result = sampled(std_error=FOREVER, on_progress=stop_at_the_third, threads=threads)
    assert threading.active_count() == before
    assert len(told) == 3
    assert result.sampling.stopped_by == "interrupted"
    assert (result.samples, result.players) == (told[-1].samples, told[-1].players)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_of_the_callback_is_raised(monkeypatch, threads):
    monkeypatch.setattr(monte_carlo, "REPORT_SECONDS", 0.0)

    def fail(progress):
        raise OSError("no space left")

    before = threading.active_count()
    with pytest.raises(OSError, match="no space left"):
        sampled(std_error=FOREVER, on_progress=fail, threads=threads)
    assert threading.active_count() == before


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_in_the_callback_gives_the_result_so_far(monkeypatch, threads):
    monkeypatch.setattr(monte_carlo, "REPORT_SECONDS", 0.0)
    told = []

    def interrupt(progress):
        told.append(progress)
        if len(told) == 4:
            raise KeyboardInterrupt

    before = threading.active_count()
    result = sampled(std_error=FOREVER, on_progress=interrupt, threads=threads)
    assert threading.active_count() == before
    assert result.sampling.stopped_by == "interrupted"
    assert (result.samples, result.players) == (told[-1].samples, told[-1].players)


@pytest.mark.parametrize("hands", [HANDS, ["AA", "KK"], ["random"] * 10, [WIDE] * 8], ids=len)
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_gives_the_result_so_far_at_once(threads, hands):
    """A signal as from the terminal. It takes a fifth of a second at most, on a machine that is not busy."""
    sent = []

    def send():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    sampled(hands, samples=1)  # whatever is to be compiled
    before = threading.active_count()
    timer = threading.Timer(0.3, send)
    timer.start()
    try:
        result = sampled(hands, std_error=FOREVER, threads=threads)
    finally:
        timer.cancel()
        timer.join()
    late = time.perf_counter() - sent[0]
    assert late < 1
    assert threading.active_count() == before
    assert result.sampling.stopped_by == "interrupted"
    assert result.samples > 0
    assert result.samples == pytest.approx(sum(result.outcomes.values()), rel=0.1)
    assert max(player.std_error for player in result.players) < 0.1


def test_ctrl_c_before_the_first_deal_is_raised():
    def interrupted(chunk):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sample_until(SimpleNamespace(sample_chunk=interrupted), make_limits(None, None, None), threads=1)


@pytest.mark.parametrize("threads", [0, -1])
def test_there_has_to_be_a_thread(threads):
    with error_saying(ValueError, f"threads is {threads}", "not a positive number"):
        sampled(threads=threads)


def test_what_takes_less_than_a_second_is_exact():
    for hands, board in (
        (["AhKh", "QsQd"], ""),
        (["random", "random"], ""),
        (["QQ+", "AK"], "2c7d9h"),
        (["AA", "KK", "QQ"], ""),
        (["random"] * 3, "2c7d9hTs3c"),
    ):
        result = calculate_equity(hands, board)
        assert result.method == "exact"
        assert result.reason == "an exact answer takes less than a second"
        assert (result.samples, result.seed, result.sampling) == (None, None, None)


@pytest.mark.parametrize(
    ("hands", "board", "duration"),
    [
        (["22+,A2s+", "random", "AsKs"], "2c", r"\d+ (seconds|minutes)"),
        (["random"] * 3, "", r"\d+ (seconds|minutes)"),
        (["AhAd", *["random"] * 3], "", r"\d+ (hours|days)"),
        (["random"] * 10, "", "a thousand years or more"),
    ],
)
def test_what_takes_longer_is_sampled(hands, board, duration):
    result = calculate_equity(hands, board, std_error=5e-3, seed=1)
    assert result.method == "monte-carlo"
    assert re.fullmatch(f"an exact answer would take about {duration}", result.reason)
    assert (result.deals, result.seed) == (None, 1)
    assert result.sampling.stopped_by == "std_error"
    assert without_time(result) == replace(
        without_time(sampled(hands, board, std_error=5e-3)), reason=result.reason
    )


@pytest.fixture
def no_time_for_exact_answers(monkeypatch):
    """As if any exact answer took too long to be chosen."""
    monkeypatch.setattr(solve, "AUTO_SECONDS", 0.0)


@pytest.mark.usefixtures("no_time_for_exact_answers")
def test_the_estimate_decides():
    assert calculate_equity(["AA", "KK"], seed=1).method == "monte-carlo"
    assert calculate_equity(["AA", "KK"], method="exact").method == "exact"


@pytest.mark.usefixtures("no_time_for_exact_answers")
@pytest.mark.parametrize("detail", ["by_combo", "categories", "next_card"])
def test_details_are_exact(detail):
    result = calculate_equity(["AA", "KK"], "2c7d9h", **{detail: True})
    assert result.method == "exact"
    assert result.reason == f"{detail} can only be calculated exactly"
    assert [result.by_combo, result.categories, result.next_cards].count(None) == 2


@pytest.mark.parametrize("detail", ["by_combo", "categories", "next_card"])
def test_details_that_take_more_than_ten_seconds_are_refused(detail):
    with error_saying(TooLargeError, "would take about ") as caught:
        calculate_equity(["random"] * 3, "2c", **{detail: True})
    assert caught.value.seconds > 10


@pytest.mark.parametrize("detail", ["by_combo", "categories", "next_card"])
def test_details_cannot_be_sampled(detail):
    with error_saying(ValueError, detail, "can only be calculated exactly", "monte-carlo"):
        sampled(["AA", "KK"], "2c7d9h", **{detail: True})


def test_all_details_that_were_asked_for_are_named():
    with error_saying(ValueError, "by_combo and next_card can only"):
        sampled(["AA", "KK"], by_combo=True, next_card=True)
    assert calculate_equity(["AA", "KK"], "2c7d9h", by_combo=True, categories=True).reason == (
        "by_combo and categories can only be calculated exactly"
    )


def test_whoever_insists_is_told_so():
    assert calculate_equity(["AA", "KK"], method="exact").reason == "asked for"
    assert sampled(["AA", "KK"], samples=10).reason == "asked for"


def test_limits_do_not_matter_to_exact_answers():
    limited = calculate_equity(["AA", "KK"], std_error=0.1, samples=1, time_limit=1e-9, seed=5)
    assert without_time(limited) == without_time(calculate_equity(["AA", "KK"]))


def test_what_is_printed_of_a_sampled_result():
    result = sampled(["AA", "KK"], samples=1000)
    data = json.loads(json.dumps(result.to_json()))
    assert (data["method"], data["deals"], data["seed"]) == ("monte-carlo", None, 1)
    assert data["samples"] == result.samples == sum(result.outcomes.values())
    assert data["sampling"] == {
        "stopped_by": "samples",
        "acceptance": result.sampling.acceptance,
        "effective_samples": result.samples,
        "boards": result.sampling.boards,
    }
    assert [player["std_error"] for player in data["players"]] == [
        player.std_error for player in result.players
    ]
    assert "sampling" not in calculate_equity(["AA", "KK"]).to_json()

"""Sessions on a terminal of 80 x 24: progress and what is left of it, Ctrl-C, colours or none."""

import os
import re
import signal
import struct
import subprocess
import sys

import pytest

fcntl = pytest.importorskip("fcntl", reason="needs a POSIX terminal")
pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

RUN = [sys.executable, "-c", "from oddchip.cli import run; run()"]
FOUR = ["equity", "AhKh", "QQ+", "22+", "random", "--std-error", "1e-7", "--seed", "3"]
EXACT = ["equity", "AhKh", "QQ+", "--board", "2h7h9c", "--grid"]

ERASED = "\x1b[1A\x1b[2K"
"""What rich sends for each line that it takes back: one up, and empty it."""

COLOUR = re.compile(r"\x1b\[[0-9;]*[34][0-9][0-9;]*m")


def terminal(*arguments: str, interrupt: bool = False, **environment: str) -> tuple[str, int]:
    """Run on a terminal, with Ctrl-C at the first progress if asked; return what is shown, and the code."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    unset = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING")
    given = {name: text for name, text in os.environ.items() if name not in unset}
    given |= {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | environment
    with subprocess.Popen(
        [*RUN, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=given, start_new_session=True
    ) as process:
        os.close(theirs)
        shown, is_due = b"", interrupt
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            shown += part
            if is_due and b"% done" in shown:
                process.send_signal(signal.SIGINT)
                is_due = False
    os.close(ours)
    return shown.decode().replace("\r\n", "\n"), process.returncode


def lines_left(shown: str) -> list[str]:
    """What stands on the screen at the end, when progress is gone; without escapes."""
    rest = shown.rpartition(ERASED)[2]
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", rest).replace("\r", "")
    return [line.rstrip() for line in text.splitlines()]


def heading_of(lines: list[str]) -> list[str]:
    return next(line.split() for line in lines if line.startswith("hand "))


def test_progress_is_drawn_over_itself_and_gone_at_the_end():
    shown, code = terminal(*FOUR, "--samples", "20000000")
    assert code == 0
    states = re.findall(r"([0-9,]+) deals, [0-9.]+ M/s, +([0-9]+)% done", shown)
    assert len(states) >= 2
    samples = [int(deals.replace(",", "")) for deals, _ in states]
    assert samples == sorted(samples)
    assert 0 <= int(states[0][1]) <= int(states[-1][1]) <= 100
    assert shown.count(ERASED) >= 4 * (len(set(states)) - 1)  # five lines each time, the first by a return
    lines = lines_left(shown)
    assert heading_of(lines) == ["hand", "combos", "equity", "error", "win", "tie"]
    assert not any("% done" in line for line in lines)


def test_ctrl_c_gives_the_result_so_far_and_exit_code_130():
    shown, code = terminal(*FOUR, interrupt=True)
    assert code == 130
    lines = lines_left(shown)
    assert heading_of(lines) == ["hand", "combos", "equity", "error", "win", "tie"]
    assert [line.split()[0] for line in lines[1:5]] == ["AhKh", "QQ+", "22+", "random"]
    assert lines[-1] == "oddchip: interrupted, this is the result so far"
    assert "Traceback" not in shown


def test_no_line_is_wider_than_the_terminal():
    for shown, _ in (terminal(*FOUR, "--samples", "20000"), terminal(*EXACT)):
        assert max(map(len, lines_left(shown))) <= 80


def test_colours_on_a_terminal_unless_they_are_not_wanted():
    assert COLOUR.search(terminal(*EXACT)[0])
    shown, _ = terminal(*EXACT, NO_COLOR="1")
    assert not COLOUR.search(shown)
    assert "53.9" in shown


def test_a_dumb_terminal_gets_no_escapes():
    shown, code = terminal(*FOUR, "--samples", "20000", TERM="dumb")
    assert code == 0
    assert "\x1b" not in shown
    assert "% done" not in shown
    assert heading_of(shown.splitlines()) == ["hand", "combos", "equity", "error", "win", "tie"]
    assert "\x1b" not in terminal(*EXACT, TERM="dumb")[0]


def test_a_terminal_in_ascii():
    for arguments in ([*FOUR, "--samples", "20000"], EXACT, ["range", "15%"]):
        shown, code = terminal(*arguments, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        assert (code, shown.isascii()) == (0, True)
    assert " +- " in terminal(*FOUR, "--samples", "20000", PYTHONIOENCODING="ascii")[0]

"""Stdout and stderr for a command line: readable in any encoding, silent when a pipe is closed."""

import codecs
import errno
import io
import os
import sys
import unicodedata

FALLBACK = "oddchip"
"""Name of the error handler for characters that an encoding does not have."""

_PIPE_CLOSED = {errno.EPIPE, errno.EINVAL} if os.name == "nt" else {errno.EPIPE}
_LOOKALIKES = {
    char: like
    for chars, like in {
        "♠♤": "s",
        "♥♡": "h",
        "♦♢": "d",
        "♣♧": "c",
        "−–—‐‑‒―": "-",
        "‘’‚": "'",
        "“”„": '"',
        "±": "+-",
        "×": "x",
        "÷": "/",
        "·•": "*",
        "…": "...",
        "≤": "<=",
        "≥": ">=",
        "≈": "~",
        "→": "->",
        "←": "<-",
        "µμ": "u",
        "σ": "sigma",
        "▏▎▍": " ",  # less than half a block
        "░": ".",
        "▒": ":",
        "─━═╌╍┄┅┈┉╴╶╸╺╼╾": "-",
        "│┃║╎╏┆┇┊┋╵╷╹╻╽╿": "|",
        "\ufe0e\ufe0f": "",
    }.items()
    for char in chars
}
_BOX, _BLOCKS = range(0x2500, 0x2580), range(0x2580, 0x25A0)


def in_ascii(text: str) -> str:
    """Return the text with what looks or reads most alike in place of all that is not ASCII.

    >>> in_ascii("A♠K♥ 81.95% ± 0.05%…")
    'AsKh 81.95% +- 0.05%...'
    """
    return text if text.isascii() else "".join(map(_lookalike, text))


def _lookalike(char: str) -> str:
    if char.isascii():
        return char
    if char in _LOOKALIKES:
        return _LOOKALIKES[char]
    if ord(char) in _BOX or ord(char) in _BLOCKS:
        return "+" if ord(char) in _BOX else "#"
    plain = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()  # é is e
    return plain or "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return in_ascii(error.object[error.start : error.end]), error.end


class Output(io.TextIOWrapper):
    """A text stream over the bytes of another, which replaces characters and survives a closed pipe.

    When nobody reads any more, stdout ends the program, quietly and with exit code 0: whoever closed the
    pipe has what they wanted. Stderr goes on into nothing, as the result is still wanted.
    """

    def __init__(self, stream: io.TextIOWrapper, *, ends_program: bool) -> None:
        codecs.register_error(FALLBACK, _replace)
        self._ends_program = ends_program
        # Click takes a stream in ASCII for a mistake and writes UTF-8 to it: the text becomes ASCII here.
        self._is_ascii = codecs.lookup(stream.encoding).name == "ascii"
        super().__init__(
            stream.buffer,
            encoding="utf-8" if self._is_ascii else stream.encoding,
            errors=FALLBACK,
            line_buffering=stream.line_buffering,
            write_through=stream.write_through,
        )

    def write(self, text: str, /) -> int:
        """Write a text; return its length."""
        try:
            super().write(in_ascii(text) if self._is_ascii else text)
        except OSError as error:
            self._after(error)
        return len(text)

    def flush(self) -> None:
        """Write what is still in the buffers."""
        try:
            super().flush()
        except OSError as error:
            self._after(error)

    def drop(self) -> None:
        """Let what is still in the buffers, and all that follows, go to nowhere."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)

    def _after(self, error: OSError) -> None:
        if error.errno not in _PIPE_CLOSED:
            raise error
        self.drop()
        if self._ends_program:
            raise SystemExit(0) from None


def prepare_streams() -> None:
    """Put an `Output` in the place of stdout and of stderr, and something where they are closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper) and not isinstance(stream, Output):
            stream.flush()
            setattr(sys, name, Output(stream, ends_program=name == "stdout"))


def finish_output() -> str:
    """Write what is still in the buffers; return what went wrong, or nothing."""
    try:
        sys.stdout.flush()
    except OSError as error:
        if isinstance(sys.stdout, Output):
            sys.stdout.drop()
        return (error.strerror or str(error)).lower()
    return ""

"""Draws docs/pictures, each picture by a command that anybody can give: `python docs/make_pictures.py`."""

import sys
from pathlib import Path

from examples import output_of
from PIL import Image, PngImagePlugin

FOLDER = Path(__file__).parent / "pictures"

COMMANDS = {
    "range-grid": 'range "55+, A2s+, KTs+, QTs+, JTs, T9s:0.5, 98s:0.5, ATo+, KJo+, QJo:0.25"',
    "distribution": 'equity "TT+, AQs+, AKo" "22+, ATs+, KTs+, QJs, JTs, AJo+" --board Jh8h3c --graph',
}
"""By the name of its file, the command that draws a picture when it is given `--plot`."""


COLOURS = 64
"""As many as are kept: a third of the bytes, and nothing that can be seen."""


def draw(name: str, path: Path) -> None:
    """Draw a picture into a file, whose ending says in which format."""
    output_of(f"{COMMANDS[name]} --plot '{path}'")
    if path.suffix == ".png":
        _make_small(path)


def _make_small(path: Path) -> None:
    """Keep fewer colours, but the title."""
    with Image.open(path) as picture:
        texts = PngImagePlugin.PngInfo()
        for key, text in picture.text.items():
            texts.add_text(key, text)
        small = picture.convert("RGB").quantize(COLOURS)
    small.save(path, optimize=True, pnginfo=texts)


def main() -> None:
    """Draw all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name in COMMANDS:
        path = FOLDER / f"{name}.png"
        draw(name, path)
        sys.stdout.write(f"{path}: {path.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()

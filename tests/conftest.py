"""What holds for every test."""

import pytest
from hypothesis import settings

# Every run tries the same examples, and none fails because the machine is busy.
settings.register_profile("oddchip", deadline=None, derandomize=True)
settings.load_profile("oddchip")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--renew-snapshots",
        action="store_true",
        help="write what the commands print now to tests/snapshots/, and skip the comparison",
    )

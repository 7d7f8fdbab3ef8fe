"""Lets the suites import the modules beside them; the folder is no package, so that nothing is installed."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

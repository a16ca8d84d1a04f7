"""The canonical solutions of the built-in catalog: data, one folder per mission.

Only the canonical agent, the masker's callers and the scores may read them.
"""

from pathlib import Path

FOLDER = Path(__file__).parent

"""Entry point of the flea market: ``python app.py`` serves it on the port in PORT (8000)."""

import os
from pathlib import Path

from market import create_app

app = create_app(Path(__file__).parent / "data")

if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "8000")), threaded=True)

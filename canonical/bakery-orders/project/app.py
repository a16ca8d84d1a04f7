"""Entry point: ``python app.py`` serves the orders of the bakery on the port in PORT (8000)."""

import os
from pathlib import Path

from bakery import create_app

app = create_app(Path(__file__).parent / "bakery.sqlite")

if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "8000")), threaded=True)

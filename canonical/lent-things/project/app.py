"""Entry point: ``python app.py`` serves the lent things on the port in PORT (8000)."""

import os
from pathlib import Path

from lending import create_app

app = create_app(Path(__file__).parent / "things.sqlite")

if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "8000")), threaded=True)

"""Entry point: ``python app.py`` serves the quiz nights on the port in PORT (8000)."""

import os
from pathlib import Path

from quiz import create_app

app = create_app(Path(__file__).parent / "quiz.sqlite")

if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "8000")), threaded=True)

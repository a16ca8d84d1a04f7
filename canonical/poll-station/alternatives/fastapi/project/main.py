"""Entry point of the poll station: ``uvicorn main:app --port 8000``."""

from pathlib import Path

from agora import create_app

app = create_app(Path(__file__).parent / "data")

"""The greeter: asks for a name, and greets by it."""

import os

from flask import Flask, render_template, request

app = Flask(__name__)


@app.get("/")
def home() -> str:
    """Ask for a name, and greet by the one that was sent."""
    name = request.args.get("name", "").strip()
    return render_template("home.html", name=name, is_missing="name" in request.args and not name)


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "8000")))

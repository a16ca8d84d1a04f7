"""Server of sites made of files only."""

from __future__ import annotations

import http.client
import http.server
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from simulators.runtime.environments.guest.web import projecteval_static


@pytest.fixture
def site(tmp_path: Path) -> Iterator[int]:
    """Port of a served application with a page, a script and an empty folder."""
    (tmp_path / "index.html").write_text("<title>home</title>")
    (tmp_path / "app.mjs").write_text("export {};")
    (tmp_path / "about").mkdir()
    handler = partial(projecteval_static.FileHandler, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def answer(port: int, path: str) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    response = connection.getresponse()
    found = response.status, response.getheader("Content-Type", ""), response.read()
    assert response.status != 200 or response.getheader("Cache-Control") == "no-store"
    connection.close()
    return found


def test_files_and_pages_are_served(site: int) -> None:
    assert answer(site, "/") == answer(site, "/index.html") == (200, "text/html", b"<title>home</title>")
    assert answer(site, "/app.mjs") == (200, "text/javascript", b"export {};")


def test_a_page_that_does_not_exist_is_the_home_page(site: int) -> None:
    assert answer(site, "/boards/7?sort=name")[::2] == (200, b"<title>home</title>")


def test_missing_files_listings_and_other_folders_are_refused(site: int) -> None:
    assert [answer(site, path)[0] for path in ("/missing.js", "/about/", "/../secret.txt")] == [404, 404, 404]

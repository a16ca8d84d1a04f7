"""For what a home page waits before it is loaded."""

from __future__ import annotations

import pytest

from simulators.projecteval_2025.home_page import outside_of


@pytest.mark.parametrize(
    ("html", "hosts"),
    [
        ('<link rel="stylesheet" href="https://cdn.example/a.css">', ("cdn.example",)),
        ("<LINK REL='preload StyleSheet' HREF='//CDN.example:443/a.css'>", ("cdn.example",)),
        (
            '<script src="https://one.example/a.js"></script><img src="http://two.example/b.png">',
            ("one.example", "two.example"),
        ),
        (
            '<script defer src="https://one.example/a.js"></script><script src="https://one.example/b.js">',
            ("one.example",),
        ),
        ('<iframe src="https://maps.example/"></iframe>', ("maps.example",)),
        ('<a href="https://far.example/">far</a><link rel="icon" href="https://far.example/x.ico">', ()),
        ('<img loading="lazy" src="https://far.example/x.png">', ()),
        ('<script src="/static/a.js"></script><img src="http://localhost:8000/b.png"><img src="data:,">', ()),
        ('<!-- <script src="https://far.example/a.js"></script> -->', ()),
        ('<script src="https://[broken/a.js"></script><img src>', ()),
    ],
)
def test_other_hosts_are_named(html: str, hosts: tuple[str, ...]) -> None:
    assert outside_of(html) == hosts

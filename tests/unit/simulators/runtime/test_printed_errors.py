"""Causes of errors in the output of a project."""

from __future__ import annotations

import pytest

from simulators.evidence import Exchange
from simulators.runtime.printed_errors import last_error, site_error

TRACEBACK = """\
Internal Server Error: /items/
Traceback (most recent call last):
  File "/env/lib/python3.11/site-packages/django/db/backends/utils.py", line 105, in _execute
    return self.cursor.execute(sql)
sqlite3.OperationalError: no such table: shop_item

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/project/shop/views.py", line 12, in items
    return render(request, "items.html", {"items": list(Item.objects.all())})
  File "/env/lib/python3.11/site-packages/django/db/backends/utils.py", line 105, in _execute
    return self.cursor.execute(sql)
django.db.utils.OperationalError: no such table: shop_item
[14/Mar/2025 04:30:00] "GET /items/?page=2 HTTP/1.1" 500 87773
"""
CAUSE = "OperationalError: no such table: shop_item (shop/views.py line 12, in items)"

CHECKS = """\
SystemCheckError: System check identified some issues:

ERRORS:
shop.Item.owner: (fields.E300) Field defines a relation with model 'User', which is not installed.
\tHINT: add it
shop.Item.price: (fields.E130) DecimalFields must define a 'decimal_places' attribute.

System check identified 2 issues (0 silenced).
"""


def test_an_exception_has_its_place_in_the_projects_own_code() -> None:
    assert last_error(TRACEBACK) == CAUSE


def test_the_findings_of_a_system_check_are_all_there() -> None:
    lines = last_error(CHECKS).splitlines()
    assert lines[0] == "SystemCheckError: System check identified some issues:"
    assert [line.split(":")[0].strip() for line in lines[1:5]] == [
        "ERRORS",
        "shop.Item.owner",
        "HINT",
        "shop.Item.price",
    ]


@pytest.mark.parametrize(
    ("output", "cause"),
    [
        ('  File "/project/a.py", line 3\n    def f(:\nSyntaxError: oh\n', "SyntaxError: oh (a.py line 3)"),
        ("CommandError: no such option\n", "CommandError: no such option"),
        ("starting\nbye\n", "bye"),
        ("", ""),
        ("Traceback (most recent call last):\nKeyboardInterrupt\nprinted later\n", "KeyboardInterrupt"),
    ],
)  # fmt: skip
def test_the_last_error_names_the_cause(output: str, cause: str) -> None:
    assert last_error(output) == cause


NODE = """\
TypeError: Cannot read properties of undefined (reading 'total')
    at total (/project/shop/cart.js:12:18)
    at Server.<anonymous> (/project/server.js:40:5)
    at Server.emit (node:events:518:28)
"""
UVICORN = """\
INFO:     127.0.0.1:50 - "GET /cart HTTP/1.1" 500 Internal Server Error
ERROR:    Exception in ASGI application
Traceback (most recent call last):
  File "/env/lib/python3.11/site-packages/starlette/routing.py", line 105, in app
    await app(scope, receive, send)
  File "/project/main.py", line 41, in cart
    return order["total"]
KeyError: 'total'
"""
UNCAUGHT = (
    "log: started",
    "uncaught: TypeError: button is null",
    "    at setUp (http://localhost:8000/static/shop/app.js:12:5)",
    "    at http://localhost:8000/static/shop/app.js:30:1",
)
MISSING = (Exchange("GET", "/cart", 200), Exchange("GET", "/static/app.js", 404, "script"))


@pytest.mark.parametrize(
    ("log", "exchanges", "console", "cause"),
    [
        (TRACEBACK, (), (), f"the site answered 500 to GET /items/: {CAUSE}"),
        (TRACEBACK, MISSING, UNCAUGHT, f"the site answered 500 to GET /items/: {CAUSE}"),
        ('[14/Mar/2025 04:30:00] "POST /save HTTP/1.1" 502 -\n', (), (), "the site answered 502 to POST /save"),
        (UVICORN, (), (), "the site answered 500 to GET /cart: KeyError: 'total' (main.py line 41, in cart)"),
        (
            NODE,
            (Exchange("GET", "/cart?item=1", 500),),
            (),
            "the site answered 500 to GET /cart: TypeError: Cannot read properties of undefined (reading 'total') "
            "(shop/cart.js line 12, in total)",
        ),
        (
            NODE,
            (),
            (),
            "the server printed TypeError: Cannot read properties of undefined (reading 'total') "
            "(shop/cart.js line 12, in total)",
        ),
        ("", MISSING, UNCAUGHT, "the page raised TypeError: button is null (static/shop/app.js line 12, in setUp)"),
        (
            "",
            (),
            ("uncaught: http://localhost:8000/app.js 3:7 Uncaught ReferenceError: cart is not defined",),
            "the page raised ReferenceError: cart is not defined (app.js line 3)",
        ),
        ("", MISSING, (), "the site answered 404 to GET /static/app.js"),
        (
            "",
            (Exchange("GET", "/trip/flHXmSSXd-SFmBqTeIquBg/items/17/", 404),),
            (),
            "the site answered 404 to GET /trip/…/items/…/",
        ),
        (
            "",
            (Exchange("GET", "/a-name-that-is-long/", 404),),
            (),
            "the site answered 404 to GET /a-name-that-is-long/",
        ),
        ("", (Exchange("GET", "/old", 404), Exchange("GET", "/cart", 200)), (), ""),
        ("", (Exchange("GET", "/favicon.ico", 404, "other"),), ("error: 404",), ""),
        (
            'Forbidden (CSRF token missing.): /add/\n[14/Mar/2025 04:30:00] "POST /add/ HTTP/1.1" 403 2506\n',
            (),
            (),
            "the site answered 403 to POST /add/: Forbidden (CSRF token missing.)",
        ),
        ('[14/Mar/2025 04:30:00] "GET /favicon.ico HTTP/1.1" 404 -\n', (), (), ""),
        ('[14/Mar/2025 04:30:00] "GET / HTTP/1.1" 200 500\n', (), (), ""),
    ],
)
def test_the_strongest_sign_of_an_error_is_the_cause(
    log: str, exchanges: tuple[Exchange, ...], console: tuple[str, ...], cause: str
) -> None:
    assert site_error(log, exchanges, console).words == cause

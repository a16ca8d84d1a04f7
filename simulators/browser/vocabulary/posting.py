"""Verbs that read the fields of a form, and send them from any user's session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from simulators.browser.vocabulary.navigation import ERROR_PAGE, NavigationVerbs
from simulators.browser.vocabulary.queries import Query
from simulators.errors import ExpectationFailed, NotFound


@dataclass(frozen=True)
class Form:
    """Address and fields that a form would send, without its protection against forged requests."""

    url: str
    fields: Mapping[str, str]


class PostingVerbs(NavigationVerbs):
    """Verbs for forms: read the fields of one, and send them as any user of the site."""

    def form_of(self, element: str, *, beside: str | None = None) -> Form:
        """Return what the form of this button (or any control in the form, or the form itself) would send now,
        without sending it. An element outside of a form: `NotFound`."""
        query = Query(element, beside)
        with self._step("form_of", query) as step:
            self._state(query)
            form = self._read_form(query)
            step.seen = f"{form.url} {dict(form.fields)}"
            return form

    def posts(self, url: str, fields: Mapping[str, str] | None = None) -> None:
        """Send `fields` to a URL of the project with POST, as a form on the current page would, and open the answer.

        The CSRF token of the user's own session is added: from the cookie ``csrftoken``, else from a hidden box of
        the current page. The user must have opened a page of the project before.
        """
        with self._step("posts", f"{dict(fields or {})} to {url}") as step:
            target = self._own(url)
            if not self._is_on_site():
                raise NotFound("open a page of the project first: the form is sent from there")
            self._call("sendForm", {"url": target, "fields": list((fields or {}).items())})
            self._engine.settle(self._times())
            step.seen = self._address()
            if str(self._call("url")).startswith(ERROR_PAGE):
                raise ExpectationFailed(f"{url} could not be loaded: no answer, a broken one, or redirects without end")

    def _read_form(self, query: Query) -> Form:
        answer: dict[str, Any] | None = self._call("readForm", query.request("element"))
        if answer is None:
            raise NotFound(f"{query} is in no form")
        return Form(str(answer["url"]), {str(name): str(value) for name, value in answer["fields"]})

    def _is_on_site(self) -> bool:
        here, site = urlsplit(str(self._call("url"))), urlsplit(self._place.site)
        return (here.scheme, here.port) == (site.scheme, site.port)

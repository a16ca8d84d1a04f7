"""Verbs that send a request without the page's own form: a form read in one window, sent again by another user."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from simulators.browser import scripts
from simulators.browser.going import ERROR_PAGE, Going
from simulators.browser.looking import Query
from simulators.errors import NotThere, Unmet

READ_FORM = """(request) => {
  const control = (ELEMENT)(request);
  const form = control?.form ?? control?.closest('form');
  if (!form) return null;
  const sends = control !== form && ['submit', 'image'].includes(control.type);
  const data = new FormData(form, sends ? control : null);
  const fields = [...data].filter(([name, value]) => typeof value === 'string' && !/csrf/i.test(name));
  const url = (sends && control.getAttribute('formaction')) || form.getAttribute('action') || document.URL;
  return { url: new URL(url, document.baseURI).href, fields };
}"""

SEND_FORM = """(request) => {
  const form = document.createElement('form');
  const hold = (name, value) => {
    const box = document.createElement('textarea');
    [box.name, box.value] = [name, value];
    form.append(box);
  };
  const tokens = [...document.querySelectorAll('input[type=hidden]')].filter((box) => /csrf/i.test(box.name));
  const cookie = document.cookie.match(/(?:^|; *)csrftoken=([^;]+)/);
  if (cookie) hold('csrfmiddlewaretoken', cookie[1]);
  else if (tokens.length) hold(tokens[0].name, tokens[0].value);
  for (const [name, value] of request.fields) hold(name, value);
  [form.method, form.action, form.hidden] = ['post', request.url, true];
  document.documentElement.append(form);
  HTMLFormElement.prototype.submit.call(form);
}"""


@dataclass(frozen=True)
class Form:
    """Address and fields that a form would send, without its protection against forged requests."""

    url: str
    fields: Mapping[str, str]


class Posting(Going):
    """Reading what a form would send, and sending it as any user of the site."""

    def form_of(self, element: str, *, beside: str | None = None) -> Form:
        """Return what the form of this button (or any control in the form, or the form itself) would send now,
        without sending it. An element outside of a form: `NotThere`."""
        query = Query(element, beside)
        with self._step("form_of", query) as step:
            self._facts(query)
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
                raise NotThere("open a page of the project first: the form is sent from there")
            self._evaluate(SEND_FORM, {"url": target, "fields": list((fields or {}).items())})
            self._engine.settle(self._times())
            step.seen = self._engine.address(self._answer_time())
            if str(self._evaluate(scripts.DOCUMENT)).startswith(ERROR_PAGE):
                raise Unmet(f"{url} could not be loaded: no answer, a broken one, or redirects without end")

    def _read_form(self, query: Query) -> Form:
        script = READ_FORM.replace("ELEMENT", scripts.element())
        answer: dict[str, Any] | None = self._evaluate(script, query.request("element"))
        if answer is None:
            raise NotThere(f"{query} is in no form")
        return Form(str(answer["url"]), {str(name): str(value) for name, value in answer["fields"]})

    def _is_on_site(self) -> bool:
        here, site = urlsplit(str(self._evaluate(scripts.DOCUMENT))), urlsplit(self._place.site)
        return (here.scheme, here.port) == (site.scheme, site.port)

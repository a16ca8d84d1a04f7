"""Files that a site serves from its packages are older than the mission's time."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from evaluator.benchmarks.projecteval_2025.simulator.website_user import open_public_browser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox.choice import sandbox_named
from simulators.runtime.start_project import RuntimeSpec, open_site
from simulators.setting import Setting

SITE = """
import sys
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.urls import re_path

settings.configure(
    DEBUG=True, SECRET_KEY="k", ALLOWED_HOSTS=["*"], ROOT_URLCONF="__main__", STATIC_URL="/static/",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.admin",
                    "django.contrib.messages", "django.contrib.staticfiles"],
    SILENCED_SYSTEM_CHECKS=[f"admin.E{number}" for number in (403, 408, 409, 410)],
)

urlpatterns = [re_path("", lambda request: HttpResponse('<link rel=stylesheet href="/static/admin/css/base.css">'))]
execute_from_command_line(sys.argv)
"""


def test_a_browser_asks_for_a_file_of_a_package_once(tmp_path: Path) -> None:
    setting = Setting(time=datetime(2025, 5, 5, 12, tzinfo=UTC))
    (tmp_path / "manage.py").write_text(SITE)
    production = RuntimeSpec(
        project=tmp_path,
        stack="django",
        environment=environments.build("django"),
        sandbox=sandbox_named(),
        setting=setting,
    )

    with open_site(production) as site, SiteProxy(site.project.box.connect) as gate:
        with open_public_browser(setting, gate, None) as user:
            for page in ("first", "second"):
                user.driver.get(f"http://localhost:8000/{page}")
        asked = site.server.output.text()

    assert asked.count('"GET /second') == 1
    assert asked.count('"GET /static/admin/css/base.css') == 1

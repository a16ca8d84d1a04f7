"""Reference workload: the work of the original's protocol for the public data set, with off-the-shelf components.

    python performance/reference_workload.py [DATA]

For every website: ``makemigrations``, ``migrate``, a superuser through ``shell`` and ``runserver`` as processes of
their own, one Chromium driven by Selenium through chromedriver, and as many pages, elements, keys, clicks and seconds
of sleep as in its testcodes. For every program: as many runs or commands. The numbers are counted in the testcodes of
DATA; site and programs are a few lines of this script, without the work of the evaluated projects: the reference is a
lower bound for the time of the original. Missions run one after the other, as in the original.
"""

from __future__ import annotations

import ast
import contextlib
import http.client
import io
import json
import runpy
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.ui import WebDriverWait

from simulators.browser.chromium import launch as chromium
from simulators.runtime.environments import host as environments
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree

PORT = 8765
TYPED = "ProjectEval"
"""Text of one `send_keys`; testcodes type names, dates and passwords."""

START_SECONDS = 60.0

SETTINGS = """
SECRET_KEY = "reference"
DEBUG = True
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "urls"
APPS = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
INSTALLED_APPS = ["django.contrib." + name for name in APPS]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [{
    "BACKEND": "django.template.backends.django.DjangoTemplates",
    "OPTIONS": {"context_processors": [
        "django.template.context_processors.request",
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
    ]},
}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}
STATIC_URL = "static/"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
"""

URLS = """
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.template import Context, Template
from django.template.context_processors import csrf
from django.urls import path

PAGE = Template('''<!doctype html><title>Reference</title><h1>{{ users }}</h1>
<form method="post">{% csrf_token %}<input id="box" name="box"><button id="send">send</button></form>''')

def page(request):
    request.session["visits"] = request.session.get("visits", 0) + 1
    return HttpResponse(PAGE.render(Context({"users": User.objects.count(), **csrf(request)})))

urlpatterns = [path("", page)]
"""

MANAGE = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
"""

SUPERUSER = (
    "from django.contrib.auth.models import User; User.objects.create_superuser('Admin', 'a@example.com', 'abc#12345')"
)

BATCH = """
import openpyxl
book = openpyxl.Workbook()
for row in range(50):
    book.active.append([row, row * row])
book.save("table.xlsx")
print("saved")
"""

CONSOLE = """
while True:
    print("you said", input("> "))
"""


@dataclass(frozen=True)
class Work:
    """Numbers of actions in the testcodes of one mission."""

    mission: str
    is_website: bool
    calls: Counter[str]
    sleep: float


def work_of(data: Path) -> Iterator[Work]:
    """Count the calls in the testcodes of all missions."""
    for project in json.loads((data / "project_eval_project.json").read_text(encoding="utf-8")):
        texts = [each["test"] for page in project["testcode"] for each in page["function"]]
        calls = [node for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        sleep = sum(_seconds(call) for call in calls if _name(call) == "sleep")
        yield Work(project["project_id"], project["project_type"] == "website", Counter(map(_name, calls)), sleep)


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _seconds(call: ast.Call) -> float:
    with contextlib.suppress(ValueError, IndexError):
        return float(ast.literal_eval(call.args[0]))
    return 0.0


def do(work: Work, folder: Path) -> None:
    """Do the work of one mission in the new `folder`."""
    folder.mkdir()
    if work.is_website:
        _visit(work, folder)
    else:
        _run_programs(work, folder)


def _visit(work: Work, folder: Path) -> None:
    for name, text in (("settings.py", SETTINGS), ("urls.py", URLS), ("manage.py", MANAGE)):
        (folder / name).write_text(text, encoding="utf-8")
    manage = (str(environments.find("public").python), "manage.py")
    for step in (("makemigrations", "--noinput"), ("migrate", "--noinput"), ("shell", "-c", SUPERUSER)):
        subprocess.run([*manage, *step], cwd=folder, check=True, capture_output=True)
    with _process([*manage, "runserver", "--noreload", str(PORT)], folder), _browser() as driver:
        _wait_until_it_answers()
        _use(driver, work)


def _use(driver: webdriver.Chrome, work: Work) -> None:
    home, calls = f"http://localhost:{PORT}/", work.calls
    driver.get(home)
    for _ in range(calls["get"]):
        driver.get(home)
    for _ in range(calls["find_element"] + calls["find_elements"] - calls["send_keys"] - calls["click"]):
        driver.find_element(By.ID, "box")
    for _ in range(calls["send_keys"]):
        driver.find_element(By.ID, "box").send_keys(TYPED)
    for _ in range(calls["click"]):
        button = driver.find_element(By.ID, "send")
        button.click()
        _until_gone(driver, button)
    time.sleep(work.sleep)  # the original does sleep


def _until_gone(driver: webdriver.Chrome, button: WebElement) -> None:
    """Wait for the next page. While it replaces this one, chromedriver may report an "unhandled inspector error"."""
    WebDriverWait(driver, START_SECONDS, ignored_exceptions=[WebDriverException]).until(staleness_of(button))


def _run_programs(work: Work, folder: Path) -> None:
    (folder / "batch.py").write_text(BATCH, encoding="utf-8")
    (folder / "console.py").write_text(CONSOLE, encoding="utf-8")
    for _ in range(work.calls["run_entry"]):
        with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path("batch.py", run_name="__main__")
    if work.calls["send_command"]:
        with _process([sys.executable, "-u", "console.py"], folder, subprocess.PIPE) as program:
            assert program.stdin is not None
            assert program.stdout is not None
            for _ in range(work.calls["send_command"]):
                program.stdin.write(f"{TYPED}\n")
                program.stdin.flush()
                program.stdout.readline()


@contextlib.contextmanager
def _process(command: list[str], folder: Path, output: int = subprocess.DEVNULL) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=output, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextlib.contextmanager
def _browser() -> Iterator[webdriver.Chrome]:
    options = Options()
    options.binary_location = str(chromium.find_browser())
    for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(flag)
    service = Service(str(chromium.find_driver()))
    driver = webdriver.Chrome(options, service)
    started = process_tree(service.process.pid)
    try:
        yield driver
    finally:
        driver.quit()
        kill_and_wait(started)  # Chromium may outlive a chromedriver that has ended


def _wait_until_it_answers() -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            connection = http.client.HTTPConnection("localhost", PORT, timeout=5)
            connection.request("GET", "/")
            connection.getresponse().read()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
        finally:
            connection.close()


def main() -> None:
    data = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for work in work_of(data):
            begun = time.monotonic()
            do(work, Path(folder) / work.mission)
            print(f"  {work.mission:>3}: {time.monotonic() - begun:5.1f} s", flush=True)


if __name__ == "__main__":
    main()

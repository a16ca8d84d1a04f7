"""Starter of a Django project: creates and applies its migrations, then serves it on the given port.

It is part of the environment of solutions and runs in their box. Django is imported once; each step
runs ``manage.py`` in a fork, as a user would run it. Exit status 81 or 82: that step failed,
unless ``PROJECTEVAL_STEPS_MAY_FAIL`` is set.
"""

import itertools
import os
import runpy
import sys
import traceback

import projecteval_error_pages  # type: ignore[import-not-found]  # lies beside it there
from projecteval_imports import import_once  # type: ignore[import-not-found]  # lies beside it there

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

IMPORTED_ONCE = (
    "django.conf.urls",
    "django.contrib.admin.apps",
    "django.contrib.admin.options",
    "django.contrib.admin.templatetags.admin_list",
    "django.contrib.admin.templatetags.admin_modify",
    "django.contrib.admin.templatetags.log",
    "django.contrib.auth.apps",
    "django.contrib.auth.context_processors",
    "django.contrib.auth.hashers",
    "django.contrib.auth.tokens",
    "django.contrib.contenttypes.apps",
    "django.contrib.messages.apps",
    "django.contrib.messages.context_processors",
    "django.contrib.messages.middleware",
    "django.contrib.messages.storage.fallback",
    "django.contrib.sessions.apps",
    "django.contrib.sessions.backends.db",
    "django.contrib.sessions.middleware",
    "django.contrib.sites.shortcuts",
    "django.contrib.staticfiles.apps",
    "django.contrib.staticfiles.management.commands.runserver",
    "django.core.cache.backends.locmem",
    "django.core.management.commands.makemigrations",
    "django.core.management.commands.migrate",
    "django.db.backends.sqlite3.base",
    "django.db.models.sql.compiler",
    "django.middleware.clickjacking",
    "django.middleware.common",
    "django.middleware.csrf",
    "django.middleware.security",
    "django.template.backends.django",
    "django.template.context_processors",
    "django.template.loader_tags",
    "django.template.loaders.app_directories",
    "django.template.loaders.cached",
    "django.templatetags.cache",
    "django.templatetags.l10n",
    "django.templatetags.tz",
    "django.utils.translation.reloader",
    "django.utils.translation.trans_real",
    "django.views.csrf",
    "django.views.debug",
    "django.views.generic",
)
"""Modules of Django that most projects need and that need no settings of a project."""

KILLED = -9
"""Exit status of a step that was killed, possibly by the machine."""

STEPS_MAY_FAIL = "PROJECTEVAL_STEPS_MAY_FAIL" in os.environ

MAX_FILES = 200
"""Files of the project that are read for their imports."""


def main() -> None:
    import_once(python_files(), always=IMPORTED_ONCE)
    make_passwords_cheap()
    make_commits_cheap()
    projecteval_error_pages.make_repeatable()
    sys.path.insert(0, os.getcwd())
    port = sys.argv[1]
    for status, step in STEPS:
        if run_in_fork(step) and not STEPS_MAY_FAIL:
            sys.exit(status)
    run("runserver", "--noreload", port)


def python_files() -> "Iterator[str]":
    """Yield the project's modules, at most `MAX_FILES`."""
    found = (os.path.join(folder, name) for folder, _, names in os.walk(".") for name in names if name.endswith(".py"))
    return itertools.islice(found, MAX_FILES)


def make_passwords_cheap() -> None:
    """Reduce the rounds of password hashing: passwords protect nothing here, and each would take 0.3 seconds."""
    if "django.contrib.auth.hashers" in sys.modules:
        sys.modules["django.contrib.auth.hashers"].PBKDF2PasswordHasher.iterations = 1000


def make_commits_cheap() -> None:
    """Keep SQLite from waiting for the disk and put its journal in memory: the database need not survive a crash of
    the machine."""
    if "django.db.backends.signals" in sys.modules:
        sys.modules["django.db.backends.signals"].connection_created.connect(without_waiting, weak=False)


def without_waiting(connection: "Any", **_: object) -> None:
    if connection.vendor == "sqlite":
        connection.connection.execute("PRAGMA synchronous = OFF")
        connection.connection.execute("PRAGMA journal_mode = MEMORY")


def run_in_fork(step: "Callable[[], None]") -> int:
    child = os.fork()
    if child == 0:
        status = 1
        try:
            step()
            status = 0
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
            if isinstance(stop.code, str):
                print(stop.code, file=sys.stderr)
        except BaseException:  # noqa: BLE001 - this is the end of the process
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == KILLED:
        os.kill(os.getpid(), -KILLED)  # so that the evaluator sees a project that was killed, not one that failed
    return status


def make_migrations() -> None:
    run("makemigrations", "--noinput")


def migrate() -> None:
    try:
        run("migrate", "--noinput")
    except BaseException:
        if STEPS_MAY_FAIL:
            make_superuser()
        raise
    make_superuser()


def make_superuser() -> None:
    """Create the superuser as in the original: an account of Django's own model, none where the project has another.
    A project without accounts starts nevertheless."""
    if "DJANGO_SUPERUSER_USERNAME" not in os.environ:
        return
    try:
        from django.contrib.auth.models import User

        user = User(username=os.environ["DJANGO_SUPERUSER_USERNAME"], email=os.environ["DJANGO_SUPERUSER_EMAIL"])
        user.set_password(os.environ["DJANGO_SUPERUSER_PASSWORD"])
        user.is_superuser = user.is_staff = True
        user.save()
    except Exception:  # noqa: BLE001 - the project's accounts may raise any exception
        traceback.print_exc()


def run(*arguments: str) -> None:
    sys.argv = ["manage.py", *arguments]
    runpy.run_path("manage.py", run_name="__main__")


STEPS = ((81, make_migrations), (82, migrate))
"""Steps before the project is served, each with the exit status of the starter when it fails."""

if __name__ == "__main__":
    main()

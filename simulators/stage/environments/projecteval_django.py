"""Starts a Django project: makes and applies its migrations, then serves it on the port given.

Lies in the environment of judged projects and runs in their box. Django is imported once; each step
runs ``manage.py`` in a fork, as a user would run it. Exit status 81 or 82: that step failed,
unless ``PROJECTEVAL_STEPS_MAY_FAIL`` is set.
"""

import contextlib
import gc
import importlib
import os
import runpy
import sys

STEPS = (
    (81, "makemigrations", "--noinput"),
    (82, "migrate", "--noinput"),
)
IMPORTED_ONCE = (
    "django.contrib.admin.options",
    "django.contrib.auth.hashers",
    "django.contrib.auth.management.commands.createsuperuser",
    "django.contrib.messages.middleware",
    "django.contrib.messages.storage.fallback",
    "django.contrib.sessions.backends.db",
    "django.contrib.sessions.middleware",
    "django.contrib.staticfiles.management.commands.runserver",
    "django.core.management.commands.makemigrations",
    "django.core.management.commands.migrate",
    "django.db.backends.sqlite3.base",
    "django.middleware.clickjacking",
    "django.middleware.csrf",
    "django.middleware.security",
    "django.template.backends.django",
    "django.template.context_processors",
    "django.template.loader_tags",
    "django.utils.translation.trans_real",
    "django.views.debug",
    "django.views.generic",
)
"""Django's own modules that most projects need and that need no project's settings."""


def main() -> None:
    if not hides_a_module(os.listdir()):
        import_what_every_project_imports()
    sys.path.insert(0, os.getcwd())
    port = sys.argv[1]
    for status, *arguments in STEPS:
        if run_in_fork(arguments) and "PROJECTEVAL_STEPS_MAY_FAIL" not in os.environ:
            sys.exit(status)
    if "DJANGO_SUPERUSER_USERNAME" in os.environ:
        run_in_fork(["createsuperuser", "--noinput"])  # a project without accounts starts all the same
    run(["runserver", "--noreload", port])


def hides_a_module(names: "list[str]") -> bool:
    """Whether a file of the project takes the place of one of Python's own: then importing first would hide it."""
    modules = {name.removesuffix(".py") for name in names}
    return bool(modules & (sys.stdlib_module_names | {"django"}))


def import_what_every_project_imports() -> None:
    """Before the first fork, so that no step has to do it again. A Django that lacks a module is the step's matter."""
    for name in IMPORTED_ONCE:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    make_passwords_cheap()
    gc.freeze()  # the collector of a fork would copy all of it


def make_passwords_cheap() -> None:
    """The passwords of a judged project guard nothing, and a third of a second of work each slows every sign-in."""
    with contextlib.suppress(ImportError):
        hashers = importlib.import_module("django.contrib.auth.hashers")
        hashers.PBKDF2PasswordHasher.iterations = 1000


def run_in_fork(arguments: list[str]) -> int:
    child = os.fork()
    if child == 0:
        status = 1
        try:
            run(arguments)
            status = 0
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
            if isinstance(stop.code, str):
                print(stop.code, file=sys.stderr)
        except BaseException:  # noqa: BLE001 - this is the end of the process
            import traceback

            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def run(arguments: list[str]) -> None:
    sys.argv = ["manage.py", *arguments]
    runpy.run_path("manage.py", run_name="__main__")


if __name__ == "__main__":
    main()

"""Starts a Django project: makes and applies its migrations, then serves it on the port given.

Lies in the environment of judged projects and runs in their box. Django is imported once; each step
runs ``manage.py`` in a fork, as a user would run it. Exit status 81 or 82: that step failed,
unless ``PROJECTEVAL_STEPS_MAY_FAIL`` is set.
"""

import os
import runpy
import sys

STEPS = (
    (81, "makemigrations", "--noinput"),
    (82, "migrate", "--noinput"),
)


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
    pass


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

"""Import of the environment's modules that a project needs, once before the forks that run its commands.

Only the environment's modules are imported, never the project's: running those is the task of each command.
"""

import ast
import contextlib
import gc
import importlib.util
import itertools
import os
import sys
import warnings

import projecteval_fonts  # type: ignore[import-not-found]  # lies beside it there

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

# Threads do not survive a fork, and starting them takes longer than the rest of importing numpy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

MAX_FILE_BYTES = 1 << 20
"""Maximum size in bytes of a file that is read for its imports."""


def import_once(files: "Iterable[str]", always: "Iterable[str]" = ()) -> None:
    """Import the modules `always`, and those of the environment that `files` import at their top. Most of Django
    needs the project's settings, so only its modules in `always` are imported.

    Nothing is imported when a file of the project has the name of one of Python's modules, which importing would hide.
    Modules that cannot be imported are left to the command that needs them, which reports the error.
    """
    if hides_a_module(os.listdir()):
        return
    projecteval_fonts.install()
    with staying(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, members in itertools.chain(zip(always, itertools.repeat(())), *map(imports_of, files)):
            package = name.partition(".")[0]
            with contextlib.suppress(Exception):
                if (package != "django" or name in always) and belongs_to_environment(package):
                    __import__(name, fromlist=members)


@contextlib.contextmanager
def staying() -> "Iterator[None]":
    """Exempt what is imported in the context from garbage collection, which would copy its memory in each fork."""
    gc.disable()
    yield
    gc.enable()
    gc.freeze()


def hides_a_module(names: "list[str]") -> bool:
    modules = {name.removesuffix(".py") for name in names}
    return bool(modules & (sys.stdlib_module_names | {"django"}))


def imports_of(path: str) -> "Iterator[tuple[str, list[str]]]":
    """Yield the modules that a file imports, each with the names imported from it, which may be modules too."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            tree = ast.parse(file.read(MAX_FILE_BYTES))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module, [alias.name for alias in node.names]


def belongs_to_environment(package: str) -> bool:
    if os.path.exists(package) or os.path.exists(package + ".py"):
        return False
    spec = importlib.util.find_spec(package)
    return spec is not None and (spec.origin or "").startswith((sys.prefix, sys.base_prefix))


def installed(before: "Container[str]") -> "list[str]":
    """Return the modules of the environment's packages that this process imported in addition to `before`."""
    files = {name: getattr(module, "__file__", None) or "" for name, module in list(sys.modules.items())}
    return [name for name, file in files.items() if name not in before and file.startswith(sys.prefix)]

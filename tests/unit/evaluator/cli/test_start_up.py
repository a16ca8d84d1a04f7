"""Help pages are light: work is counted in modules and in processor time, relative to a bare interpreter."""

import json
import resource
import subprocess
import sys

HEAVY = {"missions", "simulators", "masker", "pydantic", "pydantic_core", "rich", "playwright", "selenium", "jinja2"}
MAX_MODULES = 160
"""Modules beyond those of a bare interpreter; there were 110 when this was written."""

MAX_TIMES_BARE = 5
HELP = "import sys; from evaluator.cli import main; sys.argv = ['projecteval', 'run', '--help']; main()"


def test_the_help_of_run_imports_nothing_heavy() -> None:
    code = (
        "import sys, json, io, contextlib\nbare = len(sys.modules)\n"
        "sys.argv = ['projecteval', 'run', '--help']\nfrom evaluator.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n    main()\n"
        "print(json.dumps([len(sys.modules) - bare, sorted({name.split('.')[0] for name in sys.modules})]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    number, names = json.loads(done.stdout)
    assert not HEAVY & set(names)
    assert number < MAX_MODULES


def test_the_help_of_run_takes_at_most_five_times_a_bare_interpreter() -> None:
    bare, helped = [], []
    for _ in range(7):  # alternating, so that load falls on both
        bare.append(_processor_time("pass"))
        helped.append(_processor_time(HELP))
    assert min(helped) <= MAX_TIMES_BARE * min(bare)


def _processor_time(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

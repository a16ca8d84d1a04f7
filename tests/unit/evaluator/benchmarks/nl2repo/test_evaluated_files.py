"""Which files of an agent and of the upstream project are evaluated."""

from evaluator.benchmarks.nl2repo.task import evaluated_files, submitted
from evaluator.model.options import Rule

UPSTREAM = {
    "pyproject.toml": b"upstream",
    "README.md": b"upstream",
    "pack/__init__.py": b"upstream",
    "pack/README.py": b"upstream",
    "tests/test_a.py": b"upstream",
    "tests/data/x.txt": b"upstream",
    "test_more.py": b"upstream",
    "conftest.py": b"upstream",
    "docs/conftest.py": b"upstream",
}
AGENT = {
    "pyproject.toml": b"agent",
    "pack/__init__.py": b"agent",
    "pack/setup.py": b"agent",
    "tests/test_a.py": b"agent",
    "tests/conftest.py": b"agent",
    "conftest.py": b"agent",
    "testsuite.py": b"agent",
    "test_more.py": b"agent",
    "README.md": b"agent",
}


def test_packaging_files_and_listed_tests_of_the_agent_do_not_count() -> None:
    assert set(submitted(AGENT, ["tests"])) == {"pack/__init__.py", "testsuite.py", "test_more.py", "README.md"}


def test_upstream_gives_packaging_and_tests_but_never_its_code() -> None:
    found = evaluated_files({}, UPSTREAM, ["tests"], ["tests"], Rule.STRICT)
    assert set(found) == {"pyproject.toml", "README.md", "tests/test_a.py", "tests/data/x.txt", "conftest.py"}


def test_a_test_that_only_the_command_names_is_the_upstream_one_by_rule_strict_only() -> None:
    strict = evaluated_files(AGENT, UPSTREAM, ["tests"], ["test_more.py"], Rule.STRICT)
    paper = evaluated_files(AGENT, UPSTREAM, ["tests"], ["test_more.py"], Rule.PAPER)
    assert (strict["test_more.py"], paper["test_more.py"]) == (b"upstream", b"agent")
    for files in (strict, paper):
        assert files["tests/test_a.py"] == b"upstream"
        assert files["README.md"] == b"agent"
        assert files["pyproject.toml"] == b"upstream"
        assert "tests/conftest.py" not in files
        assert files["conftest.py"] == b"upstream"

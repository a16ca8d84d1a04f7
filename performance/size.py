"""Size of the product: lines and modules of Python by package, without content of missions.

python performance/size.py
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("evaluator", "simulators", "missions", "masker", "projecteval")
CONTENT = ("missions/builtin/", "missions/libraries/", "missions/scaffolds/")
"""Missions themselves; tests, canonical solutions and scripts are not counted either."""


def main() -> None:
    print(f"{'package':30} {'modules':>8} {'lines':>8}")
    whole = [path for package in PACKAGES for path in modules_of(package)]
    inner = [f"evaluator/{each.name}" for each in sorted((ROOT / "evaluator").iterdir()) if any(each.glob("*.py"))]
    for name in (*PACKAGES, *inner):
        print(row(name, modules_of(name)))
    print(row("evaluator without benchmarks", [p for p in modules_of("evaluator") if "benchmarks" not in p.parts]))
    print(row("all", whole))


def modules_of(folder: str) -> list[Path]:
    found = sorted((ROOT / folder).rglob("*.py"))
    return [path for path in found if not path.relative_to(ROOT).as_posix().startswith(CONTENT)]


def row(name: str, paths: list[Path]) -> str:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
    return f"{name:30} {len(paths):8} {lines:8,}"


if __name__ == "__main__":
    main()

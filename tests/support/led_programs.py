"""Installed coding agents that the scripted service leads: how each is called, and what the service answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tests.support.commands import ROOT
from tests.support.scripted_provider import Answer, Command, CutOff, Hang, Refusal, Script, ToolCall

PROGRAMS = Path(os.environ.get("PROJECTEVAL_AGENT_PROGRAMS", Path(sys.prefix) / "agents"))
"""Folder with an installation per program (`make agents`)."""

KEY = "sk-of-the-tests-12345"


@dataclass(frozen=True)
class LedProgram:
    """An installed program: its model, the variable of its key, and options of the run."""

    name: str
    executable: str
    model: str
    key: str
    options: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        return PROGRAMS / self.name

    @property
    def is_installed(self) -> bool:
        return (self.folder / "bin" / self.executable).exists()

    @property
    def agent(self) -> str:
        return f"{self.name}:{self.model}"


OPENAI = ("--agent-network", "api.openai.com:443")

LED_PROGRAMS: Mapping[str, LedProgram] = {
    program.name: program
    for program in (
        LedProgram("claude-code", "claude", "claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
        LedProgram("codex", "codex", "gpt-5-codex", "CODEX_API_KEY"),
        LedProgram("gemini-cli", "gemini", "gemini-2.5-pro", "GEMINI_API_KEY"),
        LedProgram("opencode", "opencode", "openai/gpt-5", "OPENAI_API_KEY", OPENAI),
        LedProgram("openhands", "openhands", "openai/gpt-4o", "LLM_API_KEY", OPENAI),
        LedProgram("aider", "aider", "gpt-4o", "OPENAI_API_KEY", OPENAI),
        LedProgram("mini-swe-agent", "mini", "openai/gpt-4o", "OPENAI_API_KEY", OPENAI),
    )
}

WRITE = Command(
    "mkdir -p project && printf 'print(\"Hello, \" + input())\\n' > project/main.py && echo '{}' > parameters.json"
)
TRY = Command("echo Ada | python project/main.py")
EDITS = """Here is the program.

project/main.py
```python
<<<<<<< SEARCH
=======
print("Hello, " + input())
>>>>>>> REPLACE
```

parameters.json
```json
<<<<<<< SEARCH
=======
{}
>>>>>>> REPLACE
```
"""
"""What `WRITE` does, as an answer of a model that aider leads: it has no tools."""


GREETER = Command("""mkdir -p project && cat > project/main.py <<'END'
while (name := input("Your name: ").strip()) != "bye":
    print(f"Hello, {name}!" if name else "That is no name.")
END
echo '{"empty_name": "That is no name"}' > parameters.json
""")
"""What the tiny mission of ``projecteval agents --try`` asks for."""

GUESTS = ROOT / "tests" / "fixtures" / "growing" / "guest-list" / "canonical"


def grown(version: str) -> Command:
    """Return the call that writes a version of the growing mission's program."""
    text = (GUESTS / version / "main.py").read_text(encoding="utf-8")
    return Command(f"cat > project/main.py <<'END'\n{text}END\necho '{{}}' > parameters.json; ls project >> diary.txt")


@dataclass(frozen=True)
class Case:
    """Answers of the service before the work itself, and the calls of each stage; an endless case repeats one."""

    before: tuple[Answer, ...] = ()
    is_endless: bool = False
    stages: tuple[tuple[Answer, ...], ...] = ((WRITE, TRY),)


CASES: Mapping[str, Case] = {
    "ok": Case(),
    "401": Case((Refusal(401),), True),
    "429": Case((Refusal(429),), True),
    "500": Case((Refusal(500),), True),
    "late-429": Case((WRITE, Refusal(429)), True),
    "hang": Case((Hang(600),), True),
    "cut-off": Case((CutOff(),)),
    "greeter": Case(stages=((GREETER,),)),
    "growing": Case(
        stages=((grown("project"),), (grown("stages/2-tables/changes"),), (grown("stages/3-farewell/changes"),))
    ),
    "absurd": Case((ToolCall({"command": "x" * 200_000}), ToolCall({"command": [1, {"a": 2}]}))),
}


def script_of(program: str, case: str) -> Script:
    """Return the answers that let `program` build the mission, after those of the case."""
    found = CASES[case]
    if found.is_endless:
        return found.before
    if program == "aider":
        return (*("x" * 200_000 if isinstance(each, ToolCall) else each for each in found.before), EDITS)
    ending: Answer = Command("echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT") if program == "mini-swe-agent" else "done"
    return (*found.before, *chain.from_iterable((*calls, ending) for calls in found.stages))

"""Recorded output of coding agents that a scripted service led: two tool calls and an end, or a refusal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluator.agents.traces import FORMATS, PRINTED
from evaluator.agents.traces.openhands import with_usage_of_openhands
from evaluator.model.trajectory import FinishReason, Trajectory
from simulators.runtime.workspace import Workspace

RECORDED = Path(__file__).parents[4] / "fixtures" / "traces"
SCRIPTED_TOKENS = (3000, 150)
"""Tokens of three answers of the scripted service."""


def read(program: str, case: str) -> Trajectory:
    reader = FORMATS["trajectory.json"] if program == "mini-swe-agent" else PRINTED[program]
    return reader((RECORDED / f"{program}-{case}.txt").read_text())


@pytest.mark.parametrize(
    ("program", "turns", "cost"),
    [
        ("claude-code", 3, 0.015),
        ("codex", 3, None),
        ("gemini-cli", 3, None),
        ("opencode", 3, 0.0),
        ("mini-swe-agent", 3, None),
    ],
)
def test_turns_tools_tokens_and_cost_are_read(program: str, turns: int, cost: float | None) -> None:
    found = read(program, "ok")
    assert (len(found.turns), found.finish, found.unread) == (turns, FinishReason.FINISHED, 0)
    assert len(list(found.calls)) == (3 if program == "mini-swe-agent" else 2), "it ends by a command"
    assert (found.input_tokens, found.output_tokens, found.cost) == (*SCRIPTED_TOKENS, cost)
    assert found.service_failure == ""


def test_openhands_prints_its_turns_and_stores_its_usage(tmp_path: Path) -> None:
    found = read("openhands", "ok")
    assert [[call.tool for call in turn.calls] for turn in found.turns] == [["terminal"], ["terminal"], []]
    assert (found.finish, found.unread, found.cost, found.service_failure) == (FinishReason.FINISHED, 0, None, "")
    used = {"accumulated_cost": 0.009, "accumulated_token_usage": {"prompt_tokens": 3000, "completion_tokens": 150}}
    (tmp_path / "3f35").mkdir()
    (tmp_path / "3f35" / "base_state.json").write_text(json.dumps({"stats": {"usage_to_metrics": {"agent": used}}}))
    stored = with_usage_of_openhands(found, Workspace(tmp_path))
    assert (stored.turns, stored.input_tokens, stored.output_tokens, stored.cost) == (found.turns, 3000, 150, 0.009)
    (tmp_path / "3f35" / "base_state.json").write_text('{"stats": {"usage_to_metrics": {"agent": {"accumulated_cost":')
    assert with_usage_of_openhands(found, Workspace(tmp_path)) == found


def test_a_limit_of_openhands_is_no_failure_of_the_service() -> None:
    event = {"kind": "ConversationErrorEvent", "source": "environment", "code": "MaxIterationsReached", "detail": "500"}
    found = PRINTED["openhands"](json.dumps(event))
    assert (found.finish, found.service_failure) == (FinishReason.TURN_LIMIT, "")


def test_aider_reports_tokens_and_edits() -> None:
    found = read("aider", "ok")
    assert [[call.tool for call in turn.calls] for turn in found.turns] == [["edit", "edit"]]
    assert (found.input_tokens, found.output_tokens, found.finish) == (662, 23, FinishReason.FINISHED)


ENDED_BY_THE_LIMIT = "gemini-cli-500"
"""It retries for longer than it was given, and its events say nothing of it."""

REFUSED = sorted(path.stem for path in RECORDED.glob("*-[45]*.txt") if path.stem != ENDED_BY_THE_LIMIT)


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_of_the_service_is_recognized(name: str) -> None:
    program, _, case = name.rpartition("-")
    found = read(program, case)
    assert found.service_failure, "such an attempt remains to be done"
    assert found.finish is not FinishReason.FINISHED


def test_a_program_that_only_retries_has_no_turn() -> None:
    found = read("gemini-cli", "500")
    assert (found.turns, found.finish) == ((), FinishReason.UNKNOWN)


@pytest.mark.parametrize("program", ["gemini-cli", "openhands"])
def test_a_program_that_repeats_a_request_after_a_turn_waits_for_its_service(program: str) -> None:
    text = (RECORDED / f"{program}-429.txt").read_text()
    found = PRINTED[program](text)
    assert (len(found.turns), "429" in found.service_failure or "RateLimit" in found.service_failure) == (1, True)
    event = next(line for line in text.splitlines() if line.startswith("{"))
    assert PRINTED[program](f"{text}\n{event}\n").service_failure == "", "it was answered in the end"


def test_refusals_of_every_program_with_events_are_recorded() -> None:
    assert {name.rpartition("-")[0] for name in REFUSED} >= {
        "claude-code",
        "codex",
        "gemini-cli",
        "opencode",
        "openhands",
    }


@pytest.mark.parametrize("program", sorted(PRINTED))
def test_damaged_output_is_read_as_far_as_possible(program: str) -> None:
    whole = next(RECORDED.glob(f"{program}-ok.txt"), None)
    text = whole.read_text() if whole else '{"turn": 1}\n'
    for end in range(0, len(text), max(1, len(text) // 40)):
        PRINTED[program](text[:end])
        PRINTED[program](text[:end] + "\x00[[[{\n" + text[end:])

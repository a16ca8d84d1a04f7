"""Traces of agents in the three formats, well formed and damaged."""

import json
import tracemalloc

import pytest

from evaluator.agents.traces import FORMATS, read_claude_code, read_json_lines, read_openhands
from evaluator.agents.traces.events import MAX_ENTRIES, MAX_ENTRY_CHARS
from evaluator.model.trajectory import ActionKind, FinishReason, ToolCall, Trajectory, Turn

EDIT = ToolCall("str_replace_editor", ActionKind.EDIT)


def lines(*events: object) -> str:
    return "\n".join(map(json.dumps, events)) + "\n"


def tools(trajectory: Trajectory) -> list[list[str]]:
    return [[call.tool for call in turn.calls] for turn in trajectory.turns]


def kinds(trajectory: Trajectory) -> list[ActionKind]:
    return [call.kind for call in trajectory.calls]


def test_calls_with_the_same_number_belong_to_one_turn() -> None:
    text = lines(
        {"turn": 1, "tool": "write_file", "kind": "edit"},
        {"turn": 1, "tool": "shell", "kind": "execute"},
        {"turn": 2},
        {"turn": 3, "tool": "ask"},
        {"finish": "finished"},
    )
    assert read_json_lines(text) == Trajectory(
        (
            Turn((ToolCall("write_file", ActionKind.EDIT), ToolCall("shell", ActionKind.EXECUTE))),
            Turn(),
            Turn((ToolCall("ask"),)),
        ),
        FinishReason.FINISHED,
    )


def test_lines_that_say_nothing_are_counted_and_the_rest_is_read() -> None:
    text = lines({"turn": 1}, {}, {"turn": -1}, {"turn": 2, "kind": "dance"}, [1]) + '{"turn": 2, "tool"'
    found = read_json_lines(text)
    assert (len(found.turns), found.finish, found.unread) == (1, FinishReason.UNKNOWN, 5)


def openhands_action(number: int, action: str, answer: str, function: str, **further: object) -> dict[str, object]:
    metadata = {"function_name": function, "tool_call_id": f"c{number}", "model_response": {"id": answer}}
    return {
        "id": number,
        "source": "agent",
        "message": "…",
        "action": action,
        "args": {"thought": ""},
        "tool_call_metadata": metadata,
        **further,
    }


OPENHANDS = [
    {"id": 0, "source": "agent", "action": "system", "args": {"content": "You are"}},
    {"id": 1, "source": "user", "action": "message", "args": {"content": "Build it"}},
    {"id": 2, "source": "user", "action": "recall", "args": {"query": "Build it"}},
    openhands_action(3, "read", "answer-1", "str_replace_editor"),
    {"id": 4, "source": "agent", "observation": "read", "content": "…", "cause": 3},
    openhands_action(5, "edit", "answer-2", "str_replace_editor"),
    openhands_action(6, "run", "answer-2", "execute_bash"),
    {"id": 7, "source": "agent", "observation": "run", "content": "1 failed", "cause": 6},
    {"id": 8, "source": "agent", "action": "message", "args": {"content": "I will fix it."}},
]


def test_the_actions_of_one_model_answer_are_one_turn_of_openhands() -> None:
    found = read_openhands(json.dumps([*OPENHANDS, openhands_action(9, "finish", "answer-3", "finish")]))
    assert tools(found) == [["str_replace_editor"], ["str_replace_editor", "execute_bash"], [], ["finish"]]
    assert kinds(found) == [ActionKind.READ, ActionKind.EDIT, ActionKind.EXECUTE, ActionKind.FINISH]
    assert (found.finish, found.unread) == (FinishReason.FINISHED, 0)


def test_openhands_events_may_also_come_one_per_line() -> None:
    assert read_openhands(lines(*OPENHANDS)) == read_openhands(json.dumps(OPENHANDS))


def test_an_openhands_agent_that_never_finished_ends_with_its_last_state() -> None:
    state = {"id": 9, "source": "environment", "observation": "agent_state_changed", "extras": {"agent_state": "error"}}
    assert read_openhands(json.dumps([*OPENHANDS, state])).finish is FinishReason.ERROR
    assert read_openhands(json.dumps(OPENHANDS)).finish is FinishReason.UNKNOWN


def assistant(message: str, *blocks: dict[str, object], **further: object) -> dict[str, object]:
    return {
        "type": "assistant",
        "message": {"id": message, "role": "assistant", "content": list(blocks), "usage": {"output_tokens": 3}},
        "parent_tool_use_id": None,
        "session_id": "s",
        **further,
    }


def use(name: str) -> dict[str, object]:
    return {"type": "tool_use", "id": f"toolu-{name}", "name": name, "input": {"file_path": "a.py"}}


CLAUDE_CODE = [
    {"type": "system", "subtype": "init", "tools": ["Bash"], "session_id": "s"},
    assistant("m1", {"type": "text", "text": "I read the specification."}),
    assistant("m1", use("Read")),
    {"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "content": "…"}]}},
    assistant("m2", use("Write"), use("Bash")),
    assistant("m9", use("Grep"), parent_tool_use_id="toolu-Task"),
    assistant("m3", use("mcp__github__search"), use("TodoWrite")),
]


def test_the_lines_of_one_message_are_one_turn_of_claude_code_and_sub_agents_are_left_out() -> None:
    found = read_claude_code(lines(*CLAUDE_CODE, {"type": "result", "subtype": "success", "is_error": False}))
    assert tools(found) == [["Read"], ["Write", "Bash"], ["mcp__github__search", "TodoWrite"]]
    assert kinds(found)[2:] == [ActionKind.EXECUTE, ActionKind.OTHER, ActionKind.PLAN]
    assert (found.finish, found.unread) == (FinishReason.FINISHED, 0)


def test_claude_code_names_its_turn_limit_and_errors() -> None:
    limit = {"type": "result", "subtype": "error_max_turns", "is_error": True, "num_turns": 3}
    assert read_claude_code(lines(*CLAUDE_CODE, limit)).finish is FinishReason.TURN_LIMIT
    failed = {"type": "result", "subtype": "success", "is_error": True}
    assert read_claude_code(lines(failed)).finish is FinishReason.ERROR
    assert read_claude_code(lines(*CLAUDE_CODE)).finish is FinishReason.UNKNOWN


def test_a_trace_of_any_bytes_is_read_without_an_exception() -> None:
    for text in ("", "\0\0", "[" * 100_000, '{"type": 5}', '[1, {"source": "moon"}]'):
        for read in (read_json_lines, read_openhands, read_claude_code):
            assert read(text).turns == ()


def test_a_list_is_read_up_to_what_is_broken() -> None:
    whole = json.dumps(OPENHANDS)

    cut = read_openhands(whole[: whole.rindex("{")])

    assert cut.turns == read_openhands(json.dumps(OPENHANDS[:-1])).turns
    assert cut.unread == 1


def test_a_line_separator_within_a_text_ends_no_entry() -> None:
    assert len(read_json_lines('{"turn": 1, "tool": "a\u2028b"}\n').turns) == 1


def test_entries_beyond_the_limits_are_counted_as_unread() -> None:
    many = read_json_lines('{"turn": 1}\n' * (MAX_ENTRIES + 3))
    long = read_json_lines(lines({"turn": 1}, {"turn": 2, "more": "x" * MAX_ENTRY_CHARS}, {"turn": 3}))
    whole = f"[{','.join(['{}'] * (MAX_ENTRIES + 3))}]"

    assert (len(many.turns), many.unread) == (1, 3)
    assert (len(long.turns), long.unread) == (2, 1)
    assert read_openhands(whole).unread == read_openhands(whole[: MAX_ENTRIES * 3] + "]").unread + 1


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("unit", ["{},", "[", "1\n"])
def test_a_large_trace_of_nothing_takes_little_memory(name: str, unit: str) -> None:
    """Eight megabytes of empty values took half a gigabyte when they were read at once."""
    text = f"[{unit * ((8 << 20) // len(unit))}"
    tracemalloc.start()
    try:
        found = FORMATS[name](text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert found.turns == ()
    assert found.unread > 0
    assert peak < 100 << 20

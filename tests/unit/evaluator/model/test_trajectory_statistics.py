"""Statistics over trajectories."""

import pytest

from evaluator.model.trajectory import ActionKind, FinishReason, ToolCall, Trajectory, Turn, statistics_of

EDIT, RUN, READ, PLAN = (
    ToolCall(kind.value, kind) for kind in (ActionKind.EDIT, ActionKind.EXECUTE, ActionKind.READ, ActionKind.PLAN)
)


def trajectory(*calls: ToolCall, finish: FinishReason = FinishReason.FINISHED) -> Trajectory:
    """One call per turn."""
    return Trajectory(tuple(Turn((call,)) for call in calls), finish)


def test_turns_have_mean_population_deviation_and_maximum() -> None:
    found = statistics_of([trajectory(EDIT, RUN), trajectory(*[READ] * 6)])
    assert (found.turns_mean, found.turns_std, found.turns_max) == (4.0, 2.0, 6)
    assert found.tools == {"read": 3.0, "edit": 0.5, "execute": 0.5}
    assert found.calls_mean == 4.0


def test_an_edit_that_is_followed_by_an_execution_is_an_edit_test_loop_also_with_a_plan_between() -> None:
    found = statistics_of([trajectory(EDIT, RUN, EDIT, PLAN, RUN, EDIT, EDIT), trajectory(READ, READ, READ)])
    assert found.patterns == {"edit_test_loops": 1.0, "blind_edits": 0.5, "navigation_steps": 1.0}
    assert found.edit_execute_ratio == 2.0


def test_an_early_stop_is_a_declared_end_within_fewer_than_100_turns() -> None:
    found = statistics_of(
        [
            trajectory(*[RUN] * 99),
            trajectory(*[RUN] * 100),
            trajectory(RUN, finish=FinishReason.TURN_LIMIT),
            trajectory(RUN, finish=FinishReason.UNKNOWN),
        ]
    )
    assert (found.early_stop_rate, found.non_finish_rate) == (0.25, 0.5)


def test_without_trajectories_everything_is_undefined() -> None:
    metrics = statistics_of([]).metrics()
    assert metrics.pop("traces") == 0
    assert set(metrics.values()) == {None}


def test_the_list_of_tools_is_bounded() -> None:
    many = trajectory(*(ToolCall(f"tool-{number}") for number in range(50)), *[EDIT] * 3)
    found = statistics_of([many])
    assert len(found.tools) == 20
    assert found.tools["edit"] == pytest.approx(3.0)

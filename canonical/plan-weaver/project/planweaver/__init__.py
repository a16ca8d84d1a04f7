"""Project scheduling: calendars, dependencies, critical path, resource levelling, progress and reports."""

from planweaver.calendars import Calendar, Timeline
from planweaver.documents import plan_from_json, plan_to_json, schedule_to_json
from planweaver.errors import CalendarError, CycleError, DocumentError, ModelError, PlanError, PlanSyntaxError
from planweaver.graph import ancestors, descendants, redundant_links, work_order
from planweaver.language import format_plan, parse_plan
from planweaver.levelling import Overload, level, overloads, usage, utilization
from planweaver.model import Link, LinkKind, Plan, Resource, Task
from planweaver.progress import Change, Comparison, Status, compare, status
from planweaver.reports import gantt, summary, table, workload
from planweaver.scheduling import Entry, Schedule, schedule

__all__ = [
    "Calendar",
    "CalendarError",
    "Change",
    "Comparison",
    "CycleError",
    "DocumentError",
    "Entry",
    "Link",
    "LinkKind",
    "ModelError",
    "Overload",
    "Plan",
    "PlanError",
    "PlanSyntaxError",
    "Resource",
    "Schedule",
    "Status",
    "Task",
    "Timeline",
    "ancestors",
    "compare",
    "descendants",
    "format_plan",
    "gantt",
    "level",
    "overloads",
    "parse_plan",
    "plan_from_json",
    "plan_to_json",
    "redundant_links",
    "schedule",
    "schedule_to_json",
    "status",
    "summary",
    "table",
    "usage",
    "utilization",
    "work_order",
    "workload",
]

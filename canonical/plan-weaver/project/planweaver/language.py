"""Plans as text, one statement per line; ``#`` begins a comment.

    plan "NAME" start DATE
    calendar mon-fri
    holiday DATE [.. DATE]
    workday DATE [.. DATE]
    resource ID [capacity N] [rate NUMBER] [off DATE [.. DATE]]…
    task ID ["NAME"] Nd [after LINK (, LINK)*] [uses ID[*N] (, ID[*N])*] PART…
    milestone ID ["NAME"] [after LINK (, LINK)*] PART…
    PART: priority N | not-before DATE | deadline DATE | done N%

A LINK is ``ID[:FS|:SS|:FF|:SF][+Nd|-Nd]``; an id that ends like a lag needs its kind (``x-2d:FS``). Dates are written
YYYY-MM-DD. In names a backslash stands before quotes and backslashes. The statement ``plan`` comes first and once,
``calendar`` at most once; what follows the id, name and duration comes in any order, each part once (``off`` as often
as needed).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from planweaver.calendars import Calendar, days, weekday_set, weekday_text
from planweaver.errors import PlanError, PlanSyntaxError
from planweaver.model import Link, LinkKind, Plan, Resource, Task

_TOKEN = re.compile(r'\s*(?:(?P<text>"(?:[^"\\]|\\["\\])*")|(?P<comment>#.*)|(?P<comma>,)|(?P<word>[^\s",#]+))')
_LINK = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*?)(?::(FS|SS|FF|SF))?(?:([+-]\d{1,9})d)?", re.ASCII)
_LIKE_A_LAG = re.compile(r".*-\d{1,9}d", re.ASCII)
_USE = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*)(?:\*(\d{1,9}))?", re.ASCII)
_LONGEST_RANGE = 3_660


@dataclass
class _Draft:
    """What the statements so far say."""

    name: str = ""
    start: date | None = None
    weekdays: frozenset[int] | None = None
    holidays: set[date] = field(default_factory=set)
    workdays: set[date] = field(default_factory=set)
    resources: list[Resource] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)


def parse_plan(text: str) -> Plan:
    """Return the plan of a text.

    Raises `PlanSyntaxError` with the line of what does not fit, also where the part itself is refused by the model;
    what contradicts between parts (unknown tasks, same ids) is a `ModelError`.
    """
    draft = _Draft()
    for number, line in enumerate(text.split("\n"), start=1):
        words = _Words(number, line)
        if words.left:
            _statement(words, draft)
    if draft.start is None:
        raise PlanSyntaxError(1, "the statement 'plan' is missing")
    calendar = Calendar(draft.weekdays or Calendar().weekdays, frozenset(draft.holidays), frozenset(draft.workdays))
    return Plan(draft.name, draft.start, tuple(draft.tasks), tuple(draft.resources), calendar)


def format_plan(plan: Plan) -> str:
    """Return the text of a plan, from which `parse_plan` makes an equal one; defaults are left out."""
    lines = [f"plan {_quoted(plan.name)} start {plan.start}", f"calendar {weekday_text(plan.calendar.weekdays)}"]
    lines += [f"holiday {days_}" for days_ in _date_ranges(plan.calendar.holidays)]
    lines += [f"workday {days_}" for days_ in _date_ranges(plan.calendar.workdays)]
    lines += [_resource_line(resource) for resource in plan.resources]
    lines += [_task_line(task) for task in plan.tasks]
    return "\n".join(lines) + "\n"


class _Words:
    """Words of one line, consumed from left to right."""

    def __init__(self, number: int, line: str) -> None:
        self.number = number
        self.left: list[str] = []
        position = 0
        while line[position:].strip():
            match = _TOKEN.match(line, position)
            if match is None:
                raise self.error("text without closing quote")
            if match.lastgroup != "comment":
                self.left.append(match.group(str(match.lastgroup)))
            position = match.end()

    def error(self, message: str) -> PlanSyntaxError:
        """Return the error for this line."""
        return PlanSyntaxError(self.number, message)

    def take(self, what: str) -> str:
        """Consume the next word, of which `what` says the meaning."""
        if not self.left:
            raise self.error(f"{what} is missing")
        return self.left.pop(0)

    def accept(self, word: str) -> bool:
        """Consume the next word if it is this one."""
        found = self.left[:1] == [word]
        del self.left[:found]
        return found

    def name(self) -> str:
        """Consume a text in quotes, return it without them; an empty text where none follows."""
        if not self.left or not self.left[0].startswith('"'):
            return ""
        return re.sub(r"\\(.)", r"\1", self.left.pop(0)[1:-1])

    def day(self) -> date:
        """Consume a date."""
        word = self.take("a date")
        try:
            if not re.fullmatch(r"\d{4}-\d\d-\d\d", word, re.ASCII):
                raise ValueError
            return date.fromisoformat(word)
        except ValueError:
            raise self.error(f"not a date: {word!r}") from None

    def dates(self) -> list[date]:
        """Consume a date or a range of dates."""
        first = self.day()
        last = self.day() if self.accept("..") else first
        if last < first:
            raise self.error(f"{last} is before {first}")
        if (last - first).days > _LONGEST_RANGE:
            raise self.error("the range is longer than ten years")
        return list(days(first, last))

    def whole(self, suffix: str = "") -> int:
        """Consume a whole number with a suffix."""
        word = self.take("a number")
        match = re.fullmatch(rf"(-?\d{{1,9}}){suffix}", word, re.ASCII)
        if match is None:
            raise self.error(f"not a number{f' with {suffix}' if suffix else ''}: {word!r}")
        return int(match[1])

    def decimal(self) -> float:
        """Consume a decimal number."""
        word = self.take("a number")
        if not re.fullmatch(r"-?\d{1,12}(\.\d+)?", word, re.ASCII):
            raise self.error(f"not a number: {word!r}")
        return float(word)

    def matches(self, pattern: re.Pattern[str], what: str) -> list[re.Match[str]]:
        """Consume words separated by commas, each of which must fit a pattern."""
        found = []
        while True:
            word = self.take(what)
            match = pattern.fullmatch(word)
            if match is None:
                raise self.error(f"not {what}: {word!r}")
            found.append(match)
            if not self.accept(","):
                return found


def _statement(words: _Words, draft: _Draft) -> None:
    word = words.take("a statement")
    if (word == "plan") != (draft.start is None):
        raise words.error("the statement 'plan' must come first and once")
    if word not in _STATEMENTS:
        raise words.error(f"unknown statement: {word!r}")
    try:
        _STATEMENTS[word](words, draft)
    except PlanSyntaxError:
        raise
    except PlanError as error:
        raise words.error(str(error)) from error
    if words.left:
        raise words.error(f"unexpected: {words.left[0]!r}")


def _plan(words: _Words, draft: _Draft) -> None:
    draft.name = words.name()
    if not draft.name:
        raise words.error("the name of the plan is missing")
    if not words.accept("start"):
        raise words.error("'start' is missing")
    draft.start = words.day()


def _calendar(words: _Words, draft: _Draft) -> None:
    if draft.weekdays is not None:
        raise words.error("there are two calendars")
    draft.weekdays = weekday_set(" ".join(words.left))
    words.left.clear()


def _resource(words: _Words, draft: _Draft) -> None:
    id_ = words.take("an id")
    capacity: list[int] = []
    rate: list[float] = []
    off: set[date] = set()
    parts: dict[str, Callable[[], object]] = {
        "capacity": lambda: capacity.append(words.whole()),
        "rate": lambda: rate.append(words.decimal()),
        "off": lambda: off.update(words.dates()),
    }
    _read_parts(words, parts, repeated={"off"})
    draft.resources.append(Resource(id_, capacity[0] if capacity else 1, rate[0] if rate else 0.0, frozenset(off)))


def _task(words: _Words, draft: _Draft) -> None:
    id_, name = words.take("an id"), words.name()
    _add_task(words, draft, id_, name, words.whole("d"))


def _milestone(words: _Words, draft: _Draft) -> None:
    _add_task(words, draft, words.take("an id"), words.name(), 0)


def _add_task(words: _Words, draft: _Draft, id_: str, name: str, duration: int) -> None:
    links: list[Link] = []
    uses: dict[str, int] = {}
    numbers: dict[str, int] = {}
    dates: dict[str, date] = {}
    parts: dict[str, Callable[[], object]] = {
        "after": lambda: links.extend(_link(match) for match in words.matches(_LINK, "a link")),
        "priority": lambda: numbers.update(priority=words.whole()),
        "done": lambda: numbers.update(done=words.whole("%")),
        "not-before": lambda: dates.update(not_before=words.day()),
        "deadline": lambda: dates.update(deadline=words.day()),
    }
    if duration:
        parts["uses"] = lambda: uses.update((match[1], int(match[2] or 1)) for match in words.matches(_USE, "a use"))
    _read_parts(words, parts, repeated=set())
    task = Task(
        id_,
        name,
        duration,
        tuple(links),
        uses,
        numbers.get("priority", 0),
        dates.get("not_before"),
        dates.get("deadline"),
        numbers.get("done", 0),
    )
    draft.tasks.append(task)


def _read_parts(words: _Words, parts: dict[str, Callable[[], object]], repeated: set[str]) -> None:
    seen: set[str] = set()
    while words.left and words.left[0] in parts:
        part = words.take("a part")
        if part in seen - repeated:
            raise words.error(f"{part!r} is repeated")
        seen.add(part)
        parts[part]()


def _link(match: re.Match[str]) -> Link:
    return Link(match[1], LinkKind(match[2] or "FS"), int(match[3] or 0))


_STATEMENTS: dict[str, Callable[[_Words, _Draft], None]] = {
    "plan": _plan,
    "calendar": _calendar,
    "holiday": lambda words, draft: draft.holidays.update(words.dates()),
    "workday": lambda words, draft: draft.workdays.update(words.dates()),
    "resource": _resource,
    "task": _task,
    "milestone": _milestone,
}


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _date_ranges(found: frozenset[date]) -> list[str]:
    """Return sorted dates as texts, neighbouring ones as a range."""
    runs: list[list[date]] = []
    for day in sorted(found):
        if runs and (day - runs[-1][-1]).days == 1:
            runs[-1].append(day)
        else:
            runs.append([day])
    return [str(run[0]) if len(run) == 1 else f"{run[0]} .. {run[-1]}" for run in runs]


def _resource_line(resource: Resource) -> str:
    parts = [f"resource {resource.id}"]
    parts += [f"capacity {resource.capacity}"] if resource.capacity != 1 else []
    parts += [f"rate {resource.rate:g}"] if resource.rate else []
    parts += [f"off {dates}" for dates in _date_ranges(resource.off)]
    return " ".join(parts)


def _task_line(task: Task) -> str:
    parts = [f"{'milestone' if task.is_milestone else 'task'} {task.id}"]
    parts += [_quoted(task.name)] if task.name != task.id else []
    parts += [f"{task.duration}d"] if task.duration else []
    parts += [f"after {', '.join(_link_text(link) for link in task.links)}"] if task.links else []
    uses = [id_ if units == 1 else f"{id_}*{units}" for id_, units in task.uses.items()]
    parts += [f"uses {', '.join(uses)}"] if uses else []
    parts += [f"priority {task.priority}"] if task.priority else []
    parts += [f"not-before {task.not_before}"] if task.not_before else []
    parts += [f"deadline {task.deadline}"] if task.deadline else []
    parts += [f"done {task.done}%"] if task.done else []
    return " ".join(parts)


def _link_text(link: Link) -> str:
    plain = link.kind is LinkKind.FINISH_START and not _LIKE_A_LAG.fullmatch(link.task)
    kind = "" if plain else f":{link.kind.value}"
    return f"{link.task}{kind}" + (f"{link.lag:+}d" if link.lag else "")

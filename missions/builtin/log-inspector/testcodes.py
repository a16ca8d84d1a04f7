"""What somebody tries who looks after servers.

The logs are written by the testcodes, but for `material/archive.log.gz`: five requests of 2025-03-13, 23:59, and
`material/cut.log.gz`, whose last quarter is missing.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction

from missions import FilesUser, Inputs, testcode

REPORT, SUMMARY = "out/report.xlsx", "out/summary.json"
HOURS = ("Hour", "Requests", "Bytes", "2xx", "3xx", "4xx", "5xx", "Errors")
STATUSES = ("Status", "Requests", "Percent")
PATHS = ("Path", "Requests", "Failures", "Bytes")
PROBLEMS = ("File", "Line", "Text")

MIXED = """\
203.0.113.7 - - [14/Mar/2025:09:00:00 +0100] "GET /shop?page=2 HTTP/1.1" 200 1500
2025-03-14T08:15:00Z ERROR payments.queue: the queue is full

  {"time": "2025-03-14T08:59:59.75Z", "path": "/shop", "status": 404, "bytes": 500, "host": "a"}
203.0.113.8 - ada [14/Mar/2025:06:30:00 -0500] "POST /pay HTTP/1.1" 503 - "https://example.org/" "Browser/1.0"
2025-03-14T13:45:00+02:00 INFO web: all is well
{"time": "2025-03-14T11:00:00Z", "path": "/", "status": 301}
"""


def request(time: str = "08:00:00", path: str = "/", status: int = 200, size: int = 10) -> str:
    """A web server's line of 2025-03-14, in UTC."""
    return f'192.0.2.1 - - [14/Mar/2025:{time} +0000] "GET {path} HTTP/1.1" {status} {size}\n'


def inspects(user: FilesUser, *arguments: str) -> None:
    user.runs(arguments=["out", *arguments])
    user.does_not_see_output("Traceback")


def files(user: FilesUser) -> set[str]:
    return set(user.files())


def summary(user: FilesUser) -> dict[str, object]:
    return user.reads_json(user.text(SUMMARY), dict[str, object])


def sees_summary(user: FilesUser, **expected: object) -> None:
    """The summary has these values."""
    content = summary(user)
    for key, value in expected.items():
        assert key in content, f"{key} is missing in the summary"
        assert content.get(key) == value, f"{key} in the summary"


def half_up(number: Fraction, decimals: int) -> float:
    """Return a positive number rounded, halves upwards."""
    return float(int(number * 10**decimals + Fraction(1, 2)) / 10**decimals)


def counts_drawn_requests(user: FilesUser, inputs: Inputs, count: int = 9) -> None:
    """Requests with drawn paths, statuses and sizes are counted, in a folder of their own."""
    paths = [f"/{word}" for word in inputs.words(3)]
    drawn = [
        (inputs.choice(paths), inputs.choice((200, 301, 404, 500, 503)), inputs.randint(0, 9999)) for _ in range(count)
    ]
    log, moment = f"{inputs.word()}.log", inputs.randrange(86_000)
    times = [f"{at // 3600:02}:{at // 60 % 60:02}:{at % 60:02}" for at in range(moment, moment + count)]
    user.writes(log, "".join(request(time, *each) for time, each in zip(times, drawn, strict=True)))
    user.runs(arguments=["drawn", log])
    failures = [path for path, status, _ in drawn if status >= 500]
    found = user.reads_json(user.text("drawn/summary.json"), dict[str, object])
    expected = {
        "requests": count,
        "bytes": sum(size for _, _, size in drawn),
        "errors": 0,
        "first": f"2025-03-14T{times[0]}Z",
        "failure_percent": half_up(Fraction(100 * len(failures), count), 2),
    }
    assert {key: found.get(key) for key in expected} == expected, "the summary"
    requested = [path for path, _, _ in drawn]
    rows = [
        (path, requested.count(path), failures.count(path), sum(size for each, _, size in drawn if each == path))
        for path in sorted(set(requested), key=lambda path: (-requested.count(path), path))
    ]
    user.sees_table([PATHS, *rows], in_="drawn/report.xlsx", sheet="Paths")


def refuses(user: FilesUser, arguments: Sequence[str], status: int = 2) -> str:
    """The program ends with this status and a word about it, and no file has changed; return standard error."""
    before, earlier = files(user), user.text(SUMMARY) if SUMMARY in files(user) else ""
    outcome = user.runs(arguments=list(arguments), status=status)
    user.does_not_see_output("Traceback")
    assert outcome.stderr.strip(), f"nothing is said about {arguments}"
    assert files(user) == before, f"files were written or removed: {sorted(files(user) ^ before)}"
    if earlier:
        assert user.text(SUMMARY) == earlier, "the earlier summary was changed"
    return outcome.stderr


@testcode("Logs", "Understand three kinds of lines")
def three_kinds_of_lines_are_counted(user: FilesUser) -> None:
    """Among each other, with blanks, a blank line and decimals of seconds."""
    user.writes("mixed.log", MIXED)
    inspects(user, "mixed.log")
    sees_summary(
        user,
        files=[{"name": "mixed.log", "lines": 7, "entries": 6, "rejected": 0}],
        first="2025-03-14T08:00:00Z",
        last="2025-03-14T11:45:00Z",
        requests=4,
        bytes=2000,
        errors=1,
        failure_percent=25.0,
    )
    assert user.sheets(REPORT) == ["Hours", "Statuses", "Paths", "Problems"], f"the sheets are {user.sheets(REPORT)}"
    user.sees_table([PROBLEMS], in_=REPORT, sheet="Problems")


@testcode("Logs", "Understand three kinds of lines")
def every_shape_of_a_line_is_understood(user: FilesUser) -> None:
    """Without protocol, with two question marks, with all signs of a part, with whole numbers of JSON alone."""
    user.writes(
        "web.log",
        '\ufeff{"time": "2025-03-14T08:00:00+00:00", "path": "/a?b?c", "status": 204, "more": [1]}\n'
        '\t203.0.113.7 - - [14/Mar/2025:08:00:00 +0000] "DELETE /a" 200 7\t\n'
        '203.0.113.7 - - [14/Mar/2025:08:00:01 +0000] "GET /b?c?d HTTP/2" 200 1 more "and more"\n'
        "2025-03-14T08:00:02.5Z ERROR Pay_1.queue-2: the: queue\n",
    )
    user.puts("marked.log.gz")
    inspects(user, "web.log", "marked.log.gz")
    user.sees_table([PROBLEMS], in_=REPORT, sheet="Problems")
    rows = [("/a", 2, 0, 7), ("/b", 1, 0, 1), ("/marked", 1, 0, 5)]
    user.sees_table([PATHS, *rows], in_=REPORT, sheet="Paths")
    sees_summary(user, errors=1, first="2025-03-14T08:00:00Z", last="2025-03-14T08:00:02Z")


@testcode("Workbook", "Hours", requires=[three_kinds_of_lines_are_counted])
def hours_are_in_utc_without_gaps(user: FilesUser, inputs: Inputs) -> None:
    """Of four hours two have nothing but what other offsets bring, and two nothing at all."""
    rows = [
        HOURS,
        (datetime(2025, 3, 14, 8), 2, 2000, 1, 0, 1, 0, 1),
        (datetime(2025, 3, 14, 9), 0, 0, 0, 0, 0, 0, 0),
        (datetime(2025, 3, 14, 10), 0, 0, 0, 0, 0, 0, 0),
        (datetime(2025, 3, 14, 11), 2, 0, 0, 1, 0, 1, 0),
    ]
    user.sees_table(rows, in_=REPORT, sheet="Hours")
    counts_drawn_requests(user, inputs)


@testcode("Workbook", "Hours")
def hours_go_over_midnight(user: FilesUser, inputs: Inputs) -> None:
    """A month's end, and an event alone makes an hour."""
    user.writes(
        "night.log",
        '192.0.2.1 - - [01/Apr/2025:00:30:00 +0200] "GET / HTTP/1.1" 204 7\n'
        "2025-04-01T01:10:00Z DEBUG web: awake\n"
        "2025-04-01T00:10:00Z ERROR web: a\n"
        "2025-04-01T00:59:59Z ERROR web: b\n",
    )
    inspects(user, "night.log")
    rows = [
        HOURS,
        (datetime(2025, 3, 31, 22), 1, 7, 1, 0, 0, 0, 0),
        (datetime(2025, 3, 31, 23), 0, 0, 0, 0, 0, 0, 0),
        (datetime(2025, 4, 1, 0), 0, 0, 0, 0, 0, 0, 2),
        (datetime(2025, 4, 1, 1), 0, 0, 0, 0, 0, 0, 0),
    ]
    user.sees_table(rows, in_=REPORT, sheet="Hours")
    sees_summary(user, first="2025-03-31T22:30:00Z", last="2025-04-01T01:10:00Z", errors=2, requests=1)
    counts_drawn_requests(user, inputs)


@testcode("Workbook", "Statuses")
def percentages_are_rounded_half_up(user: FilesUser, inputs: Inputs) -> None:
    """One of sixteen is 6.25 %, so 6.3; of the statuses from 500 on, 1 of 16 is 6.25 in the summary."""
    lines = [request(status=503), request(status=100), *[request(status=404)] * 2, *[request()] * 12]
    user.writes("web.log", "".join(lines))
    inspects(user, "web.log")
    rows = [STATUSES, (100, 1, 6.3), (200, 12, 75), (404, 2, 12.5), (503, 1, 6.3)]
    user.sees_table(rows, in_=REPORT, sheet="Statuses", within=0.00001)
    sees_summary(user, failure_percent=6.25)
    user.writes("web.log", "".join([request(status=500), *[request()] * 31]))
    inspects(user, "web.log")
    sees_summary(user, failure_percent=3.13)
    counts_drawn_requests(user, inputs)


@testcode("Workbook", "Paths")
def paths_are_ranked(user: FilesUser, inputs: Inputs) -> None:
    """Most requests first, equal ones by path, the query left off, at most ten; a text that looks like a formula."""
    lines = [request(path=f"/p{letter}") for letter in "klabcdefghij"]
    lines += [request(path="/pj?x=1", status=500, size=40), request(path="/pj?y=/2", status=599, size=50)]
    lines += [request(path="/pc#=1", status=499)] * 2 + [request(path="/=SUM(A1)")] * 2
    user.writes("web.log", "".join(lines))
    inspects(user, "web.log")
    expected = [("/pj", 3, 2, 100), ("/=SUM(A1)", 2, 0, 20), ("/pc#=1", 2, 0, 20)]
    expected += [(f"/p{letter}", 1, 0, 10) for letter in "abcdefg"]
    user.sees_table([PATHS, *expected], in_=REPORT, sheet="Paths")
    counts_drawn_requests(user, inputs)


@testcode("Workbook", "Paths")
def as_many_paths_are_listed_as_wanted(user: FilesUser) -> None:
    """One, a hundred, and no more than there are; options may stand before the rest."""
    user.writes("web.log", "".join(request(path=f"/{number:03}") for number in range(101)) + request(path="/050"))
    inspects(user, "web.log", "--top", "1")
    user.sees_table([PATHS, ("/050", 2, 0, 20)], in_=REPORT, sheet="Paths")
    user.runs(arguments=["--top", "100", "out", "web.log"])
    rows = user.rows(user.table(REPORT, "Paths").rows, count=101, columns=1)
    assert rows[100][0] == "/099", f"the last path is {rows[100][0]}"
    sees_summary(user, requests=102)


@testcode("Command line", "Count a span of time")
def a_span_of_time_is_counted(user: FilesUser, inputs: Inputs) -> None:
    """What is at the first time counts, what is at the last does not; offsets of the options matter."""
    lines = [request(time) for time in ("07:59:59", "08:00:00", "09:59:59", "10:00:00")]
    lines += ["2025-03-14T08:30:00Z ERROR web: inside\n", "2025-03-14T10:30:00Z ERROR web: outside\n", "what?\n"]
    user.writes("web.log", "".join(lines))
    for arguments, requests, errors, first, last in (
        (("--from", "2025-03-14T08:00:00Z", "--to", "2025-03-14T10:00:00Z"), 2, 1, "08:00:00", "09:59:59"),
        (("--from", "2025-03-14T10:00:00+01:00"), 2, 1, "09:59:59", "10:30:00"),
        (("--to", "2025-03-14T03:00:00-05:00"), 1, 0, "07:59:59", "07:59:59"),
    ):
        inspects(user, "web.log", *arguments)
        sees_summary(
            user,
            files=[{"name": "web.log", "lines": 7, "entries": 6, "rejected": 1}],
            requests=requests,
            errors=errors,
            first=f"2025-03-14T{first}Z",
            last=f"2025-03-14T{last}Z",
        )
        user.sees_table([STATUSES, (200, requests, 100)], in_=REPORT, sheet="Statuses")
        user.sees_table([PROBLEMS, ("web.log", 7, "what?")], in_=REPORT, sheet="Problems")
    user.sees_table([HOURS, (datetime(2025, 3, 14, 7), 1, 10, 1, 0, 0, 0, 0)], in_=REPORT, sheet="Hours")
    counts_drawn_requests(user, inputs)


@testcode("Logs", "Name lines that are not understood")
def lines_that_are_not_understood_are_named(user: FilesUser, inputs: Inputs) -> None:
    """Wrong times, statuses, levels, JSON; a long line is cut; the good lines between them are counted."""
    wrong = [
        "hello",
        request().replace("14/Mar", "32/Mar").strip(),
        request(status=600).strip(),
        request(path="shop").strip(),
        "2025-03-14T08:00:00 ERROR web: no offset",
        "2025-02-30T08:00:00Z ERROR web: no such day",
        "2025-03-14T08:00:00Z FATAL web: no such level",
        "2025-03-14T08:00:00Z ERROR nothing else",
        "2025-03-14T08:00:00Z ERROR pay ments: a blank in the part",
        request().replace("GET", "get").strip(),
        '{"time": "2025-03-14T08:00:00Z", "path": "/", "status": 200, "bytes": true}',
        '{"time": "2025-03-14T08:00:00Z", "path": "/", "status": 200, "bytes": "5"}',
        '{"time": "2025-03-14T08:00:00Z", "path": "/", "status": 200.5}',
        '{"time": "2025-03-14T08:00:00Z", "path": "/", "status": "200"}',
        '{"time": "2025-03-14T08:00:00Z", "path": "/", "status": 99}',
        '{"time": "2025-03-14T08:00:00Z", "path": "/", "status": 200, "bytes": -1}',
        '{"time": "2025-03-14T08:00:00Z", "status": 200}',
        '{"time": "2025-03-14T08:00:00Z", "path": "/", "status": 200',
        "=1+1",
        "x" * 200,
    ]
    good = request(size=1)
    user.writes("logs/first.log", "".join(f"{good}  {line}\n\n" for line in wrong))
    user.writes("second.log", "?\n")
    inspects(user, "logs/first.log", "second.log")
    rows = [("first.log", 3 * number + 2, line[:80]) for number, line in enumerate(wrong)]
    user.sees_table([PROBLEMS, *rows, ("second.log", 1, "?")], in_=REPORT, sheet="Problems")
    sees_summary(
        user,
        files=[
            {"name": "first.log", "lines": 3 * len(wrong), "entries": len(wrong), "rejected": len(wrong)},
            {"name": "second.log", "lines": 1, "entries": 0, "rejected": 1},
        ],
        requests=len(wrong),
        bytes=len(wrong),
        errors=0,
    )
    counts_drawn_requests(user, inputs)


@testcode("Command line", "Be strict")
def strict_runs_refuse_what_is_not_understood(user: FilesUser, inputs: Inputs) -> None:
    """Both wrong lines are named, and nothing is written; without them strict is no different."""
    user.writes("good.log", MIXED)
    inspects(user, "good.log", "--strict")
    sees_summary(user, requests=4)
    user.writes("bad.log", request() + "what?\n\nwho?\n")
    said = refuses(user, ["out", "good.log", "bad.log", "--strict"], status=3)
    lines = [line for line in said.splitlines() if line.startswith("error: bad.log line ")]
    assert [line.removeprefix("error:").partition(":")[0].strip() for line in lines] == [
        "bad.log line 2",
        "bad.log line 4",
    ], said
    inspects(user, "good.log", "bad.log")
    sees_summary(user, requests=5)
    counts_drawn_requests(user, inputs)


@testcode("Command line", "Refuse a wrong command line")
def a_wrong_command_line_is_refused(user: FilesUser, inputs: Inputs) -> None:
    """Each leaves the earlier results as they are; the same without the mistake is accepted."""
    user.writes("web.log", request())
    inspects(user, "web.log")
    user.writes("web.log", request() * 2)
    eight, nine = "2025-03-14T08:00:00Z", "2025-03-14T09:00:00Z"
    for arguments in (
        [],
        ["out"],
        ["out", "web.log", "--top"],
        ["out", "web.log", "--top", "0"],
        ["out", "web.log", "--top", "101"],
        ["out", "web.log", "--top", "ten"],
        ["out", "web.log", "--top", "1.5"],
        ["out", "web.log", "--from", "2025-03-14T08:00:00"],
        ["out", "web.log", "--from", "2025-03-32T08:00:00Z"],
        ["out", "web.log", "--to", "yesterday"],
        ["out", "web.log", "--from", nine, "--to", eight],
        ["out", "web.log", "--from", eight, "--to", eight],
        ["out", "web.log", "--level", "ERROR"],
    ):
        refuses(user, arguments)
        sees_summary(user, requests=1)
    inspects(user, "web.log", "--top", "100", "--from", eight, "--to", nine)
    sees_summary(user, requests=2)
    counts_drawn_requests(user, inputs)


@testcode("Command line", "Refuse logs that cannot be read")
def logs_that_cannot_be_read_are_refused(user: FilesUser, inputs: Inputs) -> None:
    """One that is not there, a folder, what is called .gz and is not, and one cut off, each beside a good log."""
    user.writes("web.log", request())
    user.writes("folder/other.log", request())
    user.writes("false.log.gz", request())
    user.puts("cut.log.gz")
    inspects(user, "web.log")
    user.writes("web.log", request() * 2)
    for log in ("absent.log", "folder", "false.log.gz", "cut.log.gz"):
        said = refuses(user, ["out", "web.log", log])
        assert log in said, f"{log} is not named: {said}"
        refuses(user, ["new", log, "web.log"])
        user.has_not("new")
    inspects(user, "web.log", "folder/other.log")
    sees_summary(user, requests=3)
    counts_drawn_requests(user, inputs)


@testcode("Logs", "Understand three kinds of lines")
def compressed_logs_are_read(user: FilesUser, inputs: Inputs) -> None:
    """Together with a text that begins with a byte order mark."""
    user.puts("archive.log.gz")
    user.writes("web.log", "\ufeff" + request())
    inspects(user, "archive.log.gz", "web.log")
    sees_summary(
        user,
        files=[
            {"name": "archive.log.gz", "lines": 5, "entries": 5, "rejected": 0},
            {"name": "web.log", "lines": 1, "entries": 1, "rejected": 0},
        ],
        first="2025-03-13T23:59:50Z",
        requests=6,
        bytes=510,
        failure_percent=16.67,
    )
    counts_drawn_requests(user, inputs)


@testcode("Command line", "Inspect logs")
def a_log_counts_once(user: FilesUser, inputs: Inputs) -> None:
    """Named twice, also by another way to it; two files of the same content count twice."""
    user.writes("a/web.log", request())
    user.writes("b/web.log", request())
    inspects(user, "a/web.log", "b/web.log", "a/web.log", "b/../a/web.log")
    one = {"name": "web.log", "lines": 1, "entries": 1, "rejected": 0}
    sees_summary(user, files=[one, one], requests=2)
    counts_drawn_requests(user, inputs)


@testcode("Command line", "Inspect logs")
def later_results_replace_earlier_ones(user: FilesUser) -> None:
    """In a deep folder that is not there at first; a log without any entry gives empty results."""
    user.writes("web.log", request(status=500) + "what?\n")
    user.runs(arguments=["deep/er", "web.log"])
    user.sees_table([STATUSES, (500, 1, 100)], in_="deep/er/report.xlsx", sheet="Statuses")
    user.writes("empty.log", "\n")
    user.runs(arguments=["deep/er", "empty.log"])
    for sheet, heading in (("Hours", HOURS), ("Statuses", STATUSES), ("Paths", PATHS), ("Problems", PROBLEMS)):
        user.sees_table([heading], in_="deep/er/report.xlsx", sheet=sheet)
    assert user.reads_json(user.text("deep/er/summary.json"), object) == {
        "files": [{"name": "empty.log", "lines": 1, "entries": 0, "rejected": 0}],
        "first": None,
        "last": None,
        "requests": 0,
        "bytes": 0,
        "errors": 0,
        "failure_percent": None,
    }


@testcode("Summary", "Sums")
def long_logs_add_up(user: FilesUser) -> None:
    """Thirty thousand lines of all kinds in two files."""
    web = "".join(
        request(f"{number % 24:02}:{number % 60:02}:00", f"/{number % 7}", 200 + 100 * (number % 4), number)
        for number in range(10_000)
    )
    events = "".join(
        f"2025-03-14T{number % 24:02}:00:00Z {'ERROR' if number % 5 == 0 else 'INFO'} a.b: number {number}\n"
        for number in range(10_000)
    )
    requests = "".join(
        json.dumps({"time": "2025-03-14T23:59:59Z", "path": "/json", "status": 502, "bytes": 1}) + "\n"
        for _ in range(10_000)
    )
    user.writes("one.log", web + events)
    user.writes("two.log", requests)
    inspects(user, "one.log", "two.log", "--top", "1")
    sees_summary(
        user,
        requests=20_000,
        bytes=sum(range(10_000)) + 10_000,
        errors=2_000,
        failure_percent=62.5,
        first="2025-03-14T00:00:00Z",
        last="2025-03-14T23:59:59Z",
    )
    user.sees_table([PATHS, ("/json", 10_000, 10_000, 10_000)], in_=REPORT, sheet="Paths")
    rows = user.table(REPORT, "Hours").rows
    assert len(rows) == 25, f"there are {len(rows) - 1} hours instead of 24"


@testcode("Workbook", "Statuses")
def drawn_statuses_are_counted(user: FilesUser, inputs: Inputs) -> None:
    """Each with its number and its percentage of all requests."""
    statuses = inputs.choices(range(100, 600), k=5)
    drawn = inputs.choices(statuses, k=inputs.randint(20, 60))
    user.writes("drawn.log", "".join(request(status=status) for status in drawn))
    inspects(user, "drawn.log")
    rows = [
        (status, drawn.count(status), half_up(Fraction(100 * drawn.count(status), len(drawn)), 1))
        for status in sorted(set(drawn))
    ]
    user.sees_table([STATUSES, *rows], in_=REPORT, sheet="Statuses", within=0.0001)


@testcode("Summary", "Sums")
def drawn_requests_add_up(user: FilesUser, inputs: Inputs) -> None:
    """Many requests with three drawn paths."""
    counts_drawn_requests(user, inputs, count=inputs.randint(100, 200))

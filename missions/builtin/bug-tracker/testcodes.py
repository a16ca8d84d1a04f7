"""What reporters, developers and managers of the bug tracker try.

It is 2025-03-14. Every testcode registers accounts of its own, and those that count have components of their own, since
all share one tracker.
"""

import re
from dataclasses import dataclass
from typing import Annotated

from missions import BrowserUser, Element, Url, testcode

PASSWORD = "stitch-by-stitch"
MANAGER, MANAGER_PASSWORD = "lead", "Needle-and-thread-7"

IssuesUrl = Annotated[Url, "page with the list of all issues"]
OverviewUrl = Annotated[Url, "page with the overview"]
OverviewTable = Annotated[Element, "table of the overview"]
FoundCount = Annotated[Element, "number of all issues that were found, on the list of all issues"]
NextPage = Annotated[Element, "link or button that leads to the next page of the list, where there is one"]
HistoryTable = Annotated[Element, "table of the history, on the page of an issue"]


def button(text: str) -> str:
    """Return a selector of the button or link with exactly this text."""
    return f'//*[(self::button or self::a or self::input) and (normalize-space(.)="{text}" or @value="{text}")]'


@dataclass(frozen=True)
class Accounts:
    """Where people register and log in."""

    register_url: Annotated[Url, "page where people register"]
    new_name_box: Annotated[Element, "box for the name, where people register"]
    new_password_box: Annotated[Element, "box for the password, where people register"]
    repeat_box: Annotated[Element, "box for the password again, where people register"]
    login_url: Annotated[Url, "page where people log in"]
    login_name_box: Annotated[Element, "box for the name, where people log in"]
    login_password_box: Annotated[Element, "box for the password, where people log in"]

    def registers(self, user: BrowserUser, name: str) -> None:
        self.sends(user, name, PASSWORD, PASSWORD)
        user.does_not_see(self.repeat_box)

    def sends(self, user: BrowserUser, name: str, password: str, again: str) -> None:
        user.opens(self.register_url)
        user.types(name, into=self.new_name_box)
        user.types(password, into=self.new_password_box)
        user.types(again, into=self.repeat_box)
        user.presses("Enter", on=self.repeat_box)

    def manager(self, user: BrowserUser) -> BrowserUser:
        """Return the manager, logged in at another computer."""
        manager = user.someone_else()
        manager.opens(self.login_url)
        manager.types(MANAGER, into=self.login_name_box)
        manager.types(MANAGER_PASSWORD, into=self.login_password_box)
        manager.presses("Enter", on=self.login_password_box)
        manager.does_not_see(self.login_password_box)
        return manager

    def newcomer(self, user: BrowserUser, name: str) -> BrowserUser:
        """Return another user, registered at another computer."""
        newcomer = user.someone_else()
        self.registers(newcomer, name)
        return newcomer


@dataclass(frozen=True)
class People(Accounts):
    """The accounts, and where managers give them roles."""

    people_url: Annotated[Url, "page where managers give roles"]
    role_box: Annotated[Element, "drop-down list for the role of an account; one beside each name"]
    role_button: Annotated[Element, "button that gives the chosen role; one beside each name"]

    def gives(self, manager: BrowserUser, name: str, role: str) -> None:
        manager.opens(self.people_url)
        manager.chooses(role, out_of=self.role_box, beside=name)
        manager.clicks(self.role_button, beside=name)

    def developer(self, user: BrowserUser, manager: BrowserUser, name: str) -> BrowserUser:
        """Return a new developer."""
        developer = self.newcomer(user, name)
        self.gives(manager, name, "Developer")
        return developer


@dataclass(frozen=True)
class Issues:
    """The form of an issue, and what every page of an issue has."""

    report_url: Annotated[Url, "page where an issue is reported"]
    title_box: Annotated[Element, "box for the title, where an issue is reported or edited"]
    description_box: Annotated[Element, "box for the description, where an issue is reported or edited"]
    component_box: Annotated[Element, "drop-down list for the component, where an issue is reported or edited"]
    severity_box: Annotated[Element, "drop-down list for the severity, where an issue is reported or edited"]
    confidential_box: Annotated[Element, "tick box for a confidential issue, where an issue is reported or edited"]
    status: Annotated[Element, "status of an issue, on the page of the issue"]

    def reports(
        self,
        user: BrowserUser,
        title: str,
        *,
        component: str = "Website",
        description: str = "",
        severity: str = "",
        confidential: bool = False,
    ) -> str:
        """Report an issue, and return the address of its page."""
        user.opens(self.report_url)
        user.chooses(component, out_of=self.component_box)
        if description:
            user.types(description, into=self.description_box)
        if severity:
            user.chooses(severity, out_of=self.severity_box)
        if confidential:
            user.ticks(self.confidential_box)
        self.sends(user, title)
        user.sees(self.status, text="New")
        return user.url()

    def sends(self, user: BrowserUser, title: str) -> None:
        user.types(title, into=self.title_box)
        user.presses("Enter", on=self.title_box)


@dataclass(frozen=True)
class Work(Issues):
    """The steps of an issue, on its page."""

    comment_box: Annotated[Element, "box for a comment, on the page of an issue"]
    developer_box: Annotated[Element, "drop-down list of the developers, on the page of an issue"]
    assignee: Annotated[Element, "assignee of an issue, the name alone, on the page of the issue"]

    def assigns(self, manager: BrowserUser, issue: str, name: str) -> None:
        manager.opens(issue)
        manager.chooses(name, out_of=self.developer_box)
        manager.clicks(button("Assign"))
        manager.sees(self.assignee, text=name)
        manager.sees(self.status, text="Assigned")

    def does(self, user: BrowserUser, step: str, status: str, *, comment: str = "") -> None:
        """Do a step on the open page, and see the new status."""
        if comment:
            user.types(comment, into=self.comment_box)
        user.clicks(button(step))
        user.sees(self.status, text=status)

    def sees_steps(self, user: BrowserUser, issue: str, *steps: str) -> None:
        """Open the issue, and be offered these steps and no others."""
        user.opens(issue)
        for step in ("Assign", "Start work", "Mark as fixed", "Accept fix", "Open again"):
            user.sees_count(int(step in steps), button(step))

    def fixes(self, developer: BrowserUser, issue: str) -> None:
        developer.opens(issue)
        self.does(developer, "Start work", "In progress")
        self.does(developer, "Mark as fixed", "Fixed", comment="Done.")


@dataclass(frozen=True)
class IssueList:
    """The list of all issues, and its search."""

    issues_url: IssuesUrl
    issue_row: Annotated[Element, "entry of one issue in the list; as many match as are on the page"]
    found_count: FoundCount
    search_box: Annotated[Element, "box for the words to search"]

    def searches(self, user: BrowserUser, words: str) -> None:
        user.types(words, into=self.search_box)
        user.presses("Enter", on=self.search_box)

    def finds(self, user: BrowserUser, words: str, *titles: str) -> None:
        """Search in all issues, and find these alone."""
        user.opens(self.issues_url)
        self.searches(user, words)
        user.sees_number(len(titles), in_=self.found_count)
        user.sees_count(len(titles), self.issue_row)
        for title in titles:
            user.sees(self.issue_row, containing=title, beside=title)


@dataclass(frozen=True)
class Filters(IssueList):
    """The list of all issues with its filters and its order."""

    status_filter: Annotated[Element, "drop-down list for the status, on the list of all issues"]
    component_filter: Annotated[Element, "drop-down list for the component, on the list of all issues"]
    mine_box: Annotated[Element, 'tick box "Assigned to me", on the list of all issues']
    sort_box: Annotated[Element, "drop-down list for the order, on the list of all issues"]

    def titles(self, user: BrowserUser) -> list[str]:
        """Return the numbers of the issues on the page, from their titles `Leak 01`."""
        return [row.partition("Leak ")[2][:2] for row in user.texts(self.issue_row)]


@dataclass(frozen=True)
class Components:
    """Where managers add components."""

    components_url: Annotated[Url, "page where managers add components"]
    component_name_box: Annotated[Element, "box for the name of a new component"]

    def adds(self, manager: BrowserUser, name: str) -> None:
        manager.opens(self.components_url)
        manager.types(name, into=self.component_name_box)
        manager.presses("Enter", on=self.component_name_box)


@testcode("Account", "Register")
def registration_is_checked(user: BrowserUser, accounts: Accounts, issues_url: IssuesUrl) -> None:
    """No name, a taken one in other letters, unequal and short passwords; without the mistakes one is logged in."""
    for name, password, again, message in (
        (" ", PASSWORD, PASSWORD, "Choose a name."),
        ("LEAD", PASSWORD, PASSWORD, "This name is taken."),
        ("Alma", PASSWORD, PASSWORD + "s", "The two passwords are not the same."),
        ("Alma", "short-7", "short-7", None),
    ):
        user.opens(accounts.register_url)
        if message:
            user.does_not_see_text(message)
        accounts.sends(user, name, password, again)
        if message:
            user.sees_text(message)
        user.sees(accounts.repeat_box)
        if name.strip():
            user.sees_value(name, in_=accounts.new_name_box)
    accounts.registers(user, "Alma")
    user.opens(issues_url)
    user.is_at(issues_url)


@testcode("Account", "Log in")
def visitors_are_led_to_the_login(
    user: BrowserUser,
    people: People,
    components: Components,
    issues: Issues,
    issues_url: IssuesUrl,
    overview_url: OverviewUrl,
) -> None:
    """From every page, also that of an issue; then with the right password they are in, until they log out: on every
    page is the own name and the button."""
    member = people.newcomer(user, "Bertil")
    issue = issues.reports(member, "Behind the door")
    form = member.form_of(button("Add comment"))
    pages = (issues_url, issues.report_url, overview_url, people.people_url, components.components_url, issue)
    for page in pages:
        user.opens(page)
        user.sees(people.login_password_box)
        user.does_not_see_text("Behind the door")
    user.posts(form.url, form.fields)
    user.sees(people.login_password_box)
    for password in (PASSWORD.upper(), PASSWORD):
        user.opens(people.login_url)
        user.types("Bertil", into=people.login_name_box)
        user.types(password, into=people.login_password_box)
        user.presses("Enter", on=people.login_password_box)
        if password != PASSWORD:
            user.sees(people.login_password_box)
    user.does_not_see(people.login_password_box)
    user.opens(issue)
    user.sees_text("Behind the door")
    for page in (issues_url, overview_url, issues.report_url):
        user.opens(page)
        user.sees_text("Bertil")
        user.sees(button("Log out"))
    user.clicks(button("Log out"))
    user.opens(issue)
    user.sees(people.login_password_box)


@testcode("Issue", "Report an issue")
def an_issue_is_reported(user: BrowserUser, accounts: Accounts, work: Work, issue_list: IssueList) -> None:
    """With all that was typed, markup as text; the next issue has the next number."""
    accounts.registers(user, "Cilla")
    user.opens(work.report_url)
    user.sees(work.severity_box, text="Medium")
    title = "Button <b>missing</b> & gone"
    work.reports(user, title, component="Mobile app", description="On <i>every</i> page.", severity="High")
    for text in (title, "On <i>every</i> page.", "Mobile app", "High", "Cilla"):
        user.sees_text(text)
    user.sees(work.assignee, text="nobody")
    user.opens(issue_list.issues_url)
    issue_list.searches(user, "<b>missing</b>")
    user.sees_count(1, issue_list.issue_row)
    for text in (title, "Mobile app", "High", "New", "nobody", "#"):
        user.sees(issue_list.issue_row, containing=text)
    number = user.reads_number(user.text(issue_list.issue_row), r"#(\d+)")
    user.clicks_text(title)
    user.sees(work.status, text="New")
    user.sees_text(f"#{number}")
    work.reports(user, "The next issue")
    user.sees_text(f"#{number + 1}")


@testcode("Issue", "Report an issue")
def wrong_issues_are_refused(user: BrowserUser, accounts: Accounts, issues: Issues, issue_list: IssueList) -> None:
    """No title, 81 characters, no component; 80 characters are fine, and the issue is there once."""
    longest = "Doubtful " + "x" * 71
    accounts.registers(user, "Dag")
    user.opens(issues.report_url)
    user.types("Kept as typed", into=issues.description_box)
    user.chooses("High", out_of=issues.severity_box)
    user.ticks(issues.confidential_box)
    for title, component, message in (
        (" ", "Website", "Give the issue a title."),
        (longest + "y", "Website", "A title has at most 80 characters."),
    ):
        user.chooses(component, out_of=issues.component_box)
        issues.sends(user, title)
        user.sees_text(message)
        user.sees_value("Kept as typed", in_=issues.description_box)
        user.sees(issues.severity_box, text="High")
        assert user.is_ticked(issues.confidential_box), "confidential was ticked, but is not any more"
    user.opens(issues.report_url)
    issues.sends(user, longest)
    user.sees_text("Choose a component.")
    user.sees_value(longest, in_=issues.title_box)
    issue_list.finds(user, "doubtful")
    issues.reports(user, longest)
    issue_list.finds(user, "doubtful", longest)


@testcode("Issue", "Assign")
def managers_assign_issues(user: BrowserUser, people: People, work: Work, history_table: HistoryTable) -> None:
    """To a developer, not to a reporter, a manager or no account; again to another one; others are not offered it."""
    people.registers(user, "Egil")
    issue = work.reports(user, "Who takes this?")
    work.sees_steps(user, issue)
    manager = people.manager(user)
    people.developer(user, manager, "Frida")
    second = people.developer(user, manager, "Gorm")
    work.sees_steps(manager, issue, "Assign")
    names = manager.text(work.developer_box)
    for name in ("Egil", MANAGER):
        assert name not in names.split(), f"{name}, who is no developer, can be chosen as one: {names}"
    form, box = manager.form_of(button("Assign")), manager.attribute(work.developer_box, "name") or ""
    manager.does_not_see_text("Choose a developer.")
    manager.posts(form.url, {**form.fields, box: ""})
    manager.sees_text("Choose a developer.")
    work.sees_steps(manager, issue, "Assign")
    manager.sees(work.status, text="New")
    work.assigns(manager, issue, "Frida")
    work.assigns(manager, issue, "Gorm")
    manager.sees(history_table, containing="assignee Frida → Gorm")
    work.sees_steps(second, issue, "Start work")
    work.does(second, "Start work", "In progress")
    work.assigns(manager, issue, "Frida")
    work.sees_steps(second, issue)


@testcode("Issue", "Do the steps")
def an_issue_goes_from_new_to_closed(
    user: BrowserUser, people: People, work: Work, history_table: HistoryTable
) -> None:
    """At each station only those are offered a step who may do it; comments and history tell all of it."""
    people.registers(user, "Hella")
    issue = work.reports(user, "From the beginning to the end")
    manager = people.manager(user)
    developer = people.developer(user, manager, "Ivar")
    work.assigns(manager, issue, "Ivar")
    work.sees_steps(user, issue)
    work.sees_steps(developer, issue, "Start work")
    work.does(developer, "Start work", "In progress", comment="I look at it.")
    work.sees_steps(manager, issue, "Assign")
    work.sees_steps(developer, issue, "Mark as fixed")
    work.does(developer, "Mark as fixed", "Fixed", comment="It was the plug.")
    work.sees_steps(developer, issue)
    work.sees_steps(manager, issue, "Assign", "Accept fix", "Open again")
    work.sees_steps(user, issue, "Accept fix", "Open again")
    work.does(user, "Accept fix", "Closed")
    work.sees_steps(manager, issue, "Open again")
    user.opens(issue)
    for text in ("I look at it.", "It was the plug."):
        user.sees_text(text)
    heading, *rows = user.rows(user.table(history_table), at_least=1, columns=3)
    assert heading == ["When", "Who", "What"], f"the columns are {heading}"
    times = [row[0] for row in rows]
    assert all(re.fullmatch(r"2025-03-14 \d\d:\d\d", time) for time in times), f"the times are {times}"
    seen = [tuple(row[1:]) for row in rows]
    assert set(seen[:2]) == {("lead", "status New → Assigned"), ("lead", "assignee nobody → Ivar")}, seen
    assert seen[2:] == [
        ("Ivar", "status Assigned → In progress"),
        ("Ivar", "status In progress → Fixed"),
        ("Hella", "status Fixed → Closed"),
    ], f"the history is {seen}"


@testcode("Issue", "Do the steps")
def some_steps_need_a_comment(user: BrowserUser, people: People, work: Work) -> None:
    """Fixing and opening again: without a comment the status stays, with one it changes."""
    people.registers(user, "Jorun")
    issue = work.reports(user, "Silent work")
    manager = people.manager(user)
    developer = people.developer(user, manager, "Karl")
    work.assigns(manager, issue, "Karl")
    developer.opens(issue)
    work.does(developer, "Start work", "In progress")
    for person, step, message, before, after in (
        (developer, "Mark as fixed", "Say what was done.", "In progress", "Fixed"),
        (user, "Open again", "Say what is wrong.", "Fixed", "Reopened"),
    ):
        person.opens(issue)
        person.does_not_see_text(message)
        person.types(" ", into=work.comment_box)
        person.clicks(button(step))
        person.sees_text(message)
        person.opens(issue)
        person.sees(work.status, text=before)
        work.does(person, step, after, comment=f"Because of {step.lower()}.")
        person.sees_text(f"Because of {step.lower()}.")


@testcode("Issue", "Do the steps")
def a_closed_issue_is_opened_again(user: BrowserUser, people: People, work: Work) -> None:
    """By the manager, who cannot assign it while it is closed; then it can be assigned and fixed a second time."""
    people.registers(user, "Laila")
    issue = work.reports(user, "It came back")
    manager = people.manager(user)
    developer = people.developer(user, manager, "Magne")
    work.assigns(manager, issue, "Magne")
    work.fixes(developer, issue)
    manager.opens(issue)
    manager.chooses("Magne", out_of=work.developer_box)
    stale = manager.form_of(button("Assign"))
    work.does(manager, "Accept fix", "Closed")
    manager.does_not_see_text("This is not possible any more.")
    manager.posts(stale.url, stale.fields)
    manager.sees_text("This is not possible any more.")
    work.sees_steps(manager, issue, "Open again")
    manager.sees(work.status, text="Closed")
    work.does(manager, "Open again", "Reopened", comment="Here it is again.")
    work.sees_steps(developer, issue)
    work.assigns(manager, issue, "Magne")
    work.fixes(developer, issue)
    work.sees_steps(user, issue, "Accept fix", "Open again")


@testcode("Issue", "Refuse other steps")
def steps_of_others_change_nothing(user: BrowserUser, people: People, work: Work) -> None:
    """Other people send the forms of the manager, the assignee and the reporter; then these send them themselves, each
    with a comment."""
    people.registers(user, "Nanna")
    issue = work.reports(user, "Not your business")
    manager = people.manager(user)
    developer = people.developer(user, manager, "Odd")
    stranger = people.developer(user, manager, "Pia")
    manager.opens(issue)
    manager.chooses("Odd", out_of=work.developer_box)
    for person, step, others, before, after in (
        (manager, "Assign", (user, stranger), "New", "Assigned"),
        (developer, "Start work", (user, stranger, manager), "Assigned", "In progress"),
        (developer, "Mark as fixed", (user, stranger, manager), "In progress", "Fixed"),
        (user, "Accept fix", (developer, stranger), "Fixed", "Closed"),
        (user, "Open again", (developer, stranger), "Closed", "Reopened"),
    ):
        if person is not manager:
            person.opens(issue)
            person.types("By the right one.", into=work.comment_box)
        form = person.form_of(button(step))
        for other in others:
            other.opens(issue)
            other.posts(form.url, form.fields)
            other.sees_status(403)
            other.opens(issue)
            other.sees(work.status, text=before)
        person.posts(form.url, form.fields)
        person.opens(issue)
        person.sees(work.status, text=after)
    comments = user.page_text().count("By the right one.")
    assert comments == 4, f"four steps had a comment, the page shows {comments}"


@testcode("Issue", "Refuse other steps")
def pages_out_of_date_change_nothing(
    user: BrowserUser, people: People, work: Work, history_table: HistoryTable
) -> None:
    """A second window of the same person does the step again, whose comment is not kept; who may never do it is
    forbidden to. Opening the address of a step does none."""
    people.registers(user, "Quirin")
    issue = work.reports(user, "Two windows")
    manager = people.manager(user)
    developer = people.developer(user, manager, "Runa")
    work.assigns(manager, issue, "Runa")
    developer.opens(issue)
    developer.types("Said in vain.", into=work.comment_box)
    form = developer.form_of(button("Start work"))
    developer.opens(form.url)
    developer.opens(issue)
    developer.sees(work.status, text="Assigned")
    work.does(developer, "Start work", "In progress")
    developer.does_not_see_text("This is not possible any more.")
    developer.posts(form.url, form.fields)
    developer.sees_text("This is not possible any more.")
    developer.opens(issue)
    developer.sees(work.status, text="In progress")
    started = [row for row in developer.table(history_table) if row[2:3] == ["status Assigned → In progress"]]
    assert len(started) == 1, f"the work was started {len(started)} times"
    developer.does_not_see_text("Said in vain.")
    user.opens(issue)
    user.posts(form.url, form.fields)
    user.sees_status(403)


@testcode("Issue", "Comment")
def comments_stand_in_order(user: BrowserUser, accounts: Accounts, work: Work) -> None:
    """Of two people, markup as text; an empty one is refused."""
    accounts.registers(user, "Sverre")
    other = accounts.newcomer(user, "Tove")
    issue = work.reports(user, "Let us talk")
    for person, text in ((user, "First, by me."), (other, "Second, <b>bold</b>."), (user, "Third, by me.")):
        person.opens(issue)
        person.types(text, into=work.comment_box)
        person.clicks(button("Add comment"))
        person.sees_text(text)
    user.does_not_see_text("Write something.")
    user.types("  ", into=work.comment_box)
    user.clicks(button("Add comment"))
    user.sees_text("Write something.")
    other.opens(issue)
    page = other.page_text()
    places = [page.find(text) for text in ("First, by me.", "Second, <b>bold</b>.", "Third, by me.")]
    assert -1 < places[0] < places[1] < places[2], f"the comments stand at {places}"
    assert "Tove" in page[places[0] : places[2]], "the author of the second comment does not stand beside it"
    other.sees(work.status, text="New")


@testcode("Issue", "Keep confidential issues")
def confidential_issues_are_hidden(
    user: BrowserUser,
    people: People,
    components: Components,
    work: Work,
    issue_list: IssueList,
    overview_url: OverviewUrl,
    overview_table: OverviewTable,
) -> None:
    """From other developers; the manager and the assignee see it, and no other user can comment or do a step."""
    manager = people.manager(user)
    components.adds(manager, "Safe")
    people.registers(user, "Ulrik")
    title = "Zirconium key lies about"
    issue = work.reports(user, title, component="Safe", confidential=True)
    developer = people.developer(user, manager, "Vigdis")
    for person, sees in ((developer, False), (manager, True), (user, True)):
        person.opens(issue)
        person.sees_status(200 if sees else 404)
        issue_list.finds(person, "zirconium", *([title] if sees else []))
        person.opens(overview_url)
        person.sees(overview_table, containing="Safe")
        rows = [row for row in person.table(overview_table) if row[:1] == ["Safe"]]
        assert rows == [["Safe", str(int(sees)), "0"]], f"the overview shows {rows}"
    work.assigns(manager, issue, "Vigdis")
    developer.opens(issue)
    developer.sees_text(title)
    issue_list.finds(developer, "zirconium", title)
    user.opens(issue)
    form = user.form_of(button("Add comment"))
    box = user.attribute(work.comment_box, "name") or ""
    stranger = people.newcomer(user, "Wenche")
    stranger.opens(issue_list.issues_url)
    stranger.posts(form.url, {**form.fields, box: "I was here."})
    user.opens(issue)
    user.does_not_see_text("I was here.")


@testcode("Issue", "Edit")
def reporters_edit_new_issues(
    user: BrowserUser, people: People, issues: Issues, work: Work, history_table: HistoryTable
) -> None:
    """As long as they are new; others never, not by a form that they send either; managers always; the history names
    what changed. What becomes confidential is hidden from others."""
    people.registers(user, "Xander")
    issue = issues.reports(user, "Old title", severity="Low", description="Short.")
    stranger = people.newcomer(user, "Ylva")
    stranger.opens(issue)
    stranger.does_not_see(button("Edit"))
    user.clicks(button("Edit"))
    address, form = user.url(), user.form_of(issues.title_box)
    stranger.opens(address)
    stranger.sees_status(403)
    stranger.opens(issue)
    stranger.posts(form.url, form.fields)
    stranger.sees_status(403)
    user.sees_value("Old title", in_=issues.title_box)
    user.sees_value("Short.", in_=issues.description_box)
    user.sees(issues.severity_box, text="Low")
    user.chooses("High", out_of=issues.severity_box)
    user.chooses("Mobile app", out_of=issues.component_box)
    user.does_not_see_text("Give the issue a title.")
    issues.sends(user, " ")
    user.sees_text("Give the issue a title.")
    issues.sends(user, "New <i>title</i>")
    user.sees(issues.status, text="New")
    user.sees_text("New <i>title</i>")
    changes = sorted(row[2] for row in user.rows(user.table(history_table), columns=3)[1:])
    expected = ["component Website → Mobile app", "severity Low → High", "title Old title → New <i>title</i>"]
    assert changes == expected, f"the history is {changes}"
    for confidential, status in ((True, 404), (False, 200)):
        user.clicks(button("Edit"))
        assert user.is_ticked(issues.confidential_box) != confidential, "the tick box does not show what was saved"
        user.clicks(issues.confidential_box)
        issues.sends(user, "New <i>title</i>")
        user.sees(issues.status, text="New")
        stranger.opens(issue)
        stranger.sees_status(status)
    user.clicks(button("Edit"))
    stale = user.form_of(issues.title_box)
    manager = people.manager(user)
    people.developer(user, manager, "Zeno")
    work.assigns(manager, issue, "Zeno")
    user.opens(issue)
    user.does_not_see(button("Edit"))
    user.posts(stale.url, stale.fields)
    user.sees_status(403)
    user.opens(address)
    user.sees_status(403)
    manager.clicks(button("Edit"))
    issues.sends(manager, "Newest title")
    manager.sees_text("Newest title")
    manager.sees(issues.status, text="Assigned")


@testcode("Issue", "Edit")
def nobody_overwrites_unseen_changes(user: BrowserUser, people: People, work: Work) -> None:
    """Two forms are open; the second to be saved is refused, and with a fresh form it is not. A step of the assignee
    is a change, too."""
    message = "Somebody else has changed this issue meanwhile."
    people.registers(user, "Aksel")
    manager = people.manager(user)
    issue = work.reports(user, "Both at once")
    for person in (user, manager):
        person.opens(issue)
        person.clicks(button("Edit"))
        person.sees_value("Both at once", in_=work.title_box)
    work.sends(manager, "By the manager")
    manager.sees_text("By the manager")
    user.does_not_see_text(message)
    work.sends(user, "By the reporter")
    user.sees_text(message)
    user.sees_value("By the reporter", in_=work.title_box)
    manager.opens(issue)
    manager.sees_text("By the manager")
    manager.does_not_see_text("By the reporter")
    user.opens(issue)
    user.clicks(button("Edit"))
    work.sends(user, "By both of us")
    manager.opens(issue)
    manager.sees_text("By both of us")
    developer = people.developer(user, manager, "Arvid")
    work.assigns(manager, issue, "Arvid")
    manager.clicks(button("Edit"))
    manager.sees_value("By both of us", in_=work.title_box)
    developer.opens(issue)
    work.does(developer, "Start work", "In progress")
    work.sends(manager, "Without looking")
    manager.sees_text(message)
    developer.opens(issue)
    developer.does_not_see_text("Without looking")


@testcode("Issue", "History")
def what_stays_the_same_is_no_change(
    user: BrowserUser, accounts: Accounts, issues: Issues, history_table: HistoryTable
) -> None:
    """Saving without a change leaves no line; a new description is named without its text."""
    accounts.registers(user, "Birk")
    issue = issues.reports(user, "Nothing new", description="As it was.")
    user.clicks(button("Edit"))
    issues.sends(user, "Nothing new")
    user.sees(issues.status, text="New")
    user.clicks(button("Edit"))
    user.types("As it is.", into=issues.description_box)
    issues.sends(user, "Nothing new")
    user.sees_text("As it is.")
    user.opens(issue)
    user.sees(history_table, containing="description changed")
    changes = [row[1:] for row in user.table(history_table)[1:]]
    assert changes == [["Birk", "description changed"]], f"the history is {changes}"


@testcode("Issues", "Search")
def all_words_must_be_found(user: BrowserUser, accounts: Accounts, work: Work, issue_list: IssueList) -> None:
    """In title, description and comments, one word here and one there, in any letters."""
    accounts.registers(user, "Dagny")
    work.reports(user, "Tungsten lamp flickers", description="Only at midnight.")
    first = "Tungsten lamp flickers"
    work.reports(user, "Dark screen")
    second = "Dark screen"
    user.types("The TUNGSTEN broke, too.", into=work.comment_box)
    user.clicks(button("Add comment"))
    user.sees_text("The TUNGSTEN broke, too.")
    issue_list.finds(user, "tungsten", first, second)
    issue_list.finds(user, "Midnight tungsten", first)
    issue_list.finds(user, "SCREEN tungsten", second)
    issue_list.finds(user, "tungsten molybdenum")


@testcode("Issues", "Pages")
def ten_issues_are_on_a_page(
    user: BrowserUser, people: People, components: Components, issues: Issues, filters: Filters, next_page: NextPage
) -> None:
    """Eleven issues of one component among others: newest first; the next page keeps the filter and the order."""
    manager = people.manager(user)
    components.adds(manager, "Pipes")
    people.registers(user, "Embla")
    severities = ("High", "Low", "Critical")
    for number in range(1, 12):
        issues.reports(user, f"Leak {number:02}", component="Pipes", severity=severities[number % 3])
    issues.reports(user, "Leak 99 elsewhere", component="Website")
    user.opens(filters.issues_url)
    for box, chosen in (
        (filters.status_filter, "Any status"),
        (filters.component_filter, "Any component"),
        (filters.sort_box, "Newest first"),
    ):
        user.sees(box, text=chosen)
    user.chooses("Pipes", out_of=filters.component_filter)
    filters.searches(user, "leak")
    user.sees_number(11, in_=filters.found_count)
    newest = [f"{number:02}" for number in range(11, 0, -1)]
    assert filters.titles(user) == newest[:10], f"the first page shows {filters.titles(user)}"
    user.clicks(next_page)
    user.sees_count(1, filters.issue_row)
    assert filters.titles(user) == newest[10:], f"the second page shows {filters.titles(user)}"
    user.does_not_see(next_page)
    user.chooses("Most severe first", out_of=filters.sort_box)
    filters.searches(user, "leak")
    severe = ["02", "05", "08", "11", "03", "06", "09", "01", "04", "07", "10"]
    user.sees_count(10, filters.issue_row)
    assert filters.titles(user) == severe[:10], f"the most severe are {filters.titles(user)}"
    user.clicks(next_page)
    user.sees_count(1, filters.issue_row)
    assert filters.titles(user) == severe[10:], f"the least severe is {filters.titles(user)}"


@testcode("Issues", "Filter and sort", requires=[ten_issues_are_on_a_page])
def filters_are_combined(user: BrowserUser, people: People, work: Work, filters: Filters) -> None:
    """One of the eleven is assigned and started, another assigned to another developer."""
    manager = people.manager(user)
    developer = people.developer(user, manager, "Finn")
    people.developer(user, manager, "Gunn")
    for title, name in (("Leak 04", "Finn"), ("Leak 07", "Gunn"), ("Leak 99 elsewhere", "Finn")):
        manager.opens(filters.issues_url)
        filters.searches(manager, title)
        manager.clicks_text(title)
        work.assigns(manager, manager.url(), name)
    developer.opens(filters.issues_url)
    filters.searches(developer, "leak")
    developer.sees_number(12, in_=filters.found_count)
    developer.ticks(filters.mine_box)
    filters.searches(developer, "leak")
    developer.sees_count(2, filters.issue_row)
    developer.chooses("Pipes", out_of=filters.component_filter)
    filters.searches(developer, "leak")
    developer.sees_count(1, filters.issue_row)
    developer.sees(filters.issue_row, containing="Leak 04")
    developer.unticks(filters.mine_box)
    developer.chooses("Assigned", out_of=filters.status_filter)
    filters.searches(developer, "leak")
    assert filters.titles(developer) == ["07", "04"], f"assigned are {filters.titles(developer)}"
    developer.chooses("In progress", out_of=filters.status_filter)
    filters.searches(developer, "leak")
    developer.sees_number(0, in_=filters.found_count)
    developer.chooses("Any status", out_of=filters.status_filter)
    filters.searches(developer, "leak")
    developer.sees_number(11, in_=filters.found_count)


@testcode("Managers", "Give roles")
def roles_are_given_by_managers(user: BrowserUser, people: People, issues: Issues) -> None:
    """Others get 403 and change nothing; a new manager is one at once; no manager changes the own role."""
    message = "You cannot change your own role."
    people.registers(user, "Hauk")
    manager = people.manager(user)
    user.opens(people.people_url)
    user.sees_status(403)
    manager.opens(people.people_url)
    manager.sees(people.role_box, text="Reporter", beside="Hauk")
    manager.chooses("Manager", out_of=people.role_box, beside="Hauk")
    form = manager.form_of(people.role_button, beside="Hauk")
    user.opens(issues.report_url)
    user.posts(form.url, form.fields)
    user.opens(people.people_url)
    user.sees_status(403)
    manager.posts(form.url, form.fields)
    user.opens(people.people_url)
    user.sees_status(200)
    user.does_not_see_text(message)
    people.gives(user, "Hauk", "Reporter")
    user.sees_text(message)
    user.opens(people.people_url)
    user.sees(people.role_box, text="Manager", beside="Hauk")
    people.gives(manager, "Hauk", "Developer")
    user.opens(people.people_url)
    user.sees_status(403)


@testcode("Managers", "Add components")
def components_are_added_by_managers(
    user: BrowserUser,
    accounts: Accounts,
    components: Components,
    issues: Issues,
    overview_url: OverviewUrl,
    overview_table: OverviewTable,
) -> None:
    """A name that is there in other letters is refused; a new one can be chosen for issues; others get 403."""
    message = "There is a component of this name already."
    accounts.registers(user, "Inga")
    manager = accounts.manager(user)
    user.opens(components.components_url)
    user.sees_status(403)
    manager.opens(components.components_url)
    for name in ("Website", "Printer driver", "Mobile app"):
        manager.sees_text(name)
    manager.does_not_see_text(message)
    components.adds(manager, "printer DRIVER")
    manager.sees_text(message)
    manager.opens(components.components_url)
    manager.does_not_see_text("printer DRIVER")
    manager.types("Teapot & <b>lid</b>", into=components.component_name_box)
    form, box = manager.form_of(components.component_name_box), components.component_name_box
    fields = {**form.fields, manager.attribute(box, "name") or "": "Smuggled"}
    manager.presses("Enter", on=box)
    manager.sees_text("Teapot & <b>lid</b>")
    user.opens(issues.report_url)
    user.posts(form.url, fields)
    manager.opens(components.components_url)
    manager.does_not_see_text("Smuggled")
    issues.reports(user, "No tea", component="Teapot & <b>lid</b>")
    user.sees_text("Teapot & <b>lid</b>")
    user.opens(overview_url)
    user.sees(overview_table, containing="Teapot & <b>lid</b>")


@testcode("Overview", "Count issues")
def the_overview_counts_open_and_closed(
    user: BrowserUser,
    people: People,
    components: Components,
    work: Work,
    overview_url: OverviewUrl,
    overview_table: OverviewTable,
) -> None:
    """Three issues of a component: new, fixed and closed; one that is opened again is open."""
    people.registers(user, "Jarl")
    manager = people.manager(user)
    components.adds(manager, "Gate")
    developer = people.developer(user, manager, "Kaia")
    addresses = [work.reports(user, f"Gate {number}", component="Gate") for number in range(3)]
    for issue in addresses[1:]:
        work.assigns(manager, issue, "Kaia")
        work.fixes(developer, issue)
    user.opens(addresses[2])
    work.does(user, "Accept fix", "Closed")
    for expected in (["Gate", "2", "1"], ["Gate", "3", "0"]):
        user.opens(overview_url)
        user.sees(overview_table, containing="Gate")
        heading, *rows = user.rows(user.table(overview_table), at_least=1)
        assert heading == ["Component", "Open", "Closed"], f"the columns are {heading}"
        assert expected in rows, f"the overview shows {rows}"
        user.opens(addresses[2])
        if user.count(button("Open again")):
            work.does(user, "Open again", "Reopened", comment="Not yet.")

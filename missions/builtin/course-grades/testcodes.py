"""What the teacher and the students of the evening school try. Every testcode has a course of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urljoin

from missions import BrowserUser, Element, Url, testcode

PASSWORD = "night-classes"
TEACHER, TEACHER_PASSWORD = "teacher", "Red-pencil-1954"

MyResultsUrl = Annotated[Url, "students' page with one's own results"]
MyTable = Annotated[Element, "table of one's own results, and of one's own points in a course"]
FileBox = Annotated[Element, "file box, where points are imported"]
GradesTable = Annotated[Element, "table of how many students have which grade, on the page of a course"]


def button(text: str) -> str:
    """Return a selector of the button or link with exactly this text."""
    return f'//*[(self::button or self::a or self::input) and (normalize-space(.)="{text}" or @value="{text}")]'


@dataclass(frozen=True)
class Accounts:
    """Where students register, and everybody logs in."""

    register_url: Annotated[Url, "page where students register"]
    new_name_box: Annotated[Element, "box for the name, where students register"]
    new_password_box: Annotated[Element, "box for the password, where students register"]
    repeat_box: Annotated[Element, "box for the password again, where students register"]
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

    def student(self, user: BrowserUser, name: str) -> BrowserUser:
        """Return another user, registered at another computer."""
        student = user.someone_else()
        self.registers(student, name)
        return student

    def logs_in(self, user: BrowserUser) -> None:
        """Log in as the teacher."""
        user.opens(self.login_url)
        user.types(TEACHER, into=self.login_name_box)
        user.types(TEACHER_PASSWORD, into=self.login_password_box)
        user.presses("Enter", on=self.login_password_box)
        user.does_not_see(self.login_password_box)


@dataclass(frozen=True)
class Courses(Accounts):
    """The courses, and the page of one."""

    courses_url: Annotated[Url, "teacher's page with all courses"]
    course_name_box: Annotated[Element, "box for the name of a new course"]
    student_box: Annotated[Element, "box for the name of a student to be added"]
    assessment_box: Annotated[Element, "box for the title of a new assessment"]
    weight_box: Annotated[Element, "box for the weight of a new assessment"]
    most_points_box: Annotated[Element, "box for the most points of a new assessment"]
    results_table: Annotated[Element, "table of the results, on the page of a course"]

    def begins(self, user: BrowserUser, course: str, *assessments: tuple[str, str, str]) -> str:
        """Log in as the teacher, add a course with assessments, and return the address of its page."""
        self.logs_in(user)
        user.opens(self.courses_url)
        self.names(user, course)
        user.opens(self.courses_url)
        user.clicks_text(course)
        for title, weight, most in assessments:
            self.assesses(user, title, weight, most)
            user.sees(button(f"Points of {title}"))
        return user.url()

    def names(self, user: BrowserUser, course: str) -> None:
        user.types(course, into=self.course_name_box)
        user.presses("Enter", on=self.course_name_box)

    def assesses(self, user: BrowserUser, title: str, weight: str, most: str) -> None:
        user.types(title, into=self.assessment_box)
        user.types(weight, into=self.weight_box)
        user.types(most, into=self.most_points_box)
        user.clicks(button("Add assessment"))

    def adds(self, user: BrowserUser, *names: str) -> None:
        """Add students who are there to the open course."""
        for name in names:
            self.names_student(user, name)
            user.sees(self.results_table, containing=name)

    def names_student(self, user: BrowserUser, name: str) -> None:
        user.types(name, into=self.student_box)
        user.clicks(button("Add student"))

    def registers_all(self, user: BrowserUser, *names: str) -> None:
        """Register students at other computers."""
        for name in names:
            self.student(user, name)

    def sees_results(self, user: BrowserUser, course: str, *rows: Sequence[str]) -> None:
        """Open the course, and see these rows below the headings."""
        user.opens(course)
        user.sees(self.results_table, containing="Total")
        seen = user.table(self.results_table)[1:]
        assert seen == [list(row) for row in rows], f"the results are {seen} instead of {rows}"


@dataclass(frozen=True)
class Grading(Courses):
    """A course and the points of its students."""

    points_box: Annotated[Element, "box for the points of a student; one beside each name"]

    def gives(self, user: BrowserUser, course: str, title: str, **points: str) -> None:
        """Enter points, and be on the course's page when they are saved."""
        self.types(user, course, title, **points)
        user.does_not_see(button("Save points"))
        user.sees(self.results_table, containing="Total")

    def types(self, user: BrowserUser, course: str, title: str, **points: str) -> None:
        user.opens(course)
        user.clicks(button(f"Points of {title}"))
        for name, value in points.items():
            user.types(value, into=self.points_box, beside=name)
        user.clicks(button("Save points"))


@testcode("Account", "Register")
def registration_is_checked(user: BrowserUser, accounts: Accounts, my_results_url: MyResultsUrl) -> None:
    """A taken name in other letters, unequal and short passwords; without logging in, the results are closed."""
    user.opens(my_results_url)
    user.sees(accounts.login_password_box)
    for name, password, again, message in (
        ("TEACHER", PASSWORD, PASSWORD, "This name is taken."),
        ("Abel", PASSWORD, PASSWORD + "s", "The two passwords are not the same."),
        ("Abel", "chalk-7", "chalk-7", None),
    ):
        accounts.sends(user, name, password, again)
        if message:
            user.sees_text(message)
        user.sees(accounts.repeat_box)
        user.sees_value(name, in_=accounts.new_name_box)
    accounts.registers(user, "Abel")
    user.opens(my_results_url)
    user.is_at(my_results_url)
    user.sees_text("Abel")
    user.clicks(button("My results"))
    user.is_at(my_results_url)
    user.clicks(button("Log out"))
    user.opens(my_results_url)
    user.sees(accounts.login_password_box)


@testcode("Course", "Keep to the teacher")
def students_do_not_teach(user: BrowserUser, grading: Grading) -> None:
    """Pages and forms of the teacher do nothing for a student and a visitor, and work for the teacher."""
    student, visitor = grading.student(user, "Bente"), user.someone_else()
    course = grading.begins(user, "Rhetoric", ("Speech", "100", "10"))
    grading.adds(user, "Bente")
    user.clicks(button("Points of Speech"))
    page = user.url()
    user.types("10", into=grading.points_box, beside="Bente")
    giving = user.form_of(button("Save points"))
    user.clicks(button("Courses"))
    user.sees(grading.course_name_box)
    user.sees_text(TEACHER)
    user.opens(course)
    publishing, download = user.form_of(button("Publish results")), user.attribute(button("Download results"), "href")
    for address in (grading.courses_url, course, page, *([urljoin(course, download)] if download else [])):
        student.opens(grading.login_url)  # where the student stays if something is downloaded
        student.opens(address)
        student.sees_status(403)
        visitor.opens(address)
        visitor.sees(grading.login_password_box)
    for person in (student, visitor):
        for form in (giving, publishing):
            person.opens(grading.login_url)
            person.posts(form.url, form.fields)
            if person is student:
                person.sees_status(403)
            else:
                person.sees(grading.login_password_box)
    grading.sees_results(user, course, ("Bente", "", "0.0", "F"))
    user.sees(button("Publish results"))
    user.posts(giving.url, giving.fields)
    grading.sees_results(user, course, ("Bente", "10.0", "100.0", "A"))


@testcode("Course", "Add courses and students")
def courses_and_students_are_added(user: BrowserUser, courses: Courses) -> None:
    """Names once, students who are there once, in any letters; a student can be in two courses."""
    courses.registers_all(user, "Clara", "Cosmo")
    course = courses.begins(user, "Latin & <b>Greek</b>")
    user.opens(courses.courses_url)
    user.sees_text("Latin & <b>Greek</b>")
    courses.names(user, "Latin & <b>Greek</b>")
    user.sees_text("There is a course of this name already.")
    user.sees_value("Latin & <b>Greek</b>", in_=courses.course_name_box)
    courses.names(user, "  ")
    user.sees_text("Give the course a name.")
    user.opens(course)
    for name in ("Nobody", "", TEACHER):
        user.does_not_see_text("There is no such student.")
        courses.names_student(user, name)
        user.sees_text("There is no such student.")
        user.sees_value(name, in_=courses.student_box)
        user.opens(course)
    courses.names_student(user, "cosmo")
    user.sees(courses.results_table, containing="Cosmo")
    courses.names_student(user, "COSMO")
    user.sees_text("This student is in the course already.")
    user.opens(course)
    courses.adds(user, "Clara")
    courses.sees_results(user, course, ("Clara", "0.0", "F"), ("Cosmo", "0.0", "F"))
    second = courses.begins(user, "Sanskrit")
    courses.adds(user, "Clara")
    courses.sees_results(user, second, ("Clara", "0.0", "F"))


@testcode("Course", "Add assessments")
def impossible_assessments_are_refused(user: BrowserUser, courses: Courses) -> None:
    """Each with its message; exactly 100 together, half points, one point, and the same title in another course are
    fine."""
    course = courses.begins(user, "Geometry", ("Test <i>1</i>", "60", "12.5"))
    weight = "A weight is a whole number from 1 to 100."
    most = "Most points are at least 1, in steps of 0.5."
    for title, share, points, message in (
        (" ", "10", "10", "Give the assessment a title."),
        ("TEST <I>1</I>", "10", "10", "There is an assessment of this title already."),
        ("Paper", "0", "10", weight),
        ("Paper", "2.5", "10", weight),
        ("Paper", "41", "10", "The weights would add up to more than 100."),
        ("Paper", "40", "0.5", most),
        ("Paper", "40", "10.3", most),
        ("Paper", "40", "", most),
    ):
        courses.assesses(user, title, share, points)
        user.sees_text(message)
        for value, box in ((share, courses.weight_box), (points, courses.most_points_box)):
            user.sees_value(value, in_=box)
        if title.strip():
            user.sees_value(title, in_=courses.assessment_box)
    courses.assesses(user, "Paper", "101", "10")
    user.sees_value("101", in_=courses.weight_box)
    user.opens(course)
    user.does_not_see(button("Points of Paper"))
    courses.assesses(user, "Paper", "40", "7.5")
    user.sees(button("Points of Paper"))
    heading = user.rows(user.table(courses.results_table), at_least=1)[0]
    assert heading == ["Name", "Test <i>1</i>", "Paper", "Total", "Grade"], f"the columns are {heading}"
    user.clicks(button("Points of Test <i>1</i>"))
    user.sees(button("Save points"))
    user.does_not_see('//i[normalize-space()="1"]')
    other = courses.begins(user, "Trigonometry", ("Paper", "100", "1"))
    courses.assesses(user, "Sine", "1", "10")
    user.sees_text("The weights would add up to more than 100.")
    user.opens(other)
    user.does_not_see(button("Points of Sine"))


@testcode("Points", "Enter points")
def points_are_saved_all_or_none(user: BrowserUser, grading: Grading) -> None:
    """Too many, negative, quarters, words and a comma are refused; the boxes show what was saved; an empty one takes
    points away."""
    message = "Points are from 0 to 12.5 in steps of 0.5."
    grading.registers_all(user, "Doris", "Dylan")
    course = grading.begins(user, "Drawing", ("Portrait", "100", "12.5"))
    grading.adds(user, "Doris", "Dylan")
    for wrong in ("13", "-1", "7.25", "seven", "7,5"):
        if wrong in ("seven", "7,5") and user.attribute(grading.points_box, "type", beside="Dylan") == "number":
            continue  # nobody can type that into such a box
        grading.types(user, course, "Portrait", Doris="12.5", Dylan=wrong)
        user.sees_text(message)
        user.sees_value("12.5", in_=grading.points_box, beside="Doris")
        user.sees_value(wrong, in_=grading.points_box, beside="Dylan")
    grading.sees_results(user, course, ("Doris", "", "0.0", "F"), ("Dylan", "", "0.0", "F"))
    grading.gives(user, course, "Portrait", Doris="12.5", Dylan="0")
    grading.sees_results(user, course, ("Doris", "12.5", "100.0", "A"), ("Dylan", "0.0", "0.0", "F"))
    grading.gives(user, course, "Portrait", Doris="", Dylan="7.5")
    grading.sees_results(user, course, ("Doris", "", "0.0", "F"), ("Dylan", "7.5", "60.0", "D"))
    user.clicks(button("Points of Portrait"))
    user.sees_value("", in_=grading.points_box, beside="Doris")
    user.sees_value("7.5", in_=grading.points_box, beside="Dylan")


@testcode("Course", "Show results")
def totals_are_rounded_once(user: BrowserUser, grading: Grading) -> None:
    """1 of 3 and 2 of 3 are not rounded on the way, nor 3 of 16; half a tenth goes upwards; missing points are 0."""
    grading.registers_all(user, "Edda", "Ella", "Emil", "Enno")
    course = grading.begins(user, "Physics", ("Thirds", "50", "3"), ("Sixteenths", "50", "16"))
    grading.adds(user, "Enno", "Ella", "Emil", "Edda")
    grading.gives(user, course, "Thirds", Edda="1", Ella="1", Emil="2", Enno="3")
    grading.gives(user, course, "Sixteenths", Edda="3", Ella="13", Emil="0.5")
    grading.sees_results(
        user,
        course,
        ("Edda", "1.0", "3.0", "26.0", "F"),
        ("Ella", "1.0", "13.0", "57.3", "D"),
        ("Emil", "2.0", "0.5", "34.9", "F"),
        ("Enno", "3.0", "", "50.0", "D"),
    )
    second = grading.begins(user, "Physics of halves", ("Half", "5", "100"))
    grading.adds(user, "Ella")
    for points, total in (("25", "1.3"), ("24.5", "1.2"), ("23", "1.2"), ("99", "5.0")):
        grading.gives(user, second, "Half", Ella=points)
        grading.sees_results(user, second, ("Ella", f"{float(points):.1f}", total, "F"))


@testcode("Course", "Show results")
def grades_follow_from_rounded_totals(user: BrowserUser, grading: Grading) -> None:
    """At each bound and just below it: 89.95 is 90.0 and so an A, 89.9 is not."""
    grading.registers_all(user, "Fritz")
    course = grading.begins(user, "Music", ("Theory", "100", "1000"))
    grading.adds(user, "Fritz")
    for points, total, grade in (
        ("899.5", "90.0", "A"),
        ("899", "89.9", "B"),
        ("800", "80.0", "B"),
        ("799", "79.9", "C"),
        ("649.5", "65.0", "C"),
        ("649", "64.9", "D"),
        ("500", "50.0", "D"),
        ("499", "49.9", "F"),
    ):
        grading.gives(user, course, "Theory", Fritz=points)
        grading.sees_results(user, course, ("Fritz", f"{float(points):.1f}", total, grade))


@testcode("My results", "Publish and hide")
def weights_of_100_can_be_published(user: BrowserUser, grading: Grading, my_results_url: MyResultsUrl) -> None:
    """Less cannot; published, the student sees the result, and hidden again not."""
    student = grading.student(user, "Gesa")
    course = grading.begins(user, "Pottery", ("Bowl", "50", "20"), ("Vase", "40", "20"))
    grading.adds(user, "Gesa")
    grading.gives(user, course, "Bowl", Gesa="20")
    user.opens(course)
    user.clicks(button("Publish results"))
    user.sees_text("The weights add up to 90, not 100.")
    student.opens(my_results_url)
    student.does_not_see_text("Pottery")
    user.opens(course)
    grading.assesses(user, "Glaze", "10", "5")
    user.sees(button("Points of Glaze"))
    user.clicks(button("Publish results"))
    user.sees(button("Hide results"))
    user.does_not_see(button("Publish results"))
    student.opens(my_results_url)
    student.clicks_text("Pottery")
    address = student.url()
    user.clicks(button("Hide results"))
    user.sees(button("Publish results"))
    student.opens(address)
    student.sees_status(404)
    student.opens(my_results_url)
    student.does_not_see_text("Pottery")


@testcode("My results", "See own points")
def students_see_their_own_results_only(
    user: BrowserUser, grading: Grading, my_results_url: MyResultsUrl, my_table: MyTable
) -> None:
    """Of two published courses, markup as text; a change is seen at once; a student in no course sees none of it."""
    title, rug = "Weaving <i>& dyeing</i>", "Rug <b>of wool</b>"
    student, stranger = grading.student(user, "Hanno"), grading.student(user, "Holle")
    grading.registers_all(user, "Hilda")
    first = grading.begins(user, title, (rug, "75", "8"), ("Scarf", "25", "10"))
    grading.adds(user, "Hanno", "Hilda")
    grading.gives(user, first, rug, Hanno="6", Hilda="7.5")
    user.clicks(button("Publish results"))
    second = grading.begins(user, "Archery", ("Target", "100", "10"))
    grading.adds(user, "Hanno")
    grading.gives(user, second, "Target", Hanno="9.5")
    user.clicks(button("Publish results"))
    user.sees(button("Hide results"))
    grading.gives(user, first, "Scarf", Hanno="7")
    student.opens(my_results_url)
    student.sees(my_table, containing="Weaving")
    heading, *rows = student.rows(student.table(my_table), at_least=1)
    assert heading == ["Course", "Total", "Grade"], f"the columns are {heading}"
    assert sorted(rows) == [["Archery", "95.0", "A"], [title, "73.8", "C"]], f"the results are {rows}"
    student.does_not_see_text("Hilda")
    student.clicks_text(title)
    sees_own_points(student, my_table, [rug, 75, 6, 8], ["Scarf", 25, 7, 10])
    student.does_not_see_text("Hilda")
    student.does_not_see('//i[normalize-space()="& dyeing"]')
    stranger.opens(student.url())
    stranger.sees_status(404)
    stranger.opens(my_results_url)
    stranger.does_not_see_text("Weaving")
    student.reloads()
    grading.gives(user, first, "Scarf", Hanno="")
    student.reloads()
    sees_own_points(student, my_table, [rug, 75, 6, 8], ["Scarf", 25, None, 10])


def sees_own_points(student: BrowserUser, my_table: str, *rows: Sequence[object]) -> None:
    """The table of a course holds these assessments; how the numbers are written is free."""
    student.sees(my_table, containing="Assessment")
    heading, *seen = student.rows(student.table(my_table), at_least=1, columns=4)
    assert list(heading) == ["Assessment", "Weight", "Points", "Of"], f"the columns are {heading}"
    found = [[title, *(student.reads_number(text) if text else None for text in texts)] for title, *texts in seen]
    assert found == [list(row) for row in rows], f"the own points are {seen}"


@testcode("Points", "Import points")
def points_are_imported(user: BrowserUser, grading: Grading, file_box: FileBox) -> None:
    """In any order and letters, with a blank line and a byte order mark; who is not in the file keeps the points."""
    grading.registers_all(user, "Ida", "Igor", "Irma", "Ivo")
    course = grading.begins(user, "Cooking", ("Soup", "100", "20"))
    grading.adds(user, "Ida", "Igor", "Irma", "Ivo")
    grading.gives(user, course, "Soup", Ida="5", Igor="6", Irma="7", Ivo="8")
    user.clicks(button("Points of Soup"))
    user.uploads_text("\ufeffname,points\nivo,20\n\nIda,10.5\nIrma,\n", "soup.csv", into=file_box)
    user.clicks(button("Import points"))
    user.does_not_see(button("Save points"))
    user.sees(grading.results_table, containing="Total")
    grading.sees_results(
        user,
        course,
        ("Ida", "10.5", "52.5", "D"),
        ("Igor", "6.0", "30.0", "F"),
        ("Irma", "", "0.0", "F"),
        ("Ivo", "20.0", "100.0", "A"),
    )


@testcode("Points", "Import points")
def a_file_with_mistakes_changes_nothing(user: BrowserUser, grading: Grading, file_box: FileBox) -> None:
    """Each wrong line is named, and none is saved; another heading is refused; without mistakes it is imported."""
    grading.registers_all(user, "Jane", "Joel", "Jutta")
    course = grading.begins(user, "Baking", ("Bread", "100", "10"))
    grading.adds(user, "Jane", "Joel")
    grading.gives(user, course, "Bread", Jane="5")
    kept = (("Jane", "5.0", "50.0", "D"), ("Joel", "", "0.0", "F"))
    points = "Points are from 0 to 10 in steps of 0.5."
    for content, messages in (
        ("points,name\n9,Jane\n", ("The first line must be name,points.",)),
        ("Jane,9\n", ("The first line must be name,points.",)),
        (
            "name,points\nJane,9\n\nJutta,9\nJoel,10.5\nJANE,8\n",
            (
                "Line 4: There is no such student in this course.",
                f"Line 5: {points}",
                "Line 6: The student stands in a line before.",
            ),
        ),
        ("name,points\nJoel,x\n", (f"Line 2: {points}",)),
    ):
        user.opens(course)
        user.clicks(button("Points of Bread"))
        user.does_not_see_text(messages[0])
        user.uploads_text(content, "bread.csv", into=file_box)
        user.clicks(button("Import points"))
        for message in messages:
            user.sees_text(message)
        grading.sees_results(user, course, *kept)
    user.clicks(button("Points of Bread"))
    user.uploads_text("name,points\nJoel,10\nJane,9\n", "bread.csv", into=file_box)
    user.clicks(button("Import points"))
    user.does_not_see(button("Save points"))
    grading.sees_results(user, course, ("Jane", "9.0", "90.0", "A"), ("Joel", "10.0", "100.0", "A"))


@testcode("Course", "Download results")
def results_are_downloaded(user: BrowserUser, grading: Grading) -> None:
    """With a comma in a title, missing points, and the names in order."""
    grading.registers_all(user, "Karla", "Knut")
    course = grading.begins(user, "History", ("Rome, then Carthage", "80", "16"), ("Kings; queens", "20", "4"))
    grading.adds(user, "Knut", "Karla")
    grading.gives(user, course, "Rome, then Carthage", Karla="15.5", Knut="8")
    user.opens(course)
    download = user.downloads(button("Download results"))
    assert download.name == "grades.csv", f"the file is called {download.name}"
    rows = user.reads_csv(download.text())
    assert rows == [
        ["name", "Rome, then Carthage", "Kings; queens", "total", "grade"],
        ["Karla", "15.5", "", "77.5", "C"],
        ["Knut", "8.0", "", "40.0", "F"],
    ], f"the file holds {rows}"


@testcode("Course", "Show the grades")
def grades_are_counted(
    user: BrowserUser,
    grading: Grading,
    grades_table: GradesTable,
    chart: Annotated[Element, "the chart of the grades itself, an svg or canvas element"],
) -> None:
    """Also grades that no student has; the counts and the chart follow new points."""
    grading.registers_all(user, "Lars", "Lena", "Levi", "Lotte")
    course = grading.begins(user, "Chess", ("Match", "100", "10"))
    grading.adds(user, "Lars", "Lena", "Levi")
    before = None
    for late, points, counts in (
        ((), {"Lars": "10", "Lena": "8", "Levi": "9.5"}, (2, 1, 0, 0, 0)),
        (("Lotte",), {"Lotte": "9"}, (3, 1, 0, 0, 0)),
        ((), {"Lotte": ""}, (2, 1, 0, 0, 1)),
        ((), {"Lars": "5", "Lotte": "7"}, (1, 1, 1, 1, 0)),
    ):
        grading.adds(user, *late)
        grading.gives(user, course, "Match", **points)
        user.opens(course)
        rows = [[grade, str(count)] for grade, count in zip("ABCDF", counts, strict=True)]
        user.sees_table([["Grade", "Students"], *rows], grades_table)
        user.sees_picture(chart, unlike=before)
        before = user.picture(chart)


@testcode("Course", "Show results")
def later_students_and_assessments_count(user: BrowserUser, grading: Grading) -> None:
    """An assessment that is added later lowers no student's points, a student who comes later has none."""
    grading.registers_all(user, "Mads", "Mona")
    course = grading.begins(user, "Sailing", ("Knots", "50", "10"))
    grading.adds(user, "Mona")
    grading.gives(user, course, "Knots", Mona="9.5")
    grading.sees_results(user, course, ("Mona", "9.5", "47.5", "F"))
    grading.assesses(user, "Harbour", "50", "40")
    user.sees(button("Points of Harbour"))
    grading.adds(user, "Mads")
    grading.sees_results(user, course, ("Mads", "", "", "0.0", "F"), ("Mona", "9.5", "", "47.5", "F"))
    grading.gives(user, course, "Harbour", Mads="40", Mona="30")
    grading.sees_results(user, course, ("Mads", "", "40.0", "50.0", "D"), ("Mona", "9.5", "30.0", "85.0", "B"))
    grading.begins(user, "Rowing")
    for name in ("Mads", "Mona"):
        user.does_not_see(grading.results_table, containing=name)


@testcode("My results", "Publish and hide")
def opening_the_address_publishes_nothing(user: BrowserUser, grading: Grading, my_results_url: MyResultsUrl) -> None:
    """Neither does it hide what is published; the buttons do both."""
    student = grading.student(user, "Nils")
    course = grading.begins(user, "Diving", ("Depth", "100", "10"))
    grading.adds(user, "Nils")
    for step, before, after in (
        ("Publish results", False, True),
        ("Hide results", True, False),
    ):
        user.opens(course)
        form = user.form_of(button(step))
        user.opens(form.url)
        for published in (before, after):
            student.opens(my_results_url)
            if published:
                student.sees_text("Diving")
            else:
                student.does_not_see_text("Diving")
            if published is before:
                user.opens(course)
                user.clicks(button(step))
                user.does_not_see(button(step))

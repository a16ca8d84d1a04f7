"""Evidence of the steps of public testcodes: marked elements and messages, which change no outcome."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import quote

import pytest
from PIL import Image
from selenium.common.exceptions import NoSuchElementException
from selenium.webdriver.common.by import By

from evaluator.benchmarks.projecteval_2025.simulator.driver import SettlingDriver
from evaluator.benchmarks.projecteval_2025.simulator.page_observation import MAX_MESSAGE_CHARS, MAX_MESSAGES
from evaluator.benchmarks.projecteval_2025.simulator.website_user import open_public_browser
from evaluator.benchmarks.projecteval_2025.webdriver.remote_end import WebDriverKind
from simulators.browser.chromium.proxy import SiteProxy
from simulators.evidence import Camera, StepObserver, Trace, TraceEntry, View
from simulators.setting import Setting
from tests.support.parameters import in_proofs

RED = "<button id=a style='background:red;border:0;border-radius:0;width:90px;height:40px;appearance:none'></button>"


@dataclass
class ObservedSteps(StepObserver):
    """Keeps what the camera shows before each action and at the end of each step, as `--screenshots all` does."""

    camera: Camera
    before: dict[str, View] = field(default_factory=dict)
    after: dict[str, View] = field(default_factory=dict)
    console: dict[str, tuple[str, ...]] = field(default_factory=dict)
    before_actions = True

    def acts(self, step: TraceEntry, camera: Camera) -> None:
        self.before[step.verb] = camera.view()

    def ends(self, step: TraceEntry, camera: Camera | None) -> None:
        self.console[step.verb] = self.camera.console()
        self.after[step.verb] = self.camera.view()


@pytest.fixture(scope="module", params=list(WebDriverKind))
def driver(gate: SiteProxy, request: pytest.FixtureRequest) -> Iterator[SettlingDriver]:
    with open_public_browser(Setting(), gate, None, kind=request.param) as user:
        yield user.driver


@pytest.fixture
def observer(driver: SettlingDriver) -> Iterator[ObservedSteps]:
    observer = ObservedSteps(driver.camera)
    driver.trace = Trace(observer=observer)
    yield observer
    driver.trace = Trace()


def shown(driver: SettlingDriver, body: str) -> None:
    driver.get("data:text/html," + quote(f"<title>t</title>{body}"))


def colours_in_mark(view: View) -> set[object]:
    assert view.png is not None
    assert view.marked is not None
    area = view.marked
    with Image.open(io.BytesIO(view.png)) as picture:
        box = (round(area.left), round(area.top), round(area.left + area.width), round(area.top + area.height))
        return {colour for _, colour in picture.convert("RGB").crop(box).getcolors() or ()}


@pytest.mark.parametrize("above", ["", "<div style='height:3000px'></div>"])
def test_the_element_of_an_action_is_marked_before_it(
    driver: SettlingDriver, observer: ObservedSteps, above: str
) -> None:
    shown(driver, above + RED)
    driver.find_element(By.ID, "a").click()
    assert colours_in_mark(observer.before["clicks"]) == {(255, 0, 0)}
    assert observer.after["clicks"].marked is None


def test_an_element_in_a_frame_is_marked_in_the_window(driver: SettlingDriver, observer: ObservedSteps) -> None:
    shown(driver, f'<p>above</p><iframe srcdoc="{RED}"></iframe>')
    driver.switch_to.frame(0)
    driver.find_element(By.ID, "a")
    driver.switch_to.default_content()
    assert colours_in_mark(observer.after["finds"]) == {(255, 0, 0)}


def test_messages_and_errors_belong_to_the_action(driver: SettlingDriver, observer: ObservedSteps) -> None:
    shown(driver, "<script>console.warn('at first', 3, {})</script><button id=a onclick=\"nothing.there()\">A</button>")
    driver.find_element(By.ID, "a").click()
    assert observer.console["opens"] == ("warning: at first 3 [object]",)
    assert observer.console["finds"] == ()
    (error,) = observer.console["clicks"]
    assert error.startswith("uncaught: ReferenceError: nothing is not defined")


def test_a_failed_step_has_the_messages_until_then(driver: SettlingDriver, observer: ObservedSteps) -> None:
    shown(driver, "<p>no button</p>")
    driver.execute_script("console.error('broken')")
    with pytest.raises(NoSuchElementException):
        driver.find_element(By.ID, "a")
    assert observer.console["finds"] == ("error: broken",)


def test_a_dialog_stays_open_for_the_testcode(driver: SettlingDriver, observer: ObservedSteps) -> None:
    shown(driver, "<button id=a onclick=\"document.title = String(confirm('Sure?'))\">A</button>")
    driver.find_element(By.ID, "a").click()
    assert observer.after["clicks"] == View(None)
    assert driver.switch_to.alert.text == "Sure?"
    driver.switch_to.alert.accept()
    assert driver.title == "true"


@pytest.mark.parametrize(
    "driver", [WebDriverKind.DIRECT, in_proofs(WebDriverKind.CHROMEDRIVER)], indirect=True, scope="module"
)
@pytest.mark.parametrize(
    "script",
    [
        "for (let i = 0; i < 10_000; i++) console.log('x'.repeat(10_000))",
        "window.__projectevalMessages.length = 0; Array.prototype.splice = () => Array(1000).fill('y'.repeat(100_000))",
        "Object.defineProperty(window, '__projectevalMessages', {get() { throw 1 }})",
    ],
)
def test_a_hostile_page_has_bounded_messages(driver: SettlingDriver, observer: ObservedSteps, script: str) -> None:
    shown(driver, f"<button id=a>A</button><script>{script}</script>")
    driver.find_element(By.ID, "a").click()
    messages = observer.console["clicks"]
    assert len(messages) <= MAX_MESSAGES
    assert all(len(each) <= MAX_MESSAGE_CHARS for each in messages)


def test_a_page_that_lies_about_the_place_is_not_marked(driver: SettlingDriver, observer: ObservedSteps) -> None:
    shown(driver, f"{RED}<script>Element.prototype.getBoundingClientRect = () => ({{left: 'x', width: NaN}})</script>")
    driver.find_element(By.ID, "a")
    assert observer.after["finds"].marked is None

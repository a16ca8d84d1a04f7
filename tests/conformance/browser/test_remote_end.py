"""The remote end of the public testcodes compared with chromedriver: equal answers, exceptions and events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from selenium import webdriver
from selenium.common.exceptions import (
    InvalidSessionIdException,
    NoAlertPresentException,
    TimeoutException,
    UnknownMethodException,
    WebDriverException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import ui

from evaluator.benchmarks.projecteval_2025.simulator.desktop import WindowsDesktop
from evaluator.benchmarks.projecteval_2025.simulator.website_user import started_driver
from simulators.browser.chromium.browser_files import private_folder
from simulators.browser.chromium.chromedriver import chromedriver, options
from simulators.browser.chromium.proxy import SiteProxy
from simulators.runtime.processes.process_tree import command_line, kill_and_wait, process_tree
from simulators.setting import Setting

Scenario = Callable[[Any], object]

LOG = """<script>
const log = [];
for (const name of ["focus", "blur", "keydown", "keypress", "keyup", "beforeinput", "input", "change", "mousedown",
                    "mouseup", "click", "dblclick", "submit"]) {
  document.addEventListener(name, ({ target, key, code, isTrusted }) => log.push(
    `${name} ${target.id || target.nodeName} ${key ?? ""} ${code ?? ""} ${isTrusted}`), true);
}
</script>"""


@pytest.fixture(scope="module")
def drivers(gate: SiteProxy) -> Iterator[tuple[Any, Any]]:
    with private_folder("there") as there, private_folder("here") as here, chromedriver(Setting(), there) as service:
        reference = webdriver.Chrome(options(Setting(), gate.address, there), service)
        reference.set_page_load_timeout(20)
        with started_driver(Setting(), gate, WindowsDesktop(here, None)) as direct:
            direct._web_element_cls = WebElement  # type: ignore[assignment]  # without the host's translations, and without settling
            yield reference, direct


def _outcome(driver: Any, body: str, scenario: Scenario) -> object:
    driver.get("data:text/html," + quote(f"<!doctype html><title>t</title><body>{body}"))
    try:
        return _answer(driver, scenario)
    finally:
        with suppress(WebDriverException):
            driver.switch_to.alert.dismiss()
        driver.switch_to.default_content()


def _answer(driver: Any, scenario: Scenario) -> object:
    try:
        return _plain(scenario(driver))
    except WebDriverException as error:
        return type(error).__name__


def _each(*scenarios: Scenario) -> Scenario:
    """Return the answers to scenarios that change nothing, on one page."""
    return lambda driver: [_answer(driver, scenario) for scenario in scenarios]


def _plain(value: Any) -> object:
    """Replace elements by their ids: references differ between drivers."""
    if isinstance(value, WebElement):
        return f"<{value.tag_name} {value.get_attribute('id')}>"
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return value


def _log(driver: Any) -> object:
    return driver.execute_script("return [...log, document.querySelector('input, textarea, select')?.value]")


def _after(*acts: Callable[[Any], object]) -> Scenario:
    """Return the events recorded by the page after actions on its element `a`."""

    def scenario(driver: Any) -> object:
        for act in acts:
            act(driver.find_element(By.ID, "a"))
        return _log(driver)

    return scenario


def _typed(*keys: str) -> Scenario:
    return _after(lambda element: element.send_keys(*keys))


def _scripted(script: str, *arguments: object) -> Scenario:
    return lambda driver: driver.execute_script(script, *arguments)


def _of(name: str, *arguments: object) -> Scenario:
    """Return the result of a method or property of the element `a`."""

    def scenario(driver: Any) -> object:
        found = getattr(driver.find_element(By.ID, "a"), name)
        return found(*arguments) if callable(found) else found

    return scenario


TEXTS = [
    "<p id=a>  one   two <b>three</b>\n four</p>",
    "<div id=a><p>one</p><p>two<br>three<br><br>four</p> five</div>",
    "<div id=a>one<span style='display:none'>not</span><span style='visibility:hidden'>not</span> two</div>",
    "<div id=a style='visibility:hidden'>not <b style='visibility:visible'>this</b></div>",
    "<div id=a style='display:none'>not</div>",
    "<div id=a style='opacity:0'>not</div>",
    "<div style='opacity:0'><b id=a>not</b></div>",
    "<table id=a><tr><th>A<th>B<tr><td>1<td>2<tr><td><td>3</table>",
    "<ul id=a><li>one<li>two <ul><li>three</ul></ul>",
    "<p id=a style='text-transform:uppercase'>shout <i style='text-transform:capitalize'>it out</i></p>",
    "<pre id=a>  kept \n   as it\tis </pre>",
    "<p id=a style='white-space:pre-line'>one\n  two</p>",
    "<p id=a>one&nbsp;two&nbsp;</p>",
    "<p id=a>a<script>1</script><style>b{}</style><!-- c --><noscript>d</noscript>e</p>",
    "<button id=a> <span>Go</span> </button>",
    "<select id=a><option>one<option>two</select>",
    "<textarea id=a>inside</textarea>",
    "<input id=a value=inside>",
    "<div id=a style='display:flex'><span>one</span><span>two</span></div>",
    "<div id=a><span style='display:inline-block'>one</span><span style='display:block'>two</span>three</div>",
    "<div id=a><div style='overflow:hidden;width:0;height:0'>not</div>seen</div>",
    "<details id=a><summary>more</summary>not yet</details>",
    "<label id=a>Name <input> after</label>",
    "<div id=a>one<hr>two<img alt=not>three</div>",
    "<p id=a>one<wbr>two&shy;three\u200bfour</p>",
]
FIELDS = [
    "<input id=a>",
    "<input id=a value=before>",
    "<input id=a type=email value=me>",
    "<input id=a type=number value=1>",
    "<input id=a maxlength=5>",
    "<input id=a type=search>",
    "<input id=a readonly value=kept>",
    "<input id=a disabled>",
    "<input id=a type=checkbox>",
    "<input id=a type=hidden>",
    "<input id=a type=color>",
    "<input id=a type=range>",
    "<input id=a style='display:none'>",
    "<input id=a style='opacity:0'>",
    "<input id=a style='position:absolute;left:-5000px'>",
    "<textarea id=a>before</textarea>",
    "<div id=a contenteditable>before</div>",
    "<div id=a>no box</div>",
    "<div id=a tabindex=0>focus</div>",
    "<select id=a><option value=1>one<option value=2>two</select>",
    "<form onsubmit='event.preventDefault()'><input id=a><button>Go</button></form>",
]
PRESSED = [
    "<button id=a>A</button>",
    "<button id=a disabled>A</button>",
    "<div style='height:3000px'></div><button id=a>far below</button>",
    "<a id=a href='#x'><b>deep</b></a>",
    "<label id=a>tick <input id=b type=checkbox></label>",
    "<input id=a type=checkbox>",
    "<input id=a type=radio checked>",
    "<input id=a type=file>",
    "<button id=a style='display:none'>A</button>",
    "<button id=a style='visibility:hidden'>A</button>",
    "<button id=a style='opacity:0'>A</button>",
    "<button id=a style='pointer-events:none'>A</button>",
    "<button id=a style='width:0;height:0;padding:0;border:0'></button>",
    "<button id=a>A</button><div id=over style='position:fixed;inset:0'></div>",
    "<div id=a><div style='float:left'>floats</div></div>",
    "<button id=a style='position:absolute;left:-500px'>A</button>",
    "<p style='width:60px'>some text <a id=a href='#'>that goes on over several lines</a></p>",
    "<select><option>0<option id=a>1</select>",
    "<select><option>0<option id=a disabled>1</select>",
    "<select multiple><option selected>0<option id=a>1</select>",
    "<form onsubmit='event.preventDefault()'><button id=a>Go</button></form>",
]
ANSWERS = [
    "return [1, 2.5, -0, 'x', true, null, undefined, NaN, Infinity]",
    "return {a: 1, b: {c: [2]}, f: () => 1, u: undefined}",
    "return document.querySelectorAll('b')",
    "return [document.body, {first: document.querySelector('b')}]",
    "return new Date(0)",
    "return new Map([[1, 2]])",
    "return new Set([1, 2])",
    "return document.querySelector('b').getBoundingClientRect().width",
    "return Promise.resolve(7)",
    "return Promise.reject(new Error('no'))",
    "throw new Error('no')",
    "return nothing.there",
    "syntax error here",
    "const one = {}; one.self = one; return one",
    "return arguments.length",
    "return arguments[0]",
    "alert('stop'); return 5",
]


@pytest.mark.parametrize("body", TEXTS)
def test_texts(drivers: tuple[Any, Any], body: str) -> None:
    _same(drivers, body, _of("text"))


@pytest.mark.parametrize("body", FIELDS)
@pytest.mark.parametrize("text", ["A b!", "7"])
def test_typing(drivers: tuple[Any, Any], body: str, text: str) -> None:
    _same(drivers, LOG + body, _typed(text))
    _same(drivers, body, lambda driver: _typed_value(driver, text))


def _typed_value(driver: Any, text: str) -> object:
    """Content of a text box without key listeners."""
    element = driver.find_element(By.ID, "a")
    element.send_keys(text)
    return driver.execute_script("return arguments[0].value ?? arguments[0].textContent", element)


@pytest.mark.parametrize(
    ("body", "listener"),
    [
        ("<form id=f><input id=a></form><input id=o>", "o"),
        ("<form id=f><input id=a></form><input id=o>", "f"),
        ("<form id=f><textarea id=a></textarea></form><div id=o></div>", "a"),
        ("<div id=o><form id=f><input id=a></form></div>", "o"),
    ],
)
def test_typing_with_listeners_of_the_box_and_of_others(drivers: tuple[Any, Any], body: str, listener: str) -> None:
    heard = f"""<script>const log = [];
    for (const name of ["keydown", "keypress", "beforeinput", "input", "keyup"]) {{
      {listener}.addEventListener(name, ({{ target, key }}) => log.push(`${{name}} ${{target.id}} ${{key ?? ""}}`));
    }}</script>"""
    _same(drivers, body + heard, _typed("Ab1"))


@pytest.mark.parametrize(
    "keys",
    [
        (Keys.ENTER,),
        ("two\nlines",),
        ("abc", Keys.BACK_SPACE),
        ("abc", Keys.LEFT, Keys.LEFT, "x", Keys.DELETE),
        ("ab", Keys.HOME, "0", Keys.END, "9"),
        (Keys.CONTROL, "a"),
        (Keys.CONTROL, "a", Keys.NULL, "new"),
        (Keys.SHIFT, "ab", Keys.SHIFT, "c"),
        (Keys.TAB,),
        ("grüße",),
        ("日本",),
        ("🙂",),
        (Keys.NUMPAD1, Keys.ADD),
        (Keys.ESCAPE, Keys.F2, Keys.ARROW_DOWN),
        ("~!@#$%^&*()_+{}|:\"<>?`-=[]\\;',./",),
    ],
)
@pytest.mark.parametrize("body", ["<input id=a><input id=b>", "<textarea id=a>before</textarea>"])
def test_keys(drivers: tuple[Any, Any], body: str, keys: tuple[str, ...]) -> None:
    _same(drivers, LOG + body, _typed(*keys))


@pytest.mark.parametrize("body", FIELDS)
def test_clearing(drivers: tuple[Any, Any], body: str) -> None:
    _same(drivers, LOG + body, _after(WebElement.clear))


@pytest.mark.parametrize("body", PRESSED)
def test_clicks(drivers: tuple[Any, Any], body: str) -> None:
    _same(drivers, LOG + body, _after(WebElement.click))
    _same(drivers, LOG + body, _after(WebElement.click, WebElement.click))


@pytest.mark.parametrize("script", ANSWERS)
def test_answers_of_scripts(drivers: tuple[Any, Any], script: str) -> None:
    _same(drivers, "<b id=x>x</b><b id=y>y</b>", _scripted(script, {"a": [1, None]}))


@pytest.mark.parametrize(
    "locator",
    [
        (By.ID, "x"),
        (By.ID, "gone"),
        (By.NAME, "n"),
        (By.CLASS_NAME, "c"),
        (By.CLASS_NAME, "c d"),
        (By.CSS_SELECTOR, "b.c"),
        (By.CSS_SELECTOR, "b["),
        (By.TAG_NAME, "b"),
        (By.LINK_TEXT, "the link"),
        (By.PARTIAL_LINK_TEXT, "link"),
        (By.XPATH, "//b[@name='n']"),
        (By.XPATH, "//b/text()"),
        (By.XPATH, "//b["),
        (By.XPATH, "count(//b)"),
        (By.XPATH, "./b"),
        ("no strategy", "x"),
    ],
)
def test_finding(drivers: tuple[Any, Any], locator: tuple[str, str]) -> None:
    body = "<div id=d><b id=x class='c d'>x</b> <b id=y name=n class=c>y</b> <a id=l href=#> the <i>link</i></a></div>"
    found = _each(
        lambda driver: driver.find_element(*locator),
        lambda driver: driver.find_elements(*locator),
        lambda driver: driver.find_element(By.ID, "d").find_element(*locator),
        lambda driver: driver.find_element(By.ID, "d").find_elements(*locator),
        lambda driver: driver.find_element(By.ID, "x").find_elements(*locator),
    )
    _same(drivers, body, found)


LOOKS = _each(
    _of("is_displayed"),
    _of("is_selected"),
    _of("is_enabled"),
    _of("tag_name"),
    _of("rect"),
    _of("size"),
    _of("location"),
    _of("aria_role"),
    _of("accessible_name"),
    _of("get_attribute", "href"),
    _of("get_attribute", "class"),
    _of("get_attribute", "checked"),
    _of("get_attribute", "missing"),
    _of("get_dom_attribute", "href"),
    _of("get_property", "href"),
    _of("get_property", "parentElement"),
    _of("get_property", "classList"),
    _of("value_of_css_property", "color"),
    _of("value_of_css_property", "background-color"),
    _of("location_once_scrolled_into_view"),
)


@pytest.mark.parametrize(
    "body",
    [
        "<a id=a class='c d' href='x?y=1' style='color:red'>link</a>",
        "<input id=a type=checkbox checked disabled aria-label=Tick>",
        "<fieldset disabled><input id=a></fieldset>",
        "<select><option id=a selected>one</select>",
        "<div style='height:2000px'></div><p id=a style='width:100px;height:20px;margin-left:7px'>far</p>",
    ],
)
def test_looking(drivers: tuple[Any, Any], body: str) -> None:
    _same(drivers, body, LOOKS)


def _dialogs(driver: Any) -> object:
    said = []
    for script in ("alert('one')", "said = confirm('two')", "said = prompt('three', 'four')"):
        driver.execute_script(f"setTimeout(() => {{ window.{script.replace('said = ', 'said = window.')} }}, 0)")
        dialog = ui.WebDriverWait(driver, 10, ignored_exceptions=[NoAlertPresentException]).until(
            lambda driver: driver.switch_to.alert
        )
        said.append(dialog.text)
        if "prompt" in script:
            dialog.send_keys("five")
        dialog.accept()
        said.append(driver.execute_script("return window.said ?? null"))
    return said


def _meets_dialog(driver: Any) -> object:
    driver.execute_script("document.getElementById('a').onclick = () => alert('met')")
    driver.find_element(By.ID, "a").click()
    return driver.title


def _stale(driver: Any) -> object:
    element = driver.find_element(By.ID, "a")
    driver.execute_script("arguments[0].remove()", element)
    return element.text


def _left(driver: Any) -> object:
    element = driver.find_element(By.ID, "a")
    driver.get("data:text/html,<p id=a>another")
    return element.text


def _frames(driver: Any) -> object:
    driver.switch_to.frame("f")
    driver.find_element(By.ID, "b").click()
    inner = [driver.find_element(By.ID, "b").text, driver.title, len(driver.find_elements(By.TAG_NAME, "iframe"))]
    driver.switch_to.parent_frame()
    return [*inner, driver.find_element(By.ID, "a").text]


def _windows(driver: Any) -> object:
    first = driver.current_window_handle
    driver.execute_script("window.open('about:blank')")
    ui.WebDriverWait(driver, 10).until(lambda driver: len(driver.window_handles) == 2)
    (second,) = set(driver.window_handles) - {first}
    driver.switch_to.window(second)
    empty = driver.find_elements(By.ID, "a")
    driver.close()
    with pytest.raises(WebDriverException):
        _ = driver.title
    driver.switch_to.window(first)
    return [empty, len(driver.window_handles), driver.find_element(By.ID, "a").text]


def _moves(driver: Any) -> object:
    driver.execute_script(
        f"document.body.insertAdjacentHTML('beforeend', '<input id=i>'); {LOG[8:-9]}; window.log = log"
    )
    element = driver.find_element(By.ID, "i")
    ActionChains(driver).move_to_element(element).click().send_keys("ab").key_down(Keys.SHIFT).send_keys("c").key_up(
        Keys.SHIFT
    ).double_click().context_click(driver.find_element(By.ID, "a")).perform()
    return driver.execute_script("return [...log, document.getElementById('i').value]")


def _selects(driver: Any) -> object:
    driver.execute_script("document.body.innerHTML = '<select id=s><option value=1>one<option value=2>two</select>'")
    select = ui.Select(driver.find_element(By.ID, "s"))
    select.select_by_visible_text("two")
    chosen = [option.text for option in select.all_selected_options]
    select.select_by_value("1")
    return [*chosen, select.first_selected_option.get_attribute("value"), len(select.options)]


def _goes(driver: Any) -> object:
    driver.get("http://localhost:8000/")
    first = driver.title
    driver.get("http://localhost:8000/form")
    driver.back()
    back = driver.title
    driver.forward()
    driver.refresh()
    return [first, back, driver.current_url, driver.page_source[:200]]


def _cookies(driver: Any) -> object:
    driver.get("http://localhost:8000/")
    driver.add_cookie({"name": "one", "value": "1"})
    driver.add_cookie({"name": "two", "value": "2"})
    driver.delete_cookie("one")
    found = [(one["name"], one["value"], one["path"]) for one in driver.get_cookies()]
    driver.delete_all_cookies()
    return [found, driver.get_cookies(), driver.get_cookie("two")]


def _waits(driver: Any) -> object:
    driver.implicitly_wait(5)
    try:
        driver.execute_script(
            "setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<i id=late>l</i>'), 200)"
        )
        return driver.find_element(By.ID, "late").text
    finally:
        driver.implicitly_wait(0)


def _async(driver: Any) -> object:
    return driver.execute_async_script("setTimeout(() => arguments[1]([arguments[0], document.body]), 10)", "x")


def _too_long(driver: Any) -> object:
    driver.set_script_timeout(0.2)
    try:
        return driver.execute_async_script("")
    finally:
        driver.set_script_timeout(20)


def _shadow(driver: Any) -> object:
    driver.execute_script(
        "document.getElementById('a').attachShadow({mode: 'open'}).innerHTML = '<button id=in>Go</button>'"
    )
    root = driver.find_element(By.ID, "a").shadow_root
    return [root.find_element(By.ID, "in").text, len(root.find_elements(By.CSS_SELECTOR, "i"))]


def _no_page(driver: Any) -> object:
    driver.get("http://nowhere.example/")
    return driver.title


def _uploads(driver: Any) -> object:
    driver.execute_script("document.body.innerHTML = '<input id=f type=file multiple style=display:none>'")
    box = driver.find_element(By.ID, "f")
    box.send_keys(str(Path(__file__)))
    return driver.execute_script("return [...arguments[0].files].map((file) => file.name)", box)


def _uploads_nothing(driver: Any) -> object:
    driver.execute_script("document.body.innerHTML = '<input id=f type=file>'")
    return driver.find_element(By.ID, "f").send_keys("/no/such/file")


def _same_element(driver: Any) -> object:
    by_id, by_name = driver.find_element(By.ID, "a"), driver.find_element(By.TAG_NAME, "p")
    return [by_id == by_name, by_id in driver.execute_script("return [document.body.firstElementChild]")]


@pytest.mark.parametrize(
    "scenario",
    [
        *(_dialogs, _meets_dialog, _stale, _left, _frames, _windows, _moves, _selects, _goes, _cookies, _waits, _async),
        *(_too_long, _shadow, _no_page, _uploads, _uploads_nothing, _same_element),
        _of("shadow_root"),
        lambda driver: driver.switch_to.alert.text,
        lambda driver: driver.switch_to.frame(7),
        lambda driver: driver.switch_to.frame("nowhere"),
        lambda driver: driver.switch_to.window("nowhere"),
        lambda driver: driver.switch_to.active_element,
        lambda driver: driver.page_source,
        lambda driver: driver.current_url,
        lambda driver: webdriver.Remote.get(driver, "no url"),
        lambda driver: driver.get_screenshot_as_png()[:8],
        lambda driver: driver.find_element(By.ID, "a").screenshot_as_png[:8],
    ],
)
def test_whole_scenarios(drivers: tuple[Any, Any], scenario: Scenario) -> None:
    frame = "<p>in<button id=b onclick=parent.document.title=1>B</button>"
    body = f"<p id=a>text</p><iframe id=f name=f srcdoc='{frame}'></iframe>"
    _same(drivers, body, scenario)


def test_a_script_without_end_blocks_no_other_command(drivers: tuple[Any, Any]) -> None:
    direct = drivers[1]
    direct.get("data:text/html,<p id=a>text")
    direct.set_script_timeout(0.5)
    with pytest.raises(TimeoutException):
        direct.execute_script("for (;;);")
    direct.set_script_timeout(20)
    assert direct.find_element(By.ID, "a").text == "text"


def test_a_page_that_crashes_ends_the_session(gate: SiteProxy) -> None:
    with private_folder("crash") as folder, started_driver(Setting(), gate, WindowsDesktop(folder, None)) as driver:
        driver.get("http://localhost:8000/")
        kill_and_wait(process for process in process_tree(driver.pid) if "--type=renderer" in command_line(process))
        with pytest.raises(InvalidSessionIdException, match="crash"):
            driver.find_element(By.ID, "title")


def test_half_a_character_is_one_that_can_be_written(drivers: tuple[Any, Any]) -> None:
    assert drivers[1].execute_script("return 'half \\ud83d and whole \\ud83d\\ude00'") == "half \ufffd and whole 😀"


def test_commands_that_are_not_offered_are_refused_by_name(drivers: tuple[Any, Any]) -> None:
    with pytest.raises(UnknownMethodException, match="getLog is not offered"):
        drivers[1].execute("getLog", {"type": "browser"})


def _same(drivers: tuple[Any, Any], body: str, scenario: Scenario) -> None:
    reference, ours = drivers
    assert _outcome(ours, body, scenario) == _outcome(reference, body, scenario)

"""`@testcode`: one action of a user, with assertions about what the user then sees."""

from __future__ import annotations

import inspect
import string
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from functools import wraps
from random import Random
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from missions.errors import MissionError
from missions.testcodes.parameters import ParameterKind

CONSONANTS, VOWELS = "bdfgklmnprstv", "aeiou"


class Inputs(Random):
    """Random numbers and words of one testcode in one run: the same ones for every agent of the run.

    ``--inputs-seed N`` repeats those of a run; its ``lock.json`` and the failures of the testcode name the seed. All
    methods of `random.Random` are there.
    """

    @classmethod
    def of(cls, seed: int, mission: str, testcode: str) -> Inputs:
        """Return the inputs of a testcode; they do not depend on other testcodes."""
        return cls(f"{seed}/{mission}/{testcode}")

    def word(self, letters: int = 6) -> str:
        """Return a word of small letters that can be spoken; it is hardly ever drawn twice."""
        pairs = (self.choice(CONSONANTS) + self.choice(VOWELS) for _ in range((letters + 1) // 2))
        return "".join(pairs)[:letters]

    def words(self, count: int, letters: int = 6) -> list[str]:
        """Return so many different words."""
        found: dict[str, None] = {}
        while len(found) < count:
            found[self.word(letters)] = None
        return list(found)

    def name(self, letters: int = 6) -> str:
        """Return a word with a capital letter."""
        return self.word(letters).capitalize()

    def names(self, count: int, letters: int = 6) -> list[str]:
        """Return so many different words with a capital letter."""
        return [word.capitalize() for word in self.words(count, letters)]

    def token(self, length: int = 8) -> str:
        """Return a text of letters and digits."""
        return "".join(self.choices(string.ascii_lowercase + string.digits, k=length))


class SimulatorName(StrEnum):
    """Simulators that an author can select by the type of a testcode's first parameter.

    A format may have simulators of its own; `Testcode.simulator` is then another text.
    """

    BROWSER = "BrowserUser"
    CONSOLE = "ConsoleUser"
    DESKTOP = "DesktopUser"
    FILES = "FilesUser"
    SERVICE = "ServiceUser"
    DRIVER = "WebDriver"
    PAGE = "Page"


@dataclass(frozen=True)
class Parameter:
    """Parameter of a testcode: a description for the agent, which provides the value.

    `name` is the argument's name. `key` is unique in the mission and identifies the value; in the folder format both
    are the same, since a name is unique in a mission.
    """

    name: str
    kind: type[ParameterKind]
    description: str
    key: str = ""

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.name)


@dataclass(frozen=True)
class Published:
    """Testcode in the public format: page and function that identify its values, and its source text."""

    page: str
    function: str
    text: str


class _Drawing:
    """Calls `run` with the inputs of a seed; drawn again for each call, so that every try has the same ones."""

    def __init__(self, run: Callable[..., None], argument: str, seed: int, mission: str, testcode: str) -> None:
        self.run: Callable[..., None] = run.run if isinstance(run, _Drawing) else run
        self._argument, self._drawn = argument, (seed, mission, testcode)

    def __call__(self, user: object, **answers: object) -> None:
        self.run(user, **answers, **{self._argument: Inputs.of(*self._drawn)})


@dataclass(frozen=True)
class Testcode:
    """One testcode. `id` is unique in its mission; `requires` are ids of others; `published` is set when it was read
    from the public format. One that draws inputs has an argument `inputs`; `with_inputs` says of which seed.

    `before` are ids of testcodes that are played on the version before: the data that they leave is there when this one
    begins. `since` is the stage that began it or changed it last, empty for the first one. `module` defines it.
    """

    __test__ = False  # not a pytest class

    id: str
    page: str
    function: str
    simulator: str
    parameters: tuple[Parameter, ...]
    run: Callable[..., None]
    requires: tuple[str, ...] = ()
    summary: str = ""
    published: Published | None = None
    inputs: str = ""
    inputs_seed: int = 0
    before: tuple[str, ...] = ()
    since: str = ""
    module: str = field(default="", compare=False)

    def with_inputs(self, seed: int, mission: str) -> Testcode:
        """Return the testcode with the inputs of `seed`; itself where it draws none."""
        if not self.inputs:
            return self
        return replace(self, run=_Drawing(self.run, self.inputs, seed, mission, self.id), inputs_seed=seed)

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        self.run(*args, **kwargs)


def testcode(
    page: str,
    function: str,
    *,
    requires: Iterable[Testcode | str] = (),  # noqa: PT028 - not a pytest function
    before: Iterable[Testcode | str] = (),  # noqa: PT028 - not a pytest function
) -> Callable[[Callable[..., None]], Testcode]:
    """Make a function a testcode of the checklist's `page` and `function`.

    The function's first parameter names the simulator by its type; every other one is
    ``Annotated[Kind, "description"]``, or a frozen dataclass whose fields are: a group of parameters that
    belong together, each by its own name. An argument ``inputs: Inputs`` draws other values in each run. `requires`
    are testcodes (or their ids) that must have passed
    before; testcodes connected by `requires` share one session (browser context, console folder)
    and run in the order of the file. `before` are testcodes of the stage before, for data that has to survive a
    change: they are played on the version before, whose data this testcode finds. Raises `MissionError` for a malformed
    signature.
    """

    def decorate(run: Callable[..., None]) -> Testcode:
        where = f"testcode {run.__name__} ({inspect.getsourcefile(run)}:{run.__code__.co_firstlineno})"
        simulator, parameters, groups, inputs = _read_signature(run, where)
        found = Testcode(
            id=run.__name__,
            page=page,
            function=function,
            simulator=simulator,
            parameters=parameters,
            run=_regrouped(run, groups) if groups else run,
            requires=_ids(requires),
            before=_ids(before),
            module=run.__module__,
            summary=inspect.getdoc(run) or "",
            inputs=inputs,
        )
        return found.with_inputs(0, "")

    return decorate


def _ids(named: Iterable[Testcode | str]) -> tuple[str, ...]:
    return tuple(each.id if isinstance(each, Testcode) else each for each in named)


testcode.__test__ = False  # type: ignore[attr-defined]


def _regrouped(run: Callable[..., None], groups: Mapping[str, type]) -> Callable[..., None]:
    """Return `run` for callers that pass all parameters one by one: those of the `groups` are combined again."""
    alone = inspect.signature(run).parameters.keys() - groups.keys()

    @wraps(run)
    def called(user: object, **answers: object) -> None:
        grouped = {
            argument: group(**{each.name: answers[each.name] for each in fields(group)})
            for argument, group in groups.items()
        }
        run(user, **grouped, **{name: answer for name, answer in answers.items() if name in alone})

    return called


def _read_signature(
    run: Callable[..., None], where: str
) -> tuple[SimulatorName, tuple[Parameter, ...], dict[str, type], str]:
    """Return the kind of user, all parameters one by one, which arguments are groups of them, and which the inputs."""
    hints = _hints_of(run, where)
    arguments = list(inspect.signature(run).parameters.values())
    if not arguments:
        raise MissionError(f"{where}: needs a first parameter that names the simulator by its type")
    simulator = _read_simulator(hints.get(arguments[0].name), where)
    groups: dict[str, type] = {}
    found: dict[str, Parameter] = {}
    inputs = ""
    for argument in arguments[1:]:
        hint, place = hints.get(argument.name), f"{where}, parameter {argument.name}"
        _check_plain(argument, place)
        if hint is Inputs:
            inputs = argument.name
            continue
        if isinstance(hint, type) and is_dataclass(hint):
            groups[argument.name] = hint
            members = _read_group(hint, place)
        else:
            members = [_read_parameter(argument.name, hint, place)]
        for member in members:
            if found.setdefault(member.name, member) != member:
                raise MissionError(f"{place}: {member.name} is another parameter of the testcode already")
    return simulator, tuple(found.values()), groups, inputs


def _hints_of(described: Any, where: str) -> dict[str, Any]:
    try:
        return get_type_hints(described, include_extras=True)
    except Exception as error:
        raise MissionError(f"{where}: a type in its signature cannot be resolved: {error}") from error


def _read_simulator(hint: object, where: str) -> SimulatorName:
    name = getattr(hint, "__name__", str(hint))
    try:
        return SimulatorName(name)
    except ValueError:
        known = ", ".join(SimulatorName)
        raise MissionError(f"{where}: the first parameter's type is {name}; it must be one of {known}") from None


def _check_plain(argument: inspect.Parameter, where: str) -> None:
    if argument.kind not in (argument.POSITIONAL_OR_KEYWORD, argument.KEYWORD_ONLY):
        raise MissionError(f"{where}: *args and **kwargs cannot be answered")
    if argument.default is not argument.empty:
        raise MissionError(f"{where}: a parameter has no default; its value is the agent's answer")


def _read_group(group: type, where: str) -> list[Parameter]:
    hints = _hints_of(group, where)
    for each in fields(group):
        if each.default is not MISSING or each.default_factory is not MISSING:
            raise MissionError(f"{where}.{each.name}: a parameter has no default; its value is the agent's answer")
    return [_read_parameter(each.name, hints[each.name], f"{where}.{each.name}") for each in fields(group)]


def _read_parameter(name: str, hint: object, where: str) -> Parameter:
    arguments = get_args(hint) if get_origin(hint) is Annotated else ()
    if len(arguments) != 2 or not isinstance(arguments[1], str) or not arguments[1].strip():
        raise MissionError(f'{where}: write it as Annotated[Kind, "what it is, in words"]')
    kind = arguments[0]
    if not (isinstance(kind, type) and issubclass(kind, ParameterKind)):
        raise MissionError(f"{where}: {kind!r} is not a parameter kind (Url, Element, Command, …)")
    return Parameter(name, kind, " ".join(arguments[1].split()))

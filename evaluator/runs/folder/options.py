"""Options of a run: one declaration for ``projecteval run``, ``run.toml`` and `RunRequest`.

A new option is one line of `RunOptions`; it has the same name everywhere (on the command line with hyphens).
"""

from dataclasses import MISSING, dataclass
from enum import StrEnum

from evaluator.model.options import Screenshots, option, options

BROWSERS = ("playwright", "selenium")
"""Engines behind a `BrowserUser`."""


class Step(StrEnum):
    """The steps of a run, each done from what the one before left on disk."""

    GENERATE = "generate"
    EVALUATE = "evaluate"
    REPORT = "report"


class Heading(StrEnum):
    """Headings of the help page, in this order."""

    SUBJECT = "What is built"
    AGENT = "How the agent builds"
    ATTEMPT_LIMITS = "Limits of one attempt"
    RUN_LIMITS = "Limits of the whole run"
    EVALUATION = "How it is evaluated"
    EXECUTION = "Where it runs"
    OUTPUT = "Output"


def shard_of(text: str) -> tuple[int, int]:
    """Return (2, 5) for ``2/5``, the second of five parts; (1, 1) for an empty text. Raises `ValueError`."""
    first, _, of = (text or "1/1").partition("/")
    if not (first.isdecimal() and of.isdecimal() and 1 <= int(first) <= int(of)):
        raise ValueError("a shard is written I/N, from 1/N to N/N")
    return int(first), int(of)


def browser_of(text: str) -> str:
    """Return the name of a browser engine; empty for that of the mission. Raises `ValueError`."""
    if text not in ("", *BROWSERS):
        raise ValueError(f"choose from {', '.join(BROWSERS)}")
    return text


def host_of(text: str) -> object:
    """Return the host for ``NAME:PORT``. Raises `ValueError`."""
    from simulators.runtime.sandbox import egress_proxy  # a help page need not import it

    return egress_proxy.host_of(text)


def site_of(text: str) -> object:
    """Return the address of a running site; None for an empty text. Raises `ValueError`."""
    from simulators.runtime import running_site  # a help page need not import it

    return running_site.address_of(text)


S, A, L, R = Heading.SUBJECT, Heading.AGENT, Heading.ATTEMPT_LIMITS, Heading.RUN_LIMITS
E, X = Heading.EVALUATION, Heading.EXECUTION


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """Values of all options of a run. An empty `input` or `strategy` is the default, or what was recorded."""

    agent: str = option(
        S,
        "Agent: canonical, nop, masked, controls, mutants:N, replay:DIR, folder:PROJECT, PROVIDER:MODEL, command:'…'.",
        value=MISSING,
        unit="AGENT",
    )
    missions: str = option(
        S, "Catalog of missions: `catalog` (built in), a folder, or FORMAT:FOLDER.", value="catalog", unit="CATALOG"
    )
    select: tuple[str, ...] = option(
        S,
        "Ids of the missions to build, or patterns (`trip-*`), separated by commas.",
        value=(),
        unit="ID,ID",
        default="all",
    )
    benchmark: str = option(S, "Benchmark whose rules apply.", value="", unit="NAME", default="the catalog's own")
    input: tuple[str, ...] = option(
        S,
        "Input sets: documents that the agent is given (projecteval: level-1 prompt, level-2 checklist, "
        "level-3 skeleton).",
        value=(),
        unit="NAME",
        default="the benchmark's first",
    )
    strategy: tuple[str, ...] = option(
        S,
        "Strategies: how the agent is led (projecteval: direct, cascade).",
        value=(),
        unit="NAME",
        default="the benchmark's first",
    )
    samples: int = option(S, "Number of times that each mission is built.", value=1, unit="N", minimum=1, maximum=1000)
    shard: str = option(
        S,
        "Part of the attempts that this run does, for `projecteval merge`.",
        value="",
        unit="I/N",
        default="all",
        check=shard_of,
    )
    prompts: str = option(
        A,
        "Folder of prompts that replace the built-in ones, or a variant: clarified, paraphrased.",
        value="",
        unit="FOLDER|NAME",
        default="built in",
    )
    repair: int = option(
        A,
        "Number of times that an answer of the wrong form is requested again.",
        value=0,
        unit="N",
        minimum=0,
        maximum=20,
    )
    temperature: float | None = option(
        A, "Sampling temperature.", unit="NUMBER", default="the model's", minimum=0, maximum=10
    )
    seed: int | None = option(A, "Sampling seed, for services that accept one.", unit="N", default="none")
    pass_env: tuple[str, ...] = option(
        A, "Names of environment variables that command:'…' receives.", value=(), unit="NAME,NAME", default="none"
    )
    agent_network: tuple[str, ...] = option(
        A,
        "Hosts that a program in the sandbox may reach, by HTTPS through a proxy; all others are refused.",
        value=(),
        unit="HOST:PORT,…",
        default="no network",
        check=host_of,
    )
    agent_tools: tuple[str, ...] = option(
        A,
        "Folders that a program in the sandbox may read: the agent's installation. Their `bin` is on its PATH.",
        value=(),
        unit="FOLDER,FOLDER",
        default="none",
    )
    agent_trace: str = option(
        A,
        "Format of what the program of command:'…' prints, so that its turns are read: the name of an agent, or "
        "projecteval.",
        value="",
        unit="FORMAT",
        default="none",
    )
    answer_seconds: float = option(
        A, "Seconds until one answer of a model must be complete.", value=600.0, unit="SECONDS", above=0
    )
    retry_seconds: float = option(
        A,
        "Seconds to keep retrying a request after rate limits and transient errors.",
        value=600.0,
        unit="SECONDS",
        minimum=0,
    )
    price: tuple[str, ...] = option(
        A,
        "US dollars per million tokens of input and of output, or a TOML file of prices by agent.",
        value=(),
        unit="INPUT,OUTPUT|FILE",
        default="the service's, where it is known",
    )
    max_output_tokens: int | None = option(L, "Tokens of one answer.", unit="TOKENS", default="the model's", minimum=1)
    context_window: int | None = option(
        A,
        "Tokens of request and answer together, to which file by file strategies cut what they show.",
        unit="TOKENS",
        default="the model's, where it is known",
        minimum=1000,
    )
    max_answer_bytes: int = option(
        L,
        "Bytes of one answer of a model's service, counted while they arrive.",
        value=16 << 20,
        unit="BYTES",
        minimum=1000,
    )
    max_tokens: int | None = option(L, "Tokens of one attempt.", unit="TOKENS", default="no limit", minimum=1)
    max_cost: float | None = option(
        L, "Cost of one attempt in US dollars.", unit="DOLLARS", default="no limit", above=0
    )
    max_seconds: float | None = option(
        L, "Seconds of building one attempt.", unit="SECONDS", default="no limit", above=0
    )
    run_max_tokens: int | None = option(
        R,
        "Tokens of the whole run; the run stops above it.",
        unit="TOKENS",
        default="no limit",
        minimum=1,
        raisable=True,
    )
    run_max_cost: float | None = option(
        R, "Cost of the whole run in US dollars.", unit="DOLLARS", default="no limit", above=0, raisable=True
    )
    judge_max_cost: float | None = option(
        R, "Cost of the judge's answers in US dollars.", unit="DOLLARS", default="no limit", above=0, raisable=True
    )
    run_max_seconds: float | None = option(
        R, "Seconds of building, all attempts together.", unit="SECONDS", default="no limit", above=0, raisable=True
    )
    steps: tuple[Step, ...] = option(
        E,
        "Steps to do: generate, evaluate, report.",
        value=tuple(Step),
        unit="STEP,STEP",
        default="all",
        choices=tuple(Step),
    )
    evaluators: tuple[str, ...] = option(
        E, "Evaluators to run.", value=(), unit="NAME,NAME", default="all of the benchmark"
    )
    only: tuple[str, ...] = option(
        E,
        "Testcodes to try, also by patterns (`*login*`), with those that they require.",
        value=(),
        unit="ID,ID",
        default="all",
    )
    stop_after: int | None = option(
        E,
        "Failed testcodes of an attempt after which its other testcodes are skipped.",
        unit="N",
        default="none are skipped",
        minimum=1,
    )
    inputs_seed: int | None = option(
        E,
        "Seed of the inputs that testcodes draw; lock.json of a run names the one it had.",
        unit="N",
        default="another one for each run",
        minimum=0,
    )
    browser: str = option(
        E,
        "Browser engine of simulated users: playwright or selenium.",
        value="",
        unit="NAME",
        default="the mission's",
        check=browser_of,
    )
    patience: float | None = option(
        E,
        "Seconds that a simulated user waits for what it expects.",
        unit="SECONDS",
        default="the mission's",
        above=0,
    )
    start_seconds: float | None = option(
        E, "Seconds until a project must have started.", unit="SECONDS", default="the mission's", above=0
    )
    embedder: str = option(
        E, "Embedder of sentences for the similarity of checklists.", value="", unit="NAME", default="minilm"
    )
    rule: str = option(
        E, "Similarity rule: strict, or paper (as published).", value="strict", unit="RULE", choices=("strict", "paper")
    )
    judge: str = option(
        E,
        "Model that evaluators may ask for an opinion; what it says is labelled as a model's opinion.",
        value="",
        unit="PROVIDER:MODEL",
        default="none",
    )
    benchmark_options: tuple[str, ...] = option(
        E, "Options that only this benchmark has.", value=(), unit="NAME=VALUE,…", default="the benchmark's"
    )
    screenshots: str = option(
        E,
        "Screenshots to keep: last (the last view of each case that did not pass, and the first of desktop programs), "
        "failures (every step of such cases) or all (every step, actions before and after).",
        value=Screenshots.LAST.value,
        unit="WHICH",
        choices=tuple(each.value for each in Screenshots),
    )
    window: str = option(
        X,
        "Browser windows of simulated users: hidden, or shown on this desktop.",
        value="hidden",
        unit="STATE",
        choices=("hidden", "shown"),
    )
    url: str = option(
        X,
        "Address of the website of folder:PROJECT, which is running already: nothing is started, and no sandbox is "
        "around it.",
        value="",
        unit="URL",
        default="the project is started",
        check=site_of,
    )
    sandbox: str = option(X, "Sandbox of the projects: auto, bubblewrap, docker or none.", value="auto", unit="NAME")


RAISABLE = tuple(each.name for each, declared in options(RunOptions) if declared.raisable)
"""Options that may be changed when a run is resumed."""

EVALUATION = ("evaluators", "rule", "embedder")
"""Options that ``projecteval evaluate`` may replace for one command."""

CONSENT = ("agent", "sandbox", "url", "prompts", "pass_env", "agent_network", "agent_tools", "embedder", "judge")
"""Options of a run folder that are used only when the command line repeats them (`runs.execution.consent`)."""

"""Every provider's client with a server on loopback: answers, refusals, and the component whose failure they are."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from evaluator.agents.models.client import ModelConversation, OpenModel
from evaluator.agents.models.services import PROVIDERS, Asker, ModelError, NoCredit, Patience, RunRefused, Withheld
from evaluator.agents.settings import AgentSettings, Budget
from evaluator.model.generation import ChatMessage, Usage
from tests.support.commands import PROVIDERS as VARIABLES
from tests.support.model_dialects import INPUT_TOKENS, OUTPUT_TOKENS
from tests.support.model_server import KEY, Server, compressed, endless, says, serving, silence, status

OPENAI, CLAUDE, GEMINI, LLAMA = "openai:gpt-4o", "anthropic:claude-sonnet-4-6", "google:gemini-2.5-pro", "ollama:llama3"
NO_PAUSE = {"Retry_After": "0"}
COSTS = {
    OPENAI: 0.00045,
    CLAUDE: 0.0006,  # streamed
    "anthropic:claude-opus-4-1": 0.003,  # not streamed
    GEMINI: 0.000325,
    LLAMA: None,
}
TALK = [ChatMessage("user", "Build it."), ChatMessage("assistant", "Sure!"), ChatMessage("user", "Then do.")]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    import os

    for name in list(os.environ):
        if name.startswith(VARIABLES):
            monkeypatch.delenv(name)
    with serving() as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        yield server


@contextmanager
def opened(
    agent: str, one_answer: float = 20.0, in_all: float = 20.0, answered: int = 0, most_bytes: int = 1 << 20
) -> Iterator[ModelConversation]:
    """Return a conversation with a model; `answered` requests of the run were answered before."""
    name, _, model = agent.partition(":")
    used = [Usage(calls=1)] * answered
    settings = AgentSettings(patience=Patience(in_all, one_answer, first_pause=0.01), budget=Budget(used=used))
    open_model = OpenModel(partial(PROVIDERS[name].open, model), most_bytes, one_answer)
    try:
        yield ModelConversation(open_model, Asker(agent, PROVIDERS[name]), settings, "attempt")
    finally:
        open_model.close()


@pytest.mark.parametrize("agent", COSTS)
def test_faults_are_borne_and_every_answer_says_what_it_cost(agent: str, server: Server) -> None:
    server.faults.extend([status(429, "rate_limit_error", **NO_PAUSE), status(529, "overloaded_error")])
    server.faults.extend([status(500, "api_error"), says("Here it is.")])
    with opened(agent) as conversation:
        reply = conversation.ask(TALK)
    assert (reply.text, reply.model, reply.not_whole) == ("Here it is.", agent.partition(":")[2], "")
    usage = reply.usage
    assert (usage.input_tokens, usage.output_tokens, usage.calls) == (INPUT_TOKENS, OUTPUT_TOKENS, 4)
    assert usage.cost == (None if COSTS[agent] is None else pytest.approx(COSTS[agent]))
    assert {key.removeprefix("Bearer ") for key in server.keys} == {"no-key" if agent == LLAMA else KEY}


@pytest.mark.parametrize("agent", [CLAUDE, GEMINI, LLAMA])
def test_an_answer_that_does_not_come_is_asked_for_again(agent: str, server: Server) -> None:
    server.faults.extend([silence(1.0), says("Here it is.")])
    with opened(agent, one_answer=0.5) as conversation:
        assert conversation.ask(TALK).usage.calls >= 2


@pytest.mark.parametrize("code", [200, 400, 500])
@pytest.mark.parametrize("agent", COSTS)
def test_an_answer_without_end_is_the_agents_failure(agent: str, code: int, server: Server) -> None:
    server.faults.append(endless(code))
    with opened(agent, most_bytes=300_000) as conversation, pytest.raises(Withheld, match="more than 300000 bytes"):
        conversation.ask(TALK)
    assert len(server.asked) == 1
    assert server.sent < 20_000_000, "it was read on"


@pytest.mark.parametrize("agent", COSTS)
def test_a_compressed_answer_is_not_unpacked(agent: str, server: Server) -> None:
    server.faults.append(compressed)
    with opened(agent) as conversation, pytest.raises(Withheld, match="compressed its answer"):
        conversation.ask(TALK)


@pytest.mark.parametrize("agent", [OPENAI, CLAUDE, GEMINI])
def test_an_answer_that_was_cut_off_is_called_so(agent: str, server: Server) -> None:
    server.faults.append(says("[{", whole=False))
    with opened(agent) as conversation:
        assert "cut off after 20 tokens (--max-output-tokens" in conversation.ask(TALK).not_whole


@pytest.mark.parametrize("agent", [OPENAI, CLAUDE, GEMINI])
def test_an_empty_answer_can_be_asked_for_again(agent: str, server: Server) -> None:
    server.faults.append(says("Here."))
    with opened(agent) as conversation:
        assert conversation.ask([TALK[0], ChatMessage("assistant", ""), TALK[2]]).text == "Here."


@pytest.mark.parametrize(
    ("agent", "code", "kind", "message", "words"),
    [
        (OPENAI, 401, "invalid_api_key", f"Incorrect API key provided: {KEY}.", "the key in OPENAI_API_KEY was"),
        (CLAUDE, 401, "authentication_error", "invalid x-api-key", "the key in ANTHROPIC_API_KEY was refused"),
        (GEMINI, 400, "API_KEY_INVALID", "API key not valid.", "the key in GOOGLE_API_KEY or GEMINI_API_KEY was"),
        (LLAMA, 401, "", "unauthorized", "OLLAMA_API_KEY is not set, and a key is demanded"),
        (OPENAI, 404, "model_not_found", "The model gpt-4oo does not exist", "knows no such model"),
        (CLAUDE, 404, "not_found_error", "model: claude-sonnet-4-6", "and the address in ANTHROPIC_BASE_URL"),
        (GEMINI, 404, "", "models/gemini is not found for API version v1beta", "knows no such model"),
        (LLAMA, 404, "", 'model "llama" not found, try pulling it first', "try pulling it first"),
        (OPENAI, 400, "unsupported_value", "'temperature' does not support 0.3", "--temperature"),
        (OPENAI, 400, "invalid_value", "max_tokens is too large: 99999999", "--max-output-tokens"),
    ],
)
def test_a_key_a_model_and_settings_that_are_refused_stop_the_run(
    agent: str, code: int, kind: str, message: str, words: str, server: Server
) -> None:
    server.refuses = lambda _: status(code, kind, message)
    with opened(agent) as conversation, pytest.raises(RunRefused) as refused:
        conversation.ask(TALK)
    assert words in str(refused.value)
    assert KEY not in str(refused.value)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("agent", "code", "kind", "message", "words"),
    [
        (OPENAI, 400, "context_length_exceeded", "Your input exceeds the window of this model", "is too long"),
        (CLAUDE, 400, "invalid_request_error", "prompt is too long: 300000 tokens > 200000 maximum", "is too long"),
        (CLAUDE, 413, "request_too_large", "Request exceeds the maximum size", "is too long"),
        (GEMINI, 400, "", "The input token count (2000000) exceeds the maximum number of tokens", "is too long"),
        (LLAMA, 400, "", "the request exceeds the available context size", "is too long"),
        (OPENAI, 400, "content_filter", "filtered due to our content management policy", "filters this question"),
        (CLAUDE, 400, "invalid_request_error", "Output blocked by content filtering policy", "filters this question"),
    ],
)
def test_a_question_that_is_too_long_or_filtered_is_the_agents_failure(
    agent: str, code: int, kind: str, message: str, words: str, server: Server
) -> None:
    server.refuses = lambda _: status(code, kind, message)
    with opened(agent) as conversation, pytest.raises(Withheld) as withheld:
        conversation.ask(TALK)
    assert words in str(withheld.value)
    assert message in str(withheld.value)
    assert len(server.asked) == 1


def test_a_refusal_in_other_words_is_the_questions_once_the_service_has_answered(server: Server) -> None:
    server.refuses = lambda _: status(400, "invalid_prompt", "We would rather not.")
    with opened(OPENAI) as conversation, pytest.raises(RunRefused):
        conversation.ask(TALK)
    with opened(OPENAI, answered=1) as conversation, pytest.raises(Withheld, match="We would rather not"):
        conversation.ask(TALK)


@pytest.mark.parametrize(
    ("agent", "code", "kind", "message"),
    [
        (OPENAI, 429, "insufficient_quota", "You exceeded your current quota"),
        (CLAUDE, 400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API"),
    ],
)
def test_an_account_without_credit_is_not_asked_again(
    agent: str, code: int, kind: str, message: str, server: Server
) -> None:
    server.refuses = lambda _: status(code, kind, message)
    with opened(agent) as conversation, pytest.raises(NoCredit, match="no quota or money left"):
        conversation.ask(TALK)
    assert len(server.asked) == 1


def test_lasting_faults_are_infrastructure_failures(server: Server) -> None:
    server.refuses = lambda _: status(503)
    with opened(OPENAI, in_all=0.0) as conversation, pytest.raises(ModelError, match="no answer after 1 tries"):
        conversation.ask(TALK)


def test_a_refused_connection_is_an_infrastructure_failure(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_BASE_URL", "http://127.0.0.1:9/v1")
    with opened(LLAMA, in_all=0.0) as conversation, pytest.raises(ModelError, match="Connection error"):
        conversation.ask(TALK)

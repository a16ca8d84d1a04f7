"""Work worth measuring; what counts is the time relative to the reference."""

from durationwords import Span, format_words, parse, round_to_step, total_lines

PHRASES = ["2 hours, 30 minutes and 5 seconds", "an hour and a half", "1.5h", "-1:30:15.250", "twenty-five min 3 s"]


def test_many_phrases_are_parsed():
    total = Span(0)
    for _ in range(4_000):
        for phrase in PHRASES:
            total += parse(phrase)

    assert total == 4_000 * sum((parse(phrase) for phrase in PHRASES), Span(0))


def test_many_spans_are_formatted():
    texts = {format_words(Span(number * 987_654)) for number in range(30_000)}

    assert len(texts) == 30_000


def test_a_long_log_is_totalled():
    totals = total_lines(f"{number % 24}:{number % 60:02}" for number in range(90_000))

    assert totals.count == 90_000


def test_many_spans_are_rounded():
    quarter = parse("15 min")
    rounded = [round_to_step(Span(number * 1_000), quarter, "half-up") for number in range(60_000)]

    assert rounded[-1] == Span.of(hours=16, minutes=45)

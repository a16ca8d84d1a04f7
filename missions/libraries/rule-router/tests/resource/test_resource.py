"""Streams are routed one record at a time: memory does not grow with their length."""

import weakref

from rulerouter import Router, Rule, RuleSet


class Record(dict):
    """Record that can be observed while it is alive."""

    __hash__ = object.__hash__


def test_records_of_a_long_stream_are_not_kept():
    alive = weakref.WeakSet()
    highest = 0

    def records():
        for number in range(4_000):
            record = Record(n=number, text="x" * 100)
            alive.add(record)
            yield record
            del record

    router = Router(RuleSet([Rule("even", "n % 2 == 0", "even")]), default="odd")
    for _ in router.route_all(records()):
        highest = max(highest, len(alive))

    assert router.routed == 4_000
    assert 1 <= highest <= 3


def test_large_values_are_shared_between_record_and_decision():
    inner = {"payload": ["x"] * 100_000}
    router = Router(RuleSet([Rule("a", "true", "x", assign={"seen.by": "'me'"})]))

    decision = router.route({"body": inner})

    assert decision.record["body"] is inner
    assert decision.record["seen"] == {"by": "me"}

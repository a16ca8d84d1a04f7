"""Work worth measuring; what counts is the time relative to the reference."""

from rulerouter import Router, Rule, RuleSet, evaluate, parse_expression, to_text


def test_many_expressions_are_parsed():
    texts = [f"(a + {n}) * b >= {n} and c.d not in ['x', 'y{n}'] or not f(a, [{n}, 'z'])" for n in range(1_500)]

    assert len({to_text(parse_expression(text)) for text in texts}) == 1_500


def test_an_expression_is_evaluated_many_times():
    node = parse_expression("amount * 2 > limit and lower(name) matches '*a?a*' or tags contains 7")

    found = sum(
        bool(evaluate(node, {"amount": n, "limit": 9_000, "name": "Banana", "tags": [n % 11]})) for n in range(36_000)
    )
    assert found == 31_908


def test_records_are_routed_through_many_rules():
    rules = RuleSet(Rule(f"r{n}", f"n % 40 == {n} and name != 'x'", "to-{n}", priority=n % 3) for n in range(40))
    router = Router(rules, default="rest")

    for _ in router.route_all({"n": n, "name": "a"} for n in range(2_500)):
        pass
    assert sum(router.by_destination.values()) == 2_500

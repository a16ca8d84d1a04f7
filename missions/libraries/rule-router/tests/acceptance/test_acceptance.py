"""The library as its users meet it: everything through the package itself."""

import json

import pytest
import rulerouter
from rulerouter import (
    Router,
    RouterError,
    Rule,
    RuleSet,
    dump_rules,
    evaluate,
    fields_of,
    load_rules,
    parse_expression,
    parse_template,
    to_text,
)

SUPPORT = json.dumps(
    {
        "default": "inbox",
        "rules": [
            {"name": "spam", "when": "lower(subject) matches '*lottery*'", "to": "trash", "priority": 10},
            {"name": "urgent", "when": "'urgent' in tags or priority >= 8", "to": "on-call", "stop": False},
            {"name": "rank", "when": "exists(customer.revenue)", "assign": {"customer.tier": "round(customer.revenue / 1000)"}, "stop": False},
            {"name": "vip", "when": "customer.tier > 4", "to": "vip-{lower(customer.country)}"},
            {"name": "billing", "when": "subject contains 'invoice' and not (customer.blocked == true)", "to": "billing"},
        ],
    }
)  # fmt: skip

TICKETS = [
    {"subject": "You won the LOTTERY", "tags": ["urgent"], "priority": 9},
    {"subject": "Server down", "tags": ["urgent"], "customer": {"revenue": 5200, "country": "DE"}},
    {"subject": "My invoice", "tags": [], "customer": {"revenue": 900}},
    {"subject": "My invoice", "customer": {"blocked": True}},
    {"subject": "Hello", "priority": 8},
]


@pytest.fixture
def router():
    document = load_rules(SUPPORT)
    return Router(document.rules, document.default, on_error="skip")


def test_the_package_offers_its_names():
    assert {"Router", "Rule", "RuleSet", "load_rules", "RouterError", "parse_expression"} <= set(rulerouter.__all__)
    assert all(hasattr(rulerouter, name) for name in rulerouter.__all__)


def test_tickets_find_their_queues(router):
    assert [router.route(ticket).destinations for ticket in TICKETS] == [
        ("trash",),
        ("on-call", "vip-de"),
        ("billing",),
        ("inbox",),
        ("on-call",),
    ]


def test_the_counts_after_a_day(router):
    for _ in router.route_all(TICKETS):
        pass

    assert router.routed == 5
    assert router.by_destination["on-call"] == 2
    assert router.by_rule["rank"] == 2


def test_a_ticket_is_enriched_and_explained(router):
    decision = router.route(TICKETS[1])

    assert decision.record["customer"]["tier"] == 5
    assert "tier" not in TICKETS[1]["customer"]
    assert decision.explain().splitlines() == ["- spam", "+ urgent", "+ rank", "+ vip", "=> on-call, vip-de"]


def test_a_rule_can_be_switched_off_while_running(router):
    router.rules.enable("spam", False)

    assert router.route(TICKETS[0]).destinations == ("on-call",)


def test_rules_survive_writing_and_reading():
    document = load_rules(SUPPORT)
    again = load_rules(dump_rules(document))

    assert [rule.name for rule in again.rules] == [rule.name for rule in document.rules]
    assert [Router(again.rules).route(t).destinations for t in TICKETS[:3]] == [
        ("trash",),
        ("on-call", "vip-de"),
        ("billing",),
    ]


def test_which_fields_a_set_needs():
    assert load_rules(SUPPORT).rules.fields() == (
        "customer.blocked",
        "customer.country",
        "customer.revenue",
        "customer.tier",
        "priority",
        "subject",
        "tags",
    )


def test_an_expression_on_its_own():
    node = parse_expression("(price*quantity)>=100 and   country not in ['US','CA']")

    assert to_text(node) == "price * quantity >= 100 and country not in ['US', 'CA']"
    assert list(fields_of(node)) == ["price", "quantity", "country"]
    assert evaluate(node, {"price": 25, "quantity": 4, "country": "FR"}) is True


def test_a_template_on_its_own():
    assert parse_template("{year}/{month}-{{x}}").fill({"year": 2025, "month": "03"}) == "2025/03-{x}"


def test_records_are_collected_by_destination(router):
    found = router.distribute(TICKETS)

    assert {name: len(records) for name, records in found.items()} == {
        "trash": 1,
        "on-call": 2,
        "vip-de": 1,
        "billing": 1,
        "inbox": 1,
    }


def test_a_set_built_in_code():
    rules = RuleSet()
    rules.add(Rule("rest", "true", "later", priority=-5))
    rules.add(Rule("now", "n >= 3", "now"))
    rules.add(Rule("never", "true", "x", priority=-9))

    assert rules.unreachable() == ["never"]
    assert Router(rules).route({"n": 3}).matched == ("now",)


def test_one_exception_is_enough_to_catch_everything():
    for wrong in (
        lambda: parse_expression("("),
        lambda: parse_template("}"),
        lambda: load_rules("?"),
        lambda: Rule("", "", ""),
        lambda: evaluate(parse_expression("1/0"), {}),
        lambda: RuleSet().remove("x"),
        lambda: Router(RuleSet(), on_error=""),
    ):
        with pytest.raises(RouterError):
            wrong()
    assert issubclass(RouterError, ValueError)

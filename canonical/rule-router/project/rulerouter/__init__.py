"""Routing of records to destinations by declarative rules."""

from rulerouter.errors import EvaluationError, ExpressionError, LoadError, RouterError, RuleError
from rulerouter.evaluator import evaluate
from rulerouter.functions import FUNCTIONS
from rulerouter.loader import Document, dump_rules, load_rules
from rulerouter.nodes import fields_of, to_text
from rulerouter.parser import parse_expression
from rulerouter.router import Decision, Router, Step
from rulerouter.rules import Rule, RuleSet
from rulerouter.template import Template, parse_template

__all__ = [
    "FUNCTIONS",
    "Decision",
    "Document",
    "EvaluationError",
    "ExpressionError",
    "LoadError",
    "Router",
    "RouterError",
    "Rule",
    "RuleError",
    "RuleSet",
    "Step",
    "Template",
    "dump_rules",
    "evaluate",
    "fields_of",
    "load_rules",
    "parse_expression",
    "parse_template",
    "to_text",
]

"""Testcodes that read what a program wrote by hand, and therefore raise on what they do not expect."""

import json
import os
import re
import sys

from missions import FilesUser, testcode

WORDS = ("five", "four", "one", "three", "two")


def runs(user: FilesUser) -> None:
    user.writes("text.txt", "one two three four five\n")
    user.runs()


def depth(value: object) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@testcode("Command line", "Count words")
def the_words_are_added_up(user: FilesUser) -> None:
    runs(user)
    assert int(user.text("total.txt")) == 5


@testcode("Command line", "Count words")
def every_word_is_listed(user: FilesUser) -> None:
    runs(user)
    for word, line in zip(WORDS, user.text("words.txt").split(), strict=True):
        assert line == word


@testcode("Command line", "Count words")
def the_longest_word_is_named(user: FilesUser) -> None:
    runs(user)
    assert re.search(r"longest: (\w+)", user.text("longest.txt")).group(1) == "three"  # type: ignore[union-attr]


@testcode("Command line", "Count words")
def words_are_counted(user: FilesUser) -> None:
    runs(user)
    assert json.loads(user.text("words.json")) == dict.fromkeys(WORDS, 1)


@testcode("Command line", "Count words", requires=[words_are_counted])
def counts_are_written_again(user: FilesUser) -> None:
    runs(user)
    assert json.loads(user.text("words.json"))["one"] == 1


@testcode("Command line", "Count words")
def counts_are_not_nested(user: FilesUser) -> None:
    runs(user)
    assert depth(json.loads(user.text("words.json"))) == 0


@testcode("Command line", "Count words")
def the_testcode_ends_with_status_0(user: FilesUser) -> None:
    runs(user)
    if "stop" in user.text("longest.txt"):
        sys.exit(0)
    user.sees_in("longest.txt", "three")


@testcode("Command line", "Count words")
def the_testcode_ends_its_process(user: FilesUser) -> None:
    runs(user)
    if "stop" in user.text("longest.txt"):
        os._exit(0)
    user.sees_in("longest.txt", "three")

"""Limits of nesting and of the size of a block."""

import io

import pytest
from packstream import DecodeError, EncodeError, StreamWriter, decode_record, encode_record, parse_schema
from packstream.blocks import LARGEST_PAYLOAD
from packstream.codec import _primitive_bytes


@pytest.mark.parametrize(("kind", "wrapped"), [("list", lambda node: [node]), ("map", lambda node: {"k": node})])
def test_lists_and_maps_at_the_last_level_are_refused(kind, wrapped):
    schema = parse_schema(f"record Node {{ next: Node?  in: {kind}<Node> }}")
    empty = type(wrapped(0))()
    node = {"next": None, "in": empty}
    for _ in range(60):
        node = {"next": None, "in": wrapped(node)}
    with pytest.raises(EncodeError, match="deeply"):
        encode_record(schema, {"next": node, "in": empty})


@pytest.mark.parametrize("first", [b"", b"\x01"])
def test_deeply_nested_lists_are_refused(first):
    with pytest.raises(DecodeError, match="deeply"):
        decode_record(parse_schema("record Node { next: Node?  all: list<Node> }"), first + b"\x00\x01" * 200)


def test_a_block_holds_only_so_much():
    writer = StreamWriter(io.BytesIO(), parse_schema("record B { b: bytes }"), LARGEST_PAYLOAD)
    with pytest.raises(EncodeError, match="more than a block"):
        writer.write({"b": bytes(LARGEST_PAYLOAD + 1)})
    writer.write({"b": b"1"})
    writer.write({"b": bytes(LARGEST_PAYLOAD - 5)})
    assert (writer.records, writer.blocks) == (2, 1)


def test_values_without_a_form_are_a_defect():
    with pytest.raises(AssertionError):
        _primitive_bytes("text", None)

"""Replacements in Python source, addressed by syntax-tree nodes and applied together."""

import ast
import re

_INDENT = re.compile(rb"[ \t\f]*")
_BLANK_OR_COMMENT = re.compile(rb"([ \t\f]*)(#[^\n]*)?(?:\n|\Z)")
_REST_OF_LINE = re.compile(rb"[ \t\f;]*(?:#[^\n]*)?(?:\n|\Z)")


class Edits:
    """Collected replacements of one text. The syntax tree counts columns in UTF-8 bytes, so the text is bytes here."""

    def __init__(self, text: str) -> None:
        self.text = text.encode()
        self._starts = [0, *(found.end() for found in re.finditer(rb"\n", self.text))]
        self._changes: list[tuple[int, int, str]] = []

    def apply(self) -> str:
        """Return the text with all replacements."""
        parts, place = [], 0
        for start, end, new in sorted(self._changes):
            parts += [self.text[place:start], new.encode()]
            place = end
        return b"".join([*parts, self.text[place:]]).decode()

    def replace(self, node: ast.expr, new: str) -> None:
        """Replace an expression."""
        self._changes.append((self._start(node), self._end(node), new))

    def insert_after(self, statement: ast.stmt, new: str) -> None:
        """Add a statement after another one of the same block."""
        start, end = self._start(statement), self._end(statement)
        line = self._line(start)
        indent = self.text[line:start]
        separator = f"\n{indent.decode()}" if not indent.strip() else "; "
        self._changes.append((end, self._line_end(end), f"{separator}{new}"))

    def replace_block(self, body: list[ast.stmt], new: str, header: list[ast.AST]) -> None:
        """Replace the statements of a body, with its comments. `header` are the nodes that stand before it."""
        start, end = self._start(body[0]), self._end(body[-1])
        line = self._line(start)
        indent = self.text[line:start]
        if indent.strip():  # on the line of its header, or after a docstring and a semicolon
            self._changes.append((start, self._line_end(end), new.rpartition("\n")[2]))
            return
        before = max((self._end(node) for node in header if isinstance(node, ast.expr | ast.stmt | ast.arg)), default=0)
        first = self._comments_before(line, before)
        lines = "\n".join(indent.decode() + line for line in new.split("\n"))
        self._changes.append((first, self._block_end(end, self._width(indent)), lines))

    def remove_statement(self, statement: ast.stmt, comment: str, placeholder: str) -> None:
        """Remove a statement, leaving a comment, and a placeholder statement where the block would be empty."""
        start, end = self._start(statement), self._end(statement)
        line = self._line(start)
        indent = self.text[line:start]
        if indent.strip() or not _REST_OF_LINE.match(self.text, end):
            self._changes.append((start, end, placeholder or "pass"))
            return
        end = min(self._line_end(end) + 1, len(self.text))
        new = "".join(f"{indent.decode()}{part}\n" for part in (comment, placeholder) if part)
        self._changes.append((line, end, new))

    def _start(self, node: ast.expr | ast.stmt | ast.arg) -> int:
        decorators = (
            node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef) else []
        )
        if decorators:
            return self.text.rindex(b"@", 0, self._starts[decorators[0].lineno - 1] + decorators[0].col_offset)
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt | ast.arg) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def _line(self, place: int) -> int:
        return self.text.rfind(b"\n", 0, place) + 1

    def _line_end(self, place: int) -> int:
        end = self.text.find(b"\n", place)
        return len(self.text) if end < 0 else end

    @staticmethod
    def _width(indent: bytes) -> int:
        return len(indent.expandtabs())

    def _comments_before(self, line: int, before: int) -> int:
        """Return where the comments begin that end before `line`, searching back to `before`."""
        first = line
        while line > before and (above := self._line(line - 1)) >= before:
            found = _BLANK_OR_COMMENT.fullmatch(self.text, above, line)
            if not found:
                break
            line = above
            first = above if found.group(2) else first
        return first

    def _block_end(self, end: int, width: int) -> int:
        """Return the end of a block's last line, or of the last comment after it that is indented like the block."""
        end = place = self._line_end(end)
        while place < len(self.text) and (found := _BLANK_OR_COMMENT.match(self.text, place + 1)):
            if found.group(2) and self._width(found.group(1)) < width:
                break
            place = self._line_end(place + 1)
            end = place if found.group(2) else end
        return end

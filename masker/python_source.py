"""A Python text that is changed at places which its syntax tree names."""

import ast
import re

_INDENT = re.compile(r"[ \t\f]*")
_REST_OF_LINE = re.compile(r"[ \t\f;]*(?:#[^\n]*)?(?:\n|\Z)")
_COMMENT_LINE = re.compile(r"([ \t\f]*)(#[^\n]*)?(?:\n|\Z)")


class Source:
    """A text with ``\\n`` line ends, and the changes asked for so far. Changes never overlap."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.split("\n")
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._changes: list[tuple[int, int, str]] = []

    def offset(self, line: int, column: int) -> int:
        """Where a place of the syntax tree is in the text: lines from 1, columns in bytes of UTF-8."""
        content = self._lines[line - 1]
        if not content.isascii():
            column = len(content.encode()[:column].decode())
        return self._starts[line - 1] + column

    def start(self, node: ast.stmt | ast.expr) -> int:
        """Where the node begins; a definition begins with its first decorator."""
        decorators = getattr(node, "decorator_list", [])
        if decorators:
            first = self.offset(decorators[0].lineno, decorators[0].col_offset)
            return self.text.rindex("@", 0, first)
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.stmt | ast.expr) -> int:
        """Where the node ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.offset(node.end_lineno, node.end_col_offset)

    def indent(self, place: int) -> str:
        """The white space that begins the line of a place."""
        found = _INDENT.match(self.text, self.line_start(place))
        assert found is not None
        return found.group()

    def line_start(self, place: int) -> int:
        """Where the line of a place begins."""
        return self.text.rfind("\n", 0, place) + 1

    def begins_line(self, place: int) -> bool:
        """Whether only white space stands before the place in its line."""
        return not self.text[self.line_start(place) : place].strip()

    def ends_line(self, place: int) -> bool:
        """Whether only a comment or semicolons stand after the place in its line."""
        return _REST_OF_LINE.match(self.text, place) is not None

    def block_end(self, place: int, indent: str) -> int:
        """The end of a block whose code ends at ``place``: after its line and comments deeper than ``indent``."""
        rest = _REST_OF_LINE.match(self.text, place)
        end = rest.end() if rest else place
        ahead = end
        while rest and ahead < len(self.text):
            line = _COMMENT_LINE.match(self.text, ahead)
            if line is None or (line.group(2) and not _deeper(line.group(1), indent)):
                break
            ahead = line.end()
            end = ahead if line.group(2) else end
        return end

    def colon(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
        """Where the colon stands that ends the head of a definition."""
        place = self.offset(node.lineno, node.col_offset)
        parts: list[ast.AST] = [*getattr(node, "type_params", [])]
        if isinstance(node, ast.ClassDef):
            parts += [*node.bases, *node.keywords]
        else:
            parts += [part for part in ast.walk(node.args) if part is not node.args]
            parts += [node.returns] if node.returns else []
        for part in parts:
            line, column = getattr(part, "end_lineno", None), getattr(part, "end_col_offset", None)
            if line is not None and column is not None:
                place = max(place, self.offset(line, column))
        while self.text[place] != ":":
            place = self.text.index("\n", place) if self.text[place] == "#" else place + 1
        return place

    def change(self, start: int, end: int, text: str) -> None:
        """Asks for the text between two places to become another."""
        self._changes.append((start, end, text))

    def result(self) -> str:
        """The text with all changes made."""
        parts, place = [], 0
        for start, end, text in sorted(self._changes):
            parts += [self.text[place:start], text]
            place = end
        return "".join([*parts, self.text[place:]])


def _deeper(indent: str, than: str) -> bool:
    return len(indent.expandtabs()) > len(than.expandtabs())

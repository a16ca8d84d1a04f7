"""Refusals: every one is answered with a status and a JSON object of the same form."""

from collections.abc import Mapping

MAX_BODY_BYTES = 64 * 1024

Fields = Mapping[str, str]


class Problem(Exception):
    """A request that is refused; `fields` says for each wrong field what is wrong with it."""

    def __init__(self, status: int, code: str, message: str, fields: Fields = {}) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.fields = status, code, message, fields

    def body(self) -> dict[str, object]:
        """Return the JSON object of the refusal."""
        listed = [{"field": name, "message": self.fields[name]} for name in sorted(self.fields)]
        return {"error": {"code": self.code, "message": self.message, "fields": listed}}


def invalid(fields: Fields) -> Problem:
    """Return the refusal of wrong fields."""
    return Problem(400, "invalid", "The request breaks a rule.", fields)


BY_STATUS = {
    404: ("not_found", "There is nothing at this address."),
    405: ("method_not_allowed", "This cannot be done at this address."),
    413: ("too_large", f"The body has more than {MAX_BODY_BYTES} bytes."),
}
"""Refusals that the framework notices."""

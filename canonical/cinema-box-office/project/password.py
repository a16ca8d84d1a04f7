"""The manager's password: kept as a salted hash, never as it is typed."""

import hashlib
import hmac
import os
from pathlib import Path

FIRST_PASSWORD = "popcorn-1912"
SHORTEST = 8
ROUNDS = 100_000
SALT_BYTES = 16


class PasswordKeeper:
    """Knows whether a password is right. Before the first change it is `FIRST_PASSWORD`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def is_right(self, password: str) -> bool:
        """Return True when the password is the current one."""
        try:
            salt, kept = (bytes.fromhex(part) for part in self._path.read_text(encoding="ascii").split())
        except FileNotFoundError:
            return hmac.compare_digest(password.encode(), FIRST_PASSWORD.encode())
        except ValueError:
            return False
        return hmac.compare_digest(hashed(password, salt), kept)

    def change(self, password: str) -> None:
        """Replace the password."""
        salt = os.urandom(SALT_BYTES)
        draft = self._path.with_suffix(".draft")
        draft.write_text(f"{salt.hex()} {hashed(password, salt).hex()}\n", encoding="ascii")
        draft.replace(self._path)


def hashed(password: str, salt: bytes) -> bytes:
    """Return the salted hash of a password."""
    return hashlib.pbkdf2_hmac("sha256", password.encode(), salt, ROUNDS)

"""Guest program that starts Chromium in a box: ``python boxed_browser.py BROWSER ARGUMENTS…``.

A box has no network interface but the loopback: a browser that asks the kernel for interfaces takes itself to be
offline (``navigator.onLine``). Without sockets of the family AF_NETLINK it cannot ask, and takes itself to be online.
"""

import ctypes
import os
import platform
import struct
import sys

SOCKET_CALL = {"x86_64": 41, "aarch64": 198}
NETLINK, UNSUPPORTED = 16, 97
NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2


class KernelFilter(ctypes.Structure):
    """``struct sock_fprog``: a filter of the kernel."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def steps(socket_call: int) -> bytes:
    """Return the filter that refuses sockets of the family AF_NETLINK (seccomp(2))."""
    return b"".join(
        struct.pack("=HBBI", *step)
        for step in (
            (0x20, 0, 0, 0),  # the number of the call
            (0x15, 0, 3, socket_call),
            (0x20, 0, 0, 16),  # its first argument
            (0x15, 0, 1, NETLINK),
            (0x06, 0, 0, 0x00050000 | UNSUPPORTED),
            (0x06, 0, 0, 0x7FFF0000),
        )
    )


def main() -> None:
    content = steps(SOCKET_CALL[platform.machine()])
    program = KernelFilter(len(content) // 8, content)
    kernel = ctypes.CDLL(None, use_errno=True)
    if kernel.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or kernel.prctl(SECCOMP, FILTER, ctypes.byref(program), 0, 0):
        sys.exit(f"the filter cannot be set: {os.strerror(ctypes.get_errno())}")
    os.execv(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()

"""What counts as seen: text that is on the screen, stays there, and has the expected digits."""

import threading
from pathlib import Path

import pytest

from simulators.desktop.display import open_display
from simulators.errors import ExpectationFailed, NotFound, TestcodeTimeout
from simulators.failures import FailureKind
from simulators.runtime.sandbox import Environment, SandboxError
from simulators.runtime.sandbox.bubblewrap import Bubblewrap
from simulators.runtime.sandbox.none import NoSandbox
from tests.conformance.desktop.conftest import Seat


def test_what_is_not_visible_is_not_seen(seat: Seat) -> None:
    user = seat("""
        print("printed words")
        root.title("title words")
        tk.Label(root, text="background words", fg=root["bg"], bg=root["bg"]).pack(anchor="w")
        tk.Label(root, text="fading words", fg="#c8c8c8", bg="#d9d9d9").pack(anchor="w")
        tk.Label(root, text="visible words").pack(anchor="w")
        tk.Label(root, text="outside words").place(x=3000, y=10)
        covered = tk.Label(root, text="covered words")
        covered.pack(anchor="w")
        tk.Frame(root, bg="white", width=400, height=60).place(in_=covered, x=0, y=0)
        tk.Label(root, text="white on blue", fg="white", bg="#4a6984").pack(anchor="w")
        tk.Label(root, text="red words", fg="red").pack(anchor="w")
        root.geometry("4000x3000")
        root.mainloop()
        """)
    for shown in ("visible words", "white on blue", "red words"):
        user.sees(shown)
    for hidden in ("printed", "title", "background", "fading", "outside", "covered"):
        user.does_not_see(f"{hidden} words")


def test_a_text_of_one_moment_is_not_seen(seat: Seat) -> None:
    user = seat("""
        tk.Label(root, text="steady").pack()
        label = tk.Label(root, width=20)
        label.pack()
        def flash(shown=False):
            label.config(text="flashing" if shown else "")
            root.after(20 if shown else 180, flash, not shown)
        flash()
        root.mainloop()
        """)
    user.sees("steady")
    with pytest.raises(ExpectationFailed, match="'flashing'"):
        user.sees("flashing")


def test_a_late_answer_is_waited_for(seat: Seat) -> None:
    user = seat("""
        label = tk.Label(root, text="working", width=20)
        label.pack()
        root.after(900, lambda: label.config(text="done"))
        root.mainloop()
        """)
    user.sees("done")
    user.does_not_see("working")


def test_digits_are_compared_one_by_one(seat: Seat) -> None:
    user = seat("""
        for text in ("Sum: 1250.75", "Litres 30", "Total -12", "Day 2025-03-14", "Items 8 of 18"):
            tk.Label(root, text=text).pack()
        root.mainloop()
        """)
    for seen in ("Sum: 1250.75", "litres 30", "2025-03-14", "8 of 18"):
        user.sees(seen)
    for other in ("250.75", "1250.7", "1250", "3", "12", "2025-03-1", "8 of 1", "80", "1250.76"):
        user.does_not_see(other)
    user.sees_number("1250.75", after="Sum")
    user.sees_number(-12, after="Total")
    user.sees_number(8, after="Items")
    with pytest.raises(ExpectationFailed, match=r"number 1250\.57"):
        user.sees_number("1250.57", after="Sum")


def test_one_of_several_equal_texts_is_chosen_by_its_row(seat: Seat) -> None:
    user = seat("""
        said = tk.Label(root, text="nothing", width=30)
        for row, name in enumerate(("Basil", "Ivy", "Olive")):
            tk.Label(root, text=name).grid(row=row, column=0)
            tk.Button(root, text="Water", command=lambda name=name: said.config(text=name + " has water")).grid(
                row=row, column=1)
        said.grid(row=9)
        root.mainloop()
        """)
    with pytest.raises(NotFound, match="'Water' is there 3 times"):
        user.clicks("Water")
    user.clicks("Water", beside="Ivy")
    user.sees("Ivy has water")


def test_a_program_that_ends_at_once_is_reported(seat: Seat) -> None:
    user = seat("raise SystemExit('no plants today')")
    with pytest.raises(ExpectationFailed, match="has ended with status 1; printed: no plants today"):
        user.sees("plants")
    with pytest.raises(ExpectationFailed, match="expected the program to run"):
        user.is_running()


def test_a_program_that_hangs_is_ended_from_outside(seat: Seat) -> None:
    user = seat("tk.Label(root, text='hanging').pack()\nroot.update()\nwhile True: pass", start=False)
    threading.Timer(2.0, user.abort).start()
    with pytest.raises(TestcodeTimeout, match="ended from outside"):
        user.starts()


def test_noise_is_refused(seat: Seat) -> None:
    user = seat(
        """
        canvas = tk.Canvas(root, width=1200, height=900)
        canvas.pack()
        for x in range(0, 1200, 24):
            for y in range(0, 900, 24):
                canvas.create_text(x, y, text="x")
        root.mainloop()
        """,
        start=False,
    )
    with pytest.raises(ExpectationFailed, match="pieces of text; no more than 800") as error:
        user.starts()
    assert error.value.kind is FailureKind.RESOURCE_LIMIT


def test_another_display_is_out_of_reach(seat: Seat) -> None:
    user = seat("""
        import socket
        found = []
        for number in range(6000, 6010):
            with socket.socket() as tried:
                found += [number] if not tried.connect_ex(("127.0.0.1", number)) else []
        unix = [name.strip() for name in open("/proc/net/unix") if "X11" in name]
        tk.Label(root, text=f"displays {found} sockets {len(unix)}").pack()
        root.mainloop()
        """)
    user.sees("displays [6000] sockets 0")


def test_other_sandboxes_have_no_display(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> None:
    sandbox, folder = NoSandbox(), tmp_path_factory.mktemp("project")
    with (
        sandbox.box(folder, environment) as box,
        pytest.raises(SandboxError, match="use --sandbox bubblewrap"),
        open_display(box, sandbox, environment),
    ):
        pass


def test_nothing_is_left(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> None:
    sandbox, folder = Bubblewrap(), tmp_path_factory.mktemp("project")
    with sandbox.box(folder, environment) as box, open_display(box, sandbox, environment) as display:
        pids = display.box.pids()
        assert pids
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a server that does not answer up early."""
    monkeypatch.setattr("simulators.desktop.x11.SECONDS", 3.0)


@pytest.mark.usefixtures("impatient")
def test_a_program_that_blocks_its_display_fails(seat: Seat) -> None:
    user = seat(
        """
        import socket, time
        tk.Label(root, text="blocked").pack()
        root.update()
        line = socket.create_connection(("127.0.0.1", 6000))
        line.sendall(bytes([ord("l"), 0, 11, 0]) + bytes(8))
        line.recv(8)
        grab_server = bytes([36, 0, 1, 0])
        line.sendall(grab_server)
        time.sleep(600)
        """,
        start=False,
    )
    with pytest.raises(ExpectationFailed, match="the screen cannot be used any more") as error:
        user.starts()
    assert error.value.kind is FailureKind.PAGE_LOST


def test_a_program_that_stops_the_reports_of_its_display_fails(seat: Seat) -> None:
    user = seat(
        """
        import socket, struct, time
        tk.Label(root, text="unwatched").pack()
        root.update()
        line = socket.create_connection(("127.0.0.1", 6000))

        def received(length):
            content = b""
            while len(content) < length:
                content += line.recv(length - len(content))
            return content

        line.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
        received(struct.unpack_from("<H", received(8), 6)[0] * 4)
        line.sendall(struct.pack("<BxHHxx", 98, 4, 6) + b"DAMAGE" + bytes(2))
        damage = received(32)[9]
        line.sendall(struct.pack("<BBHII", damage, 0, 3, 1, 1))
        received(32)
        destroy, client_bits = 2, 21
        for client in range(1, 9):
            line.sendall(struct.pack("<BBHI", damage, destroy, 2, (client << client_bits) + 1))
        time.sleep(600)
        """,
        start=False,
    )
    with pytest.raises(ExpectationFailed, match="does not report any more what is drawn") as error:
        user.starts()
    assert error.value.kind is FailureKind.PAGE_LOST

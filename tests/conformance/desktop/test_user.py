"""Verbs of a desktop user with programs of tkinter."""

import pytest

from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound
from tests.conformance.desktop.conftest import Seat

FORM = """
frame = ttk.Frame(root, padding=12)
frame.grid()
names, shown = [], tk.StringVar(value="0 plants")
ttk.Label(frame, text="Plant").grid(row=0, column=0, sticky="w")
name = ttk.Entry(frame)
name.grid(row=0, column=1)
ttk.Label(frame, text="Room").grid(row=1, column=0, sticky="w")
room = ttk.Combobox(frame, values=["Kitchen", "Hall", "Bath"], state="readonly")
room.grid(row=1, column=1)
table = ttk.Treeview(frame, columns=("plant", "room"), show="headings", height=4)
table.heading("plant", text="Plant name")
table.heading("room", text="Where")
table.grid(row=2, columnspan=2)

def add(event=None):
    if not name.get():
        messagebox.showerror("Plants", "A plant needs a name.")
        return
    names.append(name.get())
    table.insert("", "end", values=(name.get(), room.get()))
    shown.set(f"{len(names)} plants of 12.50")

def delete(event=None):
    if messagebox.askyesno("Plants", "Really delete it?"):
        table.delete(*table.selection())

ttk.Button(frame, text="Add plant", command=add).grid(row=3, column=0)
ttk.Button(frame, text="Delete", command=delete).grid(row=3, column=1)
ttk.Label(frame, textvariable=shown).grid(row=4)
table.bind("<Double-1>", lambda event: shown.set("opened " + table.item(table.selection()[0])["values"][0]))
root.bind("<Control-n>", add)
root.mainloop()
"""


def test_a_form_is_filled_by_its_labels(seat: Seat) -> None:
    user = seat(FORM)
    user.types("Basil", into="Plant")
    user.chooses("Hall", out_of="Room")
    user.clicks("Add plant")
    user.sees("Hall", beside="Basil")
    user.sees("1 plants")
    user.types("Ivy 250", into="Plant")
    user.presses("Ctrl+N")
    user.sees("Ivy 250")
    user.does_not_see("1 plants")
    user.sees_number("12.5", after="2 plants of")
    user.double_clicks("Basil")
    user.sees("opened Basil")
    with pytest.raises(ExpectationFailed, match="'Bath' on the screen beside 'Basil'; the screen shows: Plant"):
        user.sees("Bath", beside="Basil")
    with pytest.raises(ExpectationFailed, match="expected not to see"):
        user.does_not_see("Hall", beside="Basil")
    with pytest.raises(NotFound, match="'Remove' is not there"):
        user.clicks("Remove")
    with pytest.raises(NotFound, match="no box beside or below 'opened'"):
        user.types("x", into="opened")


def test_a_label_that_touches_its_box_is_told_from_it(seat: Seat) -> None:
    user = seat("""
        for row, (label, text) in enumerate((("Plant", "Basil"), ("Room", "Hall"))):
            tk.Label(root, text=label, padx=0, bd=0).grid(row=row, column=0, sticky="e")
            entry = tk.Entry(root, bd=1, highlightthickness=0, relief="solid")
            entry.insert(0, text)
            entry.grid(row=row, column=1)
        root.mainloop()
        """)
    user.types("Ivy", into="Plant")
    user.sees("Ivy", beside="Plant")
    user.does_not_see("Basil")
    user.types("Bath", into="Room")
    user.sees_in_order(["Plant Ivy", "Room Bath"])


def test_a_text_that_does_not_arrive_is_said_at_once(seat: Seat) -> None:
    user = seat("""
        tk.Label(root, text="Plant").grid(row=0, column=0, padx=9)
        entry = tk.Entry(root)
        entry.insert(0, "Basil")
        entry.config(state="readonly")
        entry.grid(row=0, column=1)
        root.mainloop()
        """)
    with pytest.raises(NotFound, match="the text 'Ivy' did not arrive in the box of 'Plant'"):
        user.types("Ivy", into="Plant")


def test_dialogs_are_answered_with_mouse_and_keyboard(seat: Seat) -> None:
    user = seat(FORM)
    user.clicks("Add plant")
    user.sees("A plant needs a name.")
    user.presses("Enter")
    user.does_not_see("A plant needs a name.")
    user.types("Basil", into="Plant")
    user.clicks("Add plant")
    user.types("", into="Plant")
    user.clicks("Basil")
    user.clicks("Delete")
    user.sees("Really delete it?")
    user.clicks("No")
    user.sees("Basil")
    user.clicks("Delete")
    user.clicks("Yes")
    user.does_not_see("Basil")


def test_the_content_of_a_box_is_replaced(seat: Seat) -> None:
    user = seat("""
        for label, value in (("Older", "first words"), ("Wider", "")):
            tk.Label(root, text=label).pack(anchor="w")
            entry = tk.Entry(root, width=40)
            entry.insert(0, value)
            entry.pack()
        root.mainloop()
        """)
    user.types("Zoë costs 12,75 € (Ärger)", into="Older")
    user.sees("costs 12,75")
    user.does_not_see("first words")
    user.presses("Tab")
    user.types("seen below")
    user.sees("seen below")


def test_a_program_is_closed_by_its_window(seat: Seat) -> None:
    user = seat("""
        import sys
        root.protocol("WM_DELETE_WINDOW", lambda: (open("kept.txt", "w").write("kept"), sys.exit(3)))
        tk.Label(root, text="Close me").pack()
        root.mainloop()
        """)
    user.is_running()
    user.closes_window()
    user.has_left(3)
    assert user.reads("kept.txt") == "kept"
    with pytest.raises(NotFound, match="it has ended with status 3"):
        user.clicks("Close me")
    user.starts()
    user.sees("Close me")


def test_keys_and_pictures(seat: Seat) -> None:
    user = seat("""
        label = tk.Label(root, text="waiting", width=30)
        label.pack()
        for key in ("<Control-s>", "<Escape>", "<F5>", "<Shift-Tab>", "<Down>", "<question>"):
            root.bind(key, lambda event, key=key: label.config(text="pressed " + key[1:-1]))
        root.mainloop()
        """)
    before = user.picture()
    keys = {"Ctrl+S": "Control-s", "Escape": "Escape", "F5": "F5", "Down": "Down", "?": "question"}
    for key, seen in keys.items():
        user.presses(key)
        user.sees(f"pressed {seen}")
    user.sees_picture(unlike=before)
    with pytest.raises(InvalidAnswer, match="'Hyper\\+X' is not a key"):
        user.presses("Hyper+X")
    with pytest.raises(ExpectationFailed, match="look different"):
        user.sees_picture(unlike=user.picture())

"""The window: form, restriction, list, buttons, and what they do."""

import tkinter as tk
from collections.abc import Callable
from datetime import date
from tkinter import messagebox, ttk

from form import Form
from plan import Plan, summary
from plant import Entry, Refused
from table import Restriction, Table


class PlanWindow(ttk.Frame):
    """Everything that the program shows of a plan."""

    def __init__(self, root: tk.Tk, plan: Plan) -> None:
        """Build the window's content, and show the plan."""
        super().__init__(root, padding=16)
        self._plan = plan
        self._changing: str | None = None
        self._message, self._summary = tk.StringVar(), tk.StringVar()
        self._form = Form(self, self._save, self._cancel)
        self._restriction = Restriction(self, self._show)
        self._table = Table(self, self._delete)
        parts = (
            self._form,
            ttk.Label(self, textvariable=self._message),
            self._restriction,
            self._table,
            ttk.Label(self, textvariable=self._summary),
            self._buttons(),
        )
        for row, part in enumerate(parts):
            part.grid(row=row, column=0, sticky="w", pady=6)
        self._bind_keys(root)
        self._show()

    def _buttons(self) -> ttk.Frame:
        """Return the row of buttons."""
        row = ttk.Frame(self)
        actions = {
            "Water": self._water,
            "Skip": self._skip,
            "Water all": self._water_all,
            "Change": self._change,
            "Delete": self._delete,
            "Undo": self._undo,
        }
        for column, (text, action) in enumerate(actions.items()):
            ttk.Button(row, text=text, command=action).grid(row=0, column=column, padx=(0, 16))
        return row

    def _bind_keys(self, root: tk.Tk) -> None:
        """Make the keys of the whole window work."""
        keys = {"<Control-n>": self._begin, "<Control-w>": self._water, "<Control-z>": self._undo}
        for key, action in keys.items():
            root.bind(key, lambda _, action=action: action())

    def _show(self) -> None:
        """Show the plants of the view, and their sum."""
        plants = self._plan.shown(self._restriction.view())
        self._table.show(plants)
        self._summary.set(summary(plants, date.today()))

    def _done(self) -> None:
        """Show the plan after a change; what was wrong before is wrong no more."""
        self._message.set("")
        self._show()

    def _save(self) -> None:
        """Add the plant of the form, or change the one that was put there."""
        try:
            if self._changing is None:
                self._plan.add(self._form.entry())
            else:
                self._plan.change(self._changing, self._form.entry())
        except Refused as problem:
            self._message.set(str(problem))
            return
        self._cancel()
        self._done()

    def _cancel(self) -> None:
        """Bring the form back to its beginning."""
        self._changing = None
        self._form.begin()
        self._message.set("")

    def _begin(self) -> None:
        """Begin a new plant."""
        self._cancel()
        self._form.take_keyboard()

    def _with_chosen(self, action: Callable[[str], None]) -> None:
        """Do something with the chosen plant, or ask to choose one."""
        name = self._table.chosen()
        if name is None:
            self._message.set("Choose a plant first.")
        else:
            action(name)

    def _water(self) -> None:
        """Water the chosen plant."""

        def water(name: str) -> None:
            self._plan.water([name])
            self._done()

        self._with_chosen(water)

    def _skip(self) -> None:
        """Put the chosen plant off by a day."""

        def skip(name: str) -> None:
            self._plan.skip(name)
            self._done()

        self._with_chosen(skip)

    def _water_all(self) -> None:
        """Water all thirsty plants that are shown."""
        today = date.today()
        shown = self._plan.shown(self._restriction.view())
        self._plan.water(plant.name for plant in shown if plant.is_thirsty(today))
        self._done()

    def _change(self) -> None:
        """Put the chosen plant into the form."""

        def change(name: str) -> None:
            self._changing = name
            self._message.set("")
            self._form.change(Entry.of(self._plan.plant(name)))

        self._with_chosen(change)

    def _delete(self) -> None:
        """Delete the chosen plant when the user is sure."""

        def delete(name: str) -> None:
            if not messagebox.askyesno("Delete", f"Delete {name}?", parent=self):
                return
            self._plan.delete(name)
            if self._changing == name:
                self._cancel()
            self._done()

        self._with_chosen(delete)

    def _undo(self) -> None:
        """Take the last change back."""
        if self._plan.undo():
            self._cancel()
            self._done()
        else:
            self._message.set("Nothing to undo.")

"""A window that greets by name."""

import tkinter as tk
from tkinter import ttk


class Greeter(ttk.Frame):
    """A box for a name, a button, and the greetings so far."""

    def __init__(self, root: tk.Tk) -> None:
        """Build the window's content."""
        super().__init__(root, padding=12)
        self.problem = tk.StringVar()
        self.name = ttk.Entry(self, width=30)
        self.greetings = tk.Listbox(self, width=40, height=12)
        ttk.Label(self, text="Name").grid(row=0, column=0, sticky="w")
        self.name.grid(row=0, column=1)
        ttk.Button(self, text="Greet", command=self.greet).grid(row=0, column=2)
        self.greetings.grid(row=1, column=0, columnspan=2, pady=8, sticky="w")
        ttk.Label(self, textvariable=self.problem, width=24).grid(row=1, column=2, padx=8)

    def greet(self) -> None:
        """Greet by the name in the box, or say that there is none."""
        name = self.name.get().strip()
        self.problem.set("" if name else "That is no name.")
        if name:
            self.greetings.insert("end", f"Hello, {name}!")


def main() -> None:
    """Show the window until it is closed."""
    root = tk.Tk()
    root.title("Greeter")
    Greeter(root).grid()
    root.mainloop()


if __name__ == "__main__":
    main()

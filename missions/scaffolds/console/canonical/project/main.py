"""Greets by name, until the user enters bye."""


def greet():
    """Ask for names and greet by them; "bye" ends it."""
    while True:
        name = input("Your name: ").strip()
        if name == "bye":
            return
        print(f"Hello, {name}!" if name else "That is no name, try again.")


if __name__ == "__main__":
    greet()

"""Module that runs inside the sandbox. It is sent there as text and imports nothing of the project."""

"""Fuzzing of all that projects and models can send: random data, and what must hold whatever the data is."""

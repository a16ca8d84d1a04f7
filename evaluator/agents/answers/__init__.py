"""Answers of models and programs: untrusted JSON read without guessing."""

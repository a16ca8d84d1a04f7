"""Readers and writers of data formats."""

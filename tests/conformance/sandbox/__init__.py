"""Conformance of every sandbox provider that works on this machine."""

"""Measures per component of a design (class, function, method): it exists, it can be called, it passes its tests."""

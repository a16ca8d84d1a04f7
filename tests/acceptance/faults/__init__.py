"""Faults of machines: processes killed at any moment, full disks, read-only folders."""

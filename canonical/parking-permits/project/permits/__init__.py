"""Parking permits: applications, fees, payments, and the log of everything that happened."""

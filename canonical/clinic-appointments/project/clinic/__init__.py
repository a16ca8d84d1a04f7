"""Appointments of a practice: doctors, their hours and absences, patients and what they book."""

"""Help for authors of missions: reference of the verbs, checks of testcodes, JSON Schemas."""

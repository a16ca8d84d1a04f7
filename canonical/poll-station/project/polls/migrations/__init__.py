"""Changes of the database, in their order."""

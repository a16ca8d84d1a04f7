"""The pages: accounts, those of patients, those of doctors."""

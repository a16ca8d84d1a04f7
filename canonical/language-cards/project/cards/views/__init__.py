"""The pages: accounts, decks and their cards, studying."""
